import MAMEvents

/// The findings of one reducer: rules report acts, start and meet clocks, open and close conditions.
///
/// A clock is a wait of one rule in one scope, and there is one at a time. It ends when the awaited event
/// comes, or when it is called off. Whatever comes exactly at the deadline is in time. What comes later
/// closes the finding that opened at the deadline; a clock that is called off later leaves it standing until
/// the awaited event.
struct FindingLedger: Sendable {
  private struct Place: Hashable {
    var rule: RuleID
    var scope: FindingScope
    /// Tells apart the clocks and conditions of a rule in one scope that are about different things.
    var aspect = 0
  }

  /// A running clock, and the event at which it was started.
  private struct Clock {
    var finding: Finding
    var startedAt: Int64
  }

  /// Acts, and what has ended.
  private var settled: [Finding] = []
  private var clocks: [Place: Clock] = [:]
  /// Findings whose clock was called off after the deadline.
  private var overdue: [Place: [Finding]] = [:]
  private var conditions: [Place: Finding] = [:]
  /// What the event that is being judged was reported for: one event makes one finding of a rule in a scope.
  private var reported: Set<Place> = []
  /// Clocks that ended in time since the last call of ``takeWithdrawn()``.
  private var withdrawn: [Withdrawal] = []
  /// The event that is being judged.
  private var point = FoldPoint(effectiveAt: Timestamp(microseconds: 0), position: 0)
  /// The parameters in force when it counts.
  private(set) var parameters = RuleParameters()

  /// All findings, also those that open only later, in the order of reports.
  var findings: [Finding] {
    (settled + clocks.values.map(\.finding) + overdue.values.joined() + conditions.values)
      .sorted(by: Finding.precedes)
  }

  /// The clocks that ended in time since the last call: their findings are none, whatever was thought before.
  mutating func takeWithdrawn() -> [Withdrawal] {
    if withdrawn.isEmpty { return [] }
    defer { withdrawn = [] }
    return withdrawn
  }

  /// Turns to the next event in fold order.
  mutating func turn(to event: FoldEvent, _ timeline: RuleTimeline) { turn(to: event.point, timeline) }

  /// Turns to the next event in fold order.
  mutating func turn(to point: FoldPoint, _ timeline: RuleTimeline) {
    self.point = point
    reported.removeAll(keepingCapacity: true)
    parameters = timeline.inForce(at: point.effectiveAt)
  }
}

extension FindingLedger {
  /// Reports an act that this event completes, once; it stands until somebody acknowledges it.
  mutating func report(
    _ rule: RuleID, _ scope: FindingScope, reason: Int = 0, evidence: [String: Int64] = [:]
  ) {
    guard parameters.isOn(rule), reported.insert(Place(rule: rule, scope: scope)).inserted else { return }
    settled.append(finding(rule, scope, opensAt: point.effectiveAt, dueAt: nil, reason, evidence))
  }

  /// Opens a condition with this event, unless it stands already.
  mutating func open(
    _ rule: RuleID, _ scope: FindingScope, aspect: Int = 0, reason: Int = 0, evidence: [String: Int64] = [:]
  ) {
    let place = Place(rule: rule, scope: scope, aspect: aspect)
    guard parameters.isOn(rule), conditions[place] == nil else { return }
    conditions[place] = finding(rule, scope, opensAt: point.effectiveAt, dueAt: nil, reason, evidence)
  }

  /// Ends one of a rule's conditions in a scope with this event.
  mutating func close(_ rule: RuleID, _ scope: FindingScope, aspect: Int) {
    if let finding = conditions.removeValue(forKey: Place(rule: rule, scope: scope, aspect: aspect)) {
      settle(finding)
    }
  }

  /// Ends a rule's conditions in the scopes with this event.
  mutating func close(_ rule: RuleID, where isMeant: (FindingScope) -> Bool) {
    for (place, finding) in conditions where place.rule == rule && isMeant(place.scope) {
      conditions[place] = nil
      settle(finding)
    }
  }

  /// A condition stands for a reason from this event on, or stands no longer.
  ///
  /// One that stands for the same reason goes on; for another reason it ends, and a new one opens.
  mutating func hold(_ rule: RuleID, _ scope: FindingScope, reason: Int?) {
    let place = Place(rule: rule, scope: scope)
    if let standing = conditions[place], standing.reasonIndex != reason {
      conditions[place] = nil
      settle(standing)
    }
    if let reason { open(rule, scope, reason: reason) }
  }

