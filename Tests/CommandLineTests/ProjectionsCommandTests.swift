import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

@Suite struct ProjectionsCommandTests {
  private static let story = [
    Wire.event(
      "p0", "account.registered", "09:00:00Z",
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Wire.event("p1", "enrollment.completed", "09:01:00Z", data: #"{"statusCode":101}"#),
    Wire.event("p2", "wipe.requested", "09:02:00Z", data: #"{"origin":"admin"}"#),
  ]

  @Test("status says how far each projection is; run brings them up; the lists say when they lag")
  func run() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story, "--no-projections")
      let behind = try scenario.tool(["projections", "status", "--format", "jsonl"]).objects()
      #expect(!behind.isEmpty)
      #expect(behind.allSatisfy { $0["through"] as? Int == 0 && $0["behind"] as? Int == 3 })
      let lagging = try scenario.tool(["accounts", "--format", "jsonl"])
      #expect(lagging.status == 0 && lagging.stdout.isEmpty)
      #expect(lagging.stderr.contains("0 of 3 events") && lagging.stderr.contains("mamaudit projections run"))

      let run = try scenario.tool(["projections", "run"])
      #expect(run.status == 0 && run.stdout.isEmpty)
      #expect(
        run.stderr.contains("\(Scenario.tenant): projections through 3 events, 1 accounts and 1 devices"))
      let recorded = try scenario.recordedAt(2)
      for line in try scenario.tool(["projections", "status", "--format", "jsonl"]).objects() {
        #expect(line["tenant"] as? String == Scenario.tenant)
        #expect(line["through"] as? Int == 3 && line["size"] as? Int == 3 && line["behind"] as? Int == 0)
        #expect(line["stale"] as? Int == 0)
        #expect(line["throughRecordedAt"] as? String == recorded)
      }
      let current = try scenario.tool(["accounts", "--format", "jsonl"])
      #expect(current.lines.count == 1 && current.stderr.isEmpty)
    }
  }

  @Test("verify is ok after a run and names the first row that differs; a rebuild mends it")
  func verify() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let ok = try scenario.ask("projections", "verify", "--format", "json")
      // An account, its installation, its one day, its wipe, the installation, the device, and two findings. Of the
      // rollups three types of events, the release on the days on which the findings open, these, the wipe, the status.
      #expect(ok == #"{"ok":true,"checked":17,"firstBad":null}"# + "\n")

      let connection = try scenario.database.connect()
      try connection.execute("UPDATE projection.account SET status = 'managed'")
      let account = try connection.execute("SELECT account_id FROM projection.account").single().int32(0)
      let bad = try scenario.tool(["projections", "verify", "--format", "json"])
      #expect(bad.status == 5)
      #expect(
        bad.stdout
          == #"{"ok":false,"checked":1,"firstBad":{"projection":"account","key":"account_id=\#(account)","#
          + #""field":"status","expected":"wipePending","found":"managed"}}"# + "\n")
      #expect(try scenario.tool(["accounts", "--status", "managed", "--format", "jsonl"]).lines.count == 1)

      let rebuild = try scenario.tool(["projections", "rebuild"])
      #expect(rebuild.status == 0 && rebuild.stdout.isEmpty)
      #expect(try scenario.ask("projections", "verify", "--format", "json") == ok)
      #expect(
        try scenario.tool(["accounts", "--status", "wipePending", "--format", "jsonl"]).lines.count == 1)
    }
  }

  @Test("watch follows the log until it is interrupted, and ends with exit code 130")
  func watch() throws {
    try Scenario.run { scenario in
      try scenario.ingest([Self.story[0]])
      let process = try Tool.process(
        ["projections", "watch", "--interval", "20"],
        environment: ["DATABASE_URL": scenario.database.conninfo])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      try scenario.ingest(Array(Self.story.dropFirst()), "--no-projections")
      let connection = try scenario.database.connect()
      let deadline = ContinuousClock.now + .seconds(30)
      var through: Int64 = 0
      while through < 3, ContinuousClock.now < deadline {
        Thread.sleep(forTimeInterval: 0.02)
        through = try connection.execute("SELECT min(through) FROM projection.checkpoint").single().int64(0)
      }
      #expect(through == 3)
      process.interrupt()
      while process.isRunning, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
      try #require(!process.isRunning)
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    }
  }

  @Test("without --tenant the projections of every log are meant, and the lists ask for one")
  func tenants() throws {
    try Scenario.run { scenario in
      let other = Scenario.tenant.replacingOccurrences(of: "aa", with: "bb")
      try scenario.ingest(Self.story, "--no-projections")
      try scenario.ingest(
        Self.story.map { $0.replacingOccurrences(of: Scenario.tenant, with: other) }, "--no-projections")
      #expect(try scenario.tool(["projections", "run"]).status == 0)
      #expect(try scenario.tool(["projections", "verify", "--format", "json"]).lines.count == 2)
      for command in [["accounts"], ["installations"], ["devices"], ["wipes"], ["state", Scenario.ada]] {
        let several = try scenario.tool(command)
        #expect(several.status == 2)
        #expect(several.stderr.contains(Scenario.tenant) && several.stderr.contains(other))
        let one = try scenario.tool(command + ["--tenant", other.uppercased(), "--format", "jsonl"])
        #expect(one.status == 0)
        #expect(one.lines.allSatisfy { $0.hasPrefix(#"{"tenant":"\#(other)","#) })
      }
    }
  }

  @Test(
    "a login that is the projector and nothing else brings the read models up, rebuilds and verifies them")
  func projectorAlone() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story, "--no-projections")
      try scenario.database.withLogin(granted: "mamaudit_projector") { conninfo in
        func tool(_ words: String...) throws -> Tool.Outcome {
          try Tool.run(words, environment: ["DATABASE_URL": conninfo])
        }
        for command in ["run", "rebuild", "verify"] {
          let outcome = try tool("projections", command)
          #expect(outcome.status == 0, "\(command): \(outcome.stderr)")
          #expect(try tool("projections", command, "--tenant", Scenario.tenant).status == 0)
        }
        #expect(try tool("accounts").status == 3)
      }
      #expect(try scenario.tool(["accounts", "--format", "jsonl"]).lines.count == 1)
    }
  }

  @Test(
    "a login that appends and projects needs no rights of a reader to ingest; one that appends leaves them")
  func writerAndProjector() throws {
    func ingest(_ line: String, _ conninfo: String) throws -> Tool.Outcome {
      try Tool.run(["ingest", "-"], environment: ["DATABASE_URL": conninfo], input: Array(line.utf8))
    }
    try Scenario.run { scenario in
      try scenario.database.withLogin(granted: "mamaudit_writer, mamaudit_projector") { conninfo in
        let outcome = try ingest(Self.story[0], conninfo)
        #expect(outcome.status == 0)
        #expect(outcome.stderr.contains("projections through 1 events"))
      }
      try scenario.database.withLogin(granted: "mamaudit_writer") { conninfo in
        let outcome = try ingest(Self.story[1], conninfo)
        #expect(outcome.status == 0)
        #expect(outcome.stderr.contains("this login may only append"))
      }
    }
  }
}
