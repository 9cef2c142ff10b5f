import Compliance
import MAMEvents

/// How a finding ended; raw values are the words of reports.
public enum FindingEnd: String, CaseIterable, Sendable {
  /// What it waited for came, or the condition is over.
  case resolved
  /// Somebody has acknowledged it.
  case acknowledged
  /// A later append took its ground away.
  case superseded
}

/// How a finding stands at an instant; raw values are the words of reports.
public enum FindingStatus: String, CaseIterable, Sendable {
  /// It stands.
  case open
  /// What it waited for came, or the condition is over.
  case resolved
  /// Somebody has acknowledged it.
  case acknowledged
  /// A later append took its ground away.
  case superseded
}

/// A finding as reports give it: section 5 of the state specification.
public struct FindingRow: Equatable, Sendable {
  /// The number of the account or device whose events were judged.
  public var owner: Int32
  /// Sixteen hexadecimal digits (``Compliance/FindingID``).
  public var id: String
  /// The rule.
  public var rule: RuleID
  /// How much it matters, by the parameters in force.
  public var severity: RuleSeverity
  /// Whom it is about: the object id in lower case, or `upn:NAME`; nil where the rule names nobody.
  public var account: String?
  /// The number of the app.
  public var appID: Int32?
  /// The number of the device.
  public var deviceID: Int32?
  /// The bundle id.
  public var app: String?
  /// The producer's device identity.
  public var device: String?
  /// When it opens, for a deadline rule the deadline; it may lie ahead.
  public var openedAt: Timestamp
  /// The position of the event that started the clock or completed the pattern.
  public var openedBy: Int64
  /// The deadline; nil for a rule without.
  public var dueAt: Timestamp?
  /// When it ended, which may lie ahead of the instant asked about; nil while it stands.
  public var closedAt: Timestamp?
  /// The position of the event that ended it.
  public var closedBy: Int64?
  /// How it ended; nil while it stands.
  public var ended: FindingEnd?
  /// Why, in words.
  public var reason: String
  /// The parameters that it was judged by: a JSON object of texts and numbers.
  public var parameters: String
  /// The version of the app by the event that opened it; nil where that gives none, or where nobody has looked.
  public var appVersion: String?
  /// The version of the SDK by the event that opened it; nil where that gives none, or where nobody has looked.
  public var sdkVersion: String?

  /// How it stands at an instant; nil where it opens only later.
  public func status(at instant: Timestamp) -> FindingStatus? {
    if openedAt > instant { return nil }
    if ended == .superseded { return .superseded }
    guard let closedAt, closedAt <= instant else { return .open }
    return ended == .acknowledged ? .acknowledged : .resolved
  }

  /// The finding as it stands at an instant: an end that lies ahead is left out.
  public func asOf(_ instant: Timestamp) -> FindingRow {
    guard ended != .superseded, let closedAt, closedAt > instant else { return self }
    var row = self
    (row.closedAt, row.closedBy, row.ended) = (nil, nil, nil)
    return row
  }

  /// The order of reports: by the instant of opening, then by id.
  static func precedes(_ left: FindingRow, _ right: FindingRow) -> Bool {
    (left.openedAt, left.id) < (right.openedAt, right.id)
  }

  /// Whether it is one of an account's open findings at an instant: a note is none.
  func counts(at instant: Timestamp) -> Bool { severity != .note && status(at: instant) == .open }
}

extension [FindingRow] {
  /// How many are open at an instant, notes aside.
  func open(at instant: Timestamp) -> Int64 { Int64(count { $0.counts(at: instant) }) }
}
