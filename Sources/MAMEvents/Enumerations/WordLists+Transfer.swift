/// Which way data goes: `data.direction` of `mam.transfer.decided`.
public enum TransferDirection: UInt8, WordList {
  /// Out of the app.
  case send = 0
  /// Fetched by the app.
  case `import` = 1
  /// Given to the app.
  case receive = 2

  /// The name of the list.
  public static let listName = "TransferDirection"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .send: "send"
    case .import: "import"
    case .receive: "receive"
    }
  }
}

/// What was decided: `data.decision` of `mam.transfer.decided`.
public enum TransferDecision: UInt8, WordList {
  /// The transfer may happen.
  case allowed = 0
  /// The transfer may not happen.
  case blocked = 1

  /// The name of the list.
  public static let listName = "TransferDecision"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .allowed: "allowed"
    case .blocked: "blocked"
    }
  }
}

/// With whom a policy lets data pass: the transfer settings of `mam.policy.changed`.
public enum TransferLevel: UInt8, WordList {
  /// Any app.
  case allApps = 0
  /// Managed apps.
  case managedApps = 1
  /// No app.
  case none = 2

  /// The name of the list.
  public static let listName = "TransferLevel"

  /// The word on the wire.
  public var word: String {
    switch self {
    case .allApps: "allApps"
    case .managedApps: "managedApps"
    case .none: "none"
    }
  }
}
