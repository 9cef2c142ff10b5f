import MAMEvents

/// Why an event changed a field of an account on an installation: a case for every transition of tables 1, 1.1 and
/// 1.2 of the state specification.
public enum StateReason: Hashable, Sendable {
  // registered, and the enrollment with it
  case registered(RegistrationMethod?, after: EnrollmentState)
  case deregistered
  case deregisteredByWipe
  // enrollment
  case enrolled(EnrollmentStatusCode)
  case enrolledByCheckIn(EnrollmentStatusCode)
  case notTargeted(EnrollmentStatusCode)
  case enrollmentFailed(EnrollmentStatusCode)
  case enrollmentLost(EnrollmentStatusCode)
  case enrollmentLostAtCheckIn(EnrollmentStatusCode)
  case unenrollmentRequested(withWipe: Bool)
  case unenrolled
  case unenrollmentFailed(EnrollmentStatusCode)
  // enrollmentCode
  case reported(ResultKind, EnrollmentStatusCode?)
  // policy, and managed with it
  case policyArrived
  case policyArrivedAtOnce
  case policyConfirmed(EnrollmentStatusCode)
  case policyTookHold
  case policyWithdrawn(EnrollmentStatusCode)
  case policyEndedByUnenrollment
  case policyEndedByWipe
  // compliance
  case protectionRequired(Denial?)
  case remediationRequested(silent: Bool?)
  case remediated(ComplianceStatus)
  // wipe
  case wipeRequested(WipeOrigin?, WipeReason?, WipeReach)
  case wipeRequestedByUnenrollment
  case wipeReceived
  case wipeReceivedAtCheckIn(ResultKind)
  case wipeHandled(wiped: Bool?)
  case wipeCompleted
  case wipeFailed
  // blocked; the request by itself changes nothing
  case blockRequested(BlockAccountReason?)
  case blocked
  case unblocked
  // dataPresent
  case dataUnderPolicy
  case dataAccessed
  case dataShown
  case dataWiped
  case dataWipedByApp
  case dataRemoved(RemovalAgent?)
  case dataCleared
  // lastCheckInAt
  case checkedIn(EnrollmentStatusCode)
  // nextRetryAt
  case retryExpected
  case retryOverByResult
  case retryOverByDeregistration
  // identity
  case named
  case renamed

  /// Which callback reported a result.
  public enum ResultKind: Hashable, Sendable {
    /// `enrollment.completed`
    case enrollment
    /// `policy.completed`
    case policy
    /// `unenrollment.completed`
    case unenrollment
  }

  /// What a wipe request is about.
  public enum WipeReach: Hashable, Sendable {
    /// The app on the device.
    case installation
    /// The app on all devices.
    case app
    /// All apps on the device.
    case device
    /// All apps on all devices.
    case account
  }

  /// What a denied token came with.
  public enum Denial: Hashable, Sendable {
    /// The number of Entra's error.
    case entra(Int64)
    /// The number of MSAL's error.
    case msal(Int64)
    /// The `subError` of the answer.
    case subError(String)
    /// The name of the error.
    case error(String)
  }
}

extension StateReason {
  /// Why an event changed a field of table 1; nil where it did not.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - event: the event, of the account or one that moves it.
  ///   - before: the account on the installation before the event.
  ///   - after: the same after it.
  public init?(
    _ field: StateField, _ event: FoldEvent, from before: InstallationAccountState,
    to after: InstallationAccountState
  ) {
    guard let type = event.type, before.value(of: field) != after.value(of: field) else { return nil }
    let cause = Cause(type: type, event: event)
    let reason: StateReason? =
      switch field {
      case .registered: cause.ofRegistered(before)
      case .enrollment: cause.ofEnrollment(before)
      case .enrollmentCode: cause.result.map { .reported($0, cause.status) }
      case .policy, .managed: cause.ofPolicy(after)
      case .compliance: cause.ofCompliance
      case .wipe: cause.ofWipe
      case .blocked: after.blocked ? .blocked : .unblocked
      case .dataPresent: cause.ofDataPresent
      case .lastCheckInAt: cause.status.map(StateReason.checkedIn)
      case .nextRetryAt: Cause.ofNextRetryAt(after)
      case .identity, .status: nil
      }
    guard let reason else { return nil }
    self = reason
  }
}

extension FieldChange {
  /// Why an event made the change; nil for the status, whose reason is the state of an installation.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - before: the account before the event.
  ///   - after: the account after it.
  public func reason(
    _ event: FoldEvent, from before: AccountState, to after: AccountState
  ) -> StateReason? {
    switch field {
    case .status: return nil
    case .identity: return from == .null ? .named : .renamed
    default:
      let old = installation.flatMap { before.installations[$0]?.state }
      let new = installation.flatMap { after.installations[$0]?.state }
      return StateReason(
        field, event, from: old ?? InstallationAccountState(), to: new ?? InstallationAccountState())
    }
  }
}

extension StateReason {
  /// The reason that a `wipe.requested` is.
  static func wipeRequested(asked event: FoldEvent) -> StateReason {
    let reach: WipeReach =
      switch (event.app, event.device) {
      case (nil, nil): .account
      case (_?, nil): .app
      case (nil, _?): .device
      case (_?, _?): .installation
      }
    return .wipeRequested(
      event.facts.word(.origin, of: WipeOrigin.self), event.facts.word(.why, of: WipeReason.self), reach)
  }

