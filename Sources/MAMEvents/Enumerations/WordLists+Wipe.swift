/// Who or what asked for a wipe: `data.origin` of `mam.wipe.requested`.
public enum WipeOrigin: UInt8, WordList {
  /// An administrator.
  case admin = 0
  /// The service.
  case service = 1
  /// A condition of launch.
  case conditionalLaunch = 2
  /// The offline limit.
  case offlineGrace = 3
  /// The app.
  case app = 4
  /// An unenrollment.
  case unenrollment = 5
  /// A sign-out of a shared device.
  case sharedDevice = 6
  /// Not known.
  case unknown = 7

  /// The name of the list.
  public static let listName = "WipeOrigin"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .admin: "admin"
    case .service: "service"
    case .conditionalLaunch: "conditionalLaunch"
    case .offlineGrace: "offlineGrace"
    case .app: "app"
    case .unenrollment: "unenrollment"
    case .sharedDevice: "sharedDevice"
    case .unknown: "unknown"
    }
  }
}

/// Why a wipe was asked for: `data.why` of `mam.wipe.requested`.
public enum WipeReason: UInt8, WordList {
  /// The device is lost.
  case lost = 0
  /// The device is stolen.
  case stolen = 1
  /// The person leaves.
  case leaver = 2
  /// Another reason.
  case other = 3

  /// The name of the list.
  public static let listName = "WipeReason"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .lost: "lost"
    case .stolen: "stolen"
    case .leaver: "leaver"
    case .other: "other"
    }
  }
}

/// Who removed data: `data.by` of `mam.data.removed`.
public enum RemovalAgent: UInt8, WordList {
  /// The app.
  case app = 0
  /// The SDK.
  case sdk = 1

  /// The name of the list.
  public static let listName = "RemovalAgent"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .app: "app"
    case .sdk: "sdk"
    }
  }
}
