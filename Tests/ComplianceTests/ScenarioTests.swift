import Compliance
import MAMEvents
import Testing

/// The tests that the documents ask an app to pass, one by one.
@Suite struct ScenarioTests {
  static let passing = Scenario.all.flatMap { scenario in
    scenario.good.map { Scenario(scenario.row, good: $0) }
  }

  @Test("an app that passes the row has no finding at all", arguments: passing)
  func passes(_ scenario: Scenario) {
    for trace in scenario.good {
      #expect(allFindings(trace).map { "\($0.rule.rawValue) \(outline($0))" } == [])
    }
  }

  @Test(
    "an app that does not pass has what the row expects, and nothing else",
    arguments: Scenario.all.flatMap(\.faults))
  func fails(_ fault: Scenario.Fault) {
    #expect(allFindings(fault.trace).map(fault.outline) == fault.expected)
  }

  @Test("every row of the documents' tables has its scenario")
  func rows() {
    #expect(Scenario.login.count == 5)
    #expect(Scenario.lifecycle.count == 8)
    #expect(Scenario.sharing.count == 12)
    #expect(Scenario.conditionalAccess.count == 3)
    #expect(Scenario.all.allSatisfy { !$0.good.isEmpty && !$0.faults.isEmpty })
    let ofTables: Set<Character> = ["L", "A", "X", "C"]
    let found = Set(
      Scenario.all.flatMap(\.faults).flatMap(\.expected).compactMap { $0.split(separator: " ").first })
    let rows =
      ["L1a", "L1b", "L2a", "L2b", "L3", "L4a", "L4b", "L5"] + (1...9).map { "A\($0)" }
      + (1...12).map { "X\($0)" } + (1...11).map { "C\($0)" }
    #expect(found.filter { $0.first.map(ofTables.contains) ?? false }.isSuperset(of: rows.map { $0[...] }))
  }
}
