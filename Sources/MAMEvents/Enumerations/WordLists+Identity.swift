/// What an identity holds for: `data.scope` of the identity switches.
public enum IdentityScope: UInt8, WordList {
  /// All of the process.
  case process = 0
  /// The user interface.
  case ui = 1
  /// One window; the fold counts it as the user interface.
  case window = 2
  /// One thread.
  case thread = 3

  /// The name of the list.
  public static let listName = "IdentityScope"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .process: "process"
    case .ui: "ui"
    case .window: "window"
    case .thread: "thread"
    }
  }
}

/// Who began a switch: `data.initiator` of the identity switches.
public enum SwitchInitiator: UInt8, WordList {
  /// The app.
  case app = 0
  /// The SDK.
  case sdk = 1

  /// The name of the list.
  public static let listName = "SwitchInitiator"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .app: "app"
    case .sdk: "sdk"
    }
  }
}

/// That there is no user: `data.user` of the identity switches.
public enum NoUser: UInt8, WordList {
  /// No user, as an empty subject says.
  case none = 0

  /// The name of the list.
  public static let listName = "NoUser"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .none: "none"
    }
  }
}

/// How a change of account became known: `data.via` of `mam.sharedDevice.accountChanged`.
public enum SharedAccountSource: UInt8, WordList {
  /// By a notification.
  case notification = 0
  /// By a query.
  case query = 1

  /// The name of the list.
  public static let listName = "SharedAccountSource"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .notification: "notification"
    case .query: "query"
    }
  }
}
