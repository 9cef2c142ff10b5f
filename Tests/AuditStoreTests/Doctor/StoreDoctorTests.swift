import Postgres
import TestSupport
import Testing

@testable import AuditStore

@Suite struct StoreDoctorTests {
  /// What somebody does to a database, the checks that must find it, and what they must name.
  private static let damage: [(sql: String, checks: [String], names: String)] = [
    ("SET LOCAL synchronous_commit = off", ["server.synchronous_commit"], "off"),
    (
      "ALTER ROLE CURRENT_USER SET synchronous_commit = off", ["server.synchronous_commit"],
      "off for the role mamaudit in every database"
    ),
    ("DROP TABLE audit.name_counter", ["log.tables"], "name_counter is missing"),
    (
      "ALTER TABLE audit.event ENABLE TRIGGER refuse_change; ALTER TABLE audit.event ENABLE TRIGGER refuse_row_change",
      ["log.triggers"], "UPDATE on audit.event is not refused"
    ),
    (
      "DROP TRIGGER refuse_change ON audit.disclosure", ["log.triggers"],
      "TRUNCATE on audit.disclosure is not refused"
    ),
    (
      "ALTER TABLE audit.log DISABLE TRIGGER guard_log", ["log.triggers"],
      "UPDATE on audit.log is not refused"
    ),
    ("DROP TRIGGER refuse_change ON audit.name_counter", ["log.triggers"], "DELETE on audit.name_counter"),
    (
      """
      SET LOCAL ROLE mamaudit_owner; CREATE TABLE audit.beside (x integer); RESET ROLE
      """, ["log.triggers"], "DELETE on audit.beside is not refused"
    ),
    (
      """
      CREATE FUNCTION pg_temp.drop_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER a_first BEFORE INSERT ON audit.event FOR EACH ROW EXECUTE FUNCTION pg_temp.drop_row()
      """, ["log.triggers"], "trigger a_first on audit.event is not the product's"
    ),
    (
      "CREATE RULE swallow AS ON INSERT TO audit.event DO INSTEAD NOTHING", ["log.triggers"],
      "rule swallow on audit.event is not the product's"
    ),
    ("ALTER FUNCTION audit.open_log OWNER TO CURRENT_USER", ["log.owners"], "audit.open_log"),
    ("ALTER TABLE projection.checkpoint OWNER TO CURRENT_USER", ["log.owners"], "projection.checkpoint"),
    ("ALTER SCHEMA reporting OWNER TO CURRENT_USER", ["log.owners"], "schema reporting belongs to mamaudit"),
    ("ALTER FUNCTION audit.append RESET ALL", ["log.functions"], "has no pinned search path"),
    (
      "GRANT EXECUTE ON FUNCTION audit.record_json TO PUBLIC", ["log.functions", "grants.others"],
      "audit.record_json(text) may be executed by PUBLIC"
    ),
    ("ALTER TABLE audit.event DISABLE ROW LEVEL SECURITY", ["log.policies"], "audit.event shows every log"),
    (
      "CREATE POLICY all_rows ON audit.event USING (true)", ["log.policies"],
      "policy all_rows on audit.event is not the product's"
    ),
    (
      "ALTER ROLE mamaudit_sealer LOGIN BYPASSRLS", ["roles.attributes"],
      "mamaudit_sealer has LOGIN, BYPASSRLS"
    ),
    (
      "GRANT mamaudit_owner TO mamaudit_writer", ["roles.members"],
      "mamaudit_writer is a member of mamaudit_owner"
    ),
    (
      "GRANT SELECT ON audit.name_counter TO mamaudit_viewer", ["grants.viewer"],
      "mamaudit_viewer has SELECT on audit.name_counter"
    ),
    (
      "GRANT DELETE ON projection.account TO mamaudit_owner", ["grants.owner"],
      "mamaudit_owner has DELETE on projection.*"
    ),
    (
      "REVOKE EXECUTE ON FUNCTION audit.append FROM mamaudit_writer", ["grants.writer"],
      "mamaudit_writer lacks EXECUTE on audit.append"
    ),
    (
      "GRANT INSERT ON audit.event TO mamaudit_writer", ["grants.writer"],
      "mamaudit_writer has INSERT on audit.event"
    ),
    (
      "GRANT SELECT (record) ON audit.event TO mamaudit_reader", ["grants.reader"],
      "mamaudit_reader has SELECT on audit.event.record"
    ),
    (
      "GRANT USAGE ON SCHEMA audit TO mamaudit_reporting", ["grants.reporting"],
      "mamaudit_reporting has USAGE on schema audit"
    ),
    (
      "REVOKE SELECT ON audit.narrow FROM mamaudit_projector", ["grants.projector"],
      "mamaudit_projector lacks SELECT on audit.narrow"
    ),
    (
      "GRANT SELECT ON audit.disclosures TO mamaudit_sealer", ["grants.sealer"],
      "mamaudit_sealer has SELECT on audit.disclosures"
    ),
    (
      "GRANT DELETE ON audit.disclosure TO mamaudit_keeper", ["grants.keeper"],
      "mamaudit_keeper has DELETE on audit.disclosure"
    ),
    ("GRANT SELECT ON audit.event TO PUBLIC", ["grants.others"], "PUBLIC has SELECT on audit.event"),
    (
      "GRANT SELECT ON reporting.v1_event TO mamaudit_reporting WITH GRANT OPTION", ["grants.others"],
      "mamaudit_reporting may pass on SELECT on reporting.*"
    ),
    (
      "ALTER ROLE mamaudit_reporting RESET statement_timeout", ["reporting.role"],
      "mamaudit_reporting does not set statement_timeout"
    ),
    (
      "ALTER ROLE mamaudit_reporting SET timezone TO 'Europe/Oslo'", ["reporting.role"],
      "mamaudit_reporting has timezone Europe/Oslo"
    ),
    (
      "CREATE ROLE mamaudit_test_board LOGIN IN ROLE mamaudit_reporting", ["reporting.logins"],
      "mamaudit_test_board does not pin timezone; mamaudit_test_board has no statement_timeout"
    ),
  ]

