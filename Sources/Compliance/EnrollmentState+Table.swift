import MAMEvents

extension EnrollmentState {
  /// Whether the account counts among the installation's `enrolledAccounts`.
  public var isEnrolledHere: Bool { self == .enrolled || self == .unenrolling }

  /// The enrollment after an event of the account on the installation: table 1.1 of the state specification.
  ///
  /// - Parameters:
  ///   - type: the event's type.
  ///   - code: its status code; a code that is not in the enumeration, and none, change nothing.
  func after(_ type: EventType, code: Int32?) -> EnrollmentState {
    switch type {
    case .accountRegistered:
      return afterRegistration
    case .unenrollmentRequested:
      return .unenrolling
    case .enrollmentCompleted, .policyCompleted, .unenrollmentCompleted:
      guard let status = code.flatMap(EnrollmentStatusCode.init(rawValue:)) else { return self }
      switch type {
      case .enrollmentCompleted: return afterEnrollment(status)
      case .policyCompleted: return afterPolicyRequest(status)
      default: return afterUnenrollment(status)
      }
    default:
      return self
    }
  }

  private var afterRegistration: EnrollmentState {
    switch self {
    case .unknown, .failed, .notTargeted, .unenrolled, .unenrollFailed: .registered
    case .registered, .enrolled, .unenrolling: self
    }
  }

  private func afterEnrollment(_ status: EnrollmentStatusCode) -> EnrollmentState {
    switch status {
    case .newPoliciesReceived, .policiesHaveNotChanged, .wipeReceived, .alreadyEnrolled:
      .enrolled
    case .noPolicyReceived, .licensedNotTargeted:
      .notTargeted
    case .unenrollmentSuccess:
      self
    case .notEmmAccount, .mdmEnrolledDifferentUser, .notDeviceAccount, .appNotEnrolled, .notEnrolledAccount,
      .policyRecordGone, .reEnrollForUnenrolledUser:
      .failed
    case .accountNotLicensed, .internalError, .mamServiceDisabled, .authRequired, .locationServiceFailure,
      .enrollmentEndPointNetworkFailure, .parsingFailure, .nilAccount, .policyEndPointNetworkFailure,
      .failedToClearMamData, .timeout, .adalInternalError, .switchExistingAccount, .loginCanceled,
      .tenantMigration, .unsupportedAPI, .adalMethodUnsupported, .deviceBlockedEnrollment,
      .singleManagedAccountMode:
      isEnrolledHere ? self : .failed
    }
  }

  private func afterPolicyRequest(_ status: EnrollmentStatusCode) -> EnrollmentState {
    switch status {
    case .newPoliciesReceived, .policiesHaveNotChanged, .wipeReceived:
      switch self {
      case .unknown, .registered, .failed, .notTargeted: .enrolled
      case .enrolled, .unenrolling, .unenrolled, .unenrollFailed: self
      }
    case .noPolicyReceived, .licensedNotTargeted:
      .notTargeted
    case .appNotEnrolled, .notEnrolledAccount, .policyRecordGone:
      self == .enrolled ? .failed : self
    default:
      self
    }
  }

  private func afterUnenrollment(_ status: EnrollmentStatusCode) -> EnrollmentState {
    switch status {
    case .unenrollmentSuccess: .unenrolled
    case .newPoliciesReceived, .policiesHaveNotChanged, .wipeReceived, .noPolicyReceived: self
    default: .unenrollFailed
    }
  }
}

extension EnrollmentStatusCode {
  /// Whether an enrollment that ends so is an attempt that failed: every 2xx but the two that are answers
  /// (already enrolled, licensed but not targeted).
  var isFailedAttempt: Bool {
    rawValue >= 200 && self != .alreadyEnrolled && self != .licensedNotTargeted
  }
}
