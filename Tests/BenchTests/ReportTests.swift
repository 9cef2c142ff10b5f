import Foundation
import Testing

@testable import mamaudit_bench

@Suite("The report of the benchmarks")
struct ReportTests {
  private static let ingest = ReportRow(
    measure: .ingest, work: "ingest 1,000 events", unit: .eventsPerSecond,
    product: [80_000, 90_000, 100_000],
    limit: .init(what: "psql", values: [100_000, 100_000, 200_000], bar: 0.8),
    peer: .init(what: "python", values: [20_000, 30_000, 50_000], bar: 3.5), notes: ["a whole process"])

  private static let sealing = ReportRow(
    measure: .sealing, work: "seal: not there yet", unit: .eventsPerSecond, product: [])

  private static func report(_ rows: [ReportRow]) -> Report {
    Report(
      startedAt: "2026-03-01T00:00:00.000000Z", isQuick: true, isDebugBuild: false,
      options: [.init(name: "events", value: "1000")], machine: [.init(name: "cpu", value: "one")],
      versions: [.init(name: "postgresql", value: "15.1")], settings: [.init(name: "fsync", value: "on")],
      rows: rows, notes: ["Quick."])
  }

  @Test("the ratio is taken round by round, and its median is held against the bar")
  func ratio() throws {
    let row = Self.ingest
    let ratio = try #require(row.ratio(to: row.limit))
    #expect(ratio == Spread([0.8, 0.9, 0.5]))
    #expect(row.isMet(row.limit) == true)
    #expect(try #require(row.ratio(to: row.peer)).median == 3)
    #expect(row.isMet(row.peer) == false)
    #expect(Self.report([row]).hasMissedBar)
  }

  @Test("a load before the run is said")
  func load() {
    #expect(Machine.warning(load: 0.2, cores: 2) == nil)
    #expect(Machine.warning(load: 8.68, cores: 2)?.contains("load 8.68 on 2 cores") == true)
  }

  @Test("what was not measured has no ratio and misses no bar")
  func nothing() {
    #expect(Self.sealing.spread == nil)
    #expect(Self.sealing.isMet(Self.sealing.limit) == nil)
    #expect(!Self.report([Self.sealing]).hasMissedBar)
  }

  @Test("the table has a line a row, with medians, extremes, bars and whether they are met")
  func table() throws {
    let lines = try Self.report([Self.ingest, Self.sealing]).table().split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("id  work"))
    #expect(
      lines[2].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        == "P1 ingest 1,000 events events/s 90,000 (80,000–100,000) 100,000 (100,000–200,000) "
        + "0.80 (0.50–0.90) 0.80 yes 30,000 (20,000–50,000) 3.00 (2.00–4.00) 3.50 NO")
    #expect(
      lines[3].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        == "P5 seal: not there yet – – – – – – – – –")
    for line in ["P1 limit: psql", "P1 peer: python", "P1: a whole process", "Quick.", "Settings: fsync on"] {
      #expect(lines.contains(line))
    }
  }

  @Test("the JSON has the same, with every round")
  func json() throws {
    let text = try Self.report([Self.ingest, Self.sealing]).json()
    #expect(text.hasSuffix("}\n"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    #expect(object["quick"] as? Bool == true)
    #expect((object["settings"] as? [String: String]) == ["fsync": "on"])
    let rows = try #require(object["measures"] as? [[String: Any]])
    #expect(rows.map { $0["id"] as? String } == ["P1", "P5"])
    let product = try #require(rows[0]["product"] as? [String: Any])
    #expect(product["median"] as? Double == 90_000)
    #expect(product["rounds"] as? [Double] == [80_000, 90_000, 100_000])
    let limit = try #require(rows[0]["limit"] as? [String: Any])
    #expect(limit["bar"] as? Double == 0.8)
    #expect(limit["met"] as? Bool == true)
    #expect((limit["ratio"] as? [String: Double])?["minimum"] == 0.5)
    #expect(rows[1]["product"] is NSNull)
    #expect(rows[1]["limit"] is NSNull)
  }

  @Test(
    "numbers are written with as many decimals as they need",
    arguments: [
      (FigureUnit.eventsPerSecond, 1_234.6, "1,235"), (.milliseconds, 12.34, "12.3"),
      (.milliseconds, 0.05, "0.1"),
      (.mebibytes, 1_024, "1,024.0"), (.share, 0.999, "1.00"), (.share, 0.05, "0.05"),
    ])
  func figures(unit: FigureUnit, value: Double, text: String) throws {
    #expect(Report.figure(try #require(Spread([value])), unit) == text)
  }
}
