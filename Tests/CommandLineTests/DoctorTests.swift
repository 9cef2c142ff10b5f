import Postgres
import TestSupport
import Testing

@Suite struct DoctorTests {
  @Test(
    "a migrated database passes all checks but those of the server of the tests, which does not wait for the disk"
  )
  func migrated() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let outcome = try Tool.run(["doctor", "--database", database.conninfo])
      #expect(outcome.status == 5)
      let findings = try outcome.objects()
      let failed = findings.filter { $0["result"] as? String == "failed" }
      #expect(failed.map { $0["check"] as? String } == ["server.fsync", "server.full_page_writes"])
      #expect(failed.allSatisfy { $0["remedy"] is String })
      #expect(
        findings.contains { $0["check"] as? String == "log.triggers" && $0["result"] as? String == "ok" })
      #expect(outcome.stderr.contains("2 failed"))
    }
  }

  @Test("a trigger that was switched off is exit code 5, with what to do")
  func trigger() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      try database.connect().script("ALTER TABLE audit.event DISABLE TRIGGER ALL")
      let outcome = try Tool.run(["doctor", "--database", database.conninfo, "--format", "table"])
      #expect(outcome.status == 5)
      let line = outcome.lines.first { $0.hasPrefix("log.triggers") }
      #expect(line?.contains("TRUNCATE on audit.event is not refused") ?? false)
      #expect(line?.contains("mamaudit migrate drift") ?? false)
    }
  }

  @Test("a database without the schema is told apart from a damaged one")
  func unmigrated() throws {
    try TestDatabase.withDatabase { database in
      let outcome = try Tool.run(["doctor", "--database", database.conninfo])
      #expect(outcome.status == 5)
      #expect(try outcome.objects().last?["remedy"] as? String == "run 'mamaudit migrate up'")
    }
  }
}
