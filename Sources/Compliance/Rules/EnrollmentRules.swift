import MAMEvents

/// The E rules over an account: the order of sign-in, registration, enrollment and unenrollment.
struct EnrollmentRules: AccountRules {
  /// What an account's events have left on one installation.
  private struct Trace {
    var hasSignedIn = false
    /// Unenrolled, and not registered again since.
    var isUnenrolled = false
    /// Registered, without a result since.
    var awaitsResult = false
    /// When the app last removed data.
    var removedAt: Timestamp?
    /// The due time of a retry that was judged already.
    var judgedRetry: Timestamp?
  }

  private var traces: [InstallationID: Trace] = [:]

  mutating func judge(_ moment: Moment, _ ledger: inout FindingLedger) {
    guard let here = moment.event.installation else { return }
    var trace = traces[here] ?? Trace()
    switch moment.type {
    case .accountSignedIn, .sharedDeviceSignedIn:
      trace.hasSignedIn = true
    case .accountRegistered:
      judgeRegistration(moment, &trace, &ledger)
    case .enrollmentCompleted, .policyCompleted:
      judgeResult(moment, &trace, &ledger)
    case .remediationCompleted:
      trace.awaitsResult = false
      ledger.meet(.e8, moment.scope)
    case .appLifecycle:
      judgeUse(moment, FindingScope(moment.account, here), &trace, &ledger)
    case .tokensRemoved:
      if moment.before.registered { ledger.report(.e3, moment.scope) }
    case .dataRemoved:
      judgeRemoval(moment, &trace, &ledger)
    case .unenrollmentRequested:
      judgeUnenrollmentRequest(moment, trace, &ledger)
    case .unenrollmentCompleted:
      judgeUnenrollment(moment, &trace, &ledger)
    case .accountSignedOut:
      ledger.meet(.e6, moment.scope)
    default:
      break
    }
    if moment.before.nextRetryAt != nil, moment.after.nextRetryAt == nil {
      ledger.callOff(.e10, moment.scope)
    }
    traces[here] = trace
  }

  /// E1; E5 and E8 have their ground.
  private func judgeRegistration(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    let method = moment.event.facts.word(.method, of: RegistrationMethod.self)
    if method == .registerAndEnroll, !trace.hasSignedIn { ledger.report(.e1, moment.scope) }
    if !moment.before.registered { trace.awaitsResult = true }
    trace.isUnenrolled = false
  }

  /// E5 and E6; E8 and E10 are met.
  private func judgeResult(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    trace.awaitsResult = false
    ledger.meet(.e8, moment.scope)
    if moment.type == .enrollmentCompleted {
      ledger.meet(.e10, moment.scope)
      if trace.isUnenrolled { ledger.report(.e5, moment.scope) }
    }
    switch moment.status {
    case .notEmmAccount, .mdmEnrolledDifferentUser, .notDeviceAccount:
      let code = Int64(moment.event.code ?? 0)
      ledger.start(.e6, moment.scope, .removeWithin, evidence: ["code": code])
    default:
      break
    }
  }

  /// E8 and E10 start when the app is used.
  private func judgeUse(
    _ moment: Moment, _ scope: FindingScope, _ trace: inout Trace, _ ledger: inout FindingLedger
  ) {
    guard moment.phase == .launched || moment.phase == .resumed else { return }
    if trace.awaitsResult { ledger.start(.e8, scope, .resultWithin) }
    if let dueAt = moment.after.nextRetryAt, moment.at > dueAt, trace.judgedRetry != dueAt {
      ledger.start(.e10, scope, .attemptWithin)
      trace.judgedRetry = dueAt
    }
  }

  /// E4 is met, or met beforehand.
  private func judgeRemoval(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    guard moment.event.facts.word(.removedBy, of: RemovalAgent.self) == .app else { return }
    trace.removedAt = moment.at
    ledger.meet(.e4, moment.scope)
  }

  /// E4 and E9 start.
  private func judgeUnenrollmentRequest(_ moment: Moment, _ trace: Trace, _ ledger: inout FindingLedger) {
    ledger.start(.e9, moment.scope, .unenrollWithin)
    guard moment.event.facts.bool(.withWipe) == false else { return }
    let earliest = moment.at.advanced(by: -moment.parameters.duration(.removedBefore, of: .e4))
    if trace.removedAt.map({ $0 >= earliest }) != true { ledger.start(.e4, moment.scope, .removeWithin) }
  }

  /// E9; an unenrollment ends the other clocks.
  private func judgeUnenrollment(_ moment: Moment, _ trace: inout Trace, _ ledger: inout FindingLedger) {
    ledger.meet(.e9, moment.scope)
    if moment.event.code == EnrollmentStatusCode.failedToClearMamData.rawValue {
      ledger.open(.e9, moment.scope, reason: 1)
    }
    guard moment.isUnenrollment else { return }
    ledger.close(.e9) { $0 == moment.scope }
    ledger.meet(.e6, moment.scope)
    ledger.callOff(.e8, moment.scope)
    trace.awaitsResult = false
    trace.isUnenrolled = true
  }
}
