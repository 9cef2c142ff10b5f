import AuditStore
import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

/// The findings about a log itself, kept up by runs.
@Suite("Findings about the log")
struct LogFindingsTests {
  /// A finding at a glance: rule, the positions of the events that opened and ended it, how it ended.
  private static let glance = """
    SELECT concat_ws(' ', rule, opened_by, closed_by, ended, account)
    FROM projection.finding
    WHERE rule LIKE 'G%'
    ORDER BY opened_by, rule, account
    """

  private func glance(_ log: TestLog) throws -> [String] {
    try log.connection.execute(Self.glance).map { try $0.text(0) }
  }

  private func numbered(_ number: Int, second: Int, source: String = "a") -> String {
    LogTrace.line(
      "app.lifecycle", second: second, source: source, number: number, data: #"{"phase":"launched"}"#)
  }

  @Test(
    "runs after parts in any order give what each part of the log gives by the definition",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func definition(seed: UInt64) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      var random = SeededGenerator(state: seed)
      var lines = LogTrace.lines(160, seed: seed)
      // Mostly in order, so that sources are extended as well as judged afresh.
      for _ in 0..<12 { lines.swapAt(Int(random.next() % 160), Int(random.next() % 160)) }
      var rest = lines[...]
      while !rest.isEmpty {
        let part = rest.prefix(1 + Int(random.next() % 20))
        rest = rest.dropFirst(part.count)
        try log.append(Array(part), batch: 1 + Int(random.next() % 7))
        if random.next() % 3 > 0 { try log.runner().run() }
      }
      try log.runner().run()
      let found = try log.logFindings()
      let expected = try log.judgedLogFindings()
      #expect(Set(found).symmetricDifference(expected).sorted() == [])
      #expect(found.count == expected.count)
      #expect(found.count > 20)
      #expect(found.contains { $0.contains(" superseded ") })
      #expect(try log.runner().verify().firstBad == nil)
      let sources = try log.connection.execute(
        "SELECT to_jsonb(s)::text FROM projection.log_source AS s ORDER BY source"
      ).map { try $0.text(0) }
      try log.runner().rebuild()
      #expect(try log.logFindings() == found)
      let rebuilt = try log.connection.execute(
        "SELECT to_jsonb(s)::text FROM projection.log_source AS s ORDER BY source"
      ).map { try $0.text(0) }
      #expect(rebuilt == sources)
    }
  }

