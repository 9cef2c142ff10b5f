import MAMEvents

/// The reducer of the findings of one account: the rules of the key ``RuleKey/account``, beside the account's
/// fold.
///
/// Events must come in fold order (``FoldPoint``); one that arrives late is a reason to fold afresh.
public struct AccountFindings: FindingReducer {
  /// What the same events make of the account.
  public private(set) var fold: AccountFold
  private let timeline: RuleTimeline
  private var ledger = FindingLedger()
  private var wipes = WipeRules()
  private var enrollment = EnrollmentRules()
  private var compliance = ComplianceRules()
  private var logout = LogoutRule()

  /// An account without events.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - timeline: the parameters in force over time.
  public init(_ account: AccountID, timeline: RuleTimeline = RuleTimeline()) {
    fold = AccountFold(account)
    self.timeline = timeline
  }

  /// The account after its events.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - events: those that ``AccountFold`` takes, in any order.
  ///   - names: what the names in members mean.
  ///   - timeline: the parameters in force over time.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    _ account: AccountID, events: some Sequence<FoldEvent>, names: AccountDirectory,
    timeline: RuleTimeline = RuleTimeline(), asOf: Timestamp? = nil
  ) {
    self.init(account, timeline: timeline)
    for event in events.inFoldOrder(asOf: asOf) { apply(event, names: names) }
  }

  /// All findings, also those that open only later, in the order of reports.
  public var findings: [Finding] { ledger.findings }

  /// Hands over the clocks that ended in time since the last call.
  public mutating func takeWithdrawn() -> [Withdrawal] { ledger.takeWithdrawn() }

  /// Applies the next event in fold order; one that does not concern the account changes nothing.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) {
    guard let type = event.type, let role = fold.role(of: event, names: names) else { return }
    let before = state(at: event.installation)
    fold.apply(event, as: role)
    ledger.turn(to: event, timeline)
    let moment = Moment(
      event: event, type: type, account: fold.account, before: before, after: state(at: event.installation),
      installations: fold.state.installations, parameters: ledger.parameters)
    wipes.judge(moment, &ledger)
    enrollment.judge(moment, &ledger)
    compliance.judge(moment, &ledger)
    logout.judge(moment, &ledger)
  }

  private func state(at installation: InstallationID?) -> InstallationAccountState {
    installation.flatMap { fold.state.installations[$0]?.state } ?? InstallationAccountState()
  }
}
