import MAMEvents

/// The C rules over an account: conditional access for app protection, from the denial to the token.
struct ComplianceRules: AccountRules {
  /// What an account's events have left on one installation.
  private struct Trace {
    /// The status of the last remediation.
    var status: ComplianceStatus?
    /// A remediation was asked for and has no result yet.
    var isRemediating = false
    /// The resources whose token was denied since the last compliant result, as UTF-8; nil for none named.
    var denied: Set<[UInt8]?> = []
    /// Denials while the last remediation was compliant.
    var loop = RecentCount()
  }

  private var traces: [InstallationID: Trace] = [:]

  mutating func judge(_ moment: Moment, _ ledger: inout FindingLedger) {
    if moment.isWipeRequest || moment.isUnenrollmentWithWipe {
      for here in moment.coveredInstallations { ledger.meet(.c4, FindingScope(moment.account, here)) }
    }
    if moment.type == .entraSignInRecorded, moment.isProtectionDenial { judgeImportedDenial(moment, &ledger) }
    guard let here = moment.event.installation else { return }
    var trace = traces[here] ?? Trace()
    switch moment.type {
    case .appLifecycle:
      if moment.phase == .launched, trace.isRemediating {
        ledger.start(.c11, FindingScope(moment.account, here), .resultWithin)
      }
    case .tokenDenied:
      if moment.isProtectionDenial { judgeDenial(moment, &trace, &ledger) }
    case .tokenRequested:
      if trace.isRemediating { ledger.report(.c7, moment.scope) }
    case .tokenGranted:
      judgeGrant(moment, trace, &ledger)
    case .remediationRequested:
      judgeRemediation(moment, &trace, &ledger)
    case .remediationCompleted:
      judgeStatus(moment, &trace, &ledger)
    case .remediationMessageShown:
      ledger.meet(.c6, moment.scope)
    case .unenrollmentCompleted:
      if moment.isUnenrollment { judgeUnenrollment(moment, &trace, &ledger) }
    default:
      break
    }
    traces[here] = trace
  }

  /// C2 for a denial that Entra's sign-in log tells of: any installation may answer it.
  private func judgeImportedDenial(_ moment: Moment, _ ledger: inout FindingLedger) {
    guard moment.isEnrolledAnywhere else { return }
    ledger.start(.c2, moment.everywhere, .remediateWithin)
  }

  /// C2 starts; C9.
  private func judgeDenial(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    trace.denied.insert(moment.resource)
    if moment.after.enrollment == .enrolled { ledger.start(.c2, moment.scope, .remediateWithin) }
    let limit = moment.parameters.count(.count, of: .c9)
    let within = moment.parameters.duration(.within, of: .c9)
    if trace.status == .compliant, trace.loop.reaches(limit, at: moment.at, within: within) {
      ledger.report(.c9, moment.scope)
    }
  }

  /// C1 and C3.
  private func judgeGrant(_ moment: Moment, _ trace: Trace, _ ledger: inout FindingLedger) {
    ledger.meet(.c1, moment.scope)
    if trace.denied.contains(moment.resource) { ledger.report(.c1, moment.scope, reason: 1) }
    if let status = trace.status, status != .compliant {
      ledger.report(.c3, moment.scope, evidence: ["status": Int64(status.rawValue)])
    }
  }

  /// C2 and C5 are met.
  private func judgeRemediation(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    trace.isRemediating = true
    ledger.meet(.c2, moment.scope)
    ledger.meet(.c2, moment.everywhere)
    if moment.event.facts.bool(.silent) == false { ledger.meet(.c5, moment.scope) }
  }

  /// C1, C4, C5 and C6 start; C11 is met.
  private func judgeStatus(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    trace.isRemediating = false
    ledger.meet(.c11, moment.scope)
    guard let status = moment.event.code.flatMap(ComplianceStatus.init(rawValue:)) else { return }
    trace.status = status
    let evidence = ["status": Int64(status.rawValue)]
    switch status {
    case .compliant:
      trace.denied.removeAll()
      ledger.callOff(.c4, moment.scope)
      ledger.start(.c1, moment.scope, .tokenWithin)
    case .interactionRequired:
      trace.loop.reset()
      ledger.start(.c5, moment.scope, .retryWithin)
    case .notCompliant, .serviceFailure, .networkFailure, .userCancelled:
      trace.loop.reset()
      ledger.start(.c6, moment.scope, .messageWithin, evidence: evidence)
      if moment.after.dataPresent == true, !moment.after.wipe.isPending {
        ledger.start(.c4, moment.scope, .wipeWithin, evidence: evidence)
      }
    }
  }

  /// An unenrollment ends the clocks.
  private func judgeUnenrollment(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    trace.isRemediating = false
    for rule in [.c1, .c2, .c4, .c5, .c6, .c11] as [RuleID] { ledger.callOff(rule, moment.scope) }
    if !moment.isEnrolledAnywhere { ledger.callOff(.c2, moment.everywhere) }
  }
}

extension Moment {
  /// The account alone.
  fileprivate var everywhere: FindingScope { FindingScope(account: .account(account), app: nil, device: nil) }

  /// The account is enrolled on an installation.
  fileprivate var isEnrolledAnywhere: Bool {
    installations.values.contains { $0.state.enrollment == .enrolled }
  }

  /// The resource of a token as UTF-8: Swift's own equality takes composed and decomposed letters for one.
  fileprivate var resource: [UInt8]? { event.facts.text(.resource).map { Array($0.utf8) } }
}
