import Compliance
import MAMEvents
import Testing

/// What holds for every trace.
@Suite struct RulesPropertyTests {
  static let steps: [Step] =
    RuleCase.all
    .flatMap { $0.trace.map(\.step) }

  /// A trace of steps of all examples: instants now and then equal, arrivals out of order.
  static func trace(_ seed: UInt64) -> [FoldEvent] {
    var random = SplitMix(seed: seed)
    let spans = [0, 1, 1, 4, 9, 30, 700, 1440]
    var at = 0
    var beats: [Beat] = []
    for _ in 0..<60 {
      at += spans.randomElement(using: &random) ?? 1
      beats.append(Beat(minute: at, step: steps.randomElement(using: &random) ?? .signedIn))
    }
    return beats.shuffled(using: &random).events
  }

  @Test("folding event by event gives what folding all at once gives", arguments: 0..<40 as Range<UInt64>)
  func incremental(_ seed: UInt64) {
    let events = Self.trace(seed)
    var account = AccountFindings(alice)
    var installation = InstallationFindings(mailOnPhone)
    var device = DeviceFindings(1)
    var log = LogFindings()
    for event in events.inFoldOrder() {
      // A copy that goes another way must not disturb the original.
      var other = account
      other.apply(Step.wipeCompleted.event(position: 1_000, at: event.effectiveAt), names: directory)
      account.apply(event, names: directory)
      installation.apply(event, names: directory)
      device.apply(event, names: directory)
      log.apply(event)
    }
    let found = account.findings + installation.findings + device.findings + log.findings
    #expect(found == judged(events))
  }

  @Test("what is open at an instant does not depend on what comes later", arguments: 0..<40 as Range<UInt64>)
  func asOf(_ seed: UInt64) {
    let events = Self.trace(seed)
    let whole = judged(events)
    let instants = events.map(\.effectiveAt) + whole.map(\.openedAt) + whole.compactMap(\.closedAt)
    for instant in Set(instants) {
      let then = judged(events, asOf: instant).filter { $0.isOpen(at: instant) }
      let now = whole.filter { $0.isOpen(at: instant) }
      #expect(then.map(Opening.init) == now.map(Opening.init), "as of \(instant.microseconds)")
    }
  }

  @Test("random traces find something of most rules")
  func coverage() {
    let found = Set((0..<40).flatMap { judged(Self.trace($0)).map(\.rule) })
    #expect(found.count > RuleID.allCases.count * 3 / 4)
  }
}

/// A finding without its end.
private struct Opening: Equatable {
  var rule: RuleID
  var scope: FindingScope
  var openedBy: Int64
  var openedAt: Timestamp
  var dueAt: Timestamp?
  var severity: RuleSeverity
  var evidence: [String: Int64]

  init(_ finding: Finding) {
    (rule, scope, openedBy, openedAt) = (finding.rule, finding.scope, finding.openedBy, finding.openedAt)
    (dueAt, severity, evidence) = (finding.dueAt, finding.severity, finding.evidence)
  }
}