  @Test("a gap ends with the number that was missing, and is superseded where that was earlier all along")
  func gaps() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([numbered(1, second: 10), numbered(3, second: 20)])
      try log.runner().run()
      #expect(try glance(log) == ["G1 1"])
      try log.append([numbered(2, second: 30)])
      try log.runner().run()
      #expect(try glance(log) == ["G1 1 2 resolved"])
      try log.append([numbered(2, second: 15), numbered(5, second: 40)])
      try log.runner().run()
      #expect(try glance(log) == ["G1 1 3 superseded", "G1 4"])
      #expect(try log.runner().verify().isOK)
    }
  }

  @Test("what each run adds to a source in order is what is kept of it")
  func source() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      for (index, number) in [5, 6, 9, 8, 4].enumerated() {
        try log.append([numbered(number, second: index)])
        try log.runner().run()
      }
      let kept = try log.connection.execute(
        "SELECT concat_ws(' ', first_number, last_number, gaps, last_position, events) FROM projection.log_source"
      ).map { try $0.text(0) }
      #expect(kept == ["4 9 [[7, 7, 2]] 4 5"])
      #expect(try glance(log) == ["G1 2"])
    }
  }

  @Test("an acknowledged gap stays so when it is filled later, but not when it had been filled before")
  func acknowledged() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([numbered(1, second: 10), numbered(3, second: 20), numbered(6, second: 30)])
      try log.runner().run()
      let ids = try log.connection.execute("SELECT finding FROM projection.log_finding ORDER BY opened_by")
        .map { try $0.text(0) }
      let first = Timestamp(microseconds: 1_772_323_200_000_000 + 60_000_000)
      _ = try OwnEventAppender(log.connection).append(
        ids.map { .findingAcknowledged(finding: $0, by: nil, reason: "known") }, to: log.log(), at: first)
      try log.runner().run()
      #expect(try glance(log) == ["G1 1 3 acknowledged", "G1 2 4 acknowledged"])
      try log.append([numbered(2, second: 40), numbered(4, second: 70), numbered(5, second: 80)])
      try log.runner().run()
      #expect(try glance(log) == ["G1 1 5 resolved", "G1 2 4 acknowledged"])
      #expect(try log.logFindings() == log.judgedLogFindings())
      #expect(try log.runner().verify().isOK)
      // Named in advance: the id of a finding that only a late event makes.
      try log.runner().rebuild()
      #expect(try glance(log) == ["G1 1 5 resolved", "G1 2 4 acknowledged"])
    }
  }

  @Test("a conflict, a failed verification, a date ahead and an import with a gap are found once")
  func others() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      let line = LogTrace.line(second: 1, subject: Line.ada)
      try log.append([
        line, LogTrace.imported(0, 10, second: 2), LogTrace.imported(11, 20, second: 3),
        LogTrace.line(second: 4, subject: "upn:ada@contoso.example", isAhead: true),
      ])
      try log.append([line.replacing("\"appid\"", with: "\"appversion\":\"2\",\"appid\"")])
      try log.connection.script(
        """
        INSERT INTO audit.event
            (log_id, position, type, flags, occurred_at, recorded_at, event_key, content_hash, facts, record)
        SELECT log_id, head, 184, 0, last_recorded_at, last_recorded_at, gen_random_uuid(), sha256('x'), '\\x1100', '{}'
        FROM audit.log;
        UPDATE audit.log SET head = head + 1;
        """)
      for _ in 0..<2 {
        try log.runner().run()
        #expect(try glance(log) == ["G5 2", "G3 3 upn:ada@contoso.example", "G4 4", "G2 5"])
      }
      // The account behind the UPN is told only now.
      try log.append([
        LogTrace.line(second: 9, subject: Line.ada, data: #"{"identity":"ada@contoso.example"}"#)
      ])
      try log.runner().run()
      #expect(
        try glance(log) == [
          "G5 2", "G3 3 \(Line.ada)", "G3 3 6 superseded upn:ada@contoso.example", "G4 4", "G2 5",
        ])
      #expect(try log.logFindings() == log.judgedLogFindings())
    }
  }

  @Test("a log whose other projections are there already is judged from its start")
  func catchesUp() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([numbered(1, second: 10), numbered(3, second: 20)])
      try log.runner().run()
      try log.connection.script(
        """
        DELETE FROM projection.checkpoint WHERE projection IN ('log', 'rollups');
        DELETE FROM projection.log_finding;
        DELETE FROM projection.log_source;
        """)
      #expect(try log.runner().verify().isOK)
      #expect(try log.runner().run().accounts == 0)
      #expect(try glance(log) == ["G1 1"])
      // What another version of the rules has found is made anew.
      try log.connection.script(
        "UPDATE projection.checkpoint SET version = -1; UPDATE projection.log_finding SET severity = 'note'")
      try log.runner().run()
      #expect(try glance(log) == ["G1 1"])
      #expect(try log.runner().verify().isOK)
    }
  }

  @Test(
    "verification finds what is not as the log gives it",
    arguments: [
      ("UPDATE projection.log_finding SET severity = 'note'", "log_finding", "severity"),
      ("DELETE FROM projection.log_finding", "log_finding", "row"),
      ("UPDATE projection.log_source SET gaps = '[]'", "log_source", "gaps"),
      ("UPDATE projection.log_source SET source = 1 + source", "log_source", "row"),
    ])
  func tampering(sql: String, projection: String, field: String) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([numbered(1, second: 10), numbered(3, second: 20)])
      try log.runner().run()
      try log.connection.script(sql)
      let bad = try #require(try log.runner().verify().firstBad)
      #expect(bad.projection == projection)
      #expect(bad.field == field)
    }
  }
}
