import Compliance
import MAMEvents
import Testing

/// Every rule against traces worked out by hand.
@Suite struct RulesCaseTests {
  static let cases = RuleCase.all

  @Test("a rule finds what it must", arguments: cases)
  func finds(_ example: RuleCase) {
    #expect(example.findings.map(outline) == example.expected)
  }

  @Test("events that arrive in the opposite order give the same findings", arguments: cases)
  func finds(inOppositeOrder example: RuleCase) {
    // Equal instants fold by arrival: only traces without ties are the same in every order.
    guard Set(example.trace.map(\.minute)).count == example.trace.count else { return }
    let last = Int64(example.trace.count - 1)
    let reversed = RuleCase(example.rule, example.kind, example.trace.reversed())
    let expected = example.findings.map { finding in
      [
        finding.openedAt.microseconds, last - finding.openedBy, finding.closedAt?.microseconds ?? 0,
        finding.closedBy.map { last - $0 } ?? -1,
      ]
    }
    let found = reversed.findings.map { finding in
      [
        finding.openedAt.microseconds, finding.openedBy, finding.closedAt?.microseconds ?? 0,
        finding.closedBy ?? -1,
      ]
    }
    #expect(found == expected)
  }

  @Test("every rule has an example of each kind", arguments: RuleID.allCases)
  func kinds(_ rule: RuleID) {
    let kinds = Set(Self.cases.filter { $0.rule == rule }.map(\.kind))
    #expect(kinds == Set(RuleCase.Kind.allCases))
    #expect(Self.cases.contains { $0.rule == rule && !$0.expected.isEmpty })
  }

  @Test("every reason is a whole sentence", arguments: cases)
  func reasons(_ example: RuleCase) {
    for finding in example.findings {
      let reason = finding.reason(account: "alice@contoso.com", app: "com.contoso.mail", device: "phone-1")
      #expect(!reason.contains("?") && !reason.contains("{") && reason.hasSuffix("."))
    }
  }
}
