/// Where a policy comes from (header `IntuneMAMPolicyManager`).
public enum PolicySource: Int32, CodedEnumeration {
  /// Device management.
  case mdm = 0
  /// App protection without device management.
  case mam = 1
  /// Another source.
  case other = 2

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMPolicySource"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMPolicySource"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .mdm: "MDM"
    case .mam: "MAM"
    case .other: "Other"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .mdm: "Device management."
    case .mam: "App protection without device management."
    case .other: "Another source."
    }
  }
}
