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
