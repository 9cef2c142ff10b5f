import Compliance
import MAMEvents
import Projections
import Rendering

/// The JSON of `why`, and its rows: the parts of the state with the events that made them what they are.
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

  private static func write(_ link: AccountExplanation.Link, to json: inout JSONWriter) {
    json.object { json in
      json.key("position")
      json.integer(link.event.position)
      json.key("effectiveAt")
      json.timestamp(link.event.effectiveAt.microseconds)
      json.key("type")
      json.string(link.event.typeName)
      json.key("code")
      json.integer(link.event.code)
      json.key("codeName")
      json.string(link.event.codeEntry?.name)
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

  /// The columns of the chains as rows.
  static let columns: [Column] = [
    Column("app"), Column("device"), Column("field"), Column("value"), Column("time", .timestamp),
    Column("position", .integer), Column("event"), Column("code", .integer), Column("code name"),
    Column("from"), Column("to"), Column("reason"),
  ]

  /// An event of a chain as a row.
  static func cells(of link: AccountExplanation.Link, in part: AccountExplanation.Part) -> [Cell] {
    [
      Cell(part.app), Cell(part.device), .text(part.field.rawValue), part.value.cell,
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
