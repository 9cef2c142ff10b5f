import Postgres

extension StoreCheck {
  /// What the logins for reports and dashboards have set for them.
  ///
  /// Days and filters of dashboards follow the time zone of the session, and a chart with a mistake in it may run for
  /// hours. A session may change both; they are a convenience, and the grants are the barrier.
  public static let reporting: [StoreCheck] = [
    StoreCheck(
      "reporting.role", "mamaudit_reporting has the settings that its logins are to have",
      sql: """
        WITH settings AS (\(settings))
        SELECT 'mamaudit_reporting does not set ' || wanted
            FROM unnest($1) AS wanted
            WHERE NOT EXISTS (
                SELECT FROM settings AS s WHERE s.role = 'mamaudit_reporting'::regrole AND s.name = wanted)
        UNION ALL
        SELECT 'mamaudit_reporting has timezone ' || s.value
            FROM settings AS s
            WHERE s.role = 'mamaudit_reporting'::regrole
                AND s.name = 'timezone'
                AND lower(s.value) NOT IN ('utc', 'etc/utc')
        """,
      [.textArray(["timezone", "statement_timeout", "search_path", "default_transaction_read_only"])],
      remedy: """
        run ALTER ROLE mamaudit_reporting SET timezone TO 'UTC', and likewise statement_timeout TO '30s', \
        search_path TO 'reporting' and default_transaction_read_only TO on
        """),
    StoreCheck(
      "reporting.logins",
      "every login for reports is pinned to UTC and has a statement timeout; run reports that others wrote with such a login",
      // One that is granted other roles too does other work, and the settings are its own affair. Of several settings
      // the one for the login in this database wins, then the one for the login, then the one for the database.
      sql: """
        WITH settings AS (\(settings)), login AS (
            SELECT r.oid, r.rolname
                FROM pg_catalog.pg_roles AS r
                WHERE r.rolcanlogin
                    AND NOT r.rolsuper
                    AND pg_catalog.pg_has_role(r.oid, 'mamaudit_reporting', 'MEMBER')
                    AND NOT EXISTS (
                        SELECT
                            FROM pg_catalog.pg_roles AS other
                            WHERE other.rolname = ANY ($1) AND pg_catalog.pg_has_role(r.oid, other.oid, 'MEMBER'))
        ), pinned AS (
            SELECT l.rolname, n.name, (
                        SELECT s.value
                            FROM settings AS s
                            WHERE s.role IN (l.oid, 0)
                                AND s.database IN (d.oid, 0)
                                AND s.name = n.name
                            ORDER BY s.role = 0, s.database = 0
                            LIMIT 1
                    ) AS value
                FROM login AS l
                CROSS JOIN (VALUES ('timezone'), ('statement_timeout')) AS n (name)
                JOIN pg_catalog.pg_database AS d ON d.datname = pg_catalog.current_database()
        )
        SELECT p.rolname || CASE p.name
                    WHEN 'timezone' THEN coalesce(' has timezone ' || p.value, ' does not pin timezone')
                    ELSE ' has no statement_timeout'
                END
            FROM pinned AS p
            WHERE CASE p.name
                    WHEN 'timezone' THEN lower(coalesce(p.value, '')) NOT IN ('utc', 'etc/utc')
                    ELSE coalesce(p.value, '0') ~ '^0[a-z]*$'
                END
            ORDER BY p.rolname, p.name DESC
        """,
      [.textArray(StoreRole.allCases.filter { $0 != .reporting }.map(\.rawValue))],
      remedy: "run ALTER ROLE … SET timezone TO 'UTC' and ALTER ROLE … SET statement_timeout TO '30s'"),
  ]

  /// What is set for roles and databases: 0 stands for all of them.
  private static let settings = """
    SELECT s.setrole AS role, s.setdatabase AS database, lower(split_part(c.setting, '=', 1)) AS name,
                substr(c.setting, strpos(c.setting, '=') + 1) AS value
            FROM pg_catalog.pg_db_role_setting AS s CROSS JOIN LATERAL unnest(s.setconfig) AS c (setting)
    """
}
