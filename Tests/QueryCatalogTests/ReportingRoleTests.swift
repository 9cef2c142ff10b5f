import AuditStore
import Postgres
import TestSupport
import Testing

/// What a login that is granted `mamaudit_reporting` can reach.
@Suite("The role for reports")
struct ReportingRoleTests {
  /// What is not the server's own, and not for reports.
  private static let elsewhere = """
    n.nspname NOT IN ('reporting', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
    """

  /// Runs a test with the fleet, its superuser's connection, and one of a login for reports.
  private func withReader(_ body: (Connection, Connection) throws -> Void) throws {
    try ReportFleet.withDatabase { database, connection in
      try database.withLogin(granted: "mamaudit_reporting") { conninfo in
        try body(connection, Connection(.conninfo(conninfo), applicationName: "tests"))
      }
    }
  }

  private func state(_ statement: String, _ reader: Connection) -> String? {
    do {
      _ = try reader.execute(statement)
      return nil
    } catch {
      return error.sqlState ?? error.description
    }
  }

  @Test("it reads every view of reporting, and no table, view or function of any other schema")
  func reads() throws {
    try withReader { connection, reader in
      let relations = try connection.execute(
        """
        SELECT c.oid::regclass::text, c.relkind::text
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND \(Self.elsewhere)
        """)
      var kinds: Set<String> = []
      for row in relations {
        let name = try row.text(0)
        kinds.insert(try row.text(1))
        #expect(state("SELECT count(*) FROM \(name)", reader) == "42501", "\(name)")
      }
      // The tables of the log, the read models with their partitions, and the views over the log.
      #expect(kinds == ["r", "p", "v", "S"])
      #expect(relations.count > 60)
      let functions = try connection.execute(
        """
        SELECT p.oid::regproc::text || '(' || coalesce((
                SELECT string_agg('NULL::' || format_type(t.type, NULL), ', ' ORDER BY t.n)
                    FROM unnest(p.proargtypes) WITH ORDINALITY AS t (type, n)
            ), '') || ')'
            FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
            WHERE \(Self.elsewhere)
        """)
      #expect(functions.count > 10)
      for row in functions {
        let call = try row.text(0)
        #expect(state("SELECT \(call)", reader) == "42501", "\(call)")
      }
      let views = try reader.execute("SELECT view FROM reporting.v1_catalog WHERE ordinal = 0")
      #expect(views.count >= 21)
      for row in views { #expect(state("SELECT count(*) FROM reporting.\(try row.text(0))", reader) == nil) }
    }
  }

  @Test("it changes nothing, also where it switches its read-only setting off")
  func writes() throws {
    try withReader { connection, reader in
      try reader.script("SET default_transaction_read_only TO off")
      var statements = [
        "CREATE TABLE reporting.mine ()", "CREATE TABLE public.mine ()", "CREATE SCHEMA mine",
        "SET ROLE mamaudit_owner", "SET ROLE mamaudit_reader",
        "ALTER VIEW reporting.v1_account RENAME TO mine",
        "COMMENT ON VIEW reporting.v1_account IS 'mine'",
      ]
      for row in try connection.execute(
        "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'reporting'::regnamespace AND relkind = 'v'"
      ) {
        let view = try row.text(0)
        statements += ["DELETE FROM \(view)", "DROP VIEW \(view)"]
      }
      // 55000: the view takes no rows from anybody.
      for statement in statements {
        #expect(["42501", "55000"].contains(state(statement, reader)), "\(statement)")
      }
    }
  }

  @Test("it writes no large object and takes none of the product's locks, and makes no temporary table")
  func publicRights() throws {
    try TestDatabase.withDatabase { database in
      // Rights on a database are not copied with it, so this one is migrated itself.
      let connection = try database.connect()
      try Migrator(connection).up()
      try database.withLogin(granted: "mamaudit_reporting") { conninfo in
        let reader = try Connection(.conninfo(conninfo), applicationName: "tests")
        try reader.script("SET default_transaction_read_only TO off")
        for statement in [
          "SELECT lo_from_bytea(0, 'x')", "SELECT lo_create(0)", "SELECT lo_creat(-1)",
          "SELECT lo_put(1, 0, 'x')",
          "SELECT lo_unlink(1)", "SELECT lo_open(1, 131072)", "SELECT lowrite(0, 'x')",
          "SELECT lo_truncate(0, 1)",
          "SELECT pg_advisory_lock(1)", "SELECT pg_try_advisory_xact_lock(1, 2)",
          "SELECT pg_advisory_unlock_all()",
          "CREATE TEMPORARY TABLE mine ()",
        ] {
          #expect(state(statement, reader) == "42501", "\(statement)")
        }
      }
      try connection.withRole("mamaudit_projector") {
        let both = try connection.execute("SELECT pg_try_advisory_lock(1, 2) AND pg_advisory_unlock(1, 2)")
          .single()
        let isAllowed = try both.bool(0)
        #expect(isAllowed)
      }
    }
  }

  @Test("no cell of any view is an infinity")
  func finite() throws {
    try withReader { connection, reader in
      let columns = try reader.execute(
        """
        SELECT view, string_agg(quote_ident("column"), ' ' ORDER BY ordinal)
            FROM reporting.v1_catalog
            WHERE type IN ('timestamptz', 'date', 'double precision')
            GROUP BY view
        """)
      #expect(columns.count >= 10)
      for row in columns {
        let view = try row.text(0)
        let infinite = try row.text(1).split(separator: " ").map { "\($0)::text LIKE '%nfinity'" }
        let count = try reader.execute(
          "SELECT count(*) FROM reporting.\(view) WHERE \(infinite.joined(separator: " OR "))")
        #expect(try count.single().int64(0) == 0, "\(view)")
      }
    }
  }

  @Test("the role has the settings of a login for reports, and keeps those that somebody has changed")
  func settings() throws {
    let settings = """
      SELECT array_to_string(setconfig, ' ') FROM pg_db_role_setting
          WHERE setrole = 'mamaudit_reporting'::regrole AND setdatabase = 0
      """
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let migrations = try Migration.embedded()
      let frozen = try #require(migrations.first { $0.name.hasSuffix("_reporting_frozen.sql") })
      try Migrator(connection, migrations: Array(migrations.prefix(Int(frozen.version) - 1))).up()
      // Roles belong to all databases of the server: what is changed here is undone.
      try connection.script(
        """
        BEGIN; ALTER ROLE mamaudit_reporting RESET ALL; ALTER ROLE mamaudit_reporting SET statement_timeout TO '5min'
        """)
      defer { try? connection.script("ROLLBACK") }
      try connection.script(frozen.sql)
      #expect(
        try connection.execute(settings).single().text(0)
          == "statement_timeout=5min TimeZone=UTC search_path=reporting default_transaction_read_only=on")
    }
  }
}
