/// The result of a compliance remediation (header `IntuneMAMComplianceManager`).
///
/// Only compliant means a valid token.
public enum ComplianceStatus: Int32, CodedEnumeration {
  /// Compliant with the policy for app protection.
  case compliant = 0
  /// Not compliant; the message must be shown.
  case notCompliant = 1
  /// The service failed; try again later.
  case serviceFailure = 2
  /// The network failed; try again when it is back.
  case networkFailure = 3
  /// The user must interact; call again with silent false.
  case interactionRequired = 4
  /// The user cancelled.
  case userCancelled = 5

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMComplianceStatus"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMCompliance"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .compliant: "Compliant"
    case .notCompliant: "NotCompliant"
    case .serviceFailure: "ServiceFailure"
    case .networkFailure: "NetworkFailure"
    case .interactionRequired: "InteractionRequired"
    case .userCancelled: "UserCancelled"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .compliant: "Compliant with the policy for app protection."
    case .notCompliant: "Not compliant; the message must be shown."
    case .serviceFailure: "The service failed; try again later."
    case .networkFailure: "The network failed; try again when it is back."
    case .interactionRequired: "The user must interact; call again with silent false."
    case .userCancelled: "The user cancelled."
    }
  }
}
