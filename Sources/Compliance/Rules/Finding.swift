import MAMEvents

/// Whom and what a finding is about; nil where the rule names none.
public struct FindingScope: Hashable, Sendable {
  /// The account.
  public var account: AccountReference?
  /// The number of the app.
  public var app: Int32?
  /// The number of the device.
  public var device: Int32?

  /// Names whom and what a finding is about.
  public init(account: AccountReference?, app: Int32?, device: Int32?) {
    self.account = account
    self.app = app
    self.device = device
  }

  /// An account on an installation.
  init(_ account: AccountID, _ installation: InstallationID) {
    self.init(account: .account(account), app: installation.app, device: installation.device)
  }

  /// Whether an installation lies in the scope: what the scope does not name speaks against none.
  func covers(_ installation: InstallationID) -> Bool {
    (app ?? installation.app) == installation.app && (device ?? installation.device) == installation.device
  }
}

/// What a rule has found, with its life as far as the folded events tell it.
///
/// Its instants may lie ahead: a running clock is a finding that opens at its deadline unless the awaited
/// event comes first. Nothing here depends on a clock; the reader asks ``isOpen(at:)``.
public struct Finding: Hashable, Sendable {
  /// The rule.
  public let rule: RuleID
  /// How much it matters, by the parameters in force.
  public let severity: RuleSeverity
  /// Whom and what it is about.
  public let scope: FindingScope
  /// The position of the event that started the clock or completed the pattern.
  public let openedBy: Int64
  /// When it opens: for a deadline rule the deadline.
  public let openedAt: Timestamp
  /// The deadline; nil for a rule without.
  public let dueAt: Timestamp?
  /// The position of the event that ended it.
  public internal(set) var closedBy: Int64?
  /// When it ends; nil while it stands.
  public internal(set) var closedAt: Timestamp?
  /// A later append took its ground away: it was found once, and no event known now bears it out.
  public internal(set) var isSuperseded = false
  /// The parameters that it was judged by.
  public let parameters: [RuleParameter.Name: ParameterValue]
  /// Numbers that its reason names (a status code, a count).
  public let evidence: [String: Int64]
  /// Which of the rule's reasons it has.
  let reasonIndex: Int

  /// What makes it this finding, and no other of the same reducer.
  struct Key: Hashable {
    var rule: RuleID
    var scope: FindingScope
    var openedBy: Int64
  }

  var key: Key { Key(rule: rule, scope: scope, openedBy: openedBy) }

  /// Whether the finding is open at an instant.
  public func isOpen(at instant: Timestamp) -> Bool {
    !isSuperseded && openedAt <= instant && (closedAt.map { $0 > instant } ?? true)
  }

  /// The finding as the event at a place in fold order ends it.
  public func ended(at point: FoldPoint) -> Finding {
    var finding = self
    (finding.closedAt, finding.closedBy) = (point.effectiveAt, point.position)
    return finding
  }

  /// Why, in words.
  ///
  /// - Parameters:
  ///   - account: the name of the scope's account; nil where it has none.
  ///   - app: the name of the scope's app; nil where it has none.
  ///   - device: the name of the scope's device; nil where it has none.
  public func reason(account: String?, app: String?, device: String?) -> String {
    var places = [
      "account": account ?? "the account", "app": app ?? "any app", "device": device ?? "any device",
    ]
    for (name, value) in parameters { places[name.rawValue] = value.text }
    for (name, value) in evidence { places[name] = "\(value)" }
    let template = RuleCatalogue[rule].reasons[reasonIndex]
    return ReasonTemplate(template).filled { places[$0] ?? "?" }
  }

  /// The order of reports: by the instant of opening, the event, the rule and the scope.
  static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.openedAt != right.openedAt { return left.openedAt < right.openedAt }
    if left.openedBy != right.openedBy { return left.openedBy < right.openedBy }
    if left.rule != right.rule { return left.rule.rawValue < right.rule.rawValue }
    if left.scope.device != right.scope.device {
      return (left.scope.device ?? -1) < (right.scope.device ?? -1)
    }
    if left.scope.app != right.scope.app { return (left.scope.app ?? -1) < (right.scope.app ?? -1) }
    return left.scope.accountKey < right.scope.accountKey
  }
}

extension FindingScope {
  /// Scopes without an account come first, then those by number, then those by name.
  fileprivate var accountKey: (Int, Int32, String) {
    switch account {
    case nil: (0, 0, "")
    case .account(let account): (1, account.rawValue, "")
    case .name(let name): (2, 0, "\(name)")
    }
  }
}

/// A text with places in braces.
struct ReasonTemplate {
  private let parts: [Substring]

  init(_ text: String) {
    parts = text.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
  }

  /// The names of the places: every second part.
  var places: [String] {
    parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  func filled(_ value: (String) -> String) -> String {
    parts.enumerated().map { $0.offset % 2 == 1 ? value(String($0.element)) : String($0.element) }.joined()
  }
}
