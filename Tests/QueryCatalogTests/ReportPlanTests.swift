import Postgres
import QueryCatalog
import TestSupport
import Testing

/// What the reports read, by the server's plans.
@Suite("Plans of the shipped reports")
struct ReportPlanTests {
  /// The reports that read the log itself.
  private static let overEvents =
    overPeriods + [
      "app-setting-changes", "data-access-while-not-compliant", "policy-rollout", "shared-device-cleanup-lag",
      "shared-device-handovers", "transfer-decisions-against-policy",
    ]
  /// Those of them for which what was recorded before the period does not count.
  private static let overPeriods = [
    "enrollment-failures-by-code", "enrollment-failures-by-version", "events-by-day-and-type",
    "sign-ins-after-wipe", "what-changed-in-a-period",
  ]
  /// The reports over findings that look up one event of each.
  private static let byPosition = ["acknowledged-findings"]

  private func plan(
    _ query: StoredQuery, _ arguments: [String: String], _ connection: Connection
  ) throws -> String {
    let bound = try query.bind(arguments, parseTime: Reader.parseTime)
    return try connection.execute("EXPLAIN " + query.sql, bound.parameters).map { try $0.text(0) }
      .joined(separator: "\n")
  }

  @Test("a report over the read models never touches the events; one over the events says so")
  func tables() throws {
    try ReportFleet.withDatabase { _, connection in
      for query in QueryCatalog.embedded().queries where !Self.byPosition.contains(query.name) {
        let isOverEvents = Self.overEvents.contains(query.name)
        for example in query.header.examples {
          let readsEvents = try plan(query, example.values, connection).contains(" on event ")
          #expect(readsEvents == isOverEvents, "\(query.name)")
        }
        #expect(query.header.cost == (isOverEvents ? .full : .bounded), "\(query.name)")
        #expect(
          query.header.description.contains(
            isOverEvents ? "Read from the events" : "Read from the projection"),
          "\(query.name)")
      }
    }
  }

  @Test("a report over the events passes over those recorded before the period, by an index")
  func period() throws {
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
      for name in Self.overPeriods {
        let query = try QueryCatalog.embedded().query(named: name)
        for tenant in ["", ReportFleet.tenant] {
          let recent = ["since": "2025-03-21T12:00:00Z", "tenant": tenant]
          #expect(try plan(query, recent, connection).contains("Index Scan on event_recorded_at"), "\(name)")
          let all = try plan(query, ["tenant": tenant], connection)
          #expect(!all.contains("event_recorded_at"), "\(name)")
        }
      }
    }
  }

  @Test("a report that needs an event of each finding looks it up by its position")
  func position() throws {
    try ReportFleet.withDatabase { _, connection in
      // So many more events that reading all of them would not pay.
      try connection.script(
        """
        INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash,
            facts, record)
          SELECT 1, 1000 + n, now(), now(), gen_random_uuid(), 0, 3, sha256(''), '', repeat('x', 600)
          FROM generate_series(0, 30000) AS n;
        """)
      _ = try connection.execute("VACUUM ANALYZE audit.event")
      for name in Self.byPosition {
        let query = try QueryCatalog.embedded().query(named: name)
        #expect(query.header.cost == .bounded)
        #expect(query.header.description.contains("the one event that"))
        for example in query.header.examples {
          let plan = try plan(query, example.values, connection)
          #expect(plan.contains("Index Scan using event_position on event"), "\(name)\n\(plan)")
          #expect(!plan.contains("Seq Scan on event"), "\(name)\n\(plan)")
        }
      }
    }
  }
}
