import Postgres

extension StoreCheck {
  /// What the server must do so that a committed event stays.
  public static let durability: [StoreCheck] = [
    setting("fsync", "a power cut may destroy the database", remedy: "set fsync = on and reload the server"),
    setting(
      "full_page_writes", "a power cut may tear a page",
      remedy: "set full_page_writes = on and reload the server"),
    setting(
      "data_checksums", "damage on the disk goes unnoticed",
      remedy: "stop the server and run pg_checksums --enable on its data directory"),
  ]

  /// A setting of the server that must be on.
  private static func setting(_ name: String, _ danger: String, remedy: String) -> StoreCheck {
    StoreCheck(
      "server.\(name)", "on",
      sql: """
        SELECT s.setting || ': ' || $2
            FROM pg_catalog.pg_settings AS s
            WHERE s.name = $1 AND s.setting <> 'on'
        """, [.text(name), .text(danger)], remedy: remedy)
  }

  /// What sessions must wait for, by their own setting and by those of roles and databases.
  public static let commits = StoreCheck(
    "server.synchronous_commit", "a commit is on the disk before it is acknowledged",
    sql: """
      SELECT 'off: an acknowledged event may be lost in a power cut'
          WHERE pg_catalog.current_setting('synchronous_commit') = 'off'
      UNION ALL
      SELECT 'off for ' || coalesce('the role ' || r.rolname, 'every role')
              || coalesce(' in the database ' || d.datname, ' in every database')
          FROM pg_catalog.pg_db_role_setting AS s
          LEFT JOIN pg_catalog.pg_roles AS r ON r.oid = s.setrole
          LEFT JOIN pg_catalog.pg_database AS d ON d.oid = s.setdatabase
          WHERE 'synchronous_commit=off' = ANY (s.setconfig)
              AND (s.setdatabase = 0 OR d.datname = pg_catalog.current_database())
      """, remedy: "run ALTER SYSTEM, ALTER ROLE or ALTER DATABASE … RESET synchronous_commit")
}
