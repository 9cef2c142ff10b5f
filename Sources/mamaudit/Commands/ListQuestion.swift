import Arguments
import AuditStore
import MAMEvents
import Projections
import Rendering

/// What the list commands have in common: stored rows for the present, rows folded afresh for any other instant.
struct ListQuestion {
  let session: Session
  let log: Log
  let scope: FoldScope
  let asOf: Timestamp
  /// Whether the question is about the log as it stands, which the stored read models answer.
  let isPresent: Bool

  /// Writes a list.
  ///
  /// - Parameters:
  ///   - usesProjections: whether the rows of the present are stored ones, which may lag behind the log.
  ///   - body: calls its second argument with each row that is wanted.
  static func list<Row: ListedRow>(
    _ type: Row.Type, title: String, store: StoreOptions, time: TimeOptions, usesProjections: Bool = true,
    output: Output,
    _ body: (ListQuestion, @escaping (Row) throws -> Void) throws -> Void
  ) throws {
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    try session.reading {
      let (scope, asOf, _) = try session.scope(of: log, time, zone: output.zone)
      let isPresent = time.asOf == nil && time.knownAt == nil
      let question = ListQuestion(session: session, log: log, scope: scope, asOf: asOf, isPresent: isPresent)
      if isPresent && usesProjections { try question.noteLag(output) }
      try question.write(Row.self, title: title, output: output) { row in try body(question, row) }
    }
  }

  /// The stored read models.
  var stored: StoredFleet { StoredFleet(connection: session.connection, log: log.id.rawValue) }

  /// The log folded afresh within the bounds.
  var folded: FoldedFleet { FoldedFleet(connection: session.connection, scope: scope) }

  /// Refuses an app or a device that the log has never seen: an empty list would look like a good answer.
  func expect(app: String?, device: String?) throws {
    let names = LogReader(session.connection)
    if let app, try !names.hasApp(app, in: log.id) { throw UnseenName(kind: "app", name: app) }
    if let device, try !names.hasDevice(device, in: log.id) { throw UnseenName(kind: "device", name: device) }
  }

  func noteLag(_ output: Output) throws {
    let checkpoints = try stored.checkpoints()
    let through = checkpoints.map(\.through).min() ?? 0
    if through < log.size {
      output.note(
        "note: the projections stand at \(through) of \(log.size) events; 'mamaudit projections run' brings them up"
      )
    }
    let stale = checkpoints.reduce(0) { $0 + $1.stale }
    if stale > 0 { output.note("note: \(stale) rows are stale; see 'mamaudit projections status'") }
  }

  func write<Row: ListedRow>(
    _ type: Row.Type, title: String, output: Output, _ body: (@escaping (Row) throws -> Void) throws -> Void
  ) throws {
    switch output.format {
    case .json, .jsonl:
      let tenant = log.tenant.text
      try output.objects { object in
        try body { row in
          try object { json in
            json.object { json in
              json.key("tenant")
              json.string(tenant)
              row.write(to: &json)
            }
          }
        }
      }
    case .table, .csv, .markdown, .html:
      try output.rows(Row.columns, title: title) { write in
        try body { try write($0.cells) }
        return .complete
      }
    }
  }
}

/// The log has never seen an app or a device that a command names.
struct UnseenName: Error, CustomStringConvertible {
  let kind: String
  let name: String

  var description: String {
    "the log has never seen the \(kind) '\(name)': names are compared byte by byte; 'mamaudit installations' lists them"
  }
}
