import Compliance
import MAMEvents

/// A table of counts by day: its statements, over the same select of what it should hold.
///
/// `$1` is the log in all of them. Table and column names are words of the program, never text from outside.
struct Rollup: Sendable {
  /// The table, without its schema.
  var name: String
  /// The key after `log_id`.
  var key: [String]
  /// What is counted: the columns after the key, a balance aside.
  var counts: [String]
  /// What is open at the end of a day, where the table says so.
  var balance: Balance?
  /// The rows as they follow from rows of the log, of events `$2` to `$3`; nil where none do.
  var ofEvents: String?
  /// Of rows of read models.
  var ofRows: Noted?

  /// A column that sums up a change over the days of a series.
  struct Balance: Sendable {
    var column: String
    /// By how much a row changes it, of the columns of alias `t`.
    var change: String
  }

  /// Rows of read models that triggers note.
  struct Noted: Sendable {
    /// The table of the notes, without its schema.
    var notes: String
    /// The rows that count as notes, each once.
    var all: String
    /// The key and the counts that follow from `source`, notes or all.
    var counted: String
  }
}

extension Rollup {
  /// All of them.
  static let all = [events, releases, findings, wipes, status]

  private static let utcDay = "(least(occurred_at, recorded_at) AT TIME ZONE 'UTC')::date"

  private static func date(_ column: String) -> String { "(\(column) AT TIME ZONE 'UTC')::date" }

  /// Events by type, code and app.
  ///
  /// A denial for app protection is the fact of byte 11. Facts stand in the order of their bytes, and of those before
  /// it a denial has only 10 at most.
  static let events = Rollup(
    name: "daily_event", key: ["day", "type", "code", "app_id"], counts: ["events", "denials"],
    ofEvents: """
      SELECT
          \(utcDay) AS day,
          type,
          coalesce(code::bigint, 2147483648) AS code,
          coalesce(app_id, 0) AS app_id,
          count(*) AS events,
          count(*) FILTER (
              WHERE type = \(EventType.tokenDenied.rawValue)
                  AND (
                      substring(facts FROM 1 FOR 2) = '\\x0b01'::bytea
                      OR substring(facts FROM 1 FOR 4) IN ('\\x0a000b01'::bytea, '\\x0a010b01'::bytea)
                  )
          ) AS denials
      FROM audit.narrow
      WHERE log_id = $1 AND position >= $2 AND position < $3
      GROUP BY 1, 2, 3, 4
      """)

  /// Outcomes by version of app and SDK.
  static let releases = Rollup(
    name: "daily_release", key: ["day", "app_id", "app_version", "sdk_version"],
    counts: [
      "enrollments", "enrollments_failed", "compliance_results", "compliance_failed", "wipes_completed",
      "wipes_failed", "findings_opened",
    ],
    ofEvents: """
      SELECT
          \(utcDay) AS day,
          coalesce(app_id, 0) AS app_id,
          coalesce(app_version, '') COLLATE "C" AS app_version,
          coalesce(sdk_version, '') COLLATE "C" AS sdk_version,
          count(*) FILTER (WHERE type = \(EventType.enrollmentCompleted.rawValue)) AS enrollments,
          count(*) FILTER (
              WHERE type = \(EventType.enrollmentCompleted.rawValue) AND code >= 200 AND code NOT IN (208, 225)
          ) AS enrollments_failed,
          count(*) FILTER (WHERE type = \(EventType.remediationCompleted.rawValue)) AS compliance_results,
          count(*) FILTER (
              WHERE type = \(EventType.remediationCompleted.rawValue) AND code BETWEEN 1 AND 5
          ) AS compliance_failed,
          count(*) FILTER (WHERE type = \(EventType.wipeCompleted.rawValue)) AS wipes_completed,
          count(*) FILTER (WHERE type = \(EventType.wipeFailed.rawValue)) AS wipes_failed,
          0::bigint AS findings_opened
      FROM audit.releases
      WHERE log_id = $1
          AND position >= $2
          AND position < $3
          AND type IN (
              \(EventType.enrollmentCompleted.rawValue), \(EventType.remediationCompleted.rawValue),
              \(EventType.wipeCompleted.rawValue), \(EventType.wipeFailed.rawValue)
          )
      GROUP BY 1, 2, 3, 4
      """,
    ofRows: Noted(
      notes: "finding_note", all: allFindings,
      counted: """
        SELECT
            \(date("opened_at")) AS day,
            coalesce(app_id, 0) AS app_id,
            coalesce(app_version, '') COLLATE "C" AS app_version,
            coalesce(sdk_version, '') COLLATE "C" AS sdk_version,
            0::bigint AS enrollments,
            0::bigint AS enrollments_failed,
            0::bigint AS compliance_results,
            0::bigint AS compliance_failed,
            0::bigint AS wipes_completed,
            0::bigint AS wipes_failed,
            n::bigint AS findings_opened
        FROM source
        """))

