/// The statements by which folds read the log: narrow columns over the log's indexes, never a record.
package enum FoldSQL {
  /// The columns that a fold reads.
  package static let columns =
    "position, account_id, app_id, device_id, type, code, occurred_at, recorded_at, facts"

  /// The rows of accounts.
  ///
  /// `$1` log, `$2` accounts, `$3` size. The bound on the position is no condition of an index ("+ 0"): for many
  /// accounts the planner would else read the whole log by position, once a batch.
  package static let accountRows = rows(whereAlso: "")

  /// The rows of accounts of some types.
  ///
  /// `$1` log, `$2` accounts, `$3` size, `$4` types.
  static let accountRowsOfTypes = rows(whereAlso: " AND type = ANY ($4)")

  private static func rows(whereAlso condition: String) -> String {
    """
    SELECT \(columns.split(separator: ", ").map { "n.\($0)" }.joined(separator: ", "))
    FROM unnest($2::int[]) AS wanted (account_id)
    CROSS JOIN LATERAL (
        SELECT \(columns)
        FROM audit.narrow
        WHERE log_id = $1 AND account_id = wanted.account_id AND position + 0 < $3\(condition)
        OFFSET 0
    ) AS n
    """
  }

  /// The rows without an account of installations.
  ///
  /// `$1` log, `$2` apps, `$3` devices (in pairs), `$4` size.
  static let installationRows = """
    SELECT \(columns.split(separator: ", ").map { "n.\($0)" }.joined(separator: ", "))
    FROM unnest($2::int[], $3::int[]) AS wanted (app_id, device_id)
    CROSS JOIN LATERAL (
        SELECT \(columns)
        FROM audit.narrow
        WHERE log_id = $1
            AND account_id IS NULL
            AND device_id = wanted.device_id
            AND app_id = wanted.app_id
            AND position + 0 < $4
        OFFSET 0
    ) AS n
    """

  /// The installations that have rows without an account.
  ///
  /// `$1` log, `$2` size.
  static let installationsWithoutAccount = """
    SELECT DISTINCT app_id, device_id
    FROM audit.narrow
    WHERE log_id = $1 AND account_id IS NULL AND device_id IS NOT NULL AND app_id IS NOT NULL AND position < $2
    """

  /// The rows at positions.
  ///
  /// `$1` log, `$2` positions, `$3` size.
  static let rowsAt = """
    SELECT \(columns)
    FROM audit.narrow
    WHERE log_id = $1 AND position = ANY ($2) AND position < $3
    """

  /// The rows from a position on.
  ///
  /// `$1` log, `$2` first position, `$3` size.
  static let rowsFrom = """
    SELECT position, account_id, app_id, device_id, type
    FROM audit.narrow
    WHERE log_id = $1 AND position >= $2 AND position < $3
    ORDER BY position
    """

  /// All links of the aliases that have a link to one of the accounts, or are among them.
  ///
  /// `$1` log, `$2` accounts, `$3` size.
  static let links = """
    SELECT l.alias_id, l.account_id, l.effective_at, l.position, l.recorded_at
    FROM (
        SELECT own.alias_id
        FROM unnest($2::int[]) AS wanted (account_id)
        CROSS JOIN LATERAL (
            SELECT DISTINCT alias_id FROM audit.links WHERE log_id = $1 AND account_id = wanted.account_id OFFSET 0
        ) AS own
        UNION
        SELECT unnest($2::int[])
    ) AS known
    CROSS JOIN LATERAL (
        SELECT k.alias_id, k.account_id, k.effective_at, k.position, e.recorded_at
        FROM audit.links AS k
        JOIN audit.narrow AS e ON e.log_id = k.log_id AND e.position = k.position
        WHERE k.log_id = $1 AND k.alias_id = known.alias_id AND k.position < $3
        OFFSET 0
    ) AS l
    """

  /// The links that events from a position on have made.
  ///
  /// `$1` log, `$2` first position, `$3` size.
  static let linksFrom = """
    SELECT k.alias_id, k.account_id, k.effective_at, k.position, e.recorded_at
    FROM audit.links AS k
    JOIN audit.narrow AS e ON e.log_id = k.log_id AND e.position = k.position
    WHERE k.log_id = $1 AND k.position >= $2 AND k.position < $3
    """

  /// How accounts are named.
  ///
  /// `$1` log, `$2` accounts.
  static let accountNames = """
    SELECT account_id, object_id, upn_key
    FROM audit.accounts
    WHERE log_id = $1 AND account_id = ANY ($2)
    """

  /// The numbers of object ids and UPNs.
  ///
  /// `$1` log, `$2` object ids, `$3` UPNs in lower case.
  static let accountNumbers = """
    SELECT account_id, object_id, upn_key
    FROM audit.accounts
    WHERE log_id = $1 AND (object_id = ANY ($2) OR upn_key = ANY ($3))
    """

  /// All account numbers of a log from one on.
  ///
  /// `$1` log, `$2` first number, `$3` how many.
  static let accountPage = """
    SELECT account_id
    FROM audit.accounts
    WHERE log_id = $1 AND account_id >= $2
    ORDER BY account_id
    LIMIT $3
    """

  /// The names of apps.
  ///
  /// `$1` log, `$2` apps.
  static let appNames = "SELECT app_id, name FROM audit.apps WHERE log_id = $1 AND app_id = ANY ($2)"

  /// The names of devices.
  ///
  /// `$1` log, `$2` devices.
  static let deviceNames =
    "SELECT device_id, name FROM audit.devices WHERE log_id = $1 AND device_id = ANY ($2)"

  /// The disclosed identities of events.
  ///
  /// `$1` log, `$2` positions.
  static let identities = """
    SELECT position, disclosure
    FROM audit.identities
    WHERE log_id = $1 AND position = ANY ($2)
    """

  /// The tenant of a log.
  ///
  /// `$1` log.
  static let tenant = "SELECT tenant FROM audit.logs WHERE log_id = $1"
}
