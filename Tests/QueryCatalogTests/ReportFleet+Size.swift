import Postgres

extension ReportFleet {
  /// Multiplies what the first tenant has, by SQL alone: forty thousand more events, and for two thousand more accounts
  /// what the read models of the first ones say, so that the planner sees a store of some size.
  ///
  /// - Parameter isAnalysed: whether the planner is told; a store is not in its first minute.
  static func grow(_ connection: Connection, isAnalysed: Bool) throws {
    let tables = ["account", "device", "account_installation", "installation", "wipe", "account_finding"]
    // What autovacuum does meanwhile must not make one case the other.
    let isOff = "autovacuum_enabled = false"
    try connection.script(
      """
      ALTER TABLE audit.event SET (\(isOff));
      INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash,
          facts, record)
        SELECT 1, 100000 + n, now(), now(), gen_random_uuid(), 0, 3, sha256(''), '', repeat('x', 600)
        FROM generate_series(0, 40000) AS n;
      INSERT INTO audit.disclosure (log_id, position, ordinal, path, disclosure)
        SELECT 1, 100000 + n, 0, 'data.identity', repeat('x', 90) FROM generate_series(0, 20000) AS n;
      INSERT INTO audit.account (log_id, account_id, object_id)
        SELECT 1, 10000 * c + account_id, gen_random_uuid()
        FROM audit.account, generate_series(1, 50) AS c WHERE log_id = 1;
      INSERT INTO audit.device (log_id, device_id, name)
        SELECT 1, 10000 * c + device_id, name || '-' || c FROM audit.device, generate_series(1, 50) AS c
        WHERE log_id = 1;
      """)
    for table in tables { try multiply(table, connection) }
    guard isAnalysed else { return }
    try connection.script("ANALYZE")
  }

  /// Copies the rows of a table fifty times, each with accounts, devices and findings of its own.
  private static func multiply(_ table: String, _ connection: Connection) throws {
    let columns = try connection.execute(
      """
      SELECT attname::text FROM pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
      """, [.text("projection.\(table)")]
    ).map { try $0.text(0) }
    let values = columns.map { column in
      switch column {
      case "account_id", "device_id", "owner_id": "10000 * c + \(column)"
      case "account" where table == "account":
        """
        (SELECT object_id::text FROM audit.account AS g
          WHERE g.log_id = 1 AND g.account_id = 10000 * c + t.account_id)
        """
      case "finding": "left(md5(t.finding || c), 16)"
      case "opened_by": "100000 + c * 700"
      default: column
      }
    }
    try connection.script(
      """
      INSERT INTO projection.\(table) (\(columns.joined(separator: ", ")))
        SELECT \(values.joined(separator: ", "))
        FROM projection.\(table) AS t, generate_series(1, 50) AS c
        WHERE t.log_id = 1;
      """)
  }
}
