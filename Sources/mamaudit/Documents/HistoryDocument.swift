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

  /// The columns of a history as rows.
  static let columns: [Column] = [
    Column("time", .timestamp), Column("position", .integer), Column("event"), Column("app"),
    Column("device"), Column("changed"),
  ]

  /// An entry as a row for people.
  static func cells(of entry: HistoryEntry) throws -> [Cell] {
    let content = try RecordContent(record: entry.record, disclosures: entry.disclosures.map(\.disclosure))
    return [
      .timestamp(entry.event.effectiveAt.microseconds), .integer(entry.event.position),
      .text(content.type + (entry.isLate ? " (late)" : "")), Cell(entry.app), Cell(entry.device),
      .text(entry.changes.map(text).joined(separator: ", ")),
    ]
  }

  /// A change in words, such as `policy: none → active`.
  static func text(_ change: NamedChange) -> String {
    "\(change.field.rawValue): \(change.from.cell.machineText ?? "–") → \(change.to.cell.machineText ?? "–")"
  }
}
