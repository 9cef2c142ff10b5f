import MAMEvents

/// C8: the account that is remediated must be the one whose token was denied.
///
/// A denial names its account by MSAL's home account id, of which the log keeps a digest of the object id. A
/// remediation is judged while a denial is unanswered: it must be of an account that was denied a token here.
struct RemediatedAccountRule: Sendable {
  /// The accounts with a denial since they were last compliant, by the digest of their object ids.
  private var denied: Set<Int64> = []
  /// Those among them for which no remediation was asked.
  private var unanswered: Set<Int64> = []
  /// The accounts with a denial that does not tell the object id.
  private var deniedByName: Set<AccountID> = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    switch moment.type {
    case .tokenDenied:
      if moment.event.facts.bool(.appProtectionDenial) == true { noteDenial(moment) }
    case .remediationRequested:
      judgeRemediation(moment, &ledger)
    case .remediationCompleted:
      if moment.event.code == ComplianceStatus.compliant.rawValue { forget(moment) }
    case .tokenGranted, .accountSignedOut, .wipeCompleted:
      forget(moment)
    case .unenrollmentCompleted:
      if moment.event.code == EnrollmentStatusCode.unenrollmentSuccess.rawValue { forget(moment) }
    default:
      break
    }
  }

  private mutating func noteDenial(_ moment: InstallationMoment) {
    if let digest = moment.event.facts.integer(.deniedAccount) {
      denied.insert(digest)
      unanswered.insert(digest)
    } else if let account = moment.event.account {
      deniedByName.insert(account)
    }
  }

  private mutating func judgeRemediation(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard let account = moment.event.account, let digest = moment.names.object(of: account)?.shortDigest
    else { return }
    if denied.contains(digest) {
      unanswered.remove(digest)
    } else if !unanswered.isEmpty, !deniedByName.contains(account) {
      ledger.report(.c8, moment.scope(account))
    }
  }

  /// The account of the event is compliant, or gone.
  private mutating func forget(_ moment: InstallationMoment) {
    guard let account = moment.event.account else { return }
    deniedByName.remove(account)
    guard !denied.isEmpty, let digest = moment.names.object(of: account)?.shortDigest else { return }
    denied.remove(digest)
    unanswered.remove(digest)
  }
}
