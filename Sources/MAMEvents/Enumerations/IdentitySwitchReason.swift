/// Why the SDK asks for an identity switch (header `IntuneMAMPolicyDelegate`).
public enum IdentitySwitchReason: Int32, CodedEnumeration {
  /// A URL is opened.
  case openURL = 0
  /// Conditional launch was cancelled.
  case cancelConditionalLaunch = 1
  /// A document is imported.
  case documentImport = 2

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMIdentitySwitchReason"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMIdentitySwitchReason"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .openURL: "OpenURL"
    case .cancelConditionalLaunch: "CancelConditionalLaunch"
    case .documentImport: "DocumentImport"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .openURL: "A URL is opened."
    case .cancelConditionalLaunch: "Conditional launch was cancelled."
    case .documentImport: "A document is imported."
    }
  }
}
