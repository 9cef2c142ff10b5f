/// The statements by which the module reads: over the views of readers, with bound parameters alone.
enum ReadSQL {
  /// `$1` log, `$2` bundle id.
  static let hasApp = "SELECT EXISTS (SELECT FROM audit.apps WHERE log_id = $1 AND name = $2)"

  /// `$1` log, `$2` device.
  static let hasDevice = "SELECT EXISTS (SELECT FROM audit.devices WHERE log_id = $1 AND name = $2)"

  /// The logs that the role may read, by tenant.
  static let logs =
    "SELECT log_id, tenant, size, last_recorded_at, created_at FROM audit.logs ORDER BY tenant"

  static let clock = "SELECT pg_catalog.clock_timestamp()"

  /// The login of the connection, whatever role it has taken.
  static let login = "SELECT session_user::text"

  /// How many events were recorded at or before an instant, by halving: recorded times never fall with the position.
  ///
  /// `$1` log, `$2` instant.
  static let sizeAt = """
    WITH RECURSIVE search (low, high) AS (
      SELECT 0::bigint, l.size FROM audit.logs AS l WHERE l.log_id = $1
      UNION ALL
      SELECT CASE WHEN m.is_known THEN m.middle + 1 ELSE s.low END, CASE WHEN m.is_known THEN s.high ELSE m.middle END
        FROM search AS s
        CROSS JOIN LATERAL (
          SELECT n.position AS middle, n.recorded_at <= $2 AS is_known FROM audit.narrow AS n
            WHERE n.log_id = $1 AND n.position = (s.low + s.high) / 2
        ) AS m
        WHERE s.low < s.high
    )
    SELECT low FROM search WHERE low = high
    """

  /// Records in order of position.
  ///
  /// `$1` log, `$2` first position, `$3` the position after the last.
  static let records = """
    COPY (
      SELECT position, record FROM audit.records
        WHERE log_id = $1::integer AND position >= $2 AND position < $3 ORDER BY position
    ) TO STDOUT (FORMAT binary)
    """

  /// Records with the columns that an export needs, in order of position.
  ///
  /// `$1` log, `$2` first position, `$3` the position after the last.
  static let exportedRows = """
    COPY (
      SELECT position, type, account_id, code, occurred_at, recorded_at, record FROM audit.records
        WHERE log_id = $1::integer AND position >= $2 AND position < $3 ORDER BY position
    ) TO STDOUT (FORMAT binary)
    """

  /// Records of an account's own rows and its aliases' rows, in order of position.
  ///
  /// `$1` log, `$2` accounts, `$3` first position, `$4` the position after the last.
  static let recordsOfAccounts = """
    COPY (
      SELECT position, record FROM audit.records
        WHERE log_id = $1::integer AND account_id = ANY ($2) AND position >= $3 AND position < $4 ORDER BY position
    ) TO STDOUT (FORMAT binary)
    """

  /// The disclosures of a range of positions, in order.
  ///
  /// `$1` log, `$2` first position, `$3` the position after the last.
  static let disclosures = """
    SELECT position, account_id, path, disclosure FROM audit.disclosures
      WHERE log_id = $1 AND position >= $2 AND position < $3 ORDER BY position, ordinal
    """

  /// `$1` log, `$2` position.
  static let recordedAt = "SELECT recorded_at FROM audit.narrow WHERE log_id = $1 AND position = $2"

  /// The position of an event by its key.
  ///
  /// `$1` log, `$2` key.
  static let positionOfKey = "SELECT position FROM audit.records WHERE event_key = $2 AND log_id = $1"

  /// `$1` log, `$2` the position after the last, `$3` the flag, `$4` the last instant or null, `$5` the first position.
  static let unattributed = """
    SELECT n.position, n.type, p.name, d.name, n.occurred_at, n.recorded_at
    FROM audit.narrow AS n
    LEFT JOIN audit.apps AS p ON p.log_id = n.log_id AND p.app_id = n.app_id
    LEFT JOIN audit.devices AS d ON d.log_id = n.log_id AND d.device_id = n.device_id
    WHERE n.log_id = $1
        AND n.account_id IS NULL
        AND n.position >= $5
        AND n.position < $2
        AND n.flags & $3 <> 0
        AND ($4::timestamptz IS NULL OR least(n.occurred_at, n.recorded_at) <= $4)
    ORDER BY n.position
    """
}
