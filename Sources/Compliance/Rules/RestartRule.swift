import MAMEvents

/// E2: an app that has its first policy must be launched again before anything of the account is shown.
///
/// An app that waits for policy at launch, or is a .NET MAUI app, has its policy at once (table 1.2) and no
/// account here that waits for the restart.
struct RestartRule: Sendable {
  private enum Stage { case withoutPolicy, withFirstPolicy, restarted }

  private var stage = Stage.withoutPolicy

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    switch moment.type {
    case .appLifecycle:
      let isLaunch = moment.event.facts.word(.phase, of: LifecyclePhase.self) == .launched
      if isLaunch, stage == .withFirstPolicy { stage = .restarted }
    case .enrollmentCompleted, .policyCompleted:
      if moment.isResult(.newPoliciesReceived), stage == .withoutPolicy { stage = .withFirstPolicy }
    case .viewShown:
      for account in moment.shown { judgeUse(of: account, moment, &ledger) }
    default:
      break
    }
  }

  private func judgeUse(of account: AccountID, _ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard stage == .withFirstPolicy, moment.state(of: account)?.policy == .restartPending else { return }
    ledger.report(.e2, FindingScope(account, moment.installation))
  }
}
