/// The mode of the device as MSAL sees it (numbers by order of declaration).
public enum DeviceMode: Int32, CodedEnumeration {
  /// A device of one user.
  case `default` = 0
  /// A device in shared mode.
  case shared = 1

  /// The header's name of the enumeration.
  public static let enumerationName = "MSALDeviceMode"
  /// What the header's constants begin with.
  public static let prefix = "MSALDeviceMode"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .default: "Default"
    case .shared: "Shared"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .default: "A device of one user."
    case .shared: "A device in shared mode."
    }
  }
}
