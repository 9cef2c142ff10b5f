import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

@Suite("The program killed at random moments")
struct CrashTests {
  private static func lines(_ count: Int) -> [UInt8] {
    var text = ""
    for number in 0..<count {
      let account = String(number % 200, radix: 16)
      let object = "cdbfd949-d404-4d32-a5d6-" + String(repeating: "0", count: 12 - account.count) + account
      text +=
        #"{"specversion":"1.0","id":"c\#(number)","source":"urn:crash","type":"mam.enrollment.completed""#
      text += #","time":"2026-03-01T00:00:00Z","tenantid":"11111111-1111-4111-8111-111111111111""#
      text +=
        #","subject":"\#(object)","appid":"com.contoso.app\#(number % 3)","deviceid":"D-\#(number % 150)""#
      text += #","data":{"statusCode":\#(number % 2 == 0 ? 100 : 200)}}"# + "\n"
    }
    return Array(text.utf8)
  }

  /// Starts the program, waits up to `longest` microseconds, and kills it.
  ///
  /// - Returns: whether it was running still.
  private static func killed(
    _ arguments: [String], _ environment: [String: String], within longest: useconds_t
  ) throws -> Bool {
    let process = try Tool.process(arguments, environment: environment)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(.random(in: 0..<longest))
    let wasRunning = process.isRunning
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return wasRunning
  }

  @Test(
    "read models that a killed ingest has left behind come up when it runs again, though nothing is new to it"
  )
  func ingestedButNotProjected() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let environment = ["DATABASE_URL": database.conninfo]
      let input = Self.lines(10)
      // As far as a kill between the last batch and the projections leaves it.
      _ = try Tool.run(["ingest", "--no-projections"], environment: environment, input: input)
      let again = try Tool.run(["ingest"], environment: environment, input: input)
      #expect(again.stdout.contains(#""appended":0,"duplicates":10"#))
      let through = try database.connect().execute("SELECT min(through) FROM projection.checkpoint")
      #expect(try through.single().int64(0) == 10)
    }
  }

  @Test(
    "projections killed while they are made are right after the next run, and nothing is left lying about",
    arguments: ["run", "rebuild"])
  func projections(command: String) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let environment = ["DATABASE_URL": database.conninfo]
      _ = try Tool.run(["ingest"], environment: environment, input: Self.lines(3000))
      let connection = try database.connect()
      var hits = 0
      for _ in 0..<12 {
        try connection.script("UPDATE projection.checkpoint SET through = 0")
        if try Self.killed(["projections", command], environment, within: 300_000) { hits += 1 }
      }
      #expect(hits > 0)
      #expect(try Tool.run(["projections", command], environment: environment).status == 0)
      let verified = try Tool.run(["projections", "verify"], environment: environment)
      #expect(verified.status == 0)
      #expect(verified.stdout.hasPrefix(#"{"ok":true"#))
      let left = try connection.execute("SELECT count(*) FROM pg_class WHERE relname LIKE '%\\_next'")
      #expect(try left.single().int64(0) == 0)
    }
  }

  @Test(
    "a server killed under an ingest is exit code 3, and the same again finds it up and each event in once")
  func killedServer() throws {
    let home = "/tmp/mamaudit-crash-\(UUID().uuidString.prefix(8))"
    let environment = ["MAMAUDIT_HOME": home, "HOME": home]
    defer {
      _ = try? Tool.run(["down"], environment: environment)
      try? FileManager.default.removeItem(atPath: home)
    }
    let up = try Tool.run(["up"], environment: environment)
    try #require(up.status == 0, "\(up.stderr)")
    let server = try #require(
      Int32(
        String(decoding: try Data(contentsOf: URL(filePath: home + "/cluster/postmaster.pid")), as: UTF8.self)
          .prefix { $0.isNumber }))
    let path = home + "/events.ndjson"
    let count = 30_000
    try Data(Self.lines(count)).write(to: URL(filePath: path))
    let process = try Tool.process(["ingest", path], environment: environment)
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let log = try Tool.run(["logs"], environment: environment)
    #expect(log.status == 0)
    kill(server, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(said.contains("run the same command again"))

    let again = try Tool.run(["ingest", path], environment: environment)
    #expect(again.status == 0, "\(again.stderr)")
    #expect(again.stdout.contains("\"read\":\(count),"))
    let logs = try Tool.run(["logs"], environment: environment).objects()
    #expect(logs.map { $0["events"] as? Int } == [count])
    #expect(try Tool.run(["projections", "verify"], environment: environment).status == 0)
  }
}
