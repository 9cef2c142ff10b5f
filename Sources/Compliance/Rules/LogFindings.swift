import MAMEvents

/// The reducer of the findings about a log itself: the rules of the key ``RuleKey/log``.
///
/// Events must come in fold order (``FoldPoint``); one that arrives late is a reason to fold afresh.
public struct LogFindings: FindingReducer {
  private let part: LogPart?
  private let timeline: RuleTimeline
  private var ledger = FindingLedger()
  private var rules = LogRules()

  /// A log without events.
  ///
  /// - Parameters:
  ///   - part: the part to judge; nil judges all of them.
  ///   - timeline: the parameters in force over time.
  public init(_ part: LogPart? = nil, timeline: RuleTimeline = RuleTimeline()) {
    self.part = part
    self.timeline = timeline
  }

  /// The log after its events.
  ///
  /// - Parameters:
  ///   - events: all of the log, in any order; those that ``concerns(_:)`` leaves out are passed over. Linked
  ///     aliases are resolved already.
  ///   - timeline: the parameters in force over time.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    events: some Sequence<FoldEvent>, timeline: RuleTimeline = RuleTimeline(), asOf: Timestamp? = nil
  ) {
    self.init(timeline: timeline)
    for event in events.inFoldOrder(asOf: asOf) { apply(event) }
  }

  /// All findings, in the order of reports.
  public var findings: [Finding] { ledger.findings }

  /// Hands over the clocks that ended in time since the last call: the rules have none.
  public mutating func takeWithdrawn() -> [Withdrawal] { ledger.takeWithdrawn() }

  /// What is known and missing of a source's numbers; nil before its first.
  public func numbers(of source: Int64) -> SourceNumbers? { rules.sources[source] }

  /// Applies the next event in fold order; one that does not concern the rules changes nothing.
  public mutating func apply(_ event: FoldEvent) {
    guard Self.concerns(event), part?.covers(event) ?? true else { return }
    ledger.turn(to: event.point, timeline)
    switch part {
    case nil:
      rules.judgeSequence(event, &ledger)
      rules.judgeImport(event, &ledger)
      rules.judgeAlone(event, &ledger)
    case .source: rules.judgeSequence(event, &ledger)
    case .imports: rules.judgeImport(event, &ledger)
    case .rows: rules.judgeAlone(event, &ledger)
    }
  }

  /// Applies the next event in fold order; the rules read no names.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) { apply(event) }

  /// Whether the rules look at an event, of any type: one with a number of its source, one that is dated after its
  /// arrival, an import, a verification, or a refusal.
  public static func concerns(_ event: FoldEvent) -> Bool {
    isJudgedAlone(event) || event.type == .importCompleted || event.facts.integer(.sequence) != nil
  }

  /// Whether an event is one of those that are judged one by one: dated after its arrival, a verification, a refusal.
  public static func isJudgedAlone(_ event: FoldEvent) -> Bool {
    switch event.type {
    case .logVerified, .logConflictRefused: true
    default: event.occurredAt > event.recordedAt
    }
  }

  /// The finding of numbers that an event has revealed to be missing; nil where the rule is off.
  ///
  /// For who keeps only a source's ``SourceNumbers``, and extends them by events that come last in fold order.
  public static func gap(
    of missing: ClosedRange<Int64>, at point: FoldPoint, by timeline: RuleTimeline
  ) -> Finding? {
    var ledger = FindingLedger()
    ledger.turn(to: point, timeline)
    LogRules.openGap(missing, by: point.position, &ledger)
    return ledger.findings.first
  }
}
