import Arguments
import CEmbedded
import MAMEvents
import Testing
import Workload

@testable import mamaudit_bench

@Suite("mamaudit-bench generate")
struct GenerateCommandTests {
  @Test("the command in the help writes the bundled sample fleet, byte for byte")
  func sampleFleet() throws {
    let words = GenerateCommand.sampleFleet.split(separator: " ").dropFirst(2).map(String.init)
    let bytes = try Workload(GenerateCommand.parse(words).workload).bytes()
    let bundled = (0..<embedded_file_count()).map(embedded_file)
      .first { String(cString: $0.path) == "Samples/fleet.ndjson" }
    let file = try #require(bundled)
    #expect(UnsafeBufferPointer(start: file.bytes, count: file.length).elementsEqual(bytes))
  }

  @Test("the sample fleet has every type, late, repeated and unlinked lines")
  func sampleContent() throws {
    let words = GenerateCommand.sampleFleet.split(separator: " ").dropFirst(2).map(String.init)
    let trace = try Trace(GenerateCommand.parse(words).workload)
    let expected = Catalogue.all.filter { $0.group != .upstream && $0.group != .log }.map(\.type)
    #expect(Set(trace.events.compactMap(\.columns.type)) == Set(expected))
    #expect(trace.distinct.count < trace.lines.count)
    #expect(Set(trace.events.map(\.columns.tenant)).count == 1)
    #expect(trace.events.contains { $0.columns.account?.isUPN == true })
    #expect(trace.events.contains { $0.linkedUPN != nil })
  }

  @Test("each option reaches the trace")
  func options() throws {
    let command = try GenerateCommand.parse([
      "--events", "5", "--accounts", "4", "--devices", "3", "--tenants", "2", "--seed", "9", "--from",
      "2025-01-01T01:00:00+01:00", "--days", "8", "--late", "1.5", "--repeats", "0", "--upn-only", "100",
      "--ids",
      "time-ordered", "--ties",
    ])
    var expected = WorkloadOptions()
    expected.events = 5
    expected.accounts = 4
    expected.devices = 3
    expected.tenants = 2
    expected.seed = 9
    expected.start = try Timestamp(rfc3339: "2025-01-01T00:00:00Z")
    expected.days = 8
    expected.latePercent = 1.5
    expected.repeatPercent = 0
    expected.upnOnlyPercent = 100
    expected.ids = .timeOrdered
    expected.allowsTies = true
    #expect(command.workload == expected)
  }

  @Test("what cannot be met is a mistake of the command line, said in its words")
  func refused() {
    let error = #expect(throws: CommandExit.self) {
      try GenerateCommand.parse(["--tenants", "7", "--accounts", "3"])
    }
    #expect(error?.code == .usage)
    #expect(error?.message.contains("an account for each") == true)
    #expect(throws: CommandExit.self) { try GenerateCommand.parse(["--from", "2026-03-01"]) }
  }
}

extension AccountName {
  fileprivate var isUPN: Bool {
    if case .upn = self { true } else { false }
  }
}
