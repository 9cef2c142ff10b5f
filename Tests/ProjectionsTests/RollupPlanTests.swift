import AuditStore
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Plans over days")
struct RollupPlanTests {
  /// Three years of some series in each rollup of a log whose event table has one event.
  private static let fill = """
    UPDATE projection.checkpoint SET through_recorded_at = '2026-03-01T12:00:00Z';
    DELETE FROM projection.daily_event;
    INSERT INTO projection.daily_event
      SELECT 1, '2023-03-01'::date + d, t, CASE WHEN t IN (3, 44) THEN c ELSE 2147483648 END, 1, 10, 0
        FROM generate_series(0, 1095) AS d, generate_series(1, 60) AS t, generate_series(0, 3) AS c
        WHERE c = 0 OR t IN (3, 44);
    INSERT INTO projection.daily_finding
      SELECT 1, 'R' || r, 'violation', 1, '2023-03-01'::date + d, 2, 1, d
        FROM generate_series(0, 1095) AS d, generate_series(1, 40) AS r WHERE (d + r) % 2 = 0;
    INSERT INTO projection.daily_wipe
      SELECT 1, 1, o, '2023-03-01'::date + d, 1, 1, 1, 0, 0, 0, 1
        FROM generate_series(0, 1095) AS d, unnest(ARRAY['admin', 'service', '']) AS o;
    INSERT INTO projection.daily_status
      SELECT 1, s, '2023-03-01'::date + d, 1, d
        FROM generate_series(0, 1095) AS d, unnest(ARRAY['managed', 'wiped', 'enrolled', 'registered']) AS s
        ON CONFLICT DO NOTHING;
    INSERT INTO projection.daily_release
      SELECT 1, '2023-03-01'::date + d, 1, '5.' || v, '21', 1, 1, 1, 1, 1, 1, 1
        FROM generate_series(0, 1095) AS d, generate_series(0, 36) AS v WHERE d / 30 BETWEEN v AND v + 3;
    """

  @Test("a month of years costs a part of the years, and no day is worked out from the log")
  func month() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Line.event("account.signedIn", minute: 1)])
      try log.runner().run()
      try log.connection.script(Self.fill)
      _ = try log.connection.execute("VACUUM ANALYZE")
      for (view, _) in RollupCheck.views {
        func explained(_ condition: String) throws -> (plan: String, rows: Int64, work: Int64) {
          let sql =
            "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT * FROM reporting.\(view) WHERE \(condition)"
          let lines = try log.connection.execute(sql).map { try $0.text(0) }
          // What all nodes together have handed on: rows of a loop times loops.
          var work: Int64 = 0
          for line in lines {
            guard let actual = line.firstMatch(of: /actual rows=([0-9]+) loops=([0-9]+)/) else { continue }
            work += (Int64(actual.1) ?? 0) * (Int64(actual.2) ?? 0)
          }
          let shown = try #require(lines.first?.firstMatch(of: /actual rows=([0-9]+)/)).1
          return (lines.joined(separator: "\n"), Int64(shown) ?? 0, work)
        }
        let whole = try explained("true")
        let month = try explained("day BETWEEN '2025-06-01' AND '2025-06-30'")
        for plan in [whole.plan, month.plan] {
          #expect(!plan.contains(" on event ") && !plan.contains("event_position"), "\(plan)")
        }
        // To compile a plan would take longer than to run it.
        #expect(!month.plan.contains("JIT:"), "\(month.plan)")
        #expect(month.rows > 0 && month.rows * 20 < whole.rows, "\(view)")
        // The series are read of all days, in one pass: it is what the month costs beside its own rows.
        #expect(month.work * 3 < whole.work * 2, "\(view): \(month.work) of \(whole.work)\n\(month.plan)")
      }
    }
  }
}
