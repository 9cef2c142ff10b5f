import MAMEvents

/// An event with what it makes of the judged account: all that a rule over an account sees.
struct Moment {
  let event: FoldEvent
  let type: EventType
  let account: AccountID
  /// The account on the event's installation before the event; the start state where the event names none.
  let before: InstallationAccountState
  /// The same after the event.
  let after: InstallationAccountState
  /// All installations of the account after the event.
  let installations: [InstallationID: AccountState.Installation]
  /// The parameters in force.
  let parameters: RuleParameters

  /// The account, with the app and device that the event names.
  var scope: FindingScope {
    FindingScope(account: .account(account), app: event.app, device: event.device)
  }

  var at: Timestamp { event.effectiveAt }

  /// The status of an enrollment or a policy request; nil for other events and unknown codes.
  var status: EnrollmentStatusCode? {
    guard type == .enrollmentCompleted || type == .policyCompleted else { return nil }
    return event.code.flatMap(EnrollmentStatusCode.init(rawValue:))
  }

  /// The account is unenrolled from the installation.
  var isUnenrollment: Bool {
    type == .unenrollmentCompleted && event.code == EnrollmentStatusCode.unenrollmentSuccess.rawValue
  }

  /// An enrollment ended with success.
  var isEnrollmentSuccess: Bool {
    guard type == .enrollmentCompleted, let status else { return false }
    switch status {
    case .newPoliciesReceived, .policiesHaveNotChanged, .wipeReceived, .alreadyEnrolled: return true
    default: return false
    }
  }

  /// A wipe was asked for: by a request, or by what an audit record of Intune says was done.
  var isWipeRequest: Bool {
    switch type {
    case .wipeRequested: true
    case .intuneAuditRecorded: parameters.isWipe(event.facts.texts(.activities) ?? [])
    default: false
    }
  }

  /// The installation has the command to wipe.
  var isWipeReceipt: Bool { type == .wipeReceived || status == .wipeReceived }

  /// An unenrollment with wipe was asked for.
  var isUnenrollmentWithWipe: Bool {
    type == .unenrollmentRequested && event.facts.bool(.withWipe) == true
  }

  /// A token was denied for want of app protection, as the app or the sign-in log of Entra says.
  var isProtectionDenial: Bool {
    (type == .tokenDenied || type == .entraSignInRecorded) && event.facts.bool(.appProtectionDenial) == true
  }

  /// What the app did.
  var phase: LifecyclePhase? {
    type == .appLifecycle ? event.facts.word(.phase, of: LifecyclePhase.self) : nil
  }

  /// The installations of the account that a request covers: its own, or all within what it names.
  var coveredInstallations: [InstallationID] {
    installations.keys.filter { scope.covers($0) }
  }
}

/// Rules that are judged together, over one account.
protocol AccountRules: Sendable {
  /// Judges the next event in fold order.
  mutating func judge(_ moment: Moment, _ ledger: inout FindingLedger)
}

/// How often something happened within a length of time.
struct RecentCount: Sendable {
  private var instants: [Timestamp] = []

  /// Counts an occurrence and says whether the count reaches a limit that it was below until now.
  mutating func reaches(_ limit: Int, at instant: Timestamp, within: Int64) -> Bool {
    instants.removeAll { $0 < instant.advanced(by: -within) }
    instants.append(instant)
    return instants.count == limit
  }

  mutating func reset() { instants.removeAll() }
}
