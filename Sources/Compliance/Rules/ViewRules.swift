import MAMEvents

/// A1 to A8, L1, L2 and E7: whether policy was applied to what an app showed.
///
/// A view is wrong for a managed account that it shows without policy, and for an unmanaged one that it shows
/// alone and under policy. A wrong view opens one rule for the account: the first that fits of A3; A4 or A5, for
/// the first view after a resume; A6, A7 or A8, for the first after a kill and a launch; L1 or L2, until the
/// account's first right view; A1 or A2; E7. A view of another account than the active identity is left to A9.
struct ViewRules: Sendable {
  /// On which side of the policy an account is; one that waits for the restart is on neither.
  private enum Side { case managed, unmanaged }

  /// What the last view showed.
  private struct Screen {
    var side: Side?
    var policyApplied: Bool
  }

  /// The place of each account in the order in which they came here.
  private var arrivals: [AccountID: Int] = [:]
  /// The accounts that have come under policy here.
  private var wasManaged: Set<AccountID> = []
  /// The accounts that were once shown as they must be.
  private var right: [Side: Set<AccountID>] = [:]
  /// What is on the screen; nil before the first view since the launch.
  private var screen: Screen?
  /// Who was active when the app was suspended with a right view, and the same until the first view after it
  /// has come back.
  private var (suspended, resumed): (Side?, Side?) = (nil, nil)
  /// Whose view was on the screen when the app was killed, and the same until the first view after its launch.
  private var (killed, relaunched): (Side?, Side?) = (nil, nil)

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    if let account = moment.event.account, moment.event.installation != nil, arrivals[account] == nil {
      arrivals[account] = arrivals.count
    }
    switch moment.type {
    case .enrollmentCompleted, .policyCompleted:
      if let account = moment.event.account, moment.state(of: account)?.managed == true {
        wasManaged.insert(account)
      }
    case .appLifecycle:
      follow(moment)
    case .viewShown:
      judgeView(moment, &ledger)
    case .fileProtected:
      judgeFile(moment, &ledger)
    default:
      break
    }
  }

  private mutating func follow(_ moment: InstallationMoment) {
    switch moment.event.facts.word(.phase, of: LifecyclePhase.self) {
    case .suspended:
      let active = moment.fold.activeIdentity.account.flatMap { side(of: $0, moment) }
      let isRight = screen.map { $0.policyApplied == (active == .managed) } ?? false
      suspended = isRight ? active : nil
      resumed = nil
    case .resumed:
      resumed = suspended ?? resumed
      suspended = nil
    case .terminated:
      killed = screen?.side ?? moment.fold.activeIdentity.account.flatMap { side(of: $0, moment) }
    case .launched:
      relaunched = killed
      (killed, suspended, resumed, screen) = (nil, nil, nil, nil)
    case nil:
      break
    }
  }

  private mutating func judgeView(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard let policyApplied = moment.event.facts.bool(.policyApplied) else { return }
    let isSingle = moment.onlyShown != nil
    var shownSides: Set<Side> = []
    for account in moment.shown.sorted() {
      guard let side = side(of: account, moment) else { continue }
      shownSides.insert(side)
      if policyApplied == (side == .managed) {
        right[side, default: []].insert(account)
      } else if side == .managed || isSingle {
        guard let (rule, reason) = rule(for: account, side, isSingle: isSingle, moment) else { continue }
        ledger.report(rule, FindingScope(account, moment.installation), reason: reason)
      }
    }
    let side = [Side.managed, .unmanaged].first { shownSides.contains($0) }
    screen = Screen(side: side, policyApplied: policyApplied)
    (resumed, relaunched) = (nil, nil)
  }

  /// The first rule that fits a wrong view, and which of its reasons; nil where none does.
  private func rule(
    for account: AccountID, _ side: Side, isSingle: Bool, _ moment: InstallationMoment
  ) -> (RuleID, reason: Int)? {
    let isMultiIdentity = moment.fold.configuration?.multiIdentity == true
    if isMultiIdentity, !isSingle { return (.a3, 0) }
    if isMultiIdentity, let found = lifecycleRule(side) { return found }
    if right[side]?.contains(account) != true {
      switch side {
      case .managed: return (cameSecond(account, moment) ? .l2b : .l1a, 0)
      case .unmanaged: if let rule = leakRule(account) { return (rule, 0) }
      }
    }
    if isMultiIdentity, let active = moment.fold.activeIdentity.account {
      if active != account { return nil }
      return (side == .managed ? .a1 : .a2, 0)
    }
    switch side {
    case .managed: return (.e7, 0)
    case .unmanaged: return moment.state(of: account)?.enrollment == .notTargeted ? (.e7, 1) : nil
    }
  }

  /// A4 to A8.
  private func lifecycleRule(_ side: Side) -> (RuleID, reason: Int)? {
    switch (resumed, side) {
    case (.managed, .managed): return (.a4, 0)
    case (.unmanaged, .unmanaged): return (.a5, 0)
    default: break
    }
    switch (relaunched, side) {
    case (.managed, .managed): return (.a6, 0)
    case (.managed, .unmanaged): return (.a6, 1)
    case (.unmanaged, .unmanaged): return (.a7, 0)
    case (.unmanaged, .managed): return (.a8, 0)
    case (nil, _): return nil
    }
  }

  /// L1b and L2a: a file of an unmanaged account was encrypted.
  private func judgeFile(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard moment.event.facts.bool(.encrypted) == true, let account = moment.event.account,
      side(of: account, moment) == .unmanaged, let rule = leakRule(account)
    else { return }
    ledger.report(rule, FindingScope(account, moment.installation), reason: 1)
  }

  /// L1b where another account has come under policy, L2a where none has; nil for one that has so itself.
  private func leakRule(_ account: AccountID) -> RuleID? {
    if wasManaged.contains(account) { return nil }
    return wasManaged.isEmpty ? .l2a : .l1b
  }

  /// An account that is unmanaged came here before this one.
  private func cameSecond(_ account: AccountID, _ moment: InstallationMoment) -> Bool {
    guard let place = arrivals[account] else { return false }
    return arrivals.contains { $0.value < place && moment.isUnmanaged($0.key) }
  }

  private func side(of account: AccountID, _ moment: InstallationMoment) -> Side? {
    if moment.isManaged(account) { return .managed }
    return moment.isUnmanaged(account) ? .unmanaged : nil
  }
}
