/// The result of adding an account (header `IntuneMAMPolicyDelegate`).
public enum AddIdentityResult: Int32, CodedEnumeration {
  /// The account was added.
  case success = 0
  /// The account was not added.
  case failed = 1

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMAddIdentityResult"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMAddIdentityResult"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .success: "Success"
    case .failed: "Failed"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .success: "The account was added."
    case .failed: "The account was not added."
    }
  }
}
