import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

/// A log of a test: events go in by the product's own way.
struct TestLog {
  static let tenant = "4f2b7c1e-6a3d-4e8f-9b0a-1c2d3e4f5a6b"

  let connection: Connection
  private let appender: Appender

  init(_ database: TestDatabase) throws {
    connection = try database.connect()
    appender = try Appender(try database.connect())
  }

  /// Appends lines in batches.
  func append(_ lines: [String], batch size: Int = 1000) throws {
    var decoder = EventDecoder()
    var rest = lines[...]
    while !rest.isEmpty {
      decoder.startBatch()
      guard let tenant = GUID(text: Self.tenant) else { preconditionFailure("a tenant") }
      var batch = EventBatch(tenant: tenant)
      for line in rest.prefix(size) { batch.append(try decoder.decode(line)) }
      rest = rest.dropFirst(size)
      _ = try appender.append(&batch)
    }
  }

  /// The log, as a reader sees it.
  func log() throws -> Log { try #require(try LogReader(connection).logs().first) }

  /// A runner of the log's projections.
  func runner() throws -> ProjectionRunner {
    ProjectionRunner(connection: connection, log: try log().id.rawValue)
  }

  /// Every row of every read model as text, in one order, with names in place of numbers.
  func readModels() throws -> [String] {
    let views = [
      "v1_account": "account", "v1_account_installation": "account, app, device",
      "v1_installation": "app, device", "v1_device": "device",
      "v1_wipe": "account, requested_at, app, device, state",
    ]
    var rows: [String] = []
    for (view, order) in views.sorted(by: { $0.key < $1.key }) {
      let sql = """
        SELECT (to_jsonb(v) - 'through_recorded_at' - 'requested_position' - 'through_position')::text
        FROM reporting.\(view) AS v
        ORDER BY \(order)
        """
      rows += try connection.execute(sql).map { "\(view) \(try $0.text(0))" }
    }
    return rows
  }
}
