import AuditStore
import Compliance
import MAMEvents
import Postgres
import Testing

@testable import Projections

/// What the daily views say, and the same worked out by other means.
enum RollupCheck {
  /// The daily views with the columns of their series.
  static let views: [(name: String, series: [String])] = [
    ("v1_daily_event", ["type", "code", "code_name", "app"]),
    ("v1_daily_enrollment", ["app", "code", "code_name", "succeeded"]),
    ("v1_daily_compliance", ["app", "status"]), ("v1_daily_wipe", ["app", "origin"]),
    ("v1_daily_finding", ["rule", "severity", "app"]), ("v1_daily_status", ["status"]),
    ("v1_daily_release", ["app", "app_version", "sdk_version"]),
  ]

  /// What counts on a day, by the views of single things: alias `v` is the row of the daily view, `v.day` its day.
  private static let counts: [(view: String, columns: String, counted: String)] = [
    (
      "v1_daily_event", "v.events",
      """
      SELECT count(*) FROM reporting.v1_event AS e
      WHERE e.tenant = v.tenant AND \(on("e.effective_at")) AND e.type = v.type
          AND e.code IS NOT DISTINCT FROM v.code AND e.code_name IS NOT DISTINCT FROM v.code_name
          AND e.app IS NOT DISTINCT FROM v.app
      """
    ),
    (
      "v1_daily_enrollment", "v.results",
      """
      SELECT count(*) FROM reporting.v1_event AS e
      WHERE e.tenant = v.tenant AND \(on("e.effective_at")) AND e.type = 'mam.enrollment.completed' AND e.app = v.app
          AND e.code IS NOT DISTINCT FROM v.code AND e.code_name IS NOT DISTINCT FROM v.code_name
          AND v.succeeded IS NOT DISTINCT FROM CASE
              WHEN e.code IN (100, 101, 102, 208) THEN true
              WHEN e.code < 200 OR e.code = 225 THEN NULL
              WHEN e.code >= 200 THEN false
          END
      """
    ),
    (
      "v1_daily_compliance", "v.results",
      """
      SELECT count(*) FROM reporting.v1_event AS e
      WHERE e.tenant = v.tenant AND \(on("e.effective_at")) AND e.app = v.app
          AND v.status = CASE e.type
              WHEN 'mam.remediation.completed'
                  THEN coalesce(lower(left(e.code_name, 1)) || substr(e.code_name, 2), 'unknown')
              WHEN 'mam.token.denied' THEN CASE WHEN e.data ->> 'entraErrorCode' = '53005' THEN 'required' END
          END
      """
    ),
    (
      "v1_daily_wipe",
      "ROW (v.requested, v.completed, v.failed, v.open_at_end, v.completed_in_24h, v.time_to_complete_s)",
      """
      SELECT ROW (
          count(*) FILTER (WHERE \(on("w.requested_at"))),
          count(*) FILTER (WHERE \(on("w.completed_at"))),
          count(*) FILTER (WHERE \(on("w.failed_at"))),
          count(*) FILTER (
              WHERE coalesce(w.requested_at, least(w.received_at, w.handled_at, w.failed_at, w.completed_at)) <= \(end)
                  AND (w.completed_at IS NULL OR w.completed_at > \(end))
          ),
          count(*) FILTER (WHERE \(on("w.completed_at")) AND w.completed_at - w.requested_at <= '1 day'),
          coalesce(sum(w.time_to_complete_s) FILTER (WHERE \(on("w.completed_at"))), 0)::bigint
      )
      FROM reporting.v1_wipe AS w
      WHERE w.tenant = v.tenant AND w.app IS NOT DISTINCT FROM v.app AND w.origin IS NOT DISTINCT FROM v.origin
      """
    ),
    (
      "v1_daily_finding", "ROW (v.opened, v.closed, v.open_at_end)",
      """
      SELECT ROW (
          count(*) FILTER (WHERE \(on("f.opened_at"))),
          count(*) FILTER (WHERE \(on("f.closed_at"))),
          count(*) FILTER (WHERE f.opened_at <= \(end) AND (f.closed_at IS NULL OR f.closed_at > \(end)))
      )
      FROM reporting.v1_finding AS f
      WHERE f.tenant = v.tenant AND f.rule = v.rule AND f.severity = v.severity AND f.app IS NOT DISTINCT FROM v.app
          AND f.ended IS DISTINCT FROM 'superseded'
      """
    ),
    (
      "v1_daily_release",
      """
      ROW (
          v.enrollments, v.enrollments_failed, v.compliance_results, v.compliance_failed, v.wipes_completed,
          v.wipes_failed, v.findings_opened
      )
      """,
      """
      SELECT ROW (
          count(*) FILTER (WHERE e.type = 'mam.enrollment.completed'),
          count(*) FILTER (
              WHERE e.type = 'mam.enrollment.completed' AND e.code >= 200 AND e.code <> 208 AND e.code <> 225
          ),
          count(*) FILTER (WHERE e.type = 'mam.remediation.completed'),
          count(*) FILTER (WHERE e.type = 'mam.remediation.completed' AND e.code_name <> 'Compliant'),
          count(*) FILTER (WHERE e.type = 'mam.wipe.completed'),
          count(*) FILTER (WHERE e.type = 'mam.wipe.failed'),
          (
              SELECT count(*) FROM reporting.v1_finding AS f
              JOIN reporting.v1_event AS o ON o.tenant = f.tenant AND o.position = f.opened_by
              WHERE f.tenant = v.tenant AND \(on("f.opened_at")) AND f.app IS NOT DISTINCT FROM v.app
                  AND o.app_version IS NOT DISTINCT FROM v.app_version
                  AND o.sdk_version IS NOT DISTINCT FROM v.sdk_version
                  AND f.ended IS DISTINCT FROM 'superseded'
          )
      )
      FROM reporting.v1_event AS e
      WHERE e.tenant = v.tenant AND \(on("e.effective_at")) AND e.app IS NOT DISTINCT FROM v.app
          AND e.app_version IS NOT DISTINCT FROM v.app_version AND e.sdk_version IS NOT DISTINCT FROM v.sdk_version
      """
    ),
  ]

