import AuditStore
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Projections

@Suite("Rollups")
struct RollupTests {
  /// Random lines of some weeks, from several releases; some say no version.
  private static func lines(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(state: seed &+ 1)
    return RandomTrace.lines(count, seed: seed, minutesApart: 97).map { line in
      let version = random.next() % 4
      return version == 0 ? line : Line.of(release: "5.\(version)", sdk: "21.\(random.next() % 2)", line)
    }
  }

  @Test(
    "the daily views hold what the views of single things count, however the log came about",
    arguments: [1, 2, 3] as [UInt64])
  func equalDirectCounts(seed: UInt64) throws {
    let lines = Self.lines(120, seed: seed)
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      var random = SeededGenerator(state: seed)
      var rest = lines[...]
      while !rest.isEmpty {
        let part = rest.prefix(1 + Int(random.next() % 50))
        rest = rest.dropFirst(part.count)
        try log.append(Array(part), batch: 7)
        try log.runner().run()
        #expect(try log.runner().verify().firstBad == nil)
      }
      let superseded = try log.connection.execute(
        "SELECT count(*) FROM reporting.v1_finding WHERE ended = 'superseded'"
      ).single().int64(0)
      #expect(superseded > 0)
      #expect(try log.rollupFaults(from: "2026-02-28", through: "2026-03-27") == [])
      let daily = try log.daily()
      try log.runner().rebuild()
      #expect(try log.daily() == daily)
      #expect(try log.runner().verify().firstBad == nil)
    }
  }

  @Test("the daily views of two logs are those of each alone")
  func twoLogs() throws {
    let other = "9b1f0c3a-5d2e-4c7b-8a6f-0e1d2c3b4a59"
    try TestDatabase.withDatabase(migrated: true) { database in
      let (first, second) = (try TestLog(database), try TestLog(database, tenant: other))
      try first.append(Self.lines(60, seed: 4))
      try first.runner().run()
      let alone = try first.daily()
      try second.append(Self.lines(60, seed: 5))
      try second.runner().run()
      try second.append(Self.lines(20, seed: 6))
      try second.runner().run()
      try second.runner().rebuild()
      #expect(try first.daily() == alone)
      #expect(try second.daily() != alone)
      try first.append(Self.lines(20, seed: 6))
      let before = try second.daily()
      try first.runner().run()
      #expect(try second.daily() == before)
      #expect(try first.daily() != alone)
      for log in [first, second] { #expect(try log.runner().verify().firstBad == nil) }
      #expect(try first.rollupFaults(from: "2026-03-01", through: "2026-03-12") == [])
    }
  }

  @Test("a run or a rebuild that is killed changes no count, and the next one counts everything once")
  func killed() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines(60, seed: 7))
      try log.runner().run()
      let before = try log.daily()
      try log.append(Self.lines(60, seed: 8))
      let number = try log.log().id.rawValue
      func kill(_ work: (ProjectionRunner, @escaping ProjectionRunner.Progress) throws -> Void) throws {
        let victim = try database.connect()
        let session = try victim.execute("SELECT pg_backend_pid()").single().int32(0)
        #expect(throws: PostgresError.self) {
          try work(ProjectionRunner(connection: victim, log: number)) { _, _ in
            _ = try? log.connection.execute("SELECT pg_terminate_backend($1, 5000)", [.int32(session)])
          }
        }
        #expect(try log.daily() == before)
      }
      try kill { _ = try $0.run(progress: $1) }
      try kill { _ = try $0.rebuild(progress: $1) }
      try log.runner().run()
      #expect(try log.daily() != before)
      #expect(try log.runner().verify().firstBad == nil)
    }
  }

  @Test("dashboards see one state of the days all through rebuilds")
  func readersDuringRebuild() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines(80, seed: 9))
      try log.runner().run()
      let isDone = Atomic(false)
      let counts = RollupCheck.views.map {
        "SELECT md5(string_agg(v::text, '' ORDER BY v::text)) FROM reporting.\($0.name) AS v"
      }
      let whole = try counts.map { try log.connection.execute($0).single().text(0) }
      let readers = (0..<2).map { _ in
        BackgroundThread {
          let report = try database.connect()
          var rounds = 0
          while !isDone.load(ordering: .relaxed) || rounds == 0 {
            for (sql, expected) in zip(counts, whole) {
              #expect(try report.execute(sql).single().text(0) == expected)
            }
            rounds += 1
          }
        }
      }
      for _ in 0..<3 { try log.runner().rebuild() }
      isDone.store(true, ordering: .relaxed)
      for reader in readers { try reader.join() }
    }
  }

  @Test("rollups that are missing, or of another version, are made anew by the next run")
  func madeAnew() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines(60, seed: 10))
      try log.runner().run()
      let daily = try log.daily()
      let empty = Rollup.all.map { "DELETE FROM projection.\($0.name);" }.joined()
      // Only the rollups: no account is folded again.
      try log.connection.script(empty + "DELETE FROM projection.checkpoint WHERE projection = 'rollups'")
      #expect(try log.daily() == [])
      #expect(try log.runner().run().accounts == 0)
      #expect(try log.daily() == daily)
      // As the version before left a store: without rollups, days of accounts and versions of findings.
      try log.connection.script(
        empty + """
          DELETE FROM projection.checkpoint WHERE projection = 'rollups';
          DELETE FROM projection.account_day;
          UPDATE projection.account_finding SET app_version = NULL, sdk_version = NULL;
          UPDATE projection.device_finding SET app_version = NULL, sdk_version = NULL;
          TRUNCATE projection.finding_note, projection.wipe_note, projection.status_note;
          UPDATE projection.checkpoint SET version = 3;
          """)
      try log.append(Self.lines(20, seed: 11))
      #expect(try log.runner().verify().isOutdated)
      try log.runner().run()
      #expect(try log.runner().verify().firstBad == nil)
      #expect(try log.rollupFaults(from: "2026-03-01", through: "2026-03-12") == [])
    }
  }

  @Test(
    "verification names the first day and count that differ, and a rebuild mends it",
    arguments: [
      ("UPDATE projection.daily_event SET events = 9 WHERE type = 63", "daily_event", "events", "1", "9"),
      (
        "UPDATE projection.daily_release SET wipes_completed = 2 WHERE wipes_completed = 1", "daily_release",
        "wipes_completed", "1", "2"
      ),
      (
        "UPDATE projection.daily_finding SET open_at_end = 0 WHERE rule = 'W1'", "daily_finding",
        "open_at_end", "1", "0"
      ),
      ("DELETE FROM projection.daily_wipe WHERE completed = 1", "daily_wipe", "row", "a row", "no such row"),
      ("UPDATE projection.daily_status SET accounts = NULL", "daily_status", "accounts", "1", "null"),
      (
        "INSERT INTO projection.daily_status VALUES (1, 'wiped', '2026-03-02', 1, 1)", "daily_status", "row",
        "no such row", "a row"
      ),
      (
        "UPDATE projection.account_day SET status = 'wiped' WHERE day = '2026-03-01'", "account_day",
        "status", "wipePending", "wiped"
      ),
    ])
  func tampering(sql: String, table: String, field: String, expected: String, found: String) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event("wipe.requested", minute: 600, data: #"{"origin":"admin"}"#),
        Line.event("wipe.completed", minute: 2 * 1440 + 600),
      ])
      try log.runner().run()
      #expect(try log.runner().verify().isOK)
      let daily = try log.daily()
      try log.connection.script(sql)
      let bad = try #require(try log.runner().verify().firstBad)
      #expect(bad.projection == table)
      #expect([bad.field, bad.expected, bad.found] == [field, expected, found])
      try log.runner().rebuild()
      #expect(try log.runner().verify().isOK)
      #expect(try log.daily() == daily)
    }
  }
}

extension Line {
  /// A line as an app of a version sends it, over a version of the SDK.
  static func of(release app: String, sdk: String, _ line: String) -> String {
    line.replacing(
      #"{"specversion":"1.0""#, with: #"{"specversion":"1.0","appversion":"\#(app)","sdkversion":"\#(sdk)""#)
  }
}
