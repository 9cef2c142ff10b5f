import Foundation
import Postgres
import Testing

@Suite struct PrivateClusterTests {
  @Test("from nothing: status, up, doctor, a query by psql's words, down, and up again")
  func life() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("mamaudit-\(UUID().uuidString)")
      .path
    let environment = ["MAMAUDIT_HOME": home]
    defer {
      _ = try? Tool.run(["down"], environment: environment)
      try? FileManager.default.removeItem(atPath: home)
    }

    let absent = try Tool.run(["status"], environment: environment)
    #expect(absent.status == 3)
    #expect(try Self.cluster(absent)["state"] as? String == "absent")
    #expect(!FileManager.default.fileExists(atPath: home))
    #expect(try Tool.run(["doctor"], environment: environment).status == 5)
    #expect(try Tool.run(["down"], environment: environment).status == 0)

    let up = try Tool.run(["up"], environment: environment)
    #expect(up.status == 0)
    let described = try #require(try up.objects().first)
    #expect(described["state"] as? String == "running")
    #expect((described["applied"] as? [String])?.first == "0001_roles_and_schemas.sql")
    let conninfo = try #require(described["conninfo"] as? String)
    let connection = try Connection(.conninfo(conninfo), applicationName: "tests")
    let version = try connection.execute("SELECT max(version) FROM audit.migration").single().int32(0)
    #expect(described["schemaVersion"] as? Int == Int(version))

    let doctor = try Tool.run(["doctor"], environment: environment)
    #expect(doctor.status == 0, "\(doctor.stdout)")
    #expect(try doctor.objects().count > 20)

    let status = try Tool.run(["status", "--format", "table"], environment: environment)
    #expect(status.status == 0)
    #expect(status.stdout.contains("psql \"\(conninfo)\""))
    #expect(status.stdout.contains("current"))

    #expect(try Tool.run(["down"], environment: environment).status == 0)
    #expect(
      try Self.cluster(try Tool.run(["status"], environment: environment))["state"] as? String == "stopped")
    let again = try Tool.run(["up"], environment: environment)
    #expect(again.status == 0)
    #expect(try again.objects().first?["applied"] as? [String] == [])
  }

  /// A report that tries to become the owner of the server and to read what reports may not.
  private static let breakout = """
    -- @name breakout
    -- @summary What a report may not read.
    -- @description A report for a test.
    -- @cost bounded
    -- @kind report
    -- @column role text -- The session's role.
    -- @column word text -- What is in a table of the log.
    -- @example
    SELECT session_user::text AS role, mine.act('role', 'none')::text AS word;

    """

  @Test("a report of the private PostgreSQL runs as a login without other rights, and calls nothing volatile")
  func reports() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("mamaudit-\(UUID().uuidString)")
      .path
    let environment = ["MAMAUDIT_HOME": home]
    defer {
      _ = try? Tool.run(["down"], environment: environment)
      try? FileManager.default.removeItem(atPath: home)
    }
    let up = try Tool.run(["up"], environment: environment)
    let conninfo = try #require(try up.objects().first?["conninfo"] as? String)
    let owner = try Connection(.conninfo(conninfo), applicationName: "tests")
    try owner.script(
      """
      CREATE SCHEMA mine;
      CREATE FUNCTION mine.act(text, text) RETURNS text LANGUAGE sql AS 'SELECT set_config($1, $2, false)';
      GRANT USAGE ON SCHEMA mine TO PUBLIC
      """)
    let file = "\(home)/breakout.sql"
    try Data(Self.breakout.utf8).write(to: URL(fileURLWithPath: file))
    for command in [["query", "run", file], ["query", "lint", "--prepare", file]] {
      let refused = try Tool.run(command, environment: environment)
      #expect(refused.status != 0)
      #expect(
        (refused.stdout + refused.stderr).contains("the function mine.act is VOLATILE"), "\(refused.stderr)")
    }
    // One that says that it is stable gets past the check: the login is what stops it.
    try owner.script("ALTER FUNCTION mine.act STABLE")
    let run = try Tool.run(["query", "run", file], environment: environment)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try run.objects().first?["role"] as? String == "mamaudit_reports")
    let escape = Self.breakout.replacing(
      "mine.act('role', 'none')::text AS word",
      with: """
        (SELECT w FROM (SELECT mine.act('role', 'none') AS w OFFSET 0) AS x)
            || (table_to_xml('audit.disclosure', true, false, ''))::text AS word
        """)
    try Data(escape.utf8).write(to: URL(fileURLWithPath: file))
    let escaped = try Tool.run(["query", "run", file], environment: environment)
    #expect(escaped.status == 3)
    #expect(escaped.stderr.contains("42501"))
    // A cluster that was made before there was the login gets it.
    try owner.script("DROP OWNED BY mamaudit_reports; DROP ROLE mamaudit_reports")
    let ident = "\(home)/cluster/pg_ident.conf"
    let lines = try String(contentsOfFile: ident, encoding: .utf8).split(separator: "\n")
    let old = lines.filter { !$0.contains("mamaudit_reports") }.joined(separator: "\n") + "\n"
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: ident))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(old.utf8))
    try handle.close()
    _ = try owner.execute("SELECT pg_reload_conf()")
    let mended = try Tool.run(["query", "run", "log-is-whole"], environment: environment)
    #expect(mended.status == 0, "\(mended.stderr)")
    #expect(try String(contentsOfFile: ident, encoding: .utf8).contains(" mamaudit_reports\n"))
    #expect(try Tool.run(["doctor"], environment: environment).status == 0)
  }

  @Test("who acknowledges a finding is the user of the system, where every login is the same")
  func acknowledges() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("mamaudit-\(UUID().uuidString)")
      .path
    let environment = ["MAMAUDIT_HOME": home]
    defer {
      _ = try? Tool.run(["down"], environment: environment)
      try? FileManager.default.removeItem(atPath: home)
    }
    let request = Wire.event("w0", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#)
    try #require(
      try Tool.run(["ingest", "-"], environment: environment, input: Array(request.utf8)).status == 0)
    let finding = try #require(
      try Tool.run(["findings", "--rule", "W1"], environment: environment).objects().first?["id"] as? String)
    let outcome = try Tool.run(
      ["findings", "acknowledge", finding, "--reason", "lost"], environment: environment)
    try #require(outcome.status == 0, "\(outcome.stderr)")
    let rows = try Tool.run(["query", "run", "acknowledged-findings"], environment: environment).objects()
    #expect(rows.first?["acknowledged_by"] as? String == ProcessInfo.processInfo.userName)
  }

  @Test("up says so where the environment names another database")
  func otherDatabase() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("mamaudit-\(UUID().uuidString)")
      .path
    let environment = ["MAMAUDIT_HOME": home, "PGHOST": "/nonexistent"]
    defer {
      _ = try? Tool.run(["down"], environment: environment)
      try? FileManager.default.removeItem(atPath: home)
    }
    let up = try Tool.run(["up"], environment: environment)
    #expect(up.status == 0)
    #expect(up.stderr.contains("PG* variables"))
    #expect(try Tool.run(["logs"], environment: environment).status == 3)
  }

  private static func cluster(_ outcome: Tool.Outcome) throws -> [String: Any] {
    try #require(try outcome.objects().first?["cluster"] as? [String: Any])
  }
}
