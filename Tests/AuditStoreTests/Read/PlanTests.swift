import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct PlanTests {
  /// Fills a log by SQL: 60,000 events of 2,000 accounts on 500 devices, a twentieth without an account.
  private static let fill = """
    INSERT INTO audit.log (tenant) VALUES ('11111111-1111-4111-8111-111111111111');
    INSERT INTO audit.event (log_id, account_id, position, occurred_at, recorded_at, event_key, app_id, device_id, flags,
        type, content_hash, facts, record)
      SELECT l.log_id, CASE WHEN i % 20 <> 0 THEN 1 + i % 2000 END, i, now(), now(), gen_random_uuid(), 1 + i % 3,
             1 + i % 500, 0, 3, sha256('x'), '', '{"id":"' || repeat('x', 300) || '"}'
        FROM audit.log AS l, generate_series(0, 59999) AS i;
    INSERT INTO audit.link (log_id, alias_id, position, account_id, effective_at)
      SELECT log_id, 3000 + account_id, position, account_id, now() FROM audit.event WHERE account_id % 5 = 0;
    INSERT INTO audit.disclosure (log_id, position, ordinal, account_id, path, disclosure)
      SELECT log_id, position, 0, account_id, 'data.identity', 'WyJhIl0' FROM audit.event WHERE account_id % 5 = 0;
    UPDATE audit.log SET head = 60000, last_recorded_at = now();
    ANALYZE
    """

  private static let queries: [(name: String, sql: String, index: String)] = [
    (
      "the rows of an account",
      "SELECT * FROM audit.narrow WHERE log_id = $1 AND account_id = ANY ('{7,8}') AND position < 50000",
      "event_account"
    ),
    (
      "the rows without an account of an installation",
      """
      SELECT * FROM audit.narrow WHERE log_id = $1 AND account_id IS NULL AND device_id = 41 AND app_id = 2
        AND position < 50000 ORDER BY position
      """, "event_installation"
    ),
    (
      "the rows after a position",
      "SELECT * FROM audit.narrow WHERE log_id = $1 AND position >= 59000 AND position < 60000 ORDER BY position",
      "event_position"
    ),
    (
      "a record by its position",
      "SELECT record FROM audit.records WHERE log_id = $1 AND position = ANY ('{5,70}')",
      "event_position"
    ),
    (
      "an event by its key",
      "SELECT position FROM audit.records WHERE event_key = '00000000-0000-0000-0000-000000000001' AND log_id = $1",
      "event_key"
    ),
    (
      "an event with names by its position", "SELECT * FROM audit.events WHERE log_id = $1 AND position = 77",
      "event_position"
    ),
    (
      "the last events of an account with names",
      "SELECT * FROM audit.events WHERE log_id = $1 AND position BETWEEN 100 AND 200 ORDER BY position",
      "event_position"
    ),
    (
      "the links to an account", "SELECT * FROM audit.links WHERE log_id = $1 AND account_id = ANY ('{5}')",
      "link_account"
    ),
    (
      "the disclosures of positions",
      "SELECT * FROM audit.disclosures WHERE log_id = $1 AND position = ANY ('{4,24}')",
      "disclosure_pkey"
    ),
  ]

  @Test("every hot question of a reader goes over its index, and never over all rows")
  func readingPlans() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try connection.script(Self.fill)
      let log = try connection.execute("SELECT log_id FROM audit.log").single().int32(0)
      try connection.script("SET ROLE mamaudit_reader")
      for query in Self.queries {
        let sql = query.sql.split(separator: "$1", omittingEmptySubsequences: false).joined(
          separator: "\(log)")
        let plan = try connection.execute("EXPLAIN \(sql)").map { try $0.text(0) }.joined(separator: "\n")
        #expect(plan.contains(query.index), "\(query.name):\n\(plan)")
        for table in ["event", "disclosure", "link"] {
          #expect(!plan.contains("Seq Scan on \(table) "), "\(query.name):\n\(plan)")
        }
      }
    }
  }

  @Test("reading by position needs no sort")
  func noSort() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try connection.script(Self.fill)
      try connection.script("SET ROLE mamaudit_reader; SET enable_seqscan = off")
      let plan = try connection.execute(
        "EXPLAIN SELECT position, facts FROM audit.narrow WHERE log_id = 1 AND position >= 0 ORDER BY position"
      ).map { try $0.text(0) }
      #expect(plan.first?.hasPrefix("Sort") == false, "\(plan)")
      #expect(!plan.contains { $0.contains("position") && $0.contains("Sort Key") }, "\(plan)")
    }
  }

  @Test("appenders whose plans were made in an empty log probe the key's index alone, for repeats too")
  func appendPlans() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let first = try Appender(database.connect())
      let second = try Appender(database.connect())
      // The plans of both stay those of an empty table.
      try database.connect().script("ALTER TABLE audit.event SET (autovacuum_enabled = off)")
      var batches = try (0..<10).map { number in
        try Sample.batch(
          (0..<300).map { try Sample.event("\(number)-\($0)", account: Sample.account(UInt64($0 % 50))) })
      }
      for index in batches.indices {
        _ = try (index % 2 == 0 ? first : second).append(
          &batches[index], expectedVersions: index % 3 == 0 ? [Sample.account(77): 5] : [:],
          withVersions: index % 4 == 0)
      }
      for index in batches.indices {
        #expect(try (index % 2 == 0 ? second : first).append(&batches[index]).duplicates == 300)
      }
      let connection = try database.connect()
      // A connection reports its counts when it is idle for a while, or ends.
      _ = consume first
      _ = consume second
      var counts: [String: Int64] = [:]
      for _ in 0..<100 {
        counts = [:]
        for row in try connection.execute(
          """
          SELECT indexrelname::text, idx_tup_read FROM pg_stat_user_indexes WHERE relname = 'event'
          UNION ALL SELECT 'seq', seq_tup_read FROM pg_stat_user_tables WHERE relname = 'event'
          """)
        { counts[try row.text(0)] = try row.int64(1) }
        if counts["event_key", default: 0] >= 3000 { break }
        try connection.execute("SELECT pg_sleep(0.05)")
      }
      #expect(counts["event_key"].map { (3000...9000).contains($0) } == true, "\(counts)")
      // The guard of the log's head looks at the last event of each call that appends.
      #expect(counts["event_position"] == Int64(batches.count), "\(counts)")
      // Versions count an account's events once a call: at most 50 accounts of 60 events, in three calls.
      #expect(counts["event_account", default: 0] <= 3 * 50 * 60 + 3 * 300 * 6, "\(counts)")
      #expect(counts["seq"] == 0, "\(counts)")
    }
  }
}
