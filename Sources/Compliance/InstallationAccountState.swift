import MAMEvents

/// What the log makes of one account on one installation: table 1 of the state specification.
///
/// The names of the fields on the wire and in reports are those of ``StateField``.
public struct InstallationAccountState: Equatable, Sendable {
  /// The account is registered with the SDK.
  public internal(set) var registered = false
  /// How far the enrollment has come.
  public internal(set) var enrollment = EnrollmentState.unknown
  /// The code of the last result of an enrollment, a policy request or an unenrollment, also an unknown
  /// number; nil before the first, and where the last one was a name that is not in the enumeration.
  public internal(set) var enrollmentCode: Int32?
  /// Whether policy is in force.
  public internal(set) var policy = PolicyState.none
  /// What the last denial or remediation said.
  public internal(set) var compliance = ComplianceState.unknown
  /// How far the last wipe has come.
  public internal(set) var wipe = WipeState.none
  /// The app has blocked the account.
  public internal(set) var blocked = false
  /// Whether data of the account is on the installation; nil while nothing has said so.
  public internal(set) var dataPresent: Bool?
  /// When the installation last had an answer from the service (codes 100 to 103).
  public internal(set) var lastCheckInAt: Timestamp?
  /// When the SDK will try a failed enrollment again.
  public internal(set) var nextRetryAt: Timestamp?

  /// Policy is in force, or will be from the next launch.
  public var managed: Bool { policy.isInForce }

  /// The last registration was by `loginAndEnroll`, where the SDK leaves further attempts to the app.
  var retriesAreTheApps = false
  /// The last request about blocking was to lift the block.
  var unblockRequested = false

  /// Nothing is known yet.
  public init() {}
}

extension InstallationAccountState {
  /// How long the SDK waits before it tries a failed enrollment again.
  static let retryInterval: Int64 = 24 * 60 * 60 * 1_000_000

  /// Folds an event of this account on this installation.
  ///
  /// - Parameters:
  ///   - event: the event; a type that table 1 does not name changes nothing.
  ///   - activatesAtOnce: whether the last configuration spares the first policy the restart.
  mutating func apply(_ event: FoldEvent, activatesAtOnce: Bool) {
    guard let type = event.type else { return }
    let before = self
    enrollment = enrollment.after(type, code: event.code)
    policy = policy.after(type, code: event.code, activatesAtOnce: activatesAtOnce)
    switch type {
    case .accountRegistered:
      registered = true
      retriesAreTheApps = event.facts.word(.method, of: RegistrationMethod.self) == .loginAndEnroll
    case .enrollmentCompleted, .policyCompleted, .unenrollmentCompleted:
      applyResult(event, type)
    case .unenrollmentRequested:
      if event.facts.bool(.withWipe) == true { wipe = .requested }
    case .tokenDenied:
      if event.facts.bool(.appProtectionDenial) == true { compliance = .required }
    case .remediationRequested:
      compliance = .remediating
    case .remediationCompleted:
      compliance =
        event.code.flatMap(ComplianceStatus.init(rawValue:)).map(ComplianceState.init) ?? compliance
    case .wipeRequested:
      wipe = .requested
    case .wipeReceived:
      wipe = .received
    case .wipeHandled:
      wipe = .handled
      if event.facts.bool(.wiped) == true { dataPresent = false }
    case .wipeCompleted:
      wipe = .completed
      registered = false
      dataPresent = false
    case .wipeFailed:
      wipe = .failed
    case .dataAccessed:
      dataPresent = true
    case .dataRemoved, .sharedDeviceDataCleared:
      dataPresent = false
    case .accountBlockRequested:
      unblockRequested = event.code == BlockAccountReason.notBlocked.rawValue
    case .accountBlocked:
      if event.code == BlockAccountResult.success.rawValue { blocked = !unblockRequested }
    default:
      break
    }
    if registered, !retriesAreTheApps, before.startsRetryClock(event, type, enrollmentAfter: enrollment) {
      nextRetryAt = event.effectiveAt.advanced(by: Self.retryInterval)
    }
    settle(since: before)
  }

  /// Folds a launch of the app.
  mutating func applyLaunch() {
    let before = self
    policy = policy.afterLaunch
    settle(since: before)
  }

  /// Folds that the account was shown on the installation's screen.
  mutating func applyShown() {
    dataPresent = true
  }

  /// Folds a wipe request wider than this installation.
  mutating func applyWideWipeRequest() {
    wipe = .requested
  }

  /// What a result of an enrollment, a policy request or an unenrollment says beyond tables 1.1 and 1.2.
  private mutating func applyResult(_ event: FoldEvent, _ type: EventType) {
    enrollmentCode = event.code
    guard let status = event.code.flatMap(EnrollmentStatusCode.init(rawValue:)) else { return }
    if type == .unenrollmentCompleted {
      if status == .unenrollmentSuccess { registered = false }
      return
    }
    switch status {
    case .newPoliciesReceived, .policiesHaveNotChanged, .noPolicyReceived:
      lastCheckInAt = event.effectiveAt
    case .wipeReceived:
      lastCheckInAt = event.effectiveAt
      wipe = .received
    default:
      break
    }
  }

  /// Brings the fields that follow from others into line after an event.
  private mutating func settle(since before: InstallationAccountState) {
    if policy == .active, before.policy != .active { dataPresent = true }
    if enrollment != .failed || !registered { nextRetryAt = nil }
  }

  /// Whether an event in this state, with the enrollment that it leads to, starts the SDK's wait for another
  /// attempt.
  private func startsRetryClock(
    _ event: FoldEvent, _ type: EventType, enrollmentAfter: EnrollmentState
  ) -> Bool {
    guard enrollmentAfter == .failed else { return false }
    switch type {
    case .enrollmentCompleted:
      return event.code.flatMap(EnrollmentStatusCode.init(rawValue:))?.isFailedAttempt ?? false
    case .policyCompleted:
      return enrollment == .enrolled
    default:
      return false
    }
  }
}

extension ComplianceState {
  /// The state after a remediation that ended with a status.
  init(_ status: ComplianceStatus) {
    self =
      switch status {
      case .compliant: .compliant
      case .notCompliant: .notCompliant
      case .serviceFailure: .serviceFailure
      case .networkFailure: .networkFailure
      case .interactionRequired: .interactionRequired
      case .userCancelled: .userCancelled
      }
  }
}

extension Timestamp {
  /// The instant some microseconds later, or the last representable one.
  func advanced(by microseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
    return Timestamp(microseconds: overflow ? .max : sum)
  }
}
