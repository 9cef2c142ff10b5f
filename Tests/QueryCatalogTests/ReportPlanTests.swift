import Postgres
import QueryCatalog
import TestSupport
import Testing

/// What the reports read, by the server's plans in a store of some size.
@Suite("Plans of the shipped reports")
struct ReportPlanTests {
  private func plan(
    _ query: StoredQuery, _ arguments: [String: String], _ connection: Connection
  ) throws -> [String] {
    let bound = try query.bind(arguments, parseTime: Reader.parseTime)
    return try connection.execute("EXPLAIN (VERBOSE, COSTS OFF) " + query.sql, bound.parameters)
      .map { try $0.text(0) }
  }

  /// The examples of a query, and its defaults.
  private func calls(_ query: StoredQuery) -> [[String: String]] {
    let required = query.header.parameters.filter { $0.standard == nil }.map(\.name)
    let defaults = (query.header.examples.first?.values ?? [:]).filter { required.contains($0.key) }
    return query.header.examples.map(\.values) + [defaults]
  }

  @Test(
    "no report reads all events unless its header says so, whether or not the tables have been analysed",
    arguments: [true, false])
  func reads(isAnalysed: Bool) throws {
    try ReportFleet.withDatabase { _, connection in
      try ReportFleet.grow(connection, isAnalysed: isAnalysed)
      try connection.script("SET ROLE \(Reader.role)")
      for query in QueryCatalog.embedded().queries where query.header.cost != .full {
        for arguments in calls(query) {
          let scans = try plan(query, arguments, connection).filter {
            $0.contains("Seq Scan on audit.event ") || $0.contains("Seq Scan on audit.disclosure ")
          }
          #expect(scans == [], "\(query.name) \(arguments)")
        }
      }
    }
  }

  @Test("a report over the events says so in words too")
  func words() {
    for query in QueryCatalog.embedded().queries {
      let isOverEvents = query.header.cost == .full
      #expect(query.header.description.contains("ead from the events") == isOverEvents, "\(query.name)")
      if !isOverEvents {
        let sources = ["Read from the projection", "Read from the rollups"]
        #expect(sources.contains { query.header.description.contains($0) }, "\(query.name)")
      }
    }
  }

