import Compliance
import MAMEvents

/// A row of one of the documents' tests: a trace of an app that passes it, and traces of apps that do not.
///
/// Steps follow each other by a minute.
struct Scenario: Sendable, CustomStringConvertible {
  /// An app that does not pass: one step of its trace is wrong, or misses what has to follow it.
  struct Fault: Sendable, CustomStringConvertible {
    var row: String
    var before: [Step]
    var wrong: Step
    var after: [Step]
    /// All that must be found, as ``outline(_:)`` puts it.
    var expected: [String]

    var trace: [Step] { before + [wrong] + after }
    var description: String { "\(row), \(expected.joined(separator: ", "))" }

    /// A finding at a glance: the rule, whom it is about unless that is Alice, how many minutes after the wrong step it
    /// opens, and where another step started or any ended it, how many steps later that is.
    func outline(_ finding: Finding) -> String {
      let scope = finding.scope
      var words = [finding.rule.rawValue]
      if scope.account != .account(alice) {
        let names = [bob: "Bob", carol: "Carol"]
        if case .account(let account) = scope.account { words.append("of \(names[account] ?? "another")") }
        if scope.account == nil { words.append("of nobody") }
      }
      if (scope.app, scope.device) != (mailOnPhone.app, mailOnPhone.device) { words.append("elsewhere") }
      let opened = finding.openedAt.microseconds - minute(before.count).microseconds
      let step = Int(finding.openedBy) - before.count
      if opened != Int64(step) * 60_000_000 { words.append("after \(opened / 60_000_000)") }
      if step != 0 { words.append("by \(step)") }
      if let end = finding.closedBy { words.append("until \(Int(end) - before.count)") }
      return words.joined(separator: " ")
    }
  }

  /// What the row is called.
  var row: String
  /// What apps do that pass.
  var good: [[Step]]
  /// What apps do that do not.
  var faults: [Fault] = []

  init(_ row: String, good: [Step]...) {
    (self.row, self.good) = (row, good)
  }

  /// The scenario with one more way to fail.
  func fails(_ before: [Step], _ wrong: Step, _ after: [Step] = [], _ expected: String...) -> Scenario {
    var scenario = self
    scenario.faults.append(Fault(row: row, before: before, wrong: wrong, after: after, expected: expected))
    return scenario
  }

  var description: String { row }

  static let all = login + lifecycle + sharing + conditionalAccess
}

/// What all reducers find in steps that follow each other by a minute, about everybody and everywhere.
func allFindings(_ steps: [Step]) -> [Finding] {
  let events = events(steps)
  let accounts = [alice, bob, carol].flatMap {
    AccountFindings($0, events: events, names: directory).findings
  }
  let installations = [mailOnPhone, docsOnPhone, mailOnPad, docsOnPad].flatMap {
    InstallationFindings($0, events: events, names: directory).findings
  }
  let devices = [1, 2].flatMap { DeviceFindings($0, events: events, names: directory).findings }
  return (accounts + installations + devices).sorted {
    ($0.openedAt, $0.rule.rawValue) < ($1.openedAt, $1.rule.rawValue)
  }
}

// What apps do, in the mail app on the phone.
extension Scenario {
  /// The app is installed and started; nobody has signed in.
  static let installed: [Step] = [.multiIdentity.saying(.texts(.clientCapabilities, ["protapp"])), .launched]

  /// The SDK has the app started again, as it does after the first policy.
  static let restarted: [Step] = [
    Step(.restartRequested, .word(.handledBy, RestartHandler.sdk.rawValue)).by(nil),
    .lifecycle(.terminated), .launched,
  ]

  /// An account signs in, is registered and has its first policy.
  static func managedLogin(_ account: AccountID) -> [Step] {
    [
      .signedIn.saying(.bool(.managed, true)).by(account), .registered.by(account),
      .enrollment(100).by(account),
      policy.by(account),
    ] + restarted
  }

  /// A personal account signs in, for which there is no policy.
  static func unmanagedLogin(_ account: AccountID) -> [Step] {
    [.signedIn.saying(.bool(.managed, false)).by(account)]
  }

  /// Data passes between managed apps alone.
  static let policy = Step(
    .policyChanged, .word(.policySource, UInt8(PolicySource.mam.rawValue)), .text(.policyID, "policy-1"),
    .word(.outboundTransfer, TransferLevel.managedApps.rawValue),
    .word(.inboundTransfer, TransferLevel.managedApps.rawValue))

  /// The app switches the identity of its user interface to an account.
  static func switchTo(_ account: AccountID) -> [Step] {
    [
      Step(
        .identitySwitchRequested, .word(.scope, IdentityScope.ui.rawValue),
        .word(.initiator, SwitchInitiator.app.rawValue)
      ).by(account),
      .switched(account).saying(.word(.initiator, SwitchInitiator.app.rawValue)),
    ]
  }

  /// Alice's data is shown, under policy.
  static let showAlice = switchTo(alice) + [.shown(alice)]
  /// Bob's data is shown, without policy.
  static let showBob = switchTo(bob) + [.unprotected(bob)]

  /// The managed Alice and the unmanaged Bob have logged in, and both were shown.
  static let both = installed + managedLogin(alice) + showAlice + unmanagedLogin(bob) + showBob

  static let paused: [Step] = [.lifecycle(.suspended), .lifecycle(.resumed)]
  static let killed: [Step] = [.lifecycle(.terminated), .launched]
  static let signedOut = Step(.accountSignedOut)
  static let removed = Step(.dataRemoved, .word(.removedBy, RemovalAgent.app.rawValue))
}
