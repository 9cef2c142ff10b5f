/// The result of an identity switch (header `IntuneMAMDefs`).
public enum SwitchIdentityResult: Int32, CodedEnumeration {
  /// The identity was switched.
  case success = 0
  /// The user cancelled the switch.
  case canceled = 1
  /// The switch is not allowed.
  case notAllowed = 2
  /// The switch failed.
  case failed = 3

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMSwitchIdentityResult"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMSwitchIdentityResult"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .success: "Success"
    case .canceled: "Canceled"
    case .notAllowed: "NotAllowed"
    case .failed: "Failed"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .success: "The identity was switched."
    case .canceled: "The user cancelled the switch."
    case .notAllowed: "The switch is not allowed."
    case .failed: "The switch failed."
    }
  }
}
