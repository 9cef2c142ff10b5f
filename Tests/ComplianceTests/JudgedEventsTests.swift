import Compliance
import MAMEvents
import Testing

/// What judging append by append gives, against its definition.
@Suite struct JudgedEventsTests {
  /// The events of a random trace, a few to an append, each recorded some time after the last of them.
  static func appended(_ seed: UInt64) -> [FoldEvent] {
    var random = SplitMix(seed: seed)
    var events = RulesPropertyTests.trace(seed)
    // Half of the traces arrive in order but for what one append holds: their folds are extended.
    if seed % 2 == 0 { events = events.sorted(by: FoldEvent.foldsBefore).renumbered() }
    var now = events.map(\.effectiveAt.microseconds).min() ?? 0
    var index = 0
    while index < events.count {
      let end = min(events.count, index + Int.random(in: 1...6, using: &random))
      let occurred = events[index..<end].map(\.occurredAt.microseconds).max() ?? 0
      now = max(now + 1, occurred + Int64.random(in: 0...3_000, using: &random) * 60_000_000)
      for place in index..<end { events[place].recordedAt = Timestamp(microseconds: now) }
      index = end
    }
    return events
  }

  @Test("what is superseded follows from the definition", arguments: 0..<60 as Range<UInt64>)
  func definition(_ seed: UInt64) {
    let events = Self.appended(seed)
    expect(events) { AccountFindings(alice) }
    expect(events) { InstallationFindings(mailOnPhone) }
    expect(events) { DeviceFindings(1) }
  }

  /// Folds the events before each append afresh, and compares.
  private func expect<Reducer: FindingReducer>(_ events: [FoldEvent], _ fresh: () -> Reducer) {
    func fold(_ events: some Sequence<FoldEvent>) -> [Finding] {
      var reducer = fresh()
      for event in events.inFoldOrder() { reducer.apply(event, names: directory) }
      return reducer.findings
    }
    let standing = fold(events)
    var superseded: [Mark: (at: Timestamp, by: Int64)] = [:]
    for recordedAt in Set(events.map(\.recordedAt)).sorted(by: { $0.microseconds < $1.microseconds }) {
      let before = fold(events.filter { $0.recordedAt < recordedAt }).filter { $0.openedAt <= recordedAt }
      let after = Set(fold(events.filter { $0.recordedAt <= recordedAt }).map(Mark.init))
      let first = events.first { $0.recordedAt == recordedAt }
      for finding in before where !after.contains(Mark(finding)) {
        superseded[Mark(finding)] = (recordedAt, first?.position ?? -1)
      }
    }
    for finding in standing { superseded[Mark(finding)] = nil }

    let judged = JudgedEvents(events, names: directory, by: fresh()).findings
    #expect(judged.filter { !$0.isSuperseded } == standing)
    let marks = judged.filter(\.isSuperseded)
    #expect(Set(marks.map(Mark.init)) == Set(superseded.keys))
    for finding in marks {
      #expect(superseded[Mark(finding)]?.at == finding.closedAt)
      #expect(superseded[Mark(finding)]?.by == finding.closedBy)
      #expect(!finding.isOpen(at: finding.openedAt))
    }
  }

  @Test("random traces supersede something", arguments: [0, 1] as [UInt64])
  func coverage(_ parity: UInt64) {
    let seeds = (0..<60 as Range<UInt64>).filter { $0 % 2 == parity }
    let found = seeds.flatMap {
      JudgedEvents(Self.appended($0), names: directory, by: AccountFindings(alice)).findings
    }
    #expect(found.contains { $0.isSuperseded })
  }

  @Test("a confirmation that arrives late supersedes the finding that its lack opened")
  func lateConfirmation() {
    // Asked for at minute 0; the deadline is minute 1440; the confirmation of minute 60 is recorded at 2000.
    var events = [at(0, .signedIn), at(1, .wipe), at(60, .wipeCompleted)].events
    events[0].recordedAt = minute(5)
    events[1].recordedAt = minute(5)
    events[2].recordedAt = minute(2000)
    let findings = JudgedEvents(events, names: directory, by: AccountFindings(alice)).findings
    #expect(findings.map(\.rule) == [.w1])
    #expect(findings.map(\.isSuperseded) == [true])
    #expect(findings.first?.closedAt == minute(2000))
    #expect(findings.first?.closedBy == 2)
  }

  @Test("a confirmation that is recorded before the deadline leaves nothing")
  func punctualConfirmation() {
    var events = [at(0, .signedIn), at(1, .wipe), at(60, .wipeCompleted)].events
    events[2].recordedAt = minute(1441)
    #expect(JudgedEvents(events, names: directory, by: AccountFindings(alice)).findings.count == 1)
    events[2].recordedAt = minute(1440)
    #expect(JudgedEvents(events, names: directory, by: AccountFindings(alice)).findings.isEmpty)
  }

  @Test(
    "what is found as of an instant is what a log without later events has found",
    arguments: 0..<30 as Range<UInt64>)
  func asOf(_ seed: UInt64) {
    let events = Self.appended(seed)
    let whole = JudgedEvents(events, names: directory, by: AccountFindings(alice)).findings
    for instant in Set(events.map(\.effectiveAt)) {
      let then = JudgedEvents(
        events.filter { $0.effectiveAt <= instant }, names: directory, by: AccountFindings(alice)
      ).findings.filter { $0.openedAt <= instant }
      let now = whole.filter { $0.openedAt <= instant }
      #expect(Set(then.map(Mark.init)) == Set(now.map(Mark.init)))
      #expect(then.map(\.isSuperseded) == now.map(\.isSuperseded))
      #expect(then.map { $0.isOpen(at: instant) } == now.map { $0.isOpen(at: instant) })
    }
  }
}

/// What makes a finding this one.
private struct Mark: Hashable {
  var rule: RuleID
  var scope: FindingScope
  var openedBy: Int64

  init(_ finding: Finding) {
    (rule, scope, openedBy) = (finding.rule, finding.scope, finding.openedBy)
  }
}

extension [FoldEvent] {
  /// The events with their places in the list as positions.
  fileprivate func renumbered() -> [FoldEvent] {
    enumerated().map { index, event in
      var event = event
      event.position = Int64(index)
      return event
    }
  }
}
