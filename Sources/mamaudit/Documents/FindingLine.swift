import Compliance
import MAMEvents
import Projections
import Rendering

/// A finding as a list gives it at an instant.
struct FindingLine: ListedRow {
  let finding: FindingRow
  let asOf: Timestamp

  static let columns: [Column] = [
    Column("id"), Column("rule"), Column("severity", tones: ["violation": .bad]),
    Column("status", tones: ["open": .bad, "resolved": .good]), Column("account"), Column("app"),
    Column("device"), Column("opened", .timestamp), Column("closed", .timestamp), Column("age"),
    Column("reason"),
  ]

  /// How long the finding has stood, or stood; nil for one that is superseded.
  private var ageSeconds: Int64? {
    guard finding.ended != .superseded else { return nil }
    return ((finding.closedAt ?? asOf).microseconds - finding.openedAt.microseconds) / 1_000_000
  }

  var cells: [Cell] {
    [
      .text(finding.id), .text(finding.rule.rawValue), .text(finding.severity.rawValue),
      Cell(finding.status(at: asOf)?.rawValue), Cell(finding.account), Cell(finding.app),
      Cell(finding.device), Cell(finding.openedAt), Cell(finding.closedAt),
      Cell(ageSeconds.map { Quantity.duration(seconds: Double($0)) }),
      .text(finding.reason),
    ]
  }

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
