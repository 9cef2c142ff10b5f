/// What the SDK reports of an enrollment, a policy check-in or an unenrollment (iOS numbers, header `IntuneMAMEnrollmentStatus`).
public enum EnrollmentStatusCode: Int32, CodedEnumeration {
  /// Policy request succeeded and a new policy arrived.
  case newPoliciesReceived = 100
  /// Policy request succeeded; the policy is unchanged.
  case policiesHaveNotChanged = 101
  /// Policy request succeeded and a selective wipe command arrived.
  case wipeReceived = 102
  /// Request succeeded; no policy is targeted at the user.
  case noPolicyReceived = 103
  /// The account is unenrolled and deregistered.
  case unenrollmentSuccess = 104
  /// The tenant has MAM but the user has no licence.
  case accountNotLicensed = 200
  /// Internal error; the error object says more.
  case internalError = 201
  /// MAM service disabled (marked obsolete).
  case mamServiceDisabled = 202
  /// The SDK could not get a token for the user; credentials are needed.
  case authRequired = 203
  /// Network failure at the location service.
  case locationServiceFailure = 204
  /// Network failure at the enrollment endpoint.
  case enrollmentEndPointNetworkFailure = 205
  /// The service answered something that could not be read.
  case parsingFailure = 206
  /// The app passed no account (app bug).
  case nilAccount = 207
  /// The account is enrolled already (benign).
  case alreadyEnrolled = 208
  /// Not an account under management; the app should remove it.
  case notEmmAccount = 209
  /// The device is enrolled by another user; the app should remove the account.
  case mdmEnrolledDifferentUser = 210
  /// Not the account of the device; the app should remove it.
  case notDeviceAccount = 211
  /// Network failure at the policy endpoint.
  case policyEndPointNetworkFailure = 212
  /// The app is not enrolled.
  case appNotEnrolled = 213
  /// The account is not the enrolled one.
  case notEnrolledAccount = 214
  /// The SDK could not clear the data of the account.
  case failedToClearMamData = 215
  /// The request timed out.
  case timeout = 216
  /// Error in the token library.
  case adalInternalError = 217
  /// The existing account is removed first (transitional).
  case switchExistingAccount = 218
  /// The user cancelled the login (loginAndEnroll only).
  case loginCanceled = 219
  /// The service answered that the policy record is gone.
  case policyRecordGone = 220
  /// Enrollment again for a user who was unenrolled.
  case reEnrollForUnenrolledUser = 221
  /// The tenant is migrating, or the user has no licence.
  case tenantMigration = 222
  /// Called where it is not supported, from an extension (app bug).
  case unsupportedAPI = 223
  /// The token library is too old.
  case adalMethodUnsupported = 224
  /// The user is licensed but no policy is targeted.
  case licensedNotTargeted = 225
  /// The device is blocked from enrollment.
  case deviceBlockedEnrollment = 226
  /// Only one managed account is allowed.
  case singleManagedAccountMode = 227

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMEnrollmentStatusCode"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMEnrollmentStatus"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .newPoliciesReceived: "NewPoliciesReceived"
    case .policiesHaveNotChanged: "PoliciesHaveNotChanged"
    case .wipeReceived: "WipeReceived"
    case .noPolicyReceived: "NoPolicyReceived"
    case .unenrollmentSuccess: "UnenrollmentSuccess"
    case .accountNotLicensed: "AccountNotLicensed"
    case .internalError: "InternalError"
    case .mamServiceDisabled: "MamServiceDisabled"
    case .authRequired: "AuthRequired"
    case .locationServiceFailure: "LocationServiceFailure"
    case .enrollmentEndPointNetworkFailure: "EnrollmentEndPointNetworkFailure"
    case .parsingFailure: "ParsingFailure"
    case .nilAccount: "NilAccount"
    case .alreadyEnrolled: "AlreadyEnrolled"
    case .notEmmAccount: "NotEmmAccount"
    case .mdmEnrolledDifferentUser: "MdmEnrolledDifferentUser"
    case .notDeviceAccount: "NotDeviceAccount"
    case .policyEndPointNetworkFailure: "PolicyEndPointNetworkFailure"
    case .appNotEnrolled: "AppNotEnrolled"
    case .notEnrolledAccount: "NotEnrolledAccount"
    case .failedToClearMamData: "FailedToClearMamData"
    case .timeout: "Timeout"
    case .adalInternalError: "ADALInternalError"
    case .switchExistingAccount: "SwitchExistingAccount"
    case .loginCanceled: "LoginCanceled"
    case .policyRecordGone: "PolicyRecordGone"
    case .reEnrollForUnenrolledUser: "ReEnrollForUnenrolledUser"
    case .tenantMigration: "TenantMigration"
    case .unsupportedAPI: "UnsupportedAPI"
    case .adalMethodUnsupported: "ADALMethodUnsupported"
    case .licensedNotTargeted: "LicensedNotTargeted"
    case .deviceBlockedEnrollment: "DeviceBlockedEnrollment"
    case .singleManagedAccountMode: "SingleManagedAccountMode"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .newPoliciesReceived: "Policy request succeeded and a new policy arrived."
    case .policiesHaveNotChanged: "Policy request succeeded; the policy is unchanged."
    case .wipeReceived: "Policy request succeeded and a selective wipe command arrived."
    case .noPolicyReceived: "Request succeeded; no policy is targeted at the user."
    case .unenrollmentSuccess: "The account is unenrolled and deregistered."
    case .accountNotLicensed: "The tenant has MAM but the user has no licence."
    case .internalError: "Internal error; the error object says more."
    case .mamServiceDisabled: "MAM service disabled (marked obsolete)."
    case .authRequired: "The SDK could not get a token for the user; credentials are needed."
    case .locationServiceFailure: "Network failure at the location service."
    case .enrollmentEndPointNetworkFailure: "Network failure at the enrollment endpoint."
    case .parsingFailure: "The service answered something that could not be read."
    case .nilAccount: "The app passed no account (app bug)."
    case .alreadyEnrolled: "The account is enrolled already (benign)."
    case .notEmmAccount: "Not an account under management; the app should remove it."
    case .mdmEnrolledDifferentUser:
      "The device is enrolled by another user; the app should remove the account."
    case .notDeviceAccount: "Not the account of the device; the app should remove it."
    case .policyEndPointNetworkFailure: "Network failure at the policy endpoint."
    case .appNotEnrolled: "The app is not enrolled."
    case .notEnrolledAccount: "The account is not the enrolled one."
    case .failedToClearMamData: "The SDK could not clear the data of the account."
    case .timeout: "The request timed out."
    case .adalInternalError: "Error in the token library."
    case .switchExistingAccount: "The existing account is removed first (transitional)."
    case .loginCanceled: "The user cancelled the login (loginAndEnroll only)."
    case .policyRecordGone: "The service answered that the policy record is gone."
    case .reEnrollForUnenrolledUser: "Enrollment again for a user who was unenrolled."
    case .tenantMigration: "The tenant is migrating, or the user has no licence."
    case .unsupportedAPI: "Called where it is not supported, from an extension (app bug)."
    case .adalMethodUnsupported: "The token library is too old."
    case .licensedNotTargeted: "The user is licensed but no policy is targeted."
    case .deviceBlockedEnrollment: "The device is blocked from enrollment."
    case .singleManagedAccountMode: "Only one managed account is allowed."
    }
  }
}
