/// The result of blocking an account (header `IntuneMAMPolicyDelegate`).
public enum BlockAccountResult: Int32, CodedEnumeration {
  /// The app did as asked.
  case success = 0
  /// The app could not; an alert follows and the app is forced to exit.
  case failed = 1

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMBlockAccountResult"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMBlockAccountResult"

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
    case .success: "The app did as asked."
    case .failed: "The app could not; an alert follows and the app is forced to exit."
    }
  }
}
