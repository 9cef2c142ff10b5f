/// Why the SDK asks to block an account (header `IntuneMAMPolicyDelegate`).
public enum BlockAccountReason: Int32, CodedEnumeration {
  /// The account is no longer blocked.
  case notBlocked = 0
  /// Conditional launch blocked the account.
  case conditionalLaunchBlocked = 1
  /// The user cancelled conditional launch.
  case conditionalLaunchCanceled = 2
  /// The user is clocked out.
  case clockedOut = 3

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMBlockAccountReason"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMBlockAccountReason"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .notBlocked: "NotBlocked"
    case .conditionalLaunchBlocked: "ConditionalLaunchBlocked"
    case .conditionalLaunchCanceled: "ConditionalLaunchCanceled"
    case .clockedOut: "ClockedOut"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .notBlocked: "The account is no longer blocked."
    case .conditionalLaunchBlocked: "Conditional launch blocked the account."
    case .conditionalLaunchCanceled: "The user cancelled conditional launch."
    case .clockedOut: "The user is clocked out."
    }
  }
}
