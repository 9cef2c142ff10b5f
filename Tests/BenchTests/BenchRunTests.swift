import Foundation
import Glibc
import Testing

@testable import mamaudit_bench

/// Runs the program itself on a server of its own, in sizes that say nothing and take seconds.
@Suite("mamaudit-bench run", .serialized)
struct BenchRunTests {
  /// Where a run makes its folder.
  private let folder: URL

  init() throws {
    folder = URL(fileURLWithPath: "/var/tmp/bench-tests-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    // The server runs as another account where the tests run as root.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  private var left: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// The program, ready to be started, with its streams in files of the folder.
  private func process(_ words: [String]) throws -> Process {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("mamaudit-bench")
    process.arguments = ["run", "--folder", folder.path] + words
    for name in ["out", "err"] { try Data().write(to: stream(name)) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: stream("out"))
    process.standardError = try FileHandle(forWritingTo: stream("err"))
    return process
  }

  private func stream(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func text(_ name: String) throws -> String { try String(contentsOf: stream(name), encoding: .utf8) }

  @Test("a tiny quick run measures everything, says so in table and JSON, and leaves nothing behind")
  func tiny() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let json = folder.appendingPathComponent("bench.json")
    let process = try process([
      "--quick", "--events", "2000", "--accounts", "20", "--seconds", "1", "--growth", "--growth-events",
      "400",
      "--output", json.path,
    ])
    try process.run()
    process.waitUntilExit()
    let said = try text("err")
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(left == ["bench.json", "err", "out"])

    let report = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: json)) as? [String: Any])
    #expect(report["quick"] as? Bool == true)
    #expect((report["settings"] as? [String: String])?["fsync"] == "on")
    #expect((report["settings"] as? [String: String])?["full_page_writes"] == "on")
    #expect((report["options"] as? [String: String])?["events"] == "2000")
    let rows = try #require(report["measures"] as? [[String: Any]])
    #expect(Set(rows.compactMap { $0["id"] as? String }) == Set(Measure.allCases.map(\.rawValue)))
    let table = try text("out")
    for row in rows {
      let id = try #require(row["id"] as? String)
      #expect(table.contains("\n\(id) "))
      if id == Measure.sealing.rawValue {
        #expect(row["product"] is NSNull)
        #expect((row["work"] as? String)?.contains("not there yet") == true)
        continue
      }
      let limit = try #require(row["limit"] as? [String: Any], "\(id)")
      for figure in [row["product"], limit["figure"], limit["ratio"]] {
        let values = try #require(figure as? [String: Any], "\(id)")
        for name in ["median", "minimum", "maximum"] {
          #expect(try #require(values[name] as? Double, "\(id)") > 0, "\(id) \(name)")
        }
      }
      #expect(row["peer"] is NSNull)
    }
  }

  @Test("an interrupted run ends with 130 and leaves nothing behind, neither server nor files")
  func interrupted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let figures = folder.appendingPathComponent("bench.json")
    let process = try process(["--quick", "--events", "5000", "--output", figures.path])
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 120)
    while try text("err").contains("P1 warm-up") == false, process.isRunning, Date() < deadline {
      usleep(20_000)
    }
    let home = try #require(left.first { $0.hasPrefix("mamaudit-bench-") })
    let postmaster = try String(
      contentsOf: folder.appendingPathComponent("\(home)/cluster/postmaster.pid"), encoding: .utf8)
    let server = try #require(postmaster.split(separator: "\n").first.flatMap { pid_t($0) })
    #expect(kill(server, 0) == 0)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(process.terminationReason == .exit)
    #expect(try text("err").contains("error: interrupted"))
    #expect(left == ["err", "out"])
    // The process of the server ends a moment after its files are gone.
    let end = Date(timeIntervalSinceNow: 30)
    while kill(server, 0) == 0, Date() < end { usleep(20_000) }
    #expect(kill(server, 0) == -1)
  }

  @Test(
    "what a killed run left is removed by the next one, which says what it lacks before it makes anything")
  func killed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try process(["--quick", "--events", "5000"])
    try first.run()
    let deadline = Date(timeIntervalSinceNow: 120)
    while try text("err").contains("P1 warm-up") == false, first.isRunning, Date() < deadline {
      usleep(20_000)
    }
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    #expect(left.contains { $0.hasPrefix("mamaudit-bench-") })

    // It looks for what was left before it looks at the disk.
    let figures = folder.appendingPathComponent("bench.json")
    try Data("of yesterday".utf8).write(to: figures)
    let second = try process(["--events", "900000000", "--output", figures.path])
    try second.run()
    second.waitUntilExit()
    #expect(second.terminationStatus == 3)
    let said = try text("err")
    #expect(said.contains("free, and the run needs about"))
    #expect(try String(contentsOf: figures, encoding: .utf8) == "of yesterday")
    #expect(left == ["bench.json", "err", "out"])
  }
}