  private static let end = "((v.day + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 microsecond')"

  private static func on(_ instant: String) -> String {
    "\(instant) >= v.day::timestamp AT TIME ZONE 'UTC' AND \(instant) < (v.day + 1)::timestamp AT TIME ZONE 'UTC'"
  }
}

extension TestLog {
  /// Where the daily views differ from what counts on each day from one to another, and from each other's days.
  func rollupFaults(from first: String, through last: String) throws -> [String] {
    try RollupCheck.faults(connection, from: first, through: last) + statusFaults(from: first, through: last)
  }

  /// All rows of the daily views, as text.
  func daily() throws -> [String] {
    let tenant = try log().tenant
    let parameter = Parameter.uuid(high: tenant.high, low: tenant.low)
    return try RollupCheck.views.flatMap { view, series in
      try connection.execute(
        """
        SELECT (to_jsonb(v) - 'through_position' - 'through_recorded_at')::text
        FROM reporting.\(view) AS v
        WHERE tenant = $1
        ORDER BY day, \(series.joined(separator: ", "))
        """, [parameter]
      ).map { "\(view) \(try $0.text(0))" }
    }
  }

  /// Where the accounts by status at the end of a day are not those of a fold as of its last microsecond.
  private func statusFaults(from first: String, through last: String) throws -> [String] {
    let log = try log()
    let days = try connection.execute(
      "SELECT d::date - '1970-01-01'::date FROM generate_series($1::timestamp, $2::timestamp, '1 day') AS d",
      [.text(first), .text(last)]
    ).map { try $0.int32(0) }
    return try days.flatMap { day -> [String] in
      let end = Timestamp.end(ofDay: day)
      let fleet = FoldedFleet(
        connection: connection, scope: FoldScope(log: log.id.rawValue, size: log.size, asOf: end))
      let folded = Dictionary(grouping: try fleet.accounts(at: end), by: \.status).mapValues {
        Int64($0.count)
      }
      var stored: [AccountStatus: Int64] = [:]
      for row in try connection.execute(
        """
        SELECT status, accounts FROM reporting.v1_daily_status
        WHERE tenant = $1 AND day = '1970-01-01'::date + $2 AND accounts <> 0
        """, [.uuid(high: log.tenant.high, low: log.tenant.low), .int32(day)])
      {
        stored[try #require(AccountStatus(rawValue: try row.text(0)))] = try row.int64(1)
      }
      return folded == stored ? [] : ["v1_daily_status \(end.rfc3339): \(folded) folded, \(stored) stored"]
    }
  }
}

extension RollupCheck {
  fileprivate static func faults(
    _ connection: Connection, from first: String, through last: String
  ) throws -> [String] {
    var faults: [String] = []
    for (view, columns, counted) in counts {
      let sql = """
        SELECT to_jsonb(v)::text || ' and not ' || coalesce(c.value::text, 'null')
        FROM reporting.\(view) AS v
        CROSS JOIN LATERAL (SELECT (\(counted)) AS value) AS c
        WHERE v.day BETWEEN '\(first)' AND '\(last)' AND \(columns) IS DISTINCT FROM c.value
        ORDER BY 1
        """
      faults += try connection.execute(sql).map { "\(view) \(try $0.text(0))" }
    }
    return try faults + gridFaults(connection)
  }

