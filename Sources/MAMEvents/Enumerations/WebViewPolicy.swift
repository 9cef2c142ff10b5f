/// The policy of one web view (header `IntuneMAMPolicyManager`).
public enum WebViewPolicy: Int32, CodedEnumeration {
  /// No policy of its own.
  case unset = 0
  /// Treated as unmanaged.
  case unmanaged = 1
  /// Follows the current identity.
  case currentIdentity = 2
  /// Follows the current identity, uploads blocked.
  case currentIdentityBlockUpload = 3

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMWebViewPolicy"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMWebViewPolicy"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .unset: "Unset"
    case .unmanaged: "Unmanaged"
    case .currentIdentity: "CurrentIdentity"
    case .currentIdentityBlockUpload: "CurrentIdentityBlockUpload"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .unset: "No policy of its own."
    case .unmanaged: "Treated as unmanaged."
    case .currentIdentity: "Follows the current identity."
    case .currentIdentityBlockUpload: "Follows the current identity, uploads blocked."
    }
  }
}
