import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct AppendOnlyTests {
  private static let tables = [
    "event", "disclosure", "link", "account", "app", "device", "extension_type", "event_type", "enumeration",
    "event_flag", "migration",
  ]

  private static func withFilledLog<R>(_ body: (Connection, TestDatabase) throws -> R) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      let appender = try Appender(database.connect())
      var batch = Sample.batch([
        try Sample.event("a", identity: "user@contoso.example"), try Sample.event("x", type: "x.other"),
      ])
      _ = try appender.append(&batch)
      return try body(database.connect(), database)
    }
  }

  @Test(
    "UPDATE, DELETE and TRUNCATE are refused to the superuser, to the owner, and in a session of a replica",
    arguments: ["RESET ROLE", "SET ROLE mamaudit_owner", "SET session_replication_role = replica"])
  func changes(session: String) throws {
    try Self.withFilledLog { connection, _ in
      try connection.script(session)
      for table in Self.tables {
        let column = try connection.execute(
          "SELECT attname::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1",
          [.text("audit.\(table)")]
        ).single().text(0)
        for statement in [
          "UPDATE audit.\(table) SET \(column) = \(column)",
          "UPDATE audit.\(table) SET \(column) = \(column) WHERE false",
          "DELETE FROM audit.\(table)", "DELETE FROM audit.\(table) WHERE false", "TRUNCATE audit.\(table)",
          "TRUNCATE audit.log CASCADE", "DELETE FROM audit.log",
        ] {
          let error = #expect(throws: PostgresError.self, "\(statement)") {
            try connection.execute(statement)
          }
          #expect(error?.sqlState == "MA010", "\(statement)")
        }
      }
      let count = try connection.execute("SELECT count(*) FROM audit.event").single().int64(0)
      #expect(count == 2)
    }
  }

  @Test(
    "a log's head and clock go nowhere but to an event, and it keeps its tenant",
    arguments: [
      "head = head - 1", "head = head", "head = head + 1",
      "last_recorded_at = last_recorded_at + interval '1 us'",
      "head = head + 1, last_recorded_at = clock_timestamp()",
      "last_recorded_at = last_recorded_at - interval '1 us'", "last_recorded_at = NULL",
      "tenant = gen_random_uuid()", "created_at = now()",
    ])
  func headMoves(change: String) throws {
    try Self.withFilledLog { connection, _ in
      let error = #expect(throws: PostgresError.self) {
        try connection.execute("UPDATE audit.log SET \(change)")
      }
      #expect(error?.sqlState == "MA010")
    }
  }

  @Test(
    "a number of a name is never given again",
    arguments: ["next = 1", "next = next", "log_id = 2", "kind = 'x'"])
  func counterGoesBack(change: String) throws {
    try Self.withFilledLog { connection, _ in
      try connection.script("SET session_replication_role = replica")
      let error = #expect(throws: PostgresError.self) {
        try connection.execute("UPDATE audit.name_counter SET \(change)")
      }
      #expect(error?.sqlState == "MA010")
    }
  }

  @Test(
    "every trigger of the schema is enabled always, and every function pins its search path and is nobody's by default"
  )
  func catalog() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let triggers = try connection.execute(
        """
        SELECT tgrelid::regclass::text, tgname::text FROM pg_trigger
          WHERE NOT tgisinternal AND tgenabled <> 'A' AND tgrelid::regclass::text LIKE 'audit.%'
        """)
      #expect(triggers.isEmpty)
      let functions = try connection.execute(
        """
        SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
          WHERE n.nspname = 'audit' AND (
            NOT EXISTS (SELECT FROM unnest(p.proconfig) c WHERE c LIKE 'search_path=pg_catalog, pg_temp')
            OR pg_get_userbyid(p.proowner) <> 'mamaudit_owner'
            OR EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0))
        """)
      #expect(try functions.map { try $0.text(0) } == [])
      let tables = try connection.execute(
        """
        SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = 'audit' AND c.relkind IN ('r', 'v', 'S') AND (
            pg_get_userbyid(c.relowner) NOT IN ('mamaudit_owner', 'mamaudit_viewer')
            OR (pg_get_userbyid(c.relowner) = 'mamaudit_viewer' AND c.relkind <> 'v')
            OR EXISTS (SELECT FROM aclexplode(c.relacl) a WHERE a.grantee = 0))
        """)
      #expect(try tables.map { try $0.text(0) } == [])
    }
  }

  @Test("what each role may do with the relations and functions of the log, all of it")
  func roleMatrix() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let rows = try connection.execute(
        """
        SELECT g.rolname::text || ' ' || string_agg(g.may, ', ' ORDER BY g.may COLLATE "C") FROM (
          SELECT r.rolname, a.privilege_type || ' ' || c.relname AS may
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) a
            JOIN pg_roles r ON r.oid = a.grantee
            WHERE n.nspname = 'audit' AND a.grantee <> c.relowner AND r.rolname <> 'mamaudit_owner'
              AND c.relname NOT IN ('event_type', 'enumeration', 'event_flag', 'migration')
          UNION ALL
          SELECT r.rolname, a.privilege_type || ' ' || p.proname
            FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, aclexplode(p.proacl) a
            JOIN pg_roles r ON r.oid = a.grantee
            WHERE n.nspname = 'audit' AND r.rolname <> 'mamaudit_owner'
        ) g GROUP BY g.rolname ORDER BY 1
        """)
      #expect(
        try rows.map { try $0.text(0) } == [
          "mamaudit_keeper EXECUTE append_own, SELECT accounts, SELECT disclosures, SELECT links, SELECT logs",
          "mamaudit_projector EXECUTE record_attributes, EXECUTE record_json, SELECT accounts, SELECT apps, "
            + "SELECT devices, SELECT extension_types, SELECT identities, SELECT links, SELECT logs, SELECT narrow, "
            + "SELECT releases",
          "mamaudit_reader EXECUTE record_json, EXECUTE rfc3339, SELECT accounts, SELECT apps, SELECT devices, "
            + "SELECT disclosures, SELECT events, SELECT extension_types, SELECT identities, SELECT links, SELECT logs, "
            + "SELECT narrow, SELECT records",
          "mamaudit_reporting EXECUTE record_json", "mamaudit_sealer SELECT logs, SELECT records",
          "mamaudit_viewer SELECT account, SELECT app, SELECT device, SELECT disclosure, SELECT event, "
            + "SELECT extension_type, SELECT link, SELECT log, SELECT logs",
          "mamaudit_writer EXECUTE append, EXECUTE known_positions, EXECUTE open_log, EXECUTE probe, "
            + "EXECUTE resolve_names",
        ])
    }
  }

  @Test(
    "a writer reads and changes nothing but by appending; a reader writes nothing",
    arguments: [
      ("mamaudit_writer", "SELECT * FROM audit.event"), ("mamaudit_writer", "SELECT * FROM audit.events"),
      ("mamaudit_writer", "SELECT * FROM audit.log"),
      ("mamaudit_writer", "INSERT INTO audit.link VALUES (1, 1, 1, 1, now())"),
      ("mamaudit_writer", "SELECT audit.intern(1, 'app', 'name', array['x'])"),
      ("mamaudit_writer", "UPDATE audit.log SET head = head + 1"),
      ("mamaudit_writer", "CREATE TABLE audit.mine ()"),
      ("mamaudit_reader", "SELECT * FROM audit.event"),
      ("mamaudit_reader", "SELECT audit.open_log(gen_random_uuid())"),
      ("mamaudit_reader", "SELECT * FROM audit.resolve_names(1, null, null, array['x'], null, null)"),
      ("mamaudit_reader", "INSERT INTO audit.log_reader VALUES ('mamaudit_reader', 1)"),
      ("mamaudit_reader", "DELETE FROM audit.narrow"), ("mamaudit_reporting", "SELECT * FROM audit.events"),
      ("mamaudit_projector", "SELECT record FROM audit.records"),
      ("mamaudit_keeper", "DELETE FROM audit.disclosure"),
    ])
  func denied(role: String, statement: String) throws {
    try Self.withFilledLog { connection, _ in
      try connection.script("SET ROLE \(role)")
      let error = #expect(throws: PostgresError.self) { try connection.execute(statement) }
      #expect(error?.sqlState == "42501" || error?.sqlState == "55000")
    }
  }

  @Test("a role reads the logs that it is granted, in every view, and no other")
  func logGrants() throws {
    try Self.withFilledLog { connection, database in
      let appender = try Appender(database.connect())
      var batch = Sample.batch(
        [try Sample.event("b", tenant: Sample.otherTenant, identity: "b@c")], tenant: Sample.otherTenant)
      _ = try appender.append(&batch)
      // Roles are the cluster's: the name is this database's.
      let role = "\(database.name)_auditor"
      try connection.script(
        """
        CREATE ROLE \(role); GRANT USAGE ON SCHEMA audit TO \(role);
        GRANT SELECT ON ALL TABLES IN SCHEMA audit TO \(role);
        REVOKE SELECT ON audit.event, audit.log, audit.account, audit.app, audit.device, audit.link, audit.disclosure,
          audit.extension_type FROM \(role);
        INSERT INTO audit.log_reader VALUES ('\(role)', (SELECT log_id FROM audit.log ORDER BY log_id DESC LIMIT 1));
        GRANT EXECUTE ON FUNCTION audit.record_json TO \(role)
        """)
      defer { try? connection.script("RESET ROLE; DROP OWNED BY \(role); DROP ROLE \(role)") }
      let count = { (view: String) in
        try connection.execute("SELECT count(DISTINCT log_id), count(*) FROM audit.\(view)").single()
      }
      for view in [
        "logs", "narrow", "records", "accounts", "apps", "devices", "links", "disclosures", "events",
      ] {
        try connection.script("SET ROLE mamaudit_reader")
        #expect(try count(view).int64(0) == 2, "\(view)")
        try connection.script("SET ROLE \(role)")
        #expect(try count(view).int64(0) == 1, "\(view)")
      }
      #expect(try count("extension_types").int64(1) == 0)
    }
  }
}
