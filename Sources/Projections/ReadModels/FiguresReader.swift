import MAMEvents
import Postgres

/// Reads the figures of logs from the views of `reporting`, all as of one instant.
///
/// Needs the rights of the reporting role alone.
public struct FiguresReader {
  private let connection: Connection

  /// Reads over a connection.
  public init(_ connection: Connection) {
    self.connection = connection
  }

  /// The figures of a tenant, or of all, by tenant; a tenant without a log has none.
  public func figures(of tenant: GUID? = nil) throws -> [TenantFigures] {
    try connection.transaction(readOnly: true, isolation: .repeatableRead) {
      var figures: [GUID: TenantFigures] = [:]
      let parameters: [Parameter] = [tenant.map { .uuid(high: $0.high, low: $0.low) } ?? .null(.uuid)]

      func each(_ sql: String, _ body: (QueryRow, inout TenantFigures) throws -> Void) throws {
        for row in try connection.execute(sql, parameters) {
          let bits = try row.uuid(0)
          let tenant = GUID(high: bits.high, low: bits.low)
          try body(row, &figures[tenant, default: TenantFigures(tenant: tenant)])
        }
      }

      try each(FiguresSQL.progress) { row, figures in
        figures.size = try row.int64(1)
        figures.lastRecordedAt = try row.timestampOrNull(2).map(Timestamp.init(microseconds:))
        let through = try row.timestampOrNull(5)
        let lag = figures.lastRecordedAt.map { $0.microseconds - (through ?? $0.microseconds) } ?? 0
        figures.progress.append(
          TenantFigures.Progress(projection: try row.text(3), through: try row.int64(4), lag: max(0, lag)))
      }
      try each(FiguresSQL.events) { row, figures in
        figures.events.append(TenantFigures.EventCount(type: try row.text(1), count: try row.int64(2)))
      }
      try each(FiguresSQL.enrollments) { row, figures in
        figures.enrollments.append(
          TenantFigures.EnrollmentCount(
            code: try row.int64OrNull(1), name: try row.textOrNull(2), count: try row.int64(3)))
      }
      try each(FiguresSQL.accounts) { row, figures in
        figures.accounts[try row.text(1)] = try row.int64(2)
      }
      try each(StaleRows.sql) { row, figures in
        figures.stale = (accounts: try row.int64(1), devices: try row.int64(2))
      }
      try each(FiguresSQL.installations) { row, figures in figures.installations = try row.int64(1) }
      try each(FiguresSQL.devices) { row, figures in figures.devices = try row.int64(1) }
      try each(FiguresSQL.findings) { row, figures in
        figures.findings.append(
          TenantFigures.FindingCount(
            rule: try row.text(1), severity: try row.text(2), open: try row.int64(3)))
      }
      try each(FiguresSQL.wipes) { row, figures in figures.wipes[try row.text(1)] = try row.int64(2) }
      try each(FiguresSQL.confirmations) { row, figures in
        figures.confirmations.count = try row.int64(1)
        figures.confirmations.sum = try row.int64(2)
        for index in figures.confirmations.counts.indices {
          figures.confirmations.counts[index] = try row.int64(3 + index)
        }
      }
      return figures.values.sorted { $0.tenant < $1.tenant }
    }
  }
}

/// The statements over the views of `reporting`; `$1` is a tenant, or null for all.
private enum FiguresSQL {
  private static let ofTenant = "($1::uuid IS NULL OR tenant = $1)"

  /// How far the read models are, beside the last event of each log; one that has nothing yet is behind since the first.
  static let progress = """
    SELECT t.tenant, t.size, last.recorded_at, t.projection, t.through_position,
        coalesce(t.through_recorded_at, first.recorded_at)
    FROM reporting.v1_through AS t
    CROSS JOIN LATERAL (
        SELECT recorded_at
        FROM reporting.v1_event
        WHERE tenant = t.tenant
        ORDER BY position
        LIMIT 1
    ) AS first
    CROSS JOIN LATERAL (
        SELECT recorded_at
        FROM reporting.v1_event
        WHERE tenant = t.tenant
        ORDER BY position DESC
        LIMIT 1
    ) AS last
    WHERE \(ofTenant)
    ORDER BY t.tenant, t.projection
    """

  /// Types of the producers' own count as one: there may be many, and a name of theirs may say anything.
  static let events = """
    SELECT tenant, CASE WHEN type LIKE 'x.%' THEN 'x.*' ELSE type END COLLATE "C" AS name, sum(events)::bigint
    FROM reporting.v1_daily_event
    WHERE \(ofTenant)
    GROUP BY tenant, name
    ORDER BY tenant, name
    """

  static let enrollments = """
    SELECT tenant, code, code_name, sum(results)::bigint
    FROM reporting.v1_daily_enrollment
    WHERE \(ofTenant)
    GROUP BY tenant, code, code_name
    ORDER BY tenant, code
    """

  static let accounts = """
    SELECT tenant, status, count(*)
    FROM reporting.v1_account
    WHERE \(ofTenant)
    GROUP BY tenant, status
    """

  static let installations = """
    SELECT tenant, count(*)
    FROM reporting.v1_installation
    WHERE \(ofTenant)
    GROUP BY tenant
    """

  static let devices = """
    SELECT tenant, count(*)
    FROM reporting.v1_device
    WHERE \(ofTenant)
    GROUP BY tenant
    """

  /// What is open now, by the store's clock: a deadline passes whether an event comes or not.
  static let findings = """
    SELECT
        tenant,
        rule,
        severity,
        count(*) FILTER (
            WHERE opened_at <= transaction_timestamp()
                AND (closed_at IS NULL OR closed_at > transaction_timestamp())
                AND ended IS DISTINCT FROM 'superseded'
        )
    FROM reporting.v1_finding
    WHERE \(ofTenant)
    GROUP BY tenant, rule, severity
    ORDER BY tenant, rule COLLATE "C", severity COLLATE "C"
    """

  static let wipes = """
    SELECT tenant, state, count(*)
    FROM reporting.v1_wipe
    WHERE \(ofTenant)
    GROUP BY tenant, state
    """

  /// A confirmation that counts before its request took no time.
  static let confirmations = """
    SELECT
        tenant,
        count(*),
        sum(greatest(time_to_complete_s, 0))::bigint,
        \(TenantFigures.Confirmations.bounds
          .map { "count(*) FILTER (WHERE time_to_complete_s <= \($0))" }.joined(separator: ",\n    "))
    FROM reporting.v1_wipe
    WHERE time_to_complete_s IS NOT NULL AND \(ofTenant)
    GROUP BY tenant
    """
}
