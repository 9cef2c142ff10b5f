/// What notifications may show (header `IntuneMAMPolicy`).
public enum NotificationPolicy: Int32, CodedEnumeration {
  /// Notifications are allowed.
  case allow = 0
  /// Notifications are allowed without corporate data.
  case blockOrgData = 1
  /// Notifications are blocked.
  case block = 2

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMNotificationPolicy"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMNotificationPolicy"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .allow: "Allow"
    case .blockOrgData: "BlockOrgData"
    case .block: "Block"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .allow: "Notifications are allowed."
    case .blockOrgData: "Notifications are allowed without corporate data."
    case .block: "Notifications are blocked."
    }
  }
}
