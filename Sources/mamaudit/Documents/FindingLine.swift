import Compliance
import MAMEvents
import Projections
import Rendering

/// A finding as a list gives it at an instant.
struct FindingLine: PagedRow {
  let finding: FindingRow
  let asOf: Timestamp

  static let columns: [Column] = [
    Column("id"), Column("rule"), Column("severity", tones: ["violation": .bad, "warning": .warning]),
    Column("title"), Column("account"), Column("app"), Column("device"),
    Column("status", tones: ["open": .bad, "resolved": .good]), Column("openedAt", .timestamp),
    Column("openedBy", .integer), Column("dueAt", .timestamp), Column("closedAt", .timestamp),
    Column("closedBy", .integer), Column("ageSeconds", .integer, unit: .seconds), Column("reason"),
    Column("parameters", .json),
  ]

  static let shown = [
    "id", "rule", "severity", "status", "account", "app", "device", "openedAt", "closedAt", "ageSeconds",
    "reason",
  ]

  /// How long the finding has stood, or stood; nil for one that is superseded.
  private var ageSeconds: Int64? {
    guard finding.ended != .superseded else { return nil }
    return ((finding.closedAt ?? asOf).microseconds - finding.openedAt.microseconds) / 1_000_000
  }

  var cells: [Cell] {
    [
      .text(finding.id), .text(finding.rule.rawValue), .text(finding.severity.rawValue),
      .text(RuleCatalogue[finding.rule].title), Cell(finding.account), Cell(finding.app),
      Cell(finding.device),
      Cell(finding.status(at: asOf)?.rawValue), Cell(finding.openedAt), .integer(finding.openedBy),
      Cell(finding.dueAt), Cell(finding.closedAt), Cell(finding.closedBy), Cell(ageSeconds),
      .text(finding.reason), .json(finding.parameters),
    ]
  }

  var keys: [Cell] { [.timestamp(finding.openedAt.microseconds), .text(finding.id)] }

  func write(to json: inout JSONWriter) {
    Self.write(finding, asOf: asOf, to: &json)
  }

  /// Writes what a finding is and whom it is about: the first of its members wherever one is given.
  static func writeHead(_ finding: FindingRow, to json: inout JSONWriter) {
    json.key("id")
    json.string(finding.id)
    json.key("rule")
    json.string(finding.rule.rawValue)
    json.key("severity")
    json.string(finding.severity.rawValue)
    json.key("title")
    json.string(RuleCatalogue[finding.rule].title)
    json.key("scope")
    json.object { json in
      json.key("account")
      json.string(finding.account)
      json.key("app")
      json.string(finding.app)
      json.key("device")
      json.string(finding.device)
    }
  }

  /// Writes the members of section 5 of the state specification.
  static func write(_ finding: FindingRow, asOf: Timestamp, to json: inout JSONWriter) {
    writeHead(finding, to: &json)
    json.key("status")
    json.string(finding.status(at: asOf)?.rawValue)
    json.key("openedAt")
    json.timestamp(finding.openedAt.microseconds)
    json.key("openedBy")
    json.integer(finding.openedBy)
    json.key("dueAt")
    json.timestamp(finding.dueAt?.microseconds)
    json.key("closedAt")
    json.timestamp(finding.closedAt?.microseconds)
    json.key("closedBy")
    json.integer(finding.closedBy)
    json.key("reason")
    json.string(finding.reason)
    json.key("parameters")
    json.raw(finding.parameters)
  }
}
