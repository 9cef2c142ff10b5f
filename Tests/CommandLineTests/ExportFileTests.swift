import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

/// The file of `--output`.
@Suite struct ExportFileTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mamaudit-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test(
    "a signal that ends an export leaves no part of its file",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    try Scenario.run { scenario in
      try scenario.ingest([Wire.event("1", "data.accessed", "09:00:00Z")])
      try Self.withFolder { folder in
        // Nobody can read the events, so the export waits with its file begun.
        let holder = try scenario.database.connect()
        try holder.script("BEGIN; LOCK TABLE audit.event, audit.disclosure IN ACCESS EXCLUSIVE MODE")
        let process = try Tool.process(
          ["export", "events", "--output", folder + "/o"],
          environment: ["DATABASE_URL": scenario.database.conninfo])
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let waiting = """
          SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """
        while try holder.execute(waiting).single().int64(0) == 0 {
          try #require(process.isRunning)
          usleep(10_000)
        }
        kill(process.processIdentifier, signal)
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
        #expect(String(decoding: said, as: UTF8.self).hasSuffix("interrupted\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        try holder.script("ROLLBACK")
      }
    }
  }

  @Test("an export to a link writes what the link leads to, and the link stays")
  func links() throws {
    try Scenario.run { scenario in
      try scenario.ingest([Wire.event("1", "data.accessed", "09:00:00Z")])
      try Self.withFolder { folder in
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/real", withIntermediateDirectories: true)
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: folder + "/real/a"))
        // One that leads to a file by way of another, and one that leads to nothing yet.
        try manager.createSymbolicLink(atPath: folder + "/middle", withDestinationPath: "real/a")
        try manager.createSymbolicLink(atPath: folder + "/a", withDestinationPath: folder + "/middle")
        try manager.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "real/b")
        for (link, words) in [
          ("a", ["export", "events"]), ("b", ["export", "ocsf"]), ("a", ["export", "dashboard"]),
          ("b", ["export", "metrics"]),
        ] {
          let before = try? Data(contentsOf: URL(fileURLWithPath: folder + "/real/" + link))
          let outcome = try scenario.tool(words + ["--output", folder + "/" + link])
          #expect(outcome.status == 0, "\(words): \(outcome.stderr)")
          #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/real/" + link)) != before)
          for name in ["a", "b", "middle"] {
            #expect(
              try manager.attributesOfItem(atPath: folder + "/" + name)[.type] as? FileAttributeType
                == .typeSymbolicLink)
          }
        }
        #expect(try manager.contentsOfDirectory(atPath: folder).sorted() == ["a", "b", "middle", "real"])
        #expect(try manager.contentsOfDirectory(atPath: folder + "/real").sorted() == ["a", "b"])
      }
    }
  }
}
