import Compliance
import MAMEvents

/// A step at a minute; its place in the list is its place in the order of arrival.
struct Beat: Sendable {
  var minute: Int
  var step: Step
}

/// A step at a minute.
func at(_ minute: Int, _ step: Step) -> Beat { Beat(minute: minute, step: step) }

extension [Beat] {
  /// The beats as events, in order of arrival.
  var events: [FoldEvent] {
    enumerated().map { $1.step.event(position: Int64($0), at: ComplianceTests.minute($1.minute)) }
  }
}

/// A trace with what one rule must find in it, worked out by hand.
struct RuleCase: Sendable, CustomStringConvertible {
  enum Kind: CaseIterable, Sendable {
    /// The trace opens a finding.
    case opens
    /// It nearly does.
    case nearly
    /// What closes the finding; of an act, that nothing does.
    case ends
    /// The same with events that arrive late.
    case late
  }

  var rule: RuleID
  var kind: Kind
  var trace: [Beat]
  /// As ``outline(_:)`` puts it.
  var expected: [String]

  init(_ rule: RuleID, _ kind: Kind, _ trace: [Beat], _ expected: String...) {
    (self.rule, self.kind, self.trace, self.expected) = (rule, kind, trace, expected)
  }

  var description: String {
    "\(rule.rawValue) \(kind): " + trace.map { "\($0.minute) \($0.step)" }.joined(separator: ", ")
  }

  /// The examples of all families.
  static let all =
    wipe + enrollment + compliance + sharedDevice + logout + views + identity + transfer + log + configuration

  /// What the rule finds about Alice, in the mail app on the phone, on the phone, or in the log.
  var findings: [Finding] { judged(trace.events).filter { $0.rule == rule } }
}

/// The findings about Alice, then those of the mail app on the phone, then those of the phone, then those of the
/// log.
func judged(
  _ events: [FoldEvent], timeline: RuleTimeline = RuleTimeline(), asOf: Timestamp? = nil
) -> [Finding] {
  let account = AccountFindings(alice, events: events, names: directory, timeline: timeline, asOf: asOf)
  let installation = InstallationFindings(
    mailOnPhone, events: events, names: directory, timeline: timeline, asOf: asOf)
  let device = DeviceFindings(1, events: events, names: directory, timeline: timeline, asOf: asOf)
  let log = LogFindings(events: events, timeline: timeline, asOf: asOf)
  return account.findings + installation.findings + device.findings + log.findings
}

/// A finding at a glance: whom it is about unless that is Alice in the mail app on the phone, the minute at which it
/// opens and the position of the event that started it, and the same of its end.
func outline(_ finding: Finding) -> String {
  func minutes(_ instant: Timestamp) -> Int64 {
    (instant.microseconds - minute(0).microseconds) / 60_000_000
  }
  var words: [String] = []
  let scope = finding.scope
  if scope != FindingScope(account: .account(alice), app: 1, device: 1) {
    let account = if case .account(let account) = scope.account { "\(account.rawValue)" } else { "-" }
    let place = [scope.app, scope.device].map { $0.map { "\($0)" } ?? "-" }.joined(separator: "/")
    words.append("\(account)@\(place)")
  }
  words.append("at \(minutes(finding.openedAt)) by \(finding.openedBy)")
  if let closedAt = finding.closedAt, let closedBy = finding.closedBy {
    words.append("until \(minutes(closedAt)) by \(closedBy)")
  }
  return words.joined(separator: " ")
}
