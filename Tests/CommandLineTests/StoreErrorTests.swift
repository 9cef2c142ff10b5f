import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct StoreErrorTests {
  private static let tenants = [
    "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
  ]

  @Test(
    "a store that cannot be reached is exit code 3",
    arguments: [
      ["logs"], ["status"], ["migrate", "status"], ["state", "ada@contoso.example"], ["projections", "run"],
    ])
  func unreachable(command: [String]) throws {
    let outcome = try Tool.run(command + ["--database", "host=/nonexistent dbname=audit"])
    #expect(outcome.status == 3)
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.stderr.contains("Check --database, DATABASE_URL or the PG* variables."))
  }

  @Test("a connection string that cannot be read is exit code 3, and is not shown")
  func malformed() throws {
    let outcome = try Tool.run(["logs"], environment: ["DATABASE_URL": "host=x password='hunter2"])
    #expect(outcome.status == 3)
    #expect(outcome.stderr.contains("malformed"))
    #expect(!outcome.stderr.contains("hunter2"))
  }

  @Test(
    "a database without the schema is exit code 3 with the command that makes it",
    arguments: [["logs"], ["accounts"], ["history", "ada@contoso.example"], ["projections", "status"]])
  func unmigrated(command: [String]) throws {
    try TestDatabase.withDatabase { database in
      let outcome = try Tool.run(command + ["--database", database.conninfo])
      #expect(outcome.status == 3)
      #expect(outcome.stdout.isEmpty)
      #expect(outcome.stderr.contains("mamaudit migrate up"))
    }
  }

  @Test("an account that the log has never seen is exit code 1")
  func unknownAccount() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try Self.open(Self.tenants.prefix(1), in: database)
      let outcome = try Tool.run(["state", "nobody@contoso.example", "--database", database.conninfo])
      #expect(outcome.status == 1)
      #expect(outcome.stdout.isEmpty)
      #expect(outcome.stderr.contains("nobody@contoso.example"))
    }
  }

  @Test("with several logs a command without a tenant is exit code 2 and lists them")
  func severalLogs() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try Self.open(Self.tenants[...], in: database)
      let outcome = try Tool.run(["accounts", "--database", database.conninfo])
      #expect(outcome.status == 2)
      #expect(outcome.stdout.isEmpty)
      for tenant in Self.tenants { #expect(outcome.stderr.contains(tenant)) }
      #expect(outcome.stderr.contains("--tenant"))

      let named = ["accounts", "--database", database.conninfo, "--tenant", Self.tenants[1]]
      #expect(try Tool.run(named).status == 0)
      let byVariable = try Tool.run(
        ["accounts", "--database", database.conninfo], environment: ["MAMAUDIT_TENANT": Self.tenants[0]])
      #expect(byVariable.status == 0)
      let logs = try Tool.run(["logs", "--database", database.conninfo]).objects()
      #expect(logs.map { $0["tenant"] as? String } == Self.tenants)
      #expect(logs.map { $0["events"] as? Int } == [0, 0])
    }
  }

  @Test("a tenant that is no GUID is exit code 2, one without a log is exit code 1")
  func badTenant() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try Self.open(Self.tenants.prefix(1), in: database)
      let command = ["accounts", "--database", database.conninfo, "--tenant"]
      #expect(try Tool.run(command + ["contoso"]).status == 2)
      let unknown = try Tool.run(command + [Self.tenants[1]])
      #expect(unknown.status == 1)
      #expect(unknown.stderr.contains(Self.tenants[0]))
    }
  }

  @Test("what the server says of a refused connection is told in one line")
  func refusedConnection() throws {
    let outcome = try Tool.run(["logs", "--database", "host=/nonexistent dbname=audit"])
    let first = try #require(outcome.stderr.split(separator: "\n").first)
    #expect(first.contains("No such file or directory; Is the server running"))
  }

  @Test("an output that cannot be written is exit code 4")
  func fullDisk() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try Self.open(Self.tenants.prefix(1), in: database)
      let command = "exec \"$0\" logs --database \"$1\" > /dev/full"
      let outcome = try Tool.shell(command, [Tool.path, database.conninfo])
      #expect(outcome.status == 4)
      #expect(outcome.stderr.contains("standard output"))
    }
  }

  @Test("help that cannot be written is exit code 4", arguments: ["--help", "--version", "ingest --help"])
  func unwrittenHelp(arguments: String) throws {
    let outcome = try Tool.shell("exec \"$0\" \(arguments) > /dev/full", [Tool.path])
    #expect(outcome.status == 4)
    #expect(outcome.stderr.contains("standard output"))
  }

  @Test(
    "a closed standard output is exit code 4, and the answer goes into no file or connection in its place")
  func closedOutput() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try Self.open(Self.tenants.prefix(1), in: database)
      let command = "exec \"$0\" logs --database \"$1\" 0<&- >&-"
      let outcome = try Tool.shell(command, [Tool.path, database.conninfo])
      #expect(outcome.status == 4)
      #expect(outcome.stderr == "error: cannot write to standard output: Bad file descriptor\n")
    }
  }

  @Test("rejects beyond the largest file that the user may write are exit code 4, not the end by a signal")
  func fileSizeLimit() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let rejects = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer {
        for end in ["", ".reasons.jsonl"] { try? FileManager.default.removeItem(atPath: rejects + end) }
      }
      let command = "ulimit -f 8; yes bad | head -n 50000 | \"$0\" ingest --database \"$1\" --rejects \"$2\""
      let outcome = try Tool.shell(command, [Tool.path, database.conninfo, rejects])
      #expect(outcome.status == 4)
      #expect(outcome.stderr.contains("writing failed: File too large"))
    }
  }

  @Test("a server that takes no changes is exit code 3 and says what to do")
  func readOnlyServer() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let environment = [
        "DATABASE_URL": database.conninfo, "PGOPTIONS": "-c default_transaction_read_only=on",
      ]
      let line =
        #"{"specversion":"1.0","id":"a","source":"s","type":"mam.data.accessed","time":"2026-03-01T00:00:00Z""#
        + #","subject":"upn:a@contoso.example","appid":"a","deviceid":"d","tenantid":"\#(Self.tenants[0])"}"#
      let outcome = try Tool.run(["ingest"], environment: environment, input: Array(line.utf8))
      #expect(outcome.status == 3)
      #expect(outcome.stderr.contains("Name the primary."))
    }
  }

  private static func open(_ tenants: some Sequence<String>, in database: TestDatabase) throws {
    let connection = try database.connect()
    for tenant in tenants {
      try connection.execute("SELECT audit.open_log($1::text::uuid)", [.text(tenant)])
    }
  }
}