  /// The reason that a `token.denied` for want of app protection is.
  static func denied(_ event: FoldEvent) -> StateReason { .protectionRequired(Denial(event.facts)) }
}

/// What an event says, as far as the tables read it.
private struct Cause {
  var type: EventType
  var event: FoldEvent

  /// The status of a result; nil for an unknown code.
  var status: EnrollmentStatusCode? {
    result == nil ? nil : event.code.flatMap(EnrollmentStatusCode.init(rawValue:))
  }

  var result: StateReason.ResultKind? {
    switch type {
    case .enrollmentCompleted: .enrollment
    case .policyCompleted: .policy
    case .unenrollmentCompleted: .unenrollment
    default: nil
    }
  }

  func ofRegistered(_ before: InstallationAccountState) -> StateReason? {
    switch type {
    case .accountRegistered: registered(before)
    case .unenrollmentCompleted: .deregistered
    case .wipeCompleted: .deregisteredByWipe
    default: nil
    }
  }

  private func registered(_ before: InstallationAccountState) -> StateReason {
    .registered(event.facts.word(.method, of: RegistrationMethod.self), after: before.enrollment)
  }

  func ofEnrollment(_ before: InstallationAccountState) -> StateReason? {
    if type == .accountRegistered { return registered(before) }
    if type == .unenrollmentRequested {
      return .unenrollmentRequested(withWipe: event.facts.bool(.withWipe) == true)
    }
    guard let status, let result else { return nil }
    switch (result, status) {
    case (.enrollment, .noPolicyReceived), (.enrollment, .licensedNotTargeted), (.policy, .noPolicyReceived),
      (.policy, .licensedNotTargeted):
      return .notTargeted(status)
    case (.enrollment, .newPoliciesReceived), (.enrollment, .policiesHaveNotChanged),
      (.enrollment, .wipeReceived),
      (.enrollment, .alreadyEnrolled):
      return .enrolled(status)
    case (.enrollment, _):
      return before.enrollment.isEnrolledHere ? .enrollmentLost(status) : .enrollmentFailed(status)
    case (.policy, .newPoliciesReceived), (.policy, .policiesHaveNotChanged), (.policy, .wipeReceived):
      return .enrolledByCheckIn(status)
    case (.policy, _):
      return .enrollmentLostAtCheckIn(status)
    case (.unenrollment, .unenrollmentSuccess):
      return .unenrolled
    case (.unenrollment, _):
      return .unenrollmentFailed(status)
    }
  }

  func ofPolicy(_ after: InstallationAccountState) -> StateReason? {
    switch type {
    case .appLifecycle:
      return .policyTookHold
    case .wipeCompleted:
      return .policyEndedByWipe
    case .unenrollmentCompleted:
      return .policyEndedByUnenrollment
    default:
      guard let status else { return nil }
      if status == .newPoliciesReceived {
        return after.policy == .active ? .policyArrivedAtOnce : .policyArrived
      }
      return after.policy == .removed ? .policyWithdrawn(status) : .policyConfirmed(status)
    }
  }

  var ofCompliance: StateReason? {
    switch type {
    case .tokenDenied: .denied(event)
    case .remediationRequested: .remediationRequested(silent: event.facts.bool(.silent))
    case .remediationCompleted:
      event.code.flatMap(ComplianceStatus.init(rawValue:)).map(StateReason.remediated)
    default: nil
    }
  }

  var ofWipe: StateReason? {
    switch type {
    case .wipeRequested:
      .wipeRequested(asked: event)
    case .unenrollmentRequested: .wipeRequestedByUnenrollment
    case .wipeReceived: .wipeReceived
    case .wipeHandled: .wipeHandled(wiped: event.facts.bool(.wiped))
    case .wipeCompleted: .wipeCompleted
    case .wipeFailed: .wipeFailed
    default: result.map(StateReason.wipeReceivedAtCheckIn)
    }
  }

  var ofDataPresent: StateReason? {
    switch type {
    case .dataAccessed: .dataAccessed
    case .viewShown: .dataShown
    case .wipeCompleted: .dataWiped
    case .wipeHandled: .dataWipedByApp
    case .dataRemoved: .dataRemoved(event.facts.word(.removedBy, of: RemovalAgent.self))
    case .sharedDeviceDataCleared: .dataCleared
    case .enrollmentCompleted, .policyCompleted, .appLifecycle: .dataUnderPolicy
    default: nil
    }
  }

  static func ofNextRetryAt(_ after: InstallationAccountState) -> StateReason {
    if after.nextRetryAt != nil { return .retryExpected }
    return after.registered ? .retryOverByResult : .retryOverByDeregistration
  }
}

extension StateReason.Denial {
  /// What the facts of a `token.denied` tell of the denial, the most telling member first.
  fileprivate init?(_ facts: Facts) {
    let msal = facts.integer(.errorCode)
    if let msal, msal == Int64(MSALErrorCode.serverProtectionPoliciesRequired.rawValue) {
      self = .msal(msal)
    } else if let entra = facts.integer(.entraErrorCode) {
      self = .entra(entra)
    } else if let msal {
      self = .msal(msal)
    } else if let text = facts.text(.subError) {
      self = .subError(text)
    } else if let text = facts.text(.errorName) {
      self = .error(text)
    } else {
      return nil
    }
  }
}
