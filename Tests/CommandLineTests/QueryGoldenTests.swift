import Foundation
import MAMEvents
import QueryCatalog
import TestSupport
import Testing

/// What every query answers on the sample fleet, in files that are read before they are committed.
///
/// `MAMAUDIT_WRITE_GOLDENS=1 swift test --filter QueryGoldenTests` writes them anew.
@Suite struct QueryGoldenTests {
  private static let folder = Readme.folder + "/Tests/CommandLineTests/Goldens"
  private static let isWriting = ProcessInfo.processInfo.environment["MAMAUDIT_WRITE_GOLDENS"] == "1"

  /// Columns that follow from the clock of the store and are no times themselves.
  private static let ofClock = ["superseded-findings": ["stood_s"]]
  /// The examples that find nothing in the fleet, on purpose: they show that nothing is told apart from all.
  private static let withoutRows: Set<String> = [
    "accounts/accounts-on-device.3", "accounts/data-of-account.4", "accounts/overdue-check-ins.3",
    "compliance/accounts-not-compliant.2", "compliance/compliance-loops.3",
    "compliance/data-access-while-not-compliant.3", "compliance/denials-and-remediation.2",
    "enrollment/registered-without-result.1", "enrollment/registered-without-result.2",
    "findings/acknowledged-findings.1", "findings/acknowledged-findings.2",
    "findings/acknowledged-findings.3", "findings/findings-in-period.4", "findings/findings-of-account.3",
    "findings/superseded-findings.3", "log/events-of-account.4", "log/late-events.3",
    "log/what-changed-in-a-period.3", "policy/app-configurations-clean.2", "policy/app-setting-changes.1",
    "policy/app-setting-changes.2", "policy/app-setting-changes.3", "policy/policy-of-account.4",
    "policy/policy-rollout.3",
    "policy/releases-compared.3", "shared-devices/shared-device-cleanup-lag.3",
    "shared-devices/shared-device-sessions.5",
    "transfers/transfer-decisions-by-app.3", "wipes/sign-ins-after-wipe.3", "wipes/time-to-confirm-wipes.3",
    "wipes/wipes-by-cause.3", "wipes/wipes-not-confirmed.3", "wipes/wipes-of-devices.3",
  ]

  @Test("each example of each query gives its golden result, the same in psql and the tool")
  func examples() throws {
    var unused = try Set(Self.files())
    try SampleFleet.withDatabase { database, before in
      // An event counts when it happened or when it was recorded, whichever is earlier.
      try #require(
        before.microseconds > 1_776_000_000_000_000, "the clock of this machine is before the fleet's")
      for query in QueryCatalog.embedded().queries {
        for (index, example) in query.header.examples.enumerated() {
          let path = "\(query.area)/\(query.name).\(index + 1).csv"
          let words = example.arguments.flatMap { ["--arg", "\($0.name)=\($0.value)"] }
          let outcome = try Tool.run(
            ["query", "run", query.name, "--format", "csv", "--raw", "--database", database.conninfo] + words)
          #expect(outcome.status == 0, "\(path): \(outcome.stderr)")
          #expect(
            try PsqlCSV.run(query, example, database) == outcome.stdoutBytes,
            "psql and the tool differ: \(path)")
          let masked = try Self.masked(outcome.stdoutBytes, query, before)
          if Self.isWriting { try Self.write(masked, to: path) }
          let golden = FileManager.default.contents(atPath: "\(Self.folder)/\(path)").map(Array.init)
          #expect(golden == masked, "\(path): \(Self.difference(golden, masked))")
          unused.remove(path)
          let rows = PsqlCSV.records(of: masked).count - 1
          #expect(
            (rows == 0) == Self.withoutRows.contains(String(path.dropLast(4))), "\(path) has \(rows) rows")
          Self.check(masked, query, path)
        }
      }
    }
    #expect(unused == [], "these belong to no example")
  }

  /// What holds of every result: rows differ in what they are ordered by, and a control says what it may.
  private static func check(_ bytes: [UInt8], _ query: StoredQuery, _ path: String) {
    let records = PsqlCSV.records(of: bytes).dropFirst()
    let names = query.header.columns.map(\.name)
    let keys = query.header.cursor.compactMap(names.firstIndex(of:))
    if !keys.isEmpty {
      let found = records.map { record in keys.map { record[$0] } }
      #expect(Set(found).count == found.count, "the cursor of \(path) does not tell all rows apart")
      #expect(found.allSatisfy { !$0.contains("") }, "the cursor of \(path) has a null")
    }
    guard query.header.kind == .control else { return }
    for record in records {
      #expect(["ok", "alarm", "error", "skip", "info"].contains(record[1]), "\(path)")
      #expect(!record[0].isEmpty && !record[2].isEmpty, "\(path): a row without resource or reason")
    }
  }

  /// The result without what differs from run to run: times by the clock of the store, and salted digests.
  private static func masked(_ bytes: [UInt8], _ query: StoredQuery, _ before: Timestamp) throws -> [UInt8] {
    let limit = machineText(before)
    let hidden = ofClock[query.name] ?? []
    var records = PsqlCSV.records(of: bytes)
    for (index, column) in query.header.columns.enumerated() {
      for row in records.indices.dropFirst() {
        let cell = records[row][index]
        if column.type == .timestamptz, cell >= limit || hidden.contains(column.name) {
          records[row][index] = "(recorded)"
        } else if hidden.contains(column.name) {
          records[row][index] = "(by the clock)"
        } else if column.type == .jsonb {
          records[row][index] = cell.replacing(/"_sd":"[-_A-Za-z0-9]{43}"/, with: #""_sd":"(digest)""#)
        }
      }
    }
    // The same quotes as before, except that nothing and an empty text are not told apart any more.
    let lines = records.map { record in
      record.map { cell in
        cell.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }
          ? "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : cell
      }.joined(separator: ",")
    }
    return Array(lines.map { $0 + "\r\n" }.joined().utf8)
  }

  private static func machineText(_ timestamp: Timestamp) -> String {
    var bytes: [UInt8] = []
    timestamp.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first line that differs.
  private static func difference(_ golden: [UInt8]?, _ found: [UInt8]) -> String {
    guard let golden else { return "there is no such file" }
    let lines = [golden, found].map { String(decoding: $0, as: UTF8.self).split(separator: "\r\n") }
    let count = max(lines[0].count, lines[1].count)
    for index in 0..<count {
      let pair = lines.map { index < $0.count ? String($0[index]) : "(no line)" }
      if pair[0] != pair[1] { return "line \(index + 1)\n  golden: \(pair[0])\n  found:  \(pair[1])" }
    }
    return "no line"
  }

  private static func files() throws -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".csv") }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
