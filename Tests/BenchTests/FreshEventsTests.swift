import Foundation
import MAMEvents
import Testing
import Workload

@testable import mamaudit_bench

@Suite("Fresh events of the benchmarks")
struct FreshEventsTests {
  @Test("each event is a line of the trace with an id of its own")
  func fresh() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("fresh-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let options = WorkloadOptions.with(200) { $0.repeatPercent = 0 }
    try Data(Workload(options).bytes()).write(to: URL(fileURLWithPath: path))
    let templates = try FreshEvents.templates(of: path, count: 10)
    #expect(templates.count == 10)

    var events = FreshEvents(templates, from: 7)
    var keys: Set<EventKey> = []
    for _ in 0..<1_000 {
      let event = try events.next()
      #expect(event.columns.account != nil)
      keys.insert(event.columns.eventKey)
    }
    #expect(keys.count == 1_000)
  }

  @Test("a trace without an account is refused")
  func empty() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("fresh-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: BenchError.self) { try FreshEvents.templates(of: path) }
  }

  @Test("the rate that pgbench says is read, and nothing is made up where it says none")
  func rate() {
    let said = """
      transaction type: insert.sql
      latency average = 0.553 ms
      tps = 14467.258101 (without initial connection time)

      """
    #expect(SingleEventMeasure.rate(in: said) == 14_467.258101)
    #expect(SingleEventMeasure.rate(in: "pgbench: error") == nil)
  }
}
