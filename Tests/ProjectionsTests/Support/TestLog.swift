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
  private let tenant: String

  /// Makes a log of a tenant, into which lines go as events of that tenant.
  init(_ database: TestDatabase, tenant: String = Self.tenant) throws {
    self.tenant = tenant
    connection = try database.connect()
    appender = try Appender(try database.connect())
  }

  /// Appends lines in batches.
  func append(_ lines: [String], batch size: Int = 1000) throws {
    var decoder = EventDecoder()
    var rest = lines[...]
    while !rest.isEmpty {
      decoder.startBatch()
      guard let guid = GUID(text: tenant) else { preconditionFailure("a tenant") }
      var batch = EventBatch(tenant: guid)
      for line in rest.prefix(size) {
        batch.append(try decoder.decode(line.replacing(Self.tenant, with: tenant)))
      }
      rest = rest.dropFirst(size)
      _ = try appender.append(&batch)
    }
  }

  /// The log, as a reader sees it.
  func log() throws -> Log {
    try #require(try LogReader(connection).logs().first { $0.tenant.text == tenant })
  }

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

  /// All findings with their positions and ids.
  func findings() throws -> [String] {
    try connection.execute(
      "SELECT to_jsonb(f)::text FROM projection.finding AS f ORDER BY finding, account"
    ).map { try $0.text(0) }
  }

  /// The findings that stand or were resolved, without what depends on the order of arrival.
  func standingFindings() throws -> [String] {
    try connection.execute(
      """
      SELECT (
          to_jsonb(f) - ARRAY['finding', 'opened_by', 'closed_by', 'app_id', 'device_id']
              || jsonb_build_object('app', p.name, 'device', d.name)
      )::text
      FROM projection.finding AS f
      LEFT JOIN audit.apps AS p ON p.log_id = f.log_id AND p.app_id = f.app_id
      LEFT JOIN audit.devices AS d ON d.log_id = f.log_id AND d.device_id = f.device_id
      WHERE f.ended IS DISTINCT FROM 'superseded'
      ORDER BY 1
      """
    ).map { try $0.text(0) }
  }
}
