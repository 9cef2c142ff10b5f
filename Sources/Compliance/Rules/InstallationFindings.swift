import MAMEvents

/// The reducer of the findings of one installation: the rules of the key ``RuleKey/installation``, where
/// accounts meet.
///
/// Events must come in fold order (``FoldPoint``); one that arrives late is a reason to fold afresh.
public struct InstallationFindings: FindingReducer {
  /// What the same events make of the installation.
  public private(set) var fold: InstallationFold
  private let timeline: RuleTimeline
  private var ledger = FindingLedger()
  private var accounts: [AccountID: AccountFold] = [:]
  /// The last configuration, for accounts that come later.
  private var configured: FoldEvent?
  private var views = ViewRules()
  private var remediations = RemediatedAccountRule()
  private var capability = CapabilityRule()
  private var neighbours = NeighbourRules()
  private var restart = RestartRule()
  private var enrollments = SecondAccountRule()
  private var identities = IdentityRules()
  private var transfers = TransferRules()

  /// An installation without events.
  ///
  /// - Parameters:
  ///   - installation: the installation.
  ///   - timeline: the parameters in force over time.
  public init(_ installation: InstallationID, timeline: RuleTimeline = RuleTimeline()) {
    fold = InstallationFold(installation)
    self.timeline = timeline
  }

  /// The installation after its events.
  ///
  /// - Parameters:
  ///   - installation: the installation.
  ///   - events: all that name its app and device, and the wipe requests (also of Intune's audit log) that name
  ///     fewer and cover it, in any order; others are passed over. Linked aliases are resolved already.
  ///   - names: what the names in members mean.
  ///   - timeline: the parameters in force over time.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    _ installation: InstallationID, events: some Sequence<FoldEvent>, names: AccountDirectory,
    timeline: RuleTimeline = RuleTimeline(), asOf: Timestamp? = nil
  ) {
    self.init(installation, timeline: timeline)
    for event in events.inFoldOrder(asOf: asOf) { apply(event, names: names) }
  }

  /// All findings, also those that open only later, in the order of reports.
  public var findings: [Finding] { ledger.findings }

  /// Hands over the clocks that ended in time since the last call.
  public mutating func takeWithdrawn() -> [Withdrawal] { ledger.takeWithdrawn() }

  /// Applies the next event in fold order; one that does not concern the installation changes nothing.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) {
    guard let type = event.type, concerns(event, type) else { return }
    fold.apply(event, names: names)
    foldAccounts(event, type, names)
    ledger.turn(to: event, timeline)
    let moment = InstallationMoment(
      event: event, type: type, fold: fold, names: names, accounts: accounts,
      parameters: ledger.parameters)
    views.judge(moment, &ledger)
    remediations.judge(moment, &ledger)
    capability.judge(moment, &ledger)
    neighbours.judge(moment, &ledger)
    restart.judge(moment, &ledger)
    enrollments.judge(moment, &ledger)
    identities.judge(moment, &ledger)
    transfers.judge(moment, &ledger)
    ConfigurationRules.judge(moment, &ledger)
  }

  private func concerns(_ event: FoldEvent, _ type: EventType) -> Bool {
    let installation = fold.installation
    if event.installation == installation { return true }
    guard type == .wipeRequested || type == .intuneAuditRecorded, event.installation == nil else {
      return false
    }
    return (event.app ?? installation.app) == installation.app
      && (event.device ?? installation.device) == installation.device
  }

  private mutating func foldAccounts(_ event: FoldEvent, _ type: EventType, _ names: AccountDirectory) {
    if type == .appConfigured { configured = event }
    if AccountFold.contextTypes.contains(type) {
      for account in Array(accounts.keys) {
        guard let role = accounts[account]?.role(of: event, names: names) else { continue }
        accounts[account]?.apply(event, as: role)
      }
    } else if let account = event.account {
      if accounts[account] == nil, event.installation != nil {
        var newcomer = AccountFold(account)
        if let configured { newcomer.apply(configured, as: .context) }
        accounts[account] = newcomer
      }
      accounts[account]?.apply(event, as: .subject)
    }
  }
}

/// An event with what it makes of the accounts on the judged installation.
struct InstallationMoment {
  let event: FoldEvent
  let type: EventType
  /// The installation after the event.
  let fold: InstallationFold
  let names: AccountDirectory
  /// The accounts with an event here, after the event.
  let accounts: [AccountID: AccountFold]
  /// The parameters in force.
  let parameters: RuleParameters

  var at: Timestamp { event.effectiveAt }

  var installation: InstallationID { fold.installation }

  /// The account here after the event; nil for one without an event here.
  func state(of account: AccountID) -> InstallationAccountState? {
    accounts[account]?.state.installations[installation]?.state
  }

  /// Policy is in force for the account here.
  func isManaged(_ account: AccountID) -> Bool { state(of: account)?.policy == .active }

  /// The account has an event here, and no policy or no longer any.
  ///
  /// One that was found enrolled already (code 208) before the log had seen a policy of it is neither managed nor
  /// unmanaged: its policy is there, and unknown here.
  func isUnmanaged(_ account: AccountID) -> Bool {
    guard let state = state(of: account), !state.hasUnknownPolicy else { return false }
    return state.policy == .none || state.policy == .removed
  }

  /// The displayed accounts that the log knows, each once.
  var shown: Set<AccountID> {
    Set(
      (event.facts.accounts(.accounts) ?? []).compactMap { name in
        if case .account(let account) = names.reference(to: name, at: event.point) { account } else { nil }
      })
  }

  /// The one account that the view shows; nil where it shows none or several.
  ///
  /// Names that the log does not know are accounts too: the view is theirs as well.
  var onlyShown: AccountReference? {
    let references = Set(
      (event.facts.accounts(.accounts) ?? []).map { names.reference(to: $0, at: event.point) })
    return references.count == 1 ? references.first : nil
  }

  /// Whether a status is one of an enrollment or a policy request.
  func isResult(_ status: EnrollmentStatusCode) -> Bool {
    (type == .enrollmentCompleted || type == .policyCompleted) && event.code == status.rawValue
  }
}

extension InstallationAccountState {
  /// The account is enrolled, and the log has seen no policy of it.
  var hasUnknownPolicy: Bool { enrollment == .enrolled && policy == .none }
}
