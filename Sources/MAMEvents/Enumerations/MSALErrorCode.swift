/// The codes of `MSALErrorDomain` (header `MSALError`).
public enum MSALErrorCode: Int32, CodedEnumeration {
  /// Internal error; the internal code says more.
  case `internal` = -50_000
  /// The device must be joined to the workplace.
  case workplaceJoinRequired = -50_001
  /// The user must interact.
  case interactionRequired = -50_002
  /// The server declined some scopes.
  case serverDeclinedScopes = -50_003
  /// The server asks for app protection policies.
  case serverProtectionPoliciesRequired = -50_004
  /// The user cancelled.
  case userCanceled = -50_005
  /// The server answered an error.
  case serverError = -50_006
  /// The registration of the device is not strong enough.
  case insufficientDeviceStrength = -50_007
  /// Device enrollment is complete; try again.
  case mdmEnrollmentCompletedNeedsRetry = -50_008
  /// The password must be reset.
  case serverInvalidRequestResetPasswordRequired = -50_142

  /// The header's name of the enumeration.
  public static let enumerationName = "MSALError"
  /// What the header's constants begin with.
  public static let prefix = "MSALError"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .internal: "Internal"
    case .workplaceJoinRequired: "WorkplaceJoinRequired"
    case .interactionRequired: "InteractionRequired"
    case .serverDeclinedScopes: "ServerDeclinedScopes"
    case .serverProtectionPoliciesRequired: "ServerProtectionPoliciesRequired"
    case .userCanceled: "UserCanceled"
    case .serverError: "ServerError"
    case .insufficientDeviceStrength: "InsufficientDeviceStrength"
    case .mdmEnrollmentCompletedNeedsRetry: "MDMEnrollmentCompletedNeedsRetry"
    case .serverInvalidRequestResetPasswordRequired: "ServerInvalidRequestResetPasswordRequired"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .internal: "Internal error; the internal code says more."
    case .workplaceJoinRequired: "The device must be joined to the workplace."
    case .interactionRequired: "The user must interact."
    case .serverDeclinedScopes: "The server declined some scopes."
    case .serverProtectionPoliciesRequired: "The server asks for app protection policies."
    case .userCanceled: "The user cancelled."
    case .serverError: "The server answered an error."
    case .insufficientDeviceStrength: "The registration of the device is not strong enough."
    case .mdmEnrollmentCompletedNeedsRetry: "Device enrollment is complete; try again."
    case .serverInvalidRequestResetPasswordRequired: "The password must be reset."
    }
  }
}
