import AuditStore
import Foundation
import MAMEvents
import Postgres
import TestSupport

/// The sample fleet in a database of one test, appended the same way each time.
enum SampleFleet {
  /// How many lines go into one append: `ingest` fits its batches to the machine, and which findings are superseded
  /// follows from what arrived together.
  private static let linesPerAppend = 500

  /// Runs a test with a migrated database that holds the fleet and its read models.
  ///
  /// - Parameter body: gets the database, and an instant between the last of the fleet's and the first append.
  static func withDatabase<R>(_ body: (TestDatabase, Timestamp) throws -> R) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      let before = Timestamp(microseconds: Int64(Date.now.timeIntervalSince1970 * 1_000_000) - 60_000_000)
      try append(to: database)
      let run = try Tool.run(["projections", "run", "--database", database.conninfo])
      guard run.status == 0 else { throw ToolError(text: run.stderr) }
      return try body(database, before)
    }
  }

  private static func append(to database: TestDatabase) throws {
    let file = Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson"
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let appender = try Appender(database.connect())
    var decoder = EventDecoder()
    for start in stride(from: 0, to: lines.count, by: linesPerAppend) {
      let events = try lines[start..<min(start + linesPerAppend, lines.count)].map {
        try decoder.decode(String($0))
      }
      guard let first = events.first else { continue }
      var batch = EventBatch(tenant: first.columns.tenant)
      for event in events { batch.append(event) }
      _ = try appender.append(&batch)
    }
  }
}