  /// Where a series lacks a day or has one twice, and what the views hold in all that the single things do not.
  private static func gridFaults(_ connection: Connection) throws -> [String] {
    var faults: [String] = []
    for (view, series) in views {
      let isWhole = view != "v1_daily_release"
      let sql = """
        SELECT concat_ws(' ', \(series.joined(separator: ", ")), min(day), max(day), count(*), count(DISTINCT day))
        FROM reporting.\(view) AS v
        GROUP BY tenant, \(series.joined(separator: ", "))
        HAVING count(*) <> count(DISTINCT day) OR count(*) <> max(day) - min(day) + 1
            OR \(isWhole) AND (
                min(day) <> (SELECT min((effective_at AT TIME ZONE 'UTC')::date) FROM reporting.v1_event AS e WHERE e.tenant = v.tenant)
                OR max(day) <> (SELECT max((recorded_at AT TIME ZONE 'UTC')::date) FROM reporting.v1_event AS e WHERE e.tenant = v.tenant)
            )
        """
      faults += try connection.execute(sql).map { "\(view) \(try $0.text(0))" }
    }
    let totals: [(what: String, sql: String)] = [
      (
        "events",
        "SELECT (SELECT coalesce(sum(events), 0) FROM reporting.v1_daily_event) - (SELECT count(*) FROM reporting.v1_event)"
      ),
      (
        "enrollments",
        """
        SELECT (SELECT coalesce(sum(results), 0) FROM reporting.v1_daily_enrollment) - (
            SELECT count(*) FROM reporting.v1_event WHERE type = 'mam.enrollment.completed'
        )
        """
      ),
      (
        "findings opened",
        """
        SELECT (SELECT coalesce(sum(opened), 0) FROM reporting.v1_daily_finding) - (
            SELECT count(*) FROM reporting.v1_finding WHERE ended IS DISTINCT FROM 'superseded' AND opened_at < now()
        )
        """
      ),
      (
        "findings opened by release",
        """
        SELECT (SELECT coalesce(sum(findings_opened), 0) FROM reporting.v1_daily_release) - (
            SELECT coalesce(sum(opened), 0) FROM reporting.v1_daily_finding
        )
        """
      ),
      (
        "wipes completed",
        """
        SELECT (SELECT coalesce(sum(completed), 0) FROM reporting.v1_daily_wipe) - (
            SELECT count(completed_at) FROM reporting.v1_wipe
        )
        """
      ),
      (
        "outcomes by release",
        """
        SELECT (SELECT coalesce(sum(enrollments + compliance_results + wipes_completed + wipes_failed), 0) FROM reporting.v1_daily_release) - (
            SELECT count(*) FROM reporting.v1_event WHERE type IN (
                'mam.enrollment.completed', 'mam.remediation.completed', 'mam.wipe.completed', 'mam.wipe.failed')
        )
        """
      ),
    ]
    for (what, sql) in totals {
      let difference = try connection.execute("SELECT (\(sql))::bigint").single().int64(0)
      if difference != 0 { faults.append("\(what): \(difference) too many") }
    }
    return faults
  }
}
