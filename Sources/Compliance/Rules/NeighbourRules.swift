import MAMEvents

/// W4, L4b and L5: what happens to one account must leave the others on the installation alone.
struct NeighbourRules: Sendable {
  /// How an account went.
  private enum Departure: CaseIterable {
    case wipe, managedLogout, unmanagedLogout

    /// The rule that a loss of another account breaks.
    var rule: RuleID {
      switch self {
      case .wipe: .w4
      case .managedLogout: .l4b
      case .unmanagedLogout: .l5
      }
    }
  }

  /// When each account last went so.
  private var departures: [Departure: [AccountID: Timestamp]] = [:]
  /// The accounts with a logout or wipe of their own since they last came.
  private var leaving: Set<AccountID> = []
  /// The unmanaged accounts that have logged out since they last came.
  private var loggedOut: Set<AccountID> = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    judgeUse(moment, &ledger)
    if moment.type == .viewShown { judgeView(moment, &ledger) }
    guard let account = moment.event.account else { return }
    switch moment.type {
    case .accountSignedIn, .accountRegistered, .sharedDeviceSignedIn:
      leaving.remove(account)
      loggedOut.remove(account)
    case .accountSignedOut:
      judgeLogoutLoss(of: account, moment, &ledger)
      logOut(account, moment)
    case .unenrollmentRequested:
      logOut(account, moment)
    case .unenrollmentCompleted:
      leaving.insert(account)
      // A logout lasts until it is completed.
      let isManaged = departures[.managedLogout]?[account] != nil
      let isDone = moment.event.code == EnrollmentStatusCode.unenrollmentSuccess.rawValue
      if isManaged, isDone { departures[.managedLogout]?[account] = moment.at }
    case .sharedDeviceSignedOut, .wipeRequested, .wipeReceived:
      leaving.insert(account)
    case .intuneAuditRecorded:
      if moment.parameters.isWipe(moment.event.facts.texts(.activities) ?? []) { leaving.insert(account) }
    case .enrollmentCompleted, .policyCompleted:
      if moment.isResult(.wipeReceived) { leaving.insert(account) }
    case .wipeHandled, .wipeCompleted:
      leaving.insert(account)
      departures[.wipe, default: [:]][account] = moment.at
    case .dataRemoved, .sharedDeviceDataCleared:
      report(.wipe, account, moment, &ledger)
      judgeLogoutLoss(of: account, moment, &ledger)
    default:
      break
    }
  }

  private mutating func logOut(_ account: AccountID, _ moment: InstallationMoment) {
    if moment.isManaged(account) {
      departures[.managedLogout, default: [:]][account] = moment.at
    } else if moment.isUnmanaged(account),
      departures[.managedLogout]?[account] == nil || !leaving.contains(account)
    {
      departures[.unmanagedLogout, default: [:]][account] = moment.at
      loggedOut.insert(account)
    }
    leaving.insert(account)
  }

  /// L5: data of an unmanaged account is still there after its logout.
  private func judgeUse(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    var used = moment.type == .viewShown ? moment.shown : []
    if moment.type == .dataAccessed, let account = moment.event.account { used = [account] }
    for account in used where loggedOut.contains(account) {
      ledger.report(.l5, FindingScope(account, moment.installation), reason: 1)
    }
  }

  /// Policy came to an unmanaged account, or left a managed one.
  private func judgeView(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    let shown = moment.shown
    switch moment.event.facts.bool(.policyApplied) {
    case true:
      guard shown.count == 1, let account = shown.first, moment.isUnmanaged(account) else { return }
      report(.managedLogout, account, moment, &ledger)
    case false:
      for account in shown where moment.isManaged(account) {
        report(.unmanagedLogout, account, moment, &ledger)
      }
    case nil:
      break
    }
  }

  private func judgeLogoutLoss(
    of account: AccountID, _ moment: InstallationMoment, _ ledger: inout FindingLedger
  ) {
    if moment.isUnmanaged(account) { report(.managedLogout, account, moment, &ledger) }
    if moment.isManaged(account) { report(.unmanagedLogout, account, moment, &ledger) }
  }

  /// Reports a loss that follows the departure of another account and none of its own.
  private func report(
    _ departure: Departure, _ account: AccountID, _ moment: InstallationMoment, _ ledger: inout FindingLedger
  ) {
    let rule = departure.rule
    let earliest = moment.at.advanced(by: -moment.parameters.duration(.lossWithin, of: rule))
    let isAfterAnother =
      departures[departure]?.contains { $0.key != account && $0.value >= earliest } ?? false
    if isAfterAnother, !leaving.contains(account) {
      ledger.report(rule, FindingScope(account, moment.installation))
    }
  }
}
