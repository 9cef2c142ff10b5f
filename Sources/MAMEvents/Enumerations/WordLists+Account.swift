/// How an account was registered: `data.method` of `mam.account.registered`.
public enum RegistrationMethod: UInt8, WordList {
  /// The app signed in and registered the account.
  case registerAndEnroll = 0
  /// The SDK signed in; the app decides about retries.
  case loginAndEnroll = 1
  /// The SDK registered the account at launch.
  case autoEnrollOnLaunch = 2
  /// Remediation registered the account.
  case remediateCompliance = 3

  /// The name of the list.
  public static let listName = "RegistrationMethod"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .registerAndEnroll: "registerAndEnroll"
    case .loginAndEnroll: "loginAndEnroll"
    case .autoEnrollOnLaunch: "autoEnrollOnLaunch"
    case .remediateCompliance: "remediateCompliance"
    }
  }
}

/// Who restarts the app: `data.handledBy` of `mam.restart.requested`.
public enum RestartHandler: UInt8, WordList {
  /// The app restarts itself.
  case app = 0
  /// The SDK shows its dialog.
  case sdk = 1

  /// The name of the list.
  public static let listName = "RestartHandler"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .app: "app"
    case .sdk: "sdk"
    }
  }
}

/// What the app did: `data.phase` of `mam.app.lifecycle`.
public enum LifecyclePhase: UInt8, WordList {
  /// Started.
  case launched = 0
  /// Went to the background.
  case suspended = 1
  /// Came back.
  case resumed = 2
  /// Ended.
  case terminated = 3

  /// The name of the list.
  public static let listName = "LifecyclePhase"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .launched: "launched"
    case .suspended: "suspended"
    case .resumed: "resumed"
    case .terminated: "terminated"
    }
  }
}

/// How the app reaches devices: `data.distribution` of `mam.app.configured`.
public enum Distribution: UInt8, WordList {
  /// From the App Store.
  case appStore = 0
  /// Distributed by the organisation.
  case lineOfBusiness = 1
  /// A build for development.
  case debug = 2

  /// The name of the list.
  public static let listName = "Distribution"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .appStore: "appStore"
    case .lineOfBusiness: "lineOfBusiness"
    case .debug: "debug"
    }
  }
}
