/// A chapter of the rules; raw values are the words of reports.
public enum RuleArea: String, CaseIterable, Sendable {
  case wipe, enrollment, conditionalAccess, sharedDevice, login, identity, transfer, configuration, log

  /// The heading of the chapter.
  public var title: String {
    switch self {
    case .wipe: "Wipe"
    case .enrollment: "Enrollment and restart"
    case .conditionalAccess: "Conditional access for app protection"
    case .sharedDevice: "Shared device"
    case .login: "Login and logout"
    case .identity: "Active identity"
    case .transfer: "Data sharing"
    case .configuration: "Configuration of the app"
    case .log: "Integrity of the log"
    }
  }

  /// The letter with which the ids of its rules begin.
  var letter: Character {
    switch self {
    case .wipe: "W"
    case .enrollment: "E"
    case .conditionalAccess: "C"
    case .sharedDevice: "S"
    case .login: "L"
    case .identity: "A"
    case .transfer: "X"
    case .configuration: "K"
    case .log: "G"
    }
  }
}

extension RuleID {
  /// The chapter that the rule belongs to.
  public var area: RuleArea {
    guard let area = RuleArea.allCases.first(where: { $0.letter == rawValue.first }) else {
      preconditionFailure("rule \(rawValue) is of no chapter")
    }
    return area
  }
}