  /// Starts a clock with this event, unless one runs already.
  mutating func start(
    _ rule: RuleID, _ scope: FindingScope, _ within: RuleParameter.Name, aspect: Int = 0, reason: Int = 0,
    evidence: [String: Int64] = [:]
  ) {
    let place = Place(rule: rule, scope: scope, aspect: aspect)
    guard parameters.isOn(rule), clocks[place] == nil else { return }
    let dueAt = point.effectiveAt.advanced(by: parameters.duration(within, of: rule))
    clocks[place] = Clock(
      finding: finding(rule, scope, opensAt: dueAt, dueAt: dueAt, reason, evidence), startedAt: point.position
    )
  }

  /// Starts a clock that an earlier event gave the ground for.
  ///
  /// - Parameters:
  ///   - ground: that event.
  ///   - parameters: those in force when it counts.
  ///   - within: the length of time from it to the deadline.
  mutating func start(
    _ rule: RuleID, _ scope: FindingScope, _ within: RuleParameter.Name, from ground: FoldPoint,
    by parameters: RuleParameters
  ) {
    let place = Place(rule: rule, scope: scope)
    guard parameters.isOn(rule), clocks[place] == nil else { return }
    let dueAt = ground.effectiveAt.advanced(by: parameters.duration(within, of: rule))
    let finding = Finding(
      rule: rule, severity: parameters.severity(of: rule), scope: scope, openedBy: ground.position,
      openedAt: max(dueAt, point.effectiveAt), dueAt: dueAt, parameters: parameters.values(of: rule),
      evidence: [:], reasonIndex: 0)
    clocks[place] = Clock(finding: finding, startedAt: point.position)
  }

  /// The event that a clock waits for is here.
  mutating func meet(_ rule: RuleID, _ scope: FindingScope, aspect: Int = 0) {
    let place = Place(rule: rule, scope: scope, aspect: aspect)
    if let clock = clocks.removeValue(forKey: place) {
      if point.effectiveAt > clock.finding.openedAt { settle(clock.finding) } else { withdraw(clock) }
    }
    for finding in overdue.removeValue(forKey: place) ?? [] { settle(finding) }
  }

  /// The event that a rule's clocks in the scopes wait for is here.
  mutating func meet(_ rule: RuleID, where isMeant: (FindingScope) -> Bool) {
    let places = Set(clocks.keys).union(overdue.keys)
    for place in places where place.rule == rule && isMeant(place.scope) {
      meet(rule, place.scope, aspect: place.aspect)
    }
  }

  /// Calls a clock off without a word.
  mutating func callOff(_ rule: RuleID, _ scope: FindingScope) {
    for place in Array(clocks.keys) where place.rule == rule && place.scope == scope {
      guard let clock = clocks.removeValue(forKey: place) else { continue }
      if point.effectiveAt > clock.finding.openedAt {
        overdue[place, default: []].append(clock.finding)
      } else {
        withdraw(clock)
      }
    }
  }

  private mutating func withdraw(_ clock: Clock) {
    withdrawn.append(Withdrawal(finding: clock.finding, startedAt: clock.startedAt))
  }

  private mutating func settle(_ finding: Finding) {
    var finding = finding
    (finding.closedAt, finding.closedBy) = (point.effectiveAt, point.position)
    settled.append(finding)
  }

  private func finding(
    _ rule: RuleID, _ scope: FindingScope, opensAt: Timestamp, dueAt: Timestamp?, _ reason: Int,
    _ evidence: [String: Int64]
  ) -> Finding {
    Finding(
      rule: rule, severity: parameters.severity(of: rule, reason: reason), scope: scope,
      openedBy: point.position, openedAt: opensAt, dueAt: dueAt, parameters: parameters.values(of: rule),
      evidence: evidence,
      reasonIndex: reason)
  }
}

/// A clock that ended before its deadline, or at it.
public struct Withdrawal: Sendable {
  /// What it would have become.
  let finding: Finding
  /// The position of the event at which the clock was started.
  let startedAt: Int64
}
