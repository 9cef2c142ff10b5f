import MAMEvents
import Postgres

/// Counts the rows of accounts and devices that could not be folded or stored again and may be out of date.
public enum StaleRows {
  /// How many there are in the log of a tenant, by the views of `reporting`.
  public static func count(_ connection: Connection, of tenant: GUID) throws -> Int64 {
    let rows = try connection.execute(sql, [.uuid(high: tenant.high, low: tenant.low)])
    return try rows.first.map { try $0.int64(1) + $0.int64(2) } ?? 0
  }

  /// The counts of accounts and devices.
  ///
  /// `$1` tenant, or null for all.
  static let sql = """
    SELECT s.tenant, sum(s.accounts)::bigint, sum(s.devices)::bigint
    FROM (
        SELECT tenant, count(*) FILTER (WHERE stale) AS accounts, 0 AS devices
        FROM reporting.v1_account
        GROUP BY tenant
        UNION ALL
        SELECT tenant, 0, count(*) FILTER (WHERE stale)
        FROM reporting.v1_device
        GROUP BY tenant
    ) AS s
    WHERE $1::uuid IS NULL OR s.tenant = $1
    GROUP BY s.tenant
    """
}