  @Test("a database as the migrations make it passes every check")
  func sound() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let findings = try StoreDoctor(database.connect()).examine(skipsDurability: true)
      for finding in findings { #expect(finding.ok && finding.remedy == nil, "\(finding)") }
      #expect(Set(findings.map(\.name)).count == findings.count)
    }
  }

  @Test("each damage is found by the check that is for it, named, and by no other", arguments: damage.indices)
  func found(index: Int) throws {
    let (sql, checks, names) = Self.damage[index]
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try Self.undone(connection) {
        try connection.script(sql)
        let failed = try StoreDoctor(connection).examine(skipsDurability: true).filter { !$0.ok }
        #expect(failed.map(\.name) == checks)
        #expect(failed.first?.detail.contains(names) ?? false, "\(failed)")
        #expect(failed.allSatisfy { $0.remedy != nil })
      }
    }
  }

  @Test("every check of the log and the roles can fail")
  func everyCheckFails() {
    let all = (StoreCheck.log + StoreCheck.roles + StoreCheck.reporting + [StoreCheck.commits]).map(\.name)
    #expect(Set(Self.damage.flatMap(\.checks)) == Set(all))
  }

  @Test("views for reports may be granted to a login of its own")
  func dashboards() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try Self.undone(connection) {
        try connection.script(
          """
          CREATE ROLE mamaudit_test_dashboard;
          GRANT USAGE ON SCHEMA reporting TO mamaudit_test_dashboard;
          GRANT SELECT ON reporting.v1_account TO mamaudit_test_dashboard
          """)
        #expect(try StoreDoctor(connection).examine(skipsDurability: true).allSatisfy(\.ok))
        try connection.script("GRANT UPDATE ON reporting.v1_account TO mamaudit_test_dashboard")
        let failed = try StoreDoctor(connection).examine(skipsDurability: true).filter { !$0.ok }
        #expect(failed.map(\.name) == ["grants.others"])
      }
    }
  }

  @Test(
    "a login for reports is pinned by its own settings or the database's; that for it in the database wins",
    arguments: [
      (["ALTER ROLE $ SET timezone TO 'UTC'", "ALTER ROLE $ SET statement_timeout TO '2min'"], []),
      (["ALTER DATABASE # SET timezone TO 'etc/utc'", "ALTER DATABASE # SET statement_timeout TO 900"], []),
      (
        ["ALTER ROLE $ SET timezone TO 'UTC'", "ALTER DATABASE # SET statement_timeout TO '30s'"]
          + [
            "ALTER ROLE $ IN DATABASE # SET timezone TO 'Asia/Tokyo'",
            "ALTER ROLE $ SET statement_timeout TO 0",
          ],
        ["$ has timezone Asia/Tokyo", "$ has no statement_timeout"]
      ),
      // One that does other work too is left alone.
      (["GRANT mamaudit_reader TO $"], []),
      (["CREATE ROLE $s ROLE $", "REVOKE mamaudit_reporting FROM $"], []),
      (
        ["CREATE ROLE $s ROLE $", "REVOKE mamaudit_reporting FROM $", "GRANT mamaudit_reporting TO $s"],
        ["$ does not pin timezone", "$ has no statement_timeout"]
      ),
    ])
  func logins(statements: [String], details: [String]) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let login = "board_\(database.name)"
      try Self.undone(connection) {
        try connection.script("CREATE ROLE \(login) LOGIN IN ROLE mamaudit_reporting")
        for statement in statements {
          try connection.script(
            statement.replacing("$", with: login).replacing("#", with: database.name))
        }
        let failed = try StoreDoctor(connection).examine(skipsDurability: true).filter { !$0.ok }
        #expect(failed.map(\.name) == (details.isEmpty ? [] : ["reporting.logins"]))
        let expected = details.map { $0.replacing("$", with: login) }.joined(separator: "; ")
        #expect(failed.first?.detail ?? "" == expected)
      }
    }
  }

  @Test("a server that does not wait for the disk is found: that of the tests")
  func durability() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let failed = try StoreDoctor(database.connect()).examine().filter { !$0.ok }
      #expect(failed.map(\.name) == ["server.fsync", "server.full_page_writes"])
      #expect(failed.first?.detail == "off: a power cut may destroy the database")
    }
  }

  @Test("of a schema that is not this program's nothing but the migrations is looked at")
  func unmigrated() throws {
    try TestDatabase.withDatabase { database in
      let findings = try StoreDoctor(database.connect()).examine(skipsDurability: true)
      #expect(findings.map(\.name) == ["server.synchronous_commit", "server.clock", "schema.migrations"])
      #expect(findings.last?.ok == false)
      #expect(findings.last?.remedy == "run 'mamaudit migrate up'")
    }
  }

  @Test("a clock is compared with the server's, both ways", arguments: [Int64(-6), -4, 0, 4, 6, 3600])
  func clock(seconds: Int64) throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let server = try connection.execute("SELECT clock_timestamp()").single().timestamp(0)
      let finding = try StoreDoctor(connection).clock { server + seconds * 1_000_000 }
      #expect(finding.ok == (abs(seconds) < 5))
      if seconds == 3600 { #expect(finding.detail.hasPrefix("3599 s behind")) }
    }
  }

  /// Runs `body` in a transaction that leaves nothing behind: roles belong to all databases of the server.
  private static func undone(_ connection: Connection, _ body: () throws -> Void) throws {
    try connection.script("BEGIN")
    defer { try? connection.script("ROLLBACK") }
    try body()
  }
}
