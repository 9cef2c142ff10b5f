import Postgres

extension StoreCheck {
  private static let compare = "run 'mamaudit migrate drift' to see what differs, and put it back"

  /// What keeps the log append-only: tables, triggers, owners, functions and policies.
  public static let log: [StoreCheck] = [
    StoreCheck(
      "log.tables", "all tables of the log are there",
      sql: """
        SELECT wanted || ' is missing'
            FROM unnest($1) AS wanted
            WHERE pg_catalog.to_regclass('audit.' || wanted) IS NULL
        """,
      [
        .textArray([
          "account", "app", "device", "disclosure", "enumeration", "event", "event_flag", "event_type",
          "extension_type", "link", "log", "log_reader", "migration", "name_counter",
        ])
      ], remedy: "restore the database from a backup"),
    StoreCheck(
      "log.triggers", "UPDATE, DELETE and TRUNCATE are refused on every table of the log, always",
      // The numbers are the bits of tgtype: 2 is BEFORE. Who reads which log may change.
      sql: """
        WITH guard AS (
            SELECT p.oid FROM pg_catalog.pg_proc AS p
                WHERE p.pronamespace = 'audit'::regnamespace AND p.proname IN ('refuse_change', 'guard_log', 'guard_counter')
        )
        SELECT o.operation || ' on audit.' || c.relname || ' is not refused'
            FROM pg_catalog.pg_class AS c
            CROSS JOIN (VALUES ('DELETE', 8), ('UPDATE', 16), ('TRUNCATE', 32)) AS o (operation, bit)
            WHERE c.relnamespace = 'audit'::regnamespace
                AND c.relkind IN ('r', 'p')
                AND c.relname <> 'log_reader'
                AND NOT EXISTS (
                    SELECT FROM pg_catalog.pg_trigger AS t JOIN guard ON guard.oid = t.tgfoid
                        WHERE t.tgrelid = c.oid
                            AND t.tgenabled = 'A'
                            AND t.tgtype & 2 <> 0
                            AND t.tgtype & o.bit <> 0
                            AND t.tgqual IS NULL
                            AND t.tgattr::text = ''
                )
        UNION ALL
        SELECT 'trigger ' || t.tgname || ' on audit.' || c.relname || ' is not the product''s'
            FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid
            WHERE c.relnamespace = 'audit'::regnamespace
                AND NOT t.tgisinternal
                AND t.tgfoid NOT IN (SELECT oid FROM guard)
        UNION ALL
        SELECT 'rule ' || r.rulename || ' on ' || c.oid::regclass || ' is not the product''s'
            FROM pg_catalog.pg_rewrite AS r JOIN pg_catalog.pg_class AS c ON c.oid = r.ev_class
            WHERE c.relnamespace = 'audit'::regnamespace AND r.rulename <> '_RETURN'
        """, remedy: compare + "; what was written meanwhile is not to be trusted"),
    StoreCheck(
      "log.owners", "schemas, tables, views and functions belong to the roles that nobody logs in as",
      sql: """
        WITH owned (object, owner, owners) AS (
            SELECT 'schema ' || n.nspname, n.nspowner,
                    CASE n.nspname WHEN 'projection' THEN ARRAY['mamaudit_projector'] ELSE ARRAY['mamaudit_owner'] END
                FROM pg_catalog.pg_namespace AS n WHERE n.nspname IN ('audit', 'projection', 'reporting')
            UNION ALL
            SELECT c.oid::regclass::text, c.relowner,
                    CASE
                        WHEN c.relnamespace = 'projection'::regnamespace THEN ARRAY['mamaudit_projector']
                        WHEN c.relnamespace = 'audit'::regnamespace AND c.relkind = 'v'
                            THEN ARRAY['mamaudit_owner', 'mamaudit_viewer']
                        ELSE ARRAY['mamaudit_owner']
                    END
                FROM pg_catalog.pg_class AS c
                WHERE c.relnamespace IN ('audit'::regnamespace, 'projection'::regnamespace, 'reporting'::regnamespace)
                    AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
            UNION ALL
            SELECT 'function ' || p.oid::regprocedure, p.proowner,
                    CASE p.pronamespace WHEN 'projection'::regnamespace THEN ARRAY['mamaudit_projector']
                        ELSE ARRAY['mamaudit_owner'] END
                FROM pg_catalog.pg_proc AS p
                WHERE p.pronamespace IN ('audit'::regnamespace, 'projection'::regnamespace, 'reporting'::regnamespace)
        )
        SELECT o.object || ' belongs to ' || pg_catalog.pg_get_userbyid(o.owner)
            FROM owned AS o
            WHERE pg_catalog.pg_get_userbyid(o.owner) <> ALL (o.owners)
            ORDER BY o.object
        """, remedy: "run ALTER … OWNER TO the role that 'mamaudit migrate drift' names"),
    StoreCheck(
      "log.functions", "every function pins its search path, and PUBLIC executes none",
      sql: """
        SELECT p.oid::regprocedure || ' has no pinned search path'
            FROM pg_catalog.pg_proc AS p
            WHERE p.pronamespace IN ('audit'::regnamespace, 'projection'::regnamespace, 'reporting'::regnamespace)
                AND NOT coalesce('search_path=pg_catalog, pg_temp' = ANY (p.proconfig), false)
        UNION ALL
        SELECT p.oid::regprocedure || ' may be executed by PUBLIC'
            FROM pg_catalog.pg_proc AS p
            WHERE p.pronamespace IN ('audit'::regnamespace, 'projection'::regnamespace, 'reporting'::regnamespace)
                AND (p.proacl IS NULL OR EXISTS (
                    SELECT FROM pg_catalog.aclexplode(p.proacl) AS a WHERE a.grantee = 0))
        """, remedy: compare),
    StoreCheck(
      "log.policies", "readers see the logs that they are granted alone",
      sql: """
        SELECT 'audit.' || c.relname || ' shows every log'
            FROM pg_catalog.pg_class AS c
            WHERE c.relnamespace = 'audit'::regnamespace
                AND c.relname IN ('event', 'disclosure', 'link', 'account', 'app', 'device', 'extension_type')
                AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_catalog.pg_policy AS p WHERE p.polrelid = c.oid))
        UNION ALL
        SELECT 'policy ' || p.polname || ' on ' || p.polrelid::regclass || ' is not the product''s'
            FROM pg_catalog.pg_policy AS p JOIN pg_catalog.pg_class AS c ON c.oid = p.polrelid
            WHERE c.relnamespace = 'audit'::regnamespace AND p.polname <> 'granted_logs'
        """, remedy: compare),
  ]
}
