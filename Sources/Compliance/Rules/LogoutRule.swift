import MAMEvents

/// L4a: after the logout of a managed account, the account and all its data must be gone.
struct LogoutRule: AccountRules {
  /// The installations that the account left while it was managed, and has not come back to.
  private var left: Set<InstallationID> = []

  mutating func judge(_ moment: Moment, _ ledger: inout FindingLedger) {
    guard let here = moment.event.installation else { return }
    switch moment.type {
    case .accountRegistered:
      left.remove(here)
    case .unenrollmentRequested:
      guard moment.before.policy == .active else { return }
      left.insert(here)
      ledger.start(.l4a, moment.scope, .unenrollWithin)
    case .unenrollmentCompleted:
      if moment.isUnenrollment { ledger.meet(.l4a, moment.scope) }
    case .viewShown, .dataAccessed:
      if left.contains(here) { ledger.report(.l4a, FindingScope(moment.account, here), reason: 1) }
    default:
      break
    }
  }
}
