import AuditStore
import Postgres
import TestSupport
import Testing

@Suite struct MigrateTests {
  @Test("a database is migrated once, and a second run applies nothing")
  func twice() throws {
    try TestDatabase.withDatabase { database in
      let files = try Migration.embedded().map(\.name)
      let plan = try Tool.run(["migrate", "plan", "--database", database.conninfo])
      #expect(plan.status == 0)
      #expect(try plan.objects().map { $0["name"] as? String } == files)

      let early = try Tool.run(["migrate", "verify", "--database", database.conninfo])
      #expect(early.status == 3)

      let first = try Tool.run(["migrate", "up", "--database", database.conninfo])
      #expect(first.status == 0)
      #expect(try first.objects().map { $0["name"] as? String } == files)

      let second = try Tool.run(["migrate", "up", "--database", database.conninfo])
      #expect(second.status == 0)
      #expect(second.stdout.isEmpty)
      #expect(second.stderr.contains("nothing to apply"))

      let status = try Tool.run(["migrate", "status", "--database", database.conninfo])
      #expect(status.status == 0)
      #expect(try status.objects().allSatisfy { $0["state"] as? String == "applied" })
      #expect(try Tool.run(["migrate", "verify", "--database", database.conninfo]).status == 0)
    }
  }

  @Test("a history that is not that of the program is exit code 5 of every command")
  func foreignHistory() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try database.connect().execute(
        """
        INSERT INTO audit.migration (version, name, sha256)
          SELECT max(version) + 1, '9999_from_the_future.sql', sha256('') FROM audit.migration
        """)
      for command in [["migrate", "verify"], ["migrate", "up"], ["migrate", "plan"], ["logs"]] {
        let outcome = try Tool.run(command + ["--database", database.conninfo])
        #expect(outcome.status == 5)
        #expect(outcome.stderr.contains("9999_from_the_future.sql"))
      }
      let status = try Tool.run(["migrate", "status", "--database", database.conninfo])
      #expect(status.status == 5)
      #expect(try status.objects().last?["state"] as? String == "missing")
    }
  }

  @Test("drift is none in a migrated database, and an object that was changed by hand is found")
  func drift() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let clean = try Tool.run(["migrate", "drift", "--database", database.conninfo])
      #expect(clean.status == 0)
      #expect(clean.stdout.isEmpty)
      try database.connect().execute("CREATE INDEX by_hand ON audit.event (recorded_at)")
      let drifted = try Tool.run(["migrate", "drift", "--database", database.conninfo])
      #expect(drifted.status == 5)
      #expect(try drifted.objects().map { $0["object"] as? String } == ["index audit.event.by_hand"])
    }
  }

  @Test("plan prints the SQL that up would run, and runs nothing")
  func planSQL() throws {
    try TestDatabase.withDatabase { database in
      let plan = try Tool.run(["migrate", "plan", "--sql", "--database", database.conninfo])
      for migration in try Migration.embedded() { #expect(plan.stdout.contains(migration.sql)) }
      let schemas = try database.connect().execute("SELECT 1 FROM pg_namespace WHERE nspname = 'audit'")
      #expect(schemas.isEmpty)
    }
  }
}
