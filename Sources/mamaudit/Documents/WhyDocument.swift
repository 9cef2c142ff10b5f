import Compliance
import MAMEvents
import Projections
import Rendering

/// The JSON of `why`, and its rows: the parts of the state with the events that made them what they are, and the open
/// findings with those that explain them.
enum WhyDocument {
  /// Writes a part of the state as one object.
  static func write(
    _ part: AccountExplanation.Part, of explanation: AccountExplanation, header: AnswerHeader,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.key("kind")
      json.string("state")
      json.key("tenant")
      json.string(header.tenant.text)
      json.key("account")
      json.string(explanation.account.account)
      json.key("app")
      json.string(part.app)
      json.key("device")
      json.string(part.device)
      json.key("field")
      json.string(part.field.rawValue)
      json.key("value")
      StateDocument.value(part.value, to: &json)
      json.key("reason")
      json.string(part.reason)
      json.key("chain")
      json.array(part.chain) { json, link in write(link, to: &json) }
    }
  }

  /// Writes which event it was, and its code.
  private static func write(_ event: FoldEvent, to json: inout JSONWriter) {
    json.key("position")
    json.integer(event.position)
    json.key("effectiveAt")
    json.timestamp(event.effectiveAt.microseconds)
    json.key("type")
    json.string(event.typeName)
    json.key("code")
    json.integer(event.code)
    json.key("codeName")
    json.string(event.codeEntry?.name)
  }

  private static func write(_ link: AccountExplanation.Link, to json: inout JSONWriter) {
    json.object { json in
      write(link.event, to: &json)
      json.key("app")
      json.string(link.app)
      json.key("device")
      json.string(link.device)
      json.key("from")
      StateDocument.value(link.from, to: &json)
      json.key("to")
      StateDocument.value(link.to, to: &json)
      json.key("reason")
      json.string(link.reason)
    }
  }

  /// Writes a finding as one object.
  static func write(_ explained: FindingExplanation, header: AnswerHeader, to json: inout JSONWriter) {
    let finding = explained.finding
    let rule = RuleCatalogue[finding.rule]
    json.object { json in
      json.key("kind")
      json.string("finding")
      json.key("tenant")
      json.string(header.tenant.text)
      FindingLine.write(finding, asOf: header.asOf, to: &json)
      json.key("document")
      json.string(rule.document.rawValue)
      json.key("section")
      json.string(rule.section)
      json.key("remedy")
      json.string(rule.remedy)
      json.key("ending")
      json.string(finding.ending.text)
      json.key("chain")
      json.array(explained.chain) { json, link in write(link, to: &json) }
    }
  }

  private static func write(_ link: FindingExplanation.Link, to json: inout JSONWriter) {
    json.object { json in
      json.key("part")
      json.string(link.part.rawValue)
      write(link.event, to: &json)
      json.key("account")
      json.string(link.account)
      json.key("app")
      json.string(link.app)
      json.key("device")
      json.string(link.device)
      json.key("meaning")
      json.string(link.event.sentence)
    }
  }

  /// The columns of the chains as rows.
  ///
  /// Of a finding `field` is the rule, `value` the id, and `from` what the event is to the finding.
  static let columns: [Column] = [
    Column("kind"), Column("app"), Column("device"), Column("field"), Column("value"),
    Column("effectiveAt", .timestamp, title: "time"), Column("position", .integer),
    Column("type", title: "event"), Column("code", .integer), Column("codeName"), Column("from"),
    Column("to"),
    Column("reason"),
  ]

  /// An event of a finding's chain as a row.
  static func cells(of link: FindingExplanation.Link, in explained: FindingExplanation) -> [Cell] {
    let finding = explained.finding
    return [
      .text("finding"), Cell(finding.app), Cell(finding.device), .text(finding.rule.rawValue),
      .text(finding.id), .timestamp(link.event.effectiveAt.microseconds), .integer(link.event.position),
      Cell(link.event.typeName), Cell(link.event.code.map(Int64.init)), Cell(link.event.codeEntry?.name),
      .text(link.part.rawValue), .null, .text(link.part == .opened ? finding.reason : link.event.sentence),
    ]
  }

  /// An event of a chain as a row.
  static func cells(of link: AccountExplanation.Link, in part: AccountExplanation.Part) -> [Cell] {
    [
      .text("state"), Cell(part.app), Cell(part.device), .text(part.field.rawValue), part.value.cell,
      .timestamp(link.event.effectiveAt.microseconds), .integer(link.event.position),
      Cell(link.event.typeName), Cell(link.event.code.map(Int64.init)), Cell(link.event.codeEntry?.name),
      link.from.cell, link.to.cell, .text(link.reason),
    ]
  }
}

extension FoldEvent {
  /// The name of the type on the wire; nil for a type of an extension.
  var typeName: String? { type.map { Catalogue[$0].name } }
}

extension FindingRow {
  /// What ends the finding.
  var ending: RuleEnding { rule.ending(hasDeadline: dueAt != nil) }
}
