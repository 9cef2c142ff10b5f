import MAMEvents

/// The reducer of the findings about a log itself: the rules of the key ``RuleKey/log``.
///
/// Events must come in fold order (``FoldPoint``); one that arrives late is a reason to fold afresh.
public struct LogFindings: Sendable {
  private let timeline: RuleTimeline
  private var ledger = FindingLedger()
  private var rules = LogRules()

  /// A log without events.
  ///
  /// - Parameter timeline: the parameters in force over time.
  public init(timeline: RuleTimeline = RuleTimeline()) {
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

  /// Applies the next event in fold order; one that does not concern the rules changes nothing.
  public mutating func apply(_ event: FoldEvent) {
    guard Self.concerns(event) else { return }
    ledger.turn(to: event, timeline)
    rules.judge(event, &ledger)
  }

  /// Whether the rules look at an event, of any type: one with a number of its source, one that is dated after its
  /// arrival, an import, a verification, or a refusal.
  public static func concerns(_ event: FoldEvent) -> Bool {
    switch event.type {
    case .logVerified, .logConflictRefused, .importCompleted: true
    default: event.occurredAt > event.recordedAt || event.facts.integer(.sequence) != nil
    }
  }
}
