/// How far the enrollment of an account on an installation has come (`enrollment`); raw values are the words
/// of the output.
public enum EnrollmentState: String, CaseIterable, Sendable {
  /// Nothing has said anything about it yet.
  case unknown
  /// The account was registered with the SDK, without a result so far.
  case registered
  /// Enrolled with the app protection service.
  case enrolled
  /// The last attempt failed, or the service disowned an enrolled account.
  case failed
  /// The service has no policy for the account.
  case notTargeted
  /// The app has asked for the unenrollment.
  case unenrolling
  /// Unenrolled and deregistered.
  case unenrolled
  /// The unenrollment failed.
  case unenrollFailed
}

/// Whether app protection policy is in force for an account on an installation (`policy`).
public enum PolicyState: String, CaseIterable, Sendable {
  /// No policy has come yet.
  case none
  /// The first policy has come and takes hold at the app's next launch.
  case restartPending
  /// Policy is in force.
  case active
  /// Policy was in force, or about to be, and is gone.
  case removed
}

/// What the last denial or remediation said of an account on an installation (`compliance`).
public enum ComplianceState: String, CaseIterable, Sendable {
  /// Nothing has been said yet.
  case unknown
  /// A token was denied for want of app protection.
  case required
  /// The app has asked the SDK to remediate.
  case remediating
  /// Remediation ended with status 0.
  case compliant
  /// Remediation ended with status 1.
  case notCompliant
  /// Remediation ended with status 2.
  case serviceFailure
  /// Remediation ended with status 3.
  case networkFailure
  /// Remediation ended with status 4.
  case interactionRequired
  /// Remediation ended with status 5.
  case userCancelled
}

/// How far the last wipe of an account on an installation has come (`wipe`).
public enum WipeState: String, CaseIterable, Sendable {
  /// No wipe so far.
  case none
  /// Asked for.
  case requested
  /// The installation has the command.
  case received
  /// The app's wipe delegate has answered.
  case handled
  /// The SDK has confirmed it.
  case completed
  /// The wipe failed.
  case failed

  /// Whether a wipe is under way: wanted and not confirmed.
  public var isPending: Bool {
    switch self {
    case .requested, .received, .handled, .failed: true
    case .none, .completed: false
    }
  }
}

/// The one word for an account over all its installations (`status`), the most pressing first.
public enum AccountStatus: String, CaseIterable, Sendable {
  /// A wipe is under way.
  case wipePending
  /// Compliance is neither unknown nor compliant.
  case nonCompliant
  /// The enrollment or the unenrollment failed.
  case enrollmentFailed
  /// The first policy waits for the app's restart.
  case restartPending
  /// Under policy, and none of the above.
  case managed
  /// Enrolled without policy.
  case enrolled
  /// Registered without a result, or unenrolling.
  case registered
  /// The service has no policy for the account.
  case notTargeted
  /// Wiped.
  case wiped
  /// Unenrolled.
  case unenrolled
  /// None of the above, or no installation at all.
  case unknown
}
