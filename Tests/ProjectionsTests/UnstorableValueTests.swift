import AuditStore
import Glibc
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Projections

@Suite("Values that a read model cannot hold")
struct UnstorableValueTests {
  /// Texts with NUL in what is folded into accounts, devices and findings.
  private static let lines = [
    Line.event(
      "app.configured", minute: 0, subject: nil,
      data:
        #"{"platform":"i\u0000os","settings":{"MultiIdentity":"Y\u0000"},"clientCapabilities":["\u0000"],"distribution":"appStore"}"#
    ),
    Line.event(
      "account.registered", minute: 1,
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Line.event(
      "wipe.requested", minute: 6,
      data: #"{"origin":"admin","why":"lost","requestId":"a\u0000b"}"#),
    Line.event(
      "wipe.requested", minute: 7, data: #"{"origin":"ad\u0000min","why":"\u0000","requestId":"a�b"}"#),
  ]

  @Test("NUL stands as U+FFFD in every column, after runs and rebuilds, and the verification agrees")
  func nul() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      for line in Self.lines {
        try log.append([line])
        #expect(try log.runner().run().stale == 0)
      }
      let runs = try log.readModels()
      #expect(runs.contains { $0.contains("\"request_id\": \"a\u{FFFD}b\"") }, "\(runs)")
      #expect(runs.contains { $0.contains("\"platform\": \"i\u{FFFD}os\"") }, "\(runs)")
      #expect(try log.runner().verify().firstBad == nil)
      #expect(try log.runner().rebuild().stale == 0)
      #expect(try log.readModels() == runs)
      #expect(try log.runner().verify().firstBad == nil)
    }
  }

  @Test("a rebuild marks what it cannot store as stale, goes on, and leaves nothing behind where it fails")
  func stale() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event("data.accessed", minute: 1), Line.event("data.accessed", minute: 2, subject: Line.bob),
      ])
      try log.runner().run()
      // What the tables refuse stands for whatever they cannot hold.
      try log.connection.script(
        "ALTER TABLE projection.account ADD CONSTRAINT no_bob CHECK (account <> '\(Line.bob)' OR stale) NOT VALID"
      )
      let run = try log.runner().rebuild()
      #expect(run.stale == 1)
      #expect(run.accounts == 1)
      let stale = "SELECT string_agg(account, ',') FROM reporting.v1_account WHERE stale"
      #expect(try log.connection.execute(stale).single().text(0) == Line.bob)
      #expect(try log.connection.execute("SELECT count(*) FROM reporting.v1_account").single().int64(0) == 2)
      let figures = try #require(try FiguresReader(log.connection).figures().first)
      #expect(figures.stale.accounts == 1 && figures.stale.devices == 0)
      #expect(try StaleRows.count(log.connection, of: figures.tenant) == 1)

      try log.connection.script("ALTER TABLE projection.account DROP CONSTRAINT no_bob")
      #expect(try log.runner().rebuild().stale == 0)
      #expect(try StaleRows.count(log.connection, of: figures.tenant) == 0)

      // A failure that is no account's: the tables of the rebuild go all the same.
      try log.connection.script(
        """
        CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '55000'; END $$;
        CREATE TRIGGER refuse BEFORE UPDATE ON projection.checkpoint FOR EACH ROW EXECUTE FUNCTION public.refuse()
        """)
      #expect(throws: PostgresError.self) { try log.runner().rebuild() }
      #expect(try Self.next(log.connection) == 0)
    }
  }

  @Test("a rebuild clears away what a killed one of another log has left, and nothing that is being filled")
  func abandoned() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Line.event("data.accessed", minute: 1)])
      try log.connection.withRole("mamaudit_projector") {
        try log.connection.script(
          """
          CREATE TABLE projection.account_77_next (LIKE projection.account);
          CREATE TABLE projection.device_78_next (LIKE projection.device)
          """)
      }
      let other = try database.connect()
      _ = try other.execute("SELECT pg_advisory_lock($1, $2)", [.int32(0x6d61_6d72), .int32(78)])
      try log.runner().rebuild()
      #expect(try Self.next(log.connection) == 1)
      _ = try other.execute("SELECT pg_advisory_unlock_all()")
      try log.runner().rebuild()
      #expect(try Self.next(log.connection) == 0)
    }
  }

  @Test("first runs of a log at once make its tables once", arguments: 0..<6)
  func firstRuns(round: Int) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(RandomTrace.lines(20, seed: UInt64(round)))
      let number = try log.log().id.rawValue
      // Each knows the catalogue as it is before the tables are there.
      let ready = Atomic(0)
      let work = (0..<3).map { _ in
        BackgroundThread {
          let connection = try database.connect()
          _ = try connection.execute("SELECT to_regclass('projection.account_\(number)')")
          ready.add(1, ordering: .relaxed)
          while ready.load(ordering: .relaxed) < 3 { usleep(100) }
          _ = try ProjectionRunner(connection: connection, log: number).run()
        }
      }
      for thread in work { try thread.join() }
      #expect(try log.runner().verify().firstBad == nil)
    }
  }

  @Test("a lock that somebody else holds on the making of tables ends the run with who holds it")
  func locked() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Line.event("data.accessed", minute: 1)])
      let number = try log.log().id.rawValue
      let other = try database.connect()
      _ = try other.execute("SELECT pg_advisory_lock($1, $2)", [.int32(0x6d61_6d70), .int32(number)])
      let process = try other.execute("SELECT pg_backend_pid()").single().int32(0)
      let tables = ProjectionTables(connection: log.connection, log: number, areNext: false)
      let error = #expect(throws: ProjectionsLocked.self) { try tables.makePartitions(patience: 2) }
      #expect(error?.description.contains("process \(process), login mamaudit, tests") == true)
    }
  }

  private static func next(_ connection: Connection) throws -> Int64 {
    try connection.execute("SELECT count(*) FROM pg_class WHERE relname LIKE '%\\_next' AND relkind = 'r'")
      .single()
      .int64(0)
  }
}
