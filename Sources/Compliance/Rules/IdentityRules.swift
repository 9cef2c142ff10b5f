import MAMEvents

/// The A rules that do not ask whether policy was applied: which account is shown, and when it may be.
///
/// But for A12, A13 and A14 they hold for apps with MultiIdentity only.
struct IdentityRules: Sendable {
  private enum Switch { case awaited, refused }

  private var hasLaunched = false
  /// The accounts that were switched to since the last launch.
  private var switched: Set<AccountID> = []
  /// The accounts that were shown too early since the last launch.
  private var shownEarly: Set<AccountID> = []
  /// The switches that were asked for and have not succeeded.
  private var switches: [AccountID: Switch] = [:]
  /// The accounts that the app was asked to block.
  private var blocked: Set<AccountID> = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    judgeAnswer(moment, &ledger)
    let isMultiIdentity = moment.fold.configuration?.multiIdentity == true
    switch moment.type {
    case .appLifecycle:
      if moment.event.facts.word(.phase, of: LifecyclePhase.self) == .launched { launch() }
    case .identitySwitchRequested:
      if let account = moment.event.account { switches[account] = .awaited }
    case .identitySwitched:
      judgeSwitch(moment, isMultiIdentity, &ledger)
    case .accountBlockRequested:
      judgeBlock(moment, &ledger)
    case .viewShown:
      let shown = moment.shown
      for account in shown where blocked.contains(account) { ledger.open(.a13, moment.scope(account)) }
      if isMultiIdentity { judgeView(shown, moment, &ledger) }
    case .fileProtected:
      judgeFile(moment, &ledger)
    case .dataAccessed:
      if isMultiIdentity, let account = moment.event.account { judgeContent(of: account, moment, &ledger) }
    default:
      break
    }
  }

  private mutating func launch() {
    hasLaunched = true
    (switched, shownEarly) = ([], [])
    switches = [:]
  }

  /// A15; A10 and A11 have their ground.
  private mutating func judgeSwitch(
    _ moment: InstallationMoment, _ isMultiIdentity: Bool, _ ledger: inout FindingLedger
  ) {
    let account = moment.event.account
    switch moment.event.code.flatMap(SwitchIdentityResult.init(rawValue:)) {
    case .success:
      if let account {
        switched.insert(account)
        switches[account] = nil
      }
      let isProcess = moment.event.facts.word(.scope, of: IdentityScope.self) == .process
      if isMultiIdentity, isProcess { ledger.report(.a15, moment.scope(account)) }
    case .canceled, .notAllowed, .failed:
      if let account { switches[account] = .refused }
    case nil:
      break
    }
  }

  /// A12: the answer is for the same account and scope.
  private func judgeAnswer(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    let scope = moment.scope(moment.event.account)
    let identityScope = Int(moment.event.facts.word(.scope) ?? IdentityScope.unknownIndex)
    let addition = Int(UInt8.max) + 1
    switch moment.type {
    case .identitySwitchRequested:
      guard moment.event.facts.word(.initiator, of: SwitchInitiator.self) == .sdk else { return }
      ledger.start(.a12, scope, .answerWithin, aspect: identityScope)
    case .identitySwitched:
      ledger.meet(.a12, scope, aspect: identityScope)
    case .identityAddRequested:
      ledger.start(.a12, scope, .answerWithin, aspect: addition)
    case .identityAdded:
      ledger.meet(.a12, scope, aspect: addition)
    case .unenrollmentCompleted:
      let isDone = moment.event.code == EnrollmentStatusCode.unenrollmentSuccess.rawValue
      if isDone { ledger.callOff(.a12, scope) }
    default:
      break
    }
  }

  private mutating func judgeBlock(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard let account = moment.event.account else { return }
    if moment.event.code == BlockAccountReason.notBlocked.rawValue {
      blocked.remove(account)
      ledger.close(.a13) { $0.account == .account(account) }
    } else {
      blocked.insert(account)
    }
  }

  /// A9 and A10.
  private mutating func judgeView(
    _ shown: Set<AccountID>, _ moment: InstallationMoment, _ ledger: inout FindingLedger
  ) {
    if let only = moment.onlyShown, let active = moment.fold.activeIdentity.account, only != .account(active)
    {
      let here = moment.installation
      ledger.report(.a9, FindingScope(account: only, app: here.app, device: here.device))
    }
    for account in shown {
      judgeContent(of: account, moment, &ledger)
      let isEarly = hasLaunched && moment.isManaged(account) && !switched.contains(account)
      if isEarly, shownEarly.insert(account).inserted { ledger.report(.a10, moment.scope(account)) }
    }
  }

  /// A14.
  private func judgeFile(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard let account = moment.event.account, moment.isManaged(account),
      let owner = moment.event.facts.account(.owner)
    else { return }
    let isOwn = moment.names.reference(to: owner, at: moment.event.point) == .account(account)
    if !isOwn { ledger.report(.a14, moment.scope(account)) }
  }

  /// A11.
  private func judgeContent(
    of account: AccountID, _ moment: InstallationMoment, _ ledger: inout FindingLedger
  ) {
    guard moment.isManaged(account) else { return }
    switch switches[account] {
    case .awaited: ledger.report(.a11, moment.scope(account))
    case .refused: ledger.report(.a11, moment.scope(account), reason: 1)
    case nil: break
    }
  }
}

extension InstallationMoment {
  /// An account here, or none.
  func scope(_ account: AccountID?) -> FindingScope {
    FindingScope(
      account: account.map(AccountReference.account), app: installation.app, device: installation.device)
  }
}