  /// Findings by rule, severity and app.
  static let findings = Rollup(
    name: "daily_finding", key: ["rule", "severity", "app_id", "day"], counts: ["opened", "closed"],
    balance: Balance(column: "open_at_end", change: "t.opened - t.closed"),
    ofRows: Noted(
      notes: "finding_note", all: allFindings,
      counted: """
        SELECT
            rule, severity, coalesce(app_id, 0) AS app_id, \(date("opened_at")) AS day, n::bigint AS opened,
            0::bigint AS closed
        FROM source
        UNION ALL
        SELECT rule, severity, coalesce(app_id, 0), \(date("closed_at")), 0, n
        FROM source
        WHERE closed_at IS NOT NULL
        """))

  private static let allFindings = """
    SELECT rule, severity, app_id, app_version, sdk_version, opened_at, closed_at, 1 AS n
    FROM projection.finding
    WHERE log_id = $1 AND ended IS DISTINCT FROM 'superseded'
    """

  /// Wipes by app and origin.
  static let wipes = Rollup(
    name: "daily_wipe", key: ["app_id", "origin", "day"],
    counts: ["requested", "began", "completed", "failed", "completed_in_24h", "time_to_complete_s"],
    balance: Balance(column: "open_at_end", change: "t.began - t.completed"),
    ofRows: Noted(
      notes: "wipe_note",
      all: """
        SELECT app_id, origin, requested_at, received_at, handled_at, failed_at, completed_at, 1 AS n
        FROM projection.wipe
        WHERE log_id = $1
        """,
      counted: """
        SELECT
            coalesce(s.app_id, 0) AS app_id,
            coalesce(s.origin, '') COLLATE "C" AS origin,
            e.day,
            e.requested * s.n AS requested,
            e.began * s.n AS began,
            e.completed * s.n AS completed,
            e.failed * s.n AS failed,
            CASE WHEN e.completed = 1 AND s.completed_at <= s.requested_at + interval '24 hours' THEN s.n ELSE 0 END
                AS completed_in_24h,
            CASE e.completed
                WHEN 1 THEN coalesce(extract(epoch FROM s.completed_at - s.requested_at)::bigint * s.n, 0)
                ELSE 0
            END AS time_to_complete_s
        FROM source AS s
        CROSS JOIN LATERAL (
            VALUES
                (\(date("s.requested_at")), 1, 0, 0, 0),
                (
                    \(date("coalesce(s.requested_at, least(s.received_at, s.handled_at, s.failed_at, s.completed_at))")),
                    0, 1, 0, 0
                ),
                (\(date("s.completed_at")), 0, 0, 1, 0),
                (\(date("s.failed_at")), 0, 0, 0, 1)
        ) AS e (day, requested, began, completed, failed)
        WHERE e.day IS NOT NULL
        """))

  /// Accounts by status.
  static let status = Rollup(
    name: "daily_status", key: ["status", "day"], counts: ["change"],
    balance: Balance(column: "accounts", change: "t.change"),
    ofRows: Noted(
      notes: "status_note",
      all: "SELECT day, status, previous, 1 AS n FROM projection.account_day WHERE log_id = $1",
      counted: """
        SELECT status COLLATE "C" AS status, day, n::bigint AS change FROM source WHERE status IS NOT NULL
        UNION ALL
        SELECT previous COLLATE "C", day, -n FROM source WHERE previous IS NOT NULL
        """))
}
