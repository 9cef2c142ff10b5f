import AuditStore
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Rollups")
struct RollupTests {
  /// Random lines of some weeks, from several releases; some say no version.
  private static func lines(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(state: seed &+ 1)
    return RandomTrace.lines(count, seed: seed, minutesApart: 97).map { line in
      let version = random.next() % 4
      if version == 0 { return line }
      return line.replacing(
        #"{"specversion":"1.0""#,
        with: #"{"specversion":"1.0","appversion":"5.\#(version)","sdkversion":"21.\#(random.next() % 2)""#)
    }
  }

  @Test(
    "the daily views hold what the views of single things count, however the log came about",
    arguments: [1, 2, 3] as [UInt64])
  func equalDirectCounts(seed: UInt64) throws {
    let lines = Self.lines(120, seed: seed)
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      var random = SeededGenerator(state: seed)
      var rest = lines[...]
      while !rest.isEmpty {
        let part = rest.prefix(1 + Int(random.next() % 50))
        rest = rest.dropFirst(part.count)
        try log.append(Array(part), batch: 7)
        try log.runner().run()
        #expect(try log.runner().verify().firstBad == nil)
      }
      #expect(try log.rollupFaults(from: "2026-02-28", through: "2026-03-27") == [])
      let daily = try log.daily()
      try log.runner().rebuild()
      #expect(try log.daily() == daily)
      #expect(try log.runner().verify().firstBad == nil)
    }
  }
}
