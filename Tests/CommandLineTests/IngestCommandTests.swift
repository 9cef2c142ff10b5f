import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct IngestCommandTests {
  private static let tenant = "11111111-1111-4111-8111-111111111111"
  private static let other = "22222222-2222-4222-8222-222222222222"

  private static func line(_ id: String, code: Int = 100, tenant: String? = tenant) -> String {
    let tenant = tenant.map { #","tenantid":"\#($0)""# } ?? ""
    return #"{"specversion":"1.0","id":"\#(id)","source":"urn:lines","type":"mam.enrollment.completed""#
      + #","time":"2026-03-01T00:00:00Z","subject":"cdbfd949-d404-4d32-a5d6-f6e751eba78f""#
      + #","appid":"com.contoso.docs","deviceid":"D-1"\#(tenant),"data":{"statusCode":\#(code)}}"# + "\n"
  }

  /// A migrated database and a folder that is also the home of what is run.
  private static func with(_ body: (TestDatabase, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ingest-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try TestDatabase.withDatabase(migrated: true) { try body($0, folder) }
  }

  private static func ingest(
    _ database: TestDatabase, _ arguments: [String], home: String, input: String = "",
    environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try Tool.run(
      ["ingest"] + arguments,
      environment: ["HOME": home, "DATABASE_URL": database.conninfo].merging(environment) { $1 },
      input: Array(input.utf8))
  }

  @Test("the summary says what became of every event, in the order and with the names of the contract")
  func summary() throws {
    try Self.with { database, home in
      let path = home + "/events.ndjson"
      let text = Self.line("a") + Self.line("b") + Self.line("a") + Self.line("a", code: 200) + "hello\n"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let outcome = try Self.ingest(database, [path, "--format", "json"], home: home)
      #expect(outcome.status == 1)
      let seconds = try #require(
        outcome.stdout.firstMatch(of: /"seconds":([0-9.e-]+),"eventsPerSecond":([0-9.e+-]+)/))
      #expect(
        outcome.stdout.replacing(seconds.output.0, with: "") == """
          {"read":5,"appended":2,"duplicates":1,"conflicts":1,"rejected":1,"firstPosition":0,"lastPosition":1,,\
          "logs":[{"tenant":"\(Self.tenant)","appended":2,"firstPosition":0,"lastPosition":1}],\
          "files":[{"file":"\(path)","read":5,"appended":2,"duplicates":1,"conflicts":1,"rejected":1}]}

          """)
    }
  }

  @Test("rejects go under the state folder, and their path is told")
  func rejects() throws {
    try Self.with { database, home in
      for (environment, folder) in [
        ([:], home + "/.local/state/mamaudit/rejects"),
        (["XDG_STATE_HOME": home + "/s"], home + "/s/mamaudit/rejects"),
      ] {
        let outcome = try Self.ingest(database, [], home: home, input: "hello", environment: environment)
        #expect(outcome.status == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try #require(names.count == 2)
        #expect(names[1] == names[0] + ".reasons.jsonl")
        #expect(outcome.stderr.contains("\(folder)/\(names[0])"))
        #expect(try String(contentsOfFile: "\(folder)/\(names[0])", encoding: .utf8) == "hello\n")
        let reason = try String(contentsOfFile: "\(folder)/\(names[1])", encoding: .utf8)
        #expect(reason.hasPrefix(#"{"file":"-","line":1,"rejectLine":1,"code":"syntax","path":"""#))
      }
    }
  }

  @Test("events without refusals are exit code 0, and so are duplicates")
  func success() throws {
    try Self.with { database, home in
      for appended in [1, 0] {
        let outcome = try Self.ingest(database, ["-"], home: home, input: Self.line("a"))
        #expect(outcome.status == 0)
        #expect(outcome.stdout.contains("\"appended\":\(appended)"))
      }
      #expect(!FileManager.default.fileExists(atPath: home + "/.local"))
    }
  }

  @Test("MAMAUDIT_TENANT and --tenant are the tenant of events that name none")
  func tenant() throws {
    try Self.with { database, home in
      let input = Self.line("a", tenant: nil) + Self.line("b", tenant: Self.other)
      let refused = try Self.ingest(
        database, ["--tenant", Self.tenant], home: home, input: input,
        environment: ["MAMAUDIT_TENANT": Self.other])
      #expect(refused.stdout.contains(#""appended":1,"duplicates":0,"conflicts":0,"rejected":1"#))
      let taken = try Self.ingest(
        database, [], home: home, input: input, environment: ["MAMAUDIT_TENANT": Self.other])
      #expect(taken.status == 0)
      #expect(taken.stdout.contains(#""logs":[{"tenant":"\#(Self.other)","appended":2"#))
    }
  }

  @Test("the read models follow, unless they are left")
  func projections() throws {
    try Self.with { database, home in
      let connection = try database.connect()
      func size() throws -> Int64 {
        try connection.execute("SELECT count(*) FROM projection.account").single().int64(0)
      }
      _ = try Self.ingest(database, ["--no-projections"], home: home, input: Self.line("a"))
      #expect(try size() == 0)
      _ = try Self.ingest(database, [], home: home, input: Self.line("b"))
      #expect(try size() == 1)
    }
  }

  @Test(
    "a file that is not there is exit code 2, a store that is not there 3, rejects that cannot be written 4")
  func exitCodes() throws {
    try Self.with { database, home in
      #expect(try Self.ingest(database, [home + "/none"], home: home).status == 2)
      let unreachable = try Self.ingest(
        database, ["--database", "host=/nonexistent"], home: home, input: Self.line("a"))
      #expect(unreachable.status == 3)
      #expect(unreachable.stdout.isEmpty)
      let full = try Self.ingest(
        database, ["--rejects", home + "/none/rejects"], home: home, input: "hello\n")
      #expect(full.status == 4)
      #expect(full.stderr.contains("/none/rejects: writing failed: No such file or directory"))
    }
  }

  @Test("Ctrl-C ends it with 130, a summary of what is in, and the rest goes in when it runs again")
  func interrupt() throws {
    try Self.with { database, home in
      let process = try Tool.process(
        ["ingest", "-", "--format", "json"], environment: ["HOME": home, "DATABASE_URL": database.conninfo])
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = Pipe()
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(Self.line("a").utf8))
      let connection = try database.connect()
      while try connection.execute("SELECT count(*) FROM audit.event").single().int64(0) == 0 {
        try #require(process.isRunning)
        usleep(10_000)
      }
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 130)
      let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(said.hasPrefix(#"{"read":1,"appended":1,"#))
      let again = try Self.ingest(database, [], home: home, input: Self.line("a") + Self.line("b"))
      #expect(again.stdout.contains(#""appended":1,"duplicates":1"#))
    }
  }

  @Test("killed at twenty random moments and run again, each event is in exactly once")
  func killed() throws {
    try Self.with { database, home in
      let count = 40_000
      let path = home + "/events.ndjson"
      let text = (0..<count).map { Self.line("e\($0)") }.joined()
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let connection = try database.connect()
      func size() throws -> Int {
        Int(try connection.execute("SELECT count(*) FROM audit.event").single().int64(0))
      }
      var killed = 0
      for _ in 0..<20 {
        let process = try Tool.process(
          ["ingest", path, "--no-projections"],
          environment: ["HOME": home, "DATABASE_URL": database.conninfo])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let before = try size()
        try process.run()
        // Moments from before the first batch to well into the file: while it runs, at the latest once a batch is in.
        usleep(useconds_t.random(in: 0..<400_000))
        if Bool.random() {
          while process.isRunning, try size() == before, before < count {
            usleep(useconds_t.random(in: 0..<5_000))
          }
        }
        if process.isRunning { killed += 1 }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      #expect(killed > 0)
      let last = try Self.ingest(database, [path, "--no-projections"], home: home)
      #expect(last.status == 0)
      #expect(last.stdout.contains("\"read\":\(count),"))
      let row = try connection.execute(
        """
        SELECT count(*), count(DISTINCT record::json ->> 'id'), min(position), max(position),
               (SELECT sum(head)::bigint FROM audit.log)
          FROM audit.event
        """
      ).single()
      #expect(try row.int64(0) == Int64(count))
      #expect(try row.int64(1) == Int64(count))
      #expect(try row.int64(2) == 0)
      #expect(try row.int64(3) == Int64(count - 1))
      #expect(try row.int64(4) == Int64(count))
    }
  }

  @Test("what export writes is what is stored, and goes in again as duplicates")
  func export() throws {
    try Self.with { database, home in
      let environment = ["HOME": home, "DATABASE_URL": database.conninfo]
      _ = try Self.ingest(
        database, [], home: home,
        input: (0..<10).map { Self.line("e\($0)") }.joined() + Self.line("e3", code: 200))
      let all = try Tool.run(["export", "events"], environment: environment)
      #expect(all.status == 0)
      let stored = try database.connect().execute("SELECT record FROM audit.event ORDER BY position")
        .map { try $0.text(0) }
      #expect(all.lines == stored)
      #expect(stored.count == 11)
      #expect(all.stderr.contains("tenant \(Self.tenant), positions from 0 to before 11"))

      let part = try Tool.run(
        ["export", "events", "--from", "2", "--to", "5", "--output", home + "/part"], environment: environment
      )
      #expect(part.status == 0)
      #expect(part.stdout.isEmpty)
      #expect(
        try String(contentsOfFile: home + "/part", encoding: .utf8)
          == stored[2..<5].map { $0 + "\n" }.joined())

      let again = try Self.ingest(database, [], home: home, input: all.stdout)
      #expect(again.status == 0)
      #expect(again.stdout.contains(#""read":11,"appended":0,"duplicates":11"#))
    }
  }

  @Test("an export that cannot be written is exit code 4, one of no range 2")
  func exportFailures() throws {
    try Self.with { database, home in
      let environment = ["HOME": home, "DATABASE_URL": database.conninfo]
      _ = try Self.ingest(database, [], home: home, input: Self.line("a"))
      let full = try Tool.shell(
        #"DATABASE_URL="$0" exec "$1" export events > /dev/full"#, [database.conninfo, Tool.path])
      #expect(full.status == 4)
      #expect(full.stderr.contains("standard output: writing failed: No space left on device"))
      let folder = try Tool.run(["export", "events", "--output", home + "/none/x"], environment: environment)
      #expect(folder.status == 4)
      #expect(try Tool.run(["export", "events", "--from", "9"], environment: environment).status == 2)
    }
  }
}
