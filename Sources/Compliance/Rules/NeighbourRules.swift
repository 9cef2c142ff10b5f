import MAMEvents

/// W4: what happens to one account must leave the others on the installation alone.
struct NeighbourRules: Sendable {
  /// When each account was last wiped.
  private var wipedAt: [AccountID: Timestamp] = [:]
  /// The accounts with a logout or wipe of their own since they last came.
  private var leaving: Set<AccountID> = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard let account = moment.event.account else { return }
    switch moment.type {
    case .accountSignedIn, .accountRegistered, .sharedDeviceSignedIn:
      leaving.remove(account)
    case .accountSignedOut, .sharedDeviceSignedOut, .unenrollmentRequested, .unenrollmentCompleted,
      .wipeRequested, .wipeReceived:
      leaving.insert(account)
    case .intuneAuditRecorded:
      if moment.parameters.isWipe(moment.event.facts.texts(.activities) ?? []) { leaving.insert(account) }
    case .enrollmentCompleted, .policyCompleted:
      if moment.isResult(.wipeReceived) { leaving.insert(account) }
    case .wipeHandled, .wipeCompleted:
      leaving.insert(account)
      wipedAt[account] = moment.at
    case .dataRemoved, .sharedDeviceDataCleared:
      judgeLoss(of: account, moment, &ledger)
    default:
      break
    }
  }

  private func judgeLoss(of account: AccountID, _ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    let earliest = moment.at.advanced(by: -moment.parameters.duration(.lossWithin, of: .w4))
    let isAfterAnother = wipedAt.contains { $0.key != account && $0.value >= earliest }
    if isAfterAnother, !leaving.contains(account) {
      ledger.report(.w4, FindingScope(account, moment.installation))
    }
  }
}