  @Test(
    "a report over the events passes over those recorded before the period, by an index, where it says so")
  func period() throws {
    let queries = QueryCatalog.embedded().queries.filter {
      $0.header.description.contains("passed over by an index")
    }
    try #require(queries.count >= 3)
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      // Three weeks of a log, an event a minute, as large as records are.
      try connection.script(
        """
        INSERT INTO audit.log (tenant) VALUES ('\(ReportFleet.tenant)');
        INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash,
            facts, record)
          SELECT 1, n, t, t, gen_random_uuid(), 0, 3, sha256(''), '', repeat('x', 600)
          FROM generate_series(0, 30000) AS n, LATERAL (
            SELECT timestamptz '2025-03-01T00:00:00Z' + n * interval '1 minute') AS s (t);
        """)
      _ = try connection.execute("VACUUM ANALYZE audit.event")
      for query in queries {
        let required = calls(query).last ?? [:]
        for tenant in ["", ReportFleet.tenant] {
          let all = required.merging(["tenant": tenant]) { $1 }
          let recent = all.merging(["since": "2025-03-21T12:00:00Z"]) { $1 }
          let index = "Index Scan on event_recorded_at"
          let ofRecent = try plan(query, recent, connection).filter { $0.contains(index) }
          #expect(!ofRecent.isEmpty, "\(query.name)")
          let ofAll = try plan(query, all, connection).filter { $0.contains(index) }
          #expect(ofAll == [], "\(query.name)")
        }
      }
    }
  }

  @Test("the events of an account come by the index over accounts, however many others there are")
  func account() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      // A hundred accounts take turns.
      try connection.script(
        """
        INSERT INTO audit.log (tenant) VALUES ('\(ReportFleet.tenant)');
        INSERT INTO audit.account (log_id, account_id, object_id)
          SELECT 1, n, gen_random_uuid() FROM generate_series(1, 100) AS n;
        INSERT INTO audit.event (log_id, account_id, position, occurred_at, recorded_at, event_key, flags, type,
            content_hash, facts, record)
          SELECT 1, 1 + n % 100, n, t, t, gen_random_uuid(), 0, 3, sha256(''), '', repeat('x', 600)
          FROM generate_series(0, 30000) AS n, LATERAL (
            SELECT timestamptz '2025-03-01T00:00:00Z' + n * interval '1 minute') AS s (t);
        """)
      for table in ["event", "account", "log"] { _ = try connection.execute("VACUUM ANALYZE audit.\(table)") }
      for name in ["events-of-account", "policy-of-account"] {
        let query = try QueryCatalog.embedded().query(named: name)
        for account in [
          "7e4a0000-0000-4000-8000-0000000000aa", "upn:ada@contoso.example", "ada@contoso.example",
        ] {
          let lines = try plan(query, ["account": account], connection)
          let step = try #require(lines.firstIndex { $0.contains(" on audit.event ") })
          #expect(lines[step].contains("event_account"), "\(name): \(lines[step])")
          #expect(
            lines[step...].prefix(4).contains { $0.contains("(e.account_id = a.account_id)") }, "\(name)")
        }
      }
    }
  }

  @Test("a report over the events of some types is led to them by an index over the types")
  func types() throws {
    let queries = QueryCatalog.embedded().queries.filter {
      $0.sql.contains(".type_number ") || $0.header.description.contains("which an index leads to")
    }
    try #require(queries.count >= 8)
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      // All types take turns, each event as large as records are.
      try connection.script(
        """
        INSERT INTO audit.log (tenant) VALUES ('\(ReportFleet.tenant)');
        INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash,
            facts, record)
          SELECT 1, n, t, t, gen_random_uuid(), 0, y.type, sha256(''), '', repeat('x', 600)
          FROM generate_series(0, 599) AS g, LATERAL (
            SELECT (row_number() OVER (ORDER BY type) + g * 59)::int, type FROM audit.event_type) AS y (n, type),
            LATERAL (SELECT timestamptz '2025-03-01T00:00:00Z' + n * interval '1 minute') AS s (t);
        """)
      _ = try connection.execute("VACUUM ANALYZE audit.event")
      for query in queries {
        let lines = try plan(query, calls(query).last ?? [:], connection)
        #expect(lines.contains { $0.contains("event_type_number") }, "\(query.name)")
        #expect(lines.filter { $0.contains("Seq Scan on audit.event ") } == [], "\(query.name)")
      }
    }
  }

  @Test("the planner knows how many events a time has: they count at the earlier of two instants")
  func times() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      // Five days, an event a minute, recorded two days later: those of the first day are a fifth.
      try connection.script(
        """
        INSERT INTO audit.log (tenant) VALUES ('\(ReportFleet.tenant)');
        INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash,
            facts, record)
          SELECT 1, n, t, t + interval '2 days', gen_random_uuid(), 0, 3, sha256(''), '', '{}'
          FROM generate_series(0, 7199) AS n, LATERAL (
            SELECT timestamptz '2025-03-01T00:00:00Z' + n * interval '1 minute') AS s (t);
        """)
      _ = try connection.execute("ANALYZE audit.event")
      let line = try connection.execute(
        """
        EXPLAIN SELECT FROM audit.event AS e
        WHERE least(e.occurred_at, e.recorded_at) < '2025-03-02T00:00:00Z'
        """
      ).map { try $0.text(0) }[0]
      let rows = try #require(line.firstMatch(of: /rows=([0-9]+)/).flatMap { Int($0.1) })
      #expect((1300...1600).contains(rows), "\(line)")
    }
  }

  @Test("a report that needs an event of each finding looks it up by its position")
  func position() throws {
    try ReportFleet.withDatabase { _, connection in
      try ReportFleet.grow(connection, isAnalysed: true)
      let query = try QueryCatalog.embedded().query(named: "acknowledged-findings")
      #expect(query.header.description.contains("the one event that"))
      for arguments in calls(query) {
        let plan = try plan(query, arguments, connection)
        #expect(plan.contains { $0.contains("Index Scan using event_position on audit.event ") })
      }
    }
  }

  @Test(
    "a parameter that is left empty is no restriction to the planner, which would take it to leave few rows")
  func emptyParameters() throws {
    let queries = QueryCatalog.embedded().queries.filter { $0.sql.contains("starts_with(") }
    try #require(queries.count >= 14)
    try ReportFleet.withDatabase { _, connection in
      for query in queries {
        let lines = try plan(query, calls(query).last ?? [:], connection)
        #expect(
          lines.filter { $0.contains(", ''::text)") && $0.contains("starts_with(") } == [], "\(query.name)")
      }
    }
  }

  @Test(
    "an object id is looked up as an alias by no view over the events of a type",
    arguments: [("v1_policy_change", 21), ("v1_transfer_decision", 100)])
  func aliases(view: String, type: Int) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try connection.script(
        """
        INSERT INTO audit.log (tenant) VALUES ('\(ReportFleet.tenant)');
        INSERT INTO audit.account (log_id, account_id, object_id) VALUES (1, 1, gen_random_uuid());
        INSERT INTO audit.account (log_id, account_id, upn_key) VALUES (1, 2, 'ada@contoso.example');
        INSERT INTO audit.event (log_id, account_id, position, occurred_at, recorded_at, event_key, flags, type,
            content_hash, facts, record)
          SELECT 1, CASE n WHEN 0 THEN 2 ELSE 1 END, n, now(), now(), gen_random_uuid(), 0, \(type), sha256(''), '', '{}'
          FROM generate_series(0, 99) AS n;
        """)
      let lookups = try connection.execute(
        """
        EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
        SELECT count(*), count(DISTINCT v.account) FROM reporting.\(view) AS v
        """
      ).map { try $0.text(0) }.filter { $0.contains(" on link ") }
      #expect(lookups.count == 2)
      // Once, or twice where a join compares what it has looked up.
      #expect(lookups.allSatisfy { $0.contains("loops=1)") || $0.contains("loops=2)") }, "\(lookups)")
    }
  }
}
