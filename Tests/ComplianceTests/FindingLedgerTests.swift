import MAMEvents
import Testing

@testable import Compliance

/// What the ledger makes of what rules tell it.
@Suite struct FindingLedgerTests {
  private let here = FindingScope(alice, mailOnPhone)

  private func turn(_ ledger: inout FindingLedger, to position: Int64) {
    ledger.turn(to: Step.dataAccessed.event(position: position, at: minute(Int(position))), RuleTimeline())
  }

  @Test("an event makes one finding of a rule in a scope, with the first reason")
  func reportsOnce() {
    var ledger = FindingLedger()
    turn(&ledger, to: 1)
    ledger.report(.l5, here, reason: 1)
    ledger.report(.l5, here)
    #expect(ledger.findings.map(outline) == ["at 1 by 1"])
    #expect(ledger.findings.map(\.reasonIndex) == [1])
  }

  @Test("another rule, scope or event makes another")
  func reportsEach() {
    var ledger = FindingLedger()
    turn(&ledger, to: 1)
    ledger.report(.l5, here)
    ledger.report(.l4b, here)
    ledger.report(.l5, FindingScope(bob, mailOnPhone))
    turn(&ledger, to: 2)
    ledger.report(.l5, here)
    #expect(ledger.findings.map(\.rule) == [.l4b, .l5, .l5, .l5])
    #expect(ledger.findings.map(outline) == ["at 1 by 1", "at 1 by 1", "2@1/1 at 1 by 1", "at 2 by 2"])
  }
}
