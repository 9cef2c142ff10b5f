import Compliance
import MAMEvents
import Projections
import Rendering

/// The JSON contract of `history` (section 5 of the state specification).
enum HistoryDocument {
  /// Writes an entry as one object.
  static func write(_ entry: HistoryEntry, to json: inout JSONWriter) throws {
    let content = try RecordContent(record: entry.record, disclosures: entry.disclosures.map(\.disclosure))
    json.object { json in
      json.key("position")
      json.integer(entry.event.position)
      json.key("accountVersion")
      json.integer(entry.accountVersion)
      json.key("eventId")
      json.string(content.id)
      json.key("source")
      json.string(content.source)
      json.key("type")
      json.string(content.type)
      json.key("occurredAt")
      json.timestamp(entry.event.occurredAt.microseconds)
      json.key("recordedAt")
      json.timestamp(entry.event.recordedAt.microseconds)
      json.key("effectiveAt")
      json.timestamp(entry.event.effectiveAt.microseconds)
      json.key("late")
      json.boolean(entry.isLate)
      json.key("app")
      json.string(entry.app)
      json.key("device")
      json.string(entry.device)
      json.key("data")
      json.raw(content.data)
      json.key("changes")
      json.array(entry.changes) { json, change in
        json.object { json in
          json.key("app")
          json.string(change.app)
          json.key("device")
          json.string(change.device)
          json.key("field")
          json.string(change.field.rawValue)
          json.key("from")
          StateDocument.value(change.from, to: &json)
          json.key("to")
          StateDocument.value(change.to, to: &json)
        }
      }
    }
  }

  /// The columns of a history as rows for people.
  static let columns: [Column] = [
    Column("effectiveAt", .timestamp, title: "time"), Column("position", .integer),
    Column("type", title: "event"), Column("app"), Column("device"), Column("changes", title: "changed"),
  ]

  /// The columns of a history as rows for programs: the members of the contract.
  static let machineColumns: [Column] = [
    Column("position", .integer), Column("accountVersion", .integer), Column("eventId"), Column("source"),
    Column("type"), Column("occurredAt", .timestamp), Column("recordedAt", .timestamp),
    Column("effectiveAt", .timestamp), Column("late", .boolean), Column("app"), Column("device"),
    Column("data", .json), Column("changes"),
  ]

  /// An entry as a row for people.
  static func cells(of entry: HistoryEntry) throws -> [Cell] {
    let content = try RecordContent(record: entry.record, disclosures: entry.disclosures.map(\.disclosure))
    return [
      .timestamp(entry.event.effectiveAt.microseconds), .integer(entry.event.position),
      .text(content.type + (entry.isLate ? " (late)" : "")), Cell(entry.app), Cell(entry.device),
      .text(
        ([PolicyText.text(of: entry, content).map { "brought \($0)" }].compactMap(\.self)
          + entry.changes.map(text)).joined(separator: ", ")),
    ]
  }

  /// An entry as a row for programs.
  static func machineCells(of entry: HistoryEntry) throws -> [Cell] {
    let content = try RecordContent(record: entry.record, disclosures: entry.disclosures.map(\.disclosure))
    return [
      .integer(entry.event.position), Cell(entry.accountVersion), .text(content.id), .text(content.source),
      .text(content.type), .timestamp(entry.event.occurredAt.microseconds),
      .timestamp(entry.event.recordedAt.microseconds), .timestamp(entry.event.effectiveAt.microseconds),
      .boolean(entry.isLate), Cell(entry.app), Cell(entry.device), content.data.map(Cell.json) ?? .null,
      .text(entry.changes.map(text).joined(separator: ", ")),
    ]
  }

  /// A change in words, such as `policy: none → active`.
  static func text(_ change: NamedChange) -> String {
    "\(change.field.rawValue): \(change.from.cell.machineText ?? "–") → \(change.to.cell.machineText ?? "–")"
  }
}
