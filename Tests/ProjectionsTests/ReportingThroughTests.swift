import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

/// How far the read models are, as dashboards learn it.
@Suite("Data through")
struct ReportingThroughTests {
  private static let two = [
    Line.event("account.registered", minute: 1, data: #"{"method":"registerAndEnroll"}"#),
    Line.event("enrollment.completed", minute: 2, data: #"{"statusCode":100}"#),
  ]

  /// One line for each row: projection, position, size, whether it is current, and whether it has an instant.
  private func rows(_ log: TestLog) throws -> [String] {
    let tenant = try log.log().tenant.text
    return try log.connection.execute(
      """
      SELECT concat_ws(' ', projection, through_position, 'of', size, is_current, through_recorded_at IS NOT NULL)
      FROM reporting.v1_through
      WHERE tenant = $1::uuid
      ORDER BY projection
      """, [.text(tenant)]
    ).map { try $0.text(0) }
  }

  @Test("each projection of each log says how far it is, also before its first run and behind")
  func life() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      let other = try TestLog(database, tenant: "4f2b7c1e-6a3d-4e8f-9b0a-1c2d3e4f5a6c")
      try log.append(Self.two)
      try other.append([Self.two[0]])
      #expect(try rows(log) == Projection.allCases.map { "\($0.rawValue) 0 of 2 f f" }.sorted())
      try log.runner().run()
      #expect(try rows(log) == Projection.allCases.map { "\($0.rawValue) 2 of 2 t t" }.sorted())
      #expect(try rows(other) == Projection.allCases.map { "\($0.rawValue) 0 of 1 f f" }.sorted())
      try log.append([Line.event("app.lifecycle", minute: 3, subject: nil, data: #"{"phase":"launched"}"#)])
      #expect(try rows(log) == Projection.allCases.map { "\($0.rawValue) 2 of 3 f t" }.sorted())
      let same = try log.connection.execute(
        """
        SELECT bool_and(t.through_recorded_at = e.recorded_at)
        FROM reporting.v1_through AS t
        JOIN reporting.v1_event AS e ON e.tenant = t.tenant AND e.position = t.through_position - 1
        """
      ).single()
      #expect(try same.bool(0))
    }
  }

  @Test("rows that another version of the program made count for nothing, as for the program itself")
  func otherVersion() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.two)
      try log.runner().run()
      try log.connection.script(
        "UPDATE projection.checkpoint SET version = version + 1 WHERE projection = 'devices'")
      #expect(
        try rows(log) == [
          "accounts 2 of 2 t t", "devices 0 of 2 f f", "log 2 of 2 t t", "rollups 2 of 2 t t",
        ])
      let stored = StoredFleet(connection: log.connection, log: try log.log().id.rawValue)
      #expect(try stored.checkpoints().map(\.through) == [2, 0, 2, 2])
    }
  }

  @Test("the view has the version and the projections of the program")
  func version() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let definition = try connection.execute(
        "SELECT pg_get_viewdef('reporting.v1_through'::regclass)"
      ).single().text(0)
      #expect(
        definition.contains("version = \(CheckpointSQL.version)"),
        "the fold has another version: add a migration with CREATE OR REPLACE VIEW reporting.v1_through that has it"
      )
      try connection.script("SELECT audit.open_log(gen_random_uuid())")
      let found = try connection.execute(
        "SELECT projection, is_current, size FROM reporting.v1_through ORDER BY projection")
      #expect(try found.map { try $0.text(0) } == Projection.allCases.map(\.rawValue).sorted())
      // Of an empty log everything is in.
      #expect(try found.allSatisfy { try $0.bool(1) && $0.int64(2) == 0 })
    }
  }
}
