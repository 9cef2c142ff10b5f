import Compliance
import MAMEvents

/// One event of a trace, by default of Alice in the mail app on the phone; ``events(_:)`` gives it place and
/// time.
struct Step: Sendable, CustomStringConvertible {
  var type: EventType?
  var code: Int32?
  var facts: [Fact] = []
  var account: AccountID? = alice
  var app: Int32? = 1
  var device: Int32? = 1
  /// How many seconds the producer's clock is ahead of the arrival; 0: it arrives a second after it happened.
  var ahead: Int64 = 0

  init(_ type: EventType?, code: Int32? = nil, _ facts: Fact...) {
    self.type = type
    self.code = code
    self.facts = facts
  }

  /// The step on another installation.
  func on(_ installation: InstallationID) -> Step { with(app: installation.app, device: installation.device) }

  /// The step with another app and device, or without.
  func with(app: Int32?, device: Int32?) -> Step {
    var step = self
    (step.app, step.device) = (app, device)
    return step
  }

  /// The step of another account, or without.
  func by(_ account: AccountID?) -> Step {
    var step = self
    step.account = account
    return step
  }

  /// The step by a producer whose clock is ahead of the arrival.
  func dated(secondsAfterArrival seconds: Int64) -> Step {
    var step = self
    step.ahead = seconds
    return step
  }

  /// The step with more facts.
  func saying(_ more: Fact...) -> Step {
    var step = self
    step.facts += more
    return step
  }

  var description: String {
    [type.map { "\($0)" } ?? "extension", code.map { "\($0)" }].compactMap { $0 }.joined(separator: " ")
  }

  /// The step as an event at a position and an instant.
  func event(position: Int64, at instant: Timestamp) -> FoldEvent {
    let occurredAt = Timestamp(microseconds: instant.microseconds + ahead * 1_000_000)
    let recordedAt = Timestamp(microseconds: instant.microseconds + (ahead > 0 ? 0 : 1_000_000))
    return FoldEvent(
      position: position, type: type, account: account, app: app, device: device, occurredAt: occurredAt,
      recordedAt: recordedAt, code: code, facts: Facts(facts))
  }
}

extension Step {
  static let signedIn = Step(.accountSignedIn)
  static let registered = registered(.registerAndEnroll)
  static func registered(_ method: RegistrationMethod) -> Step {
    Step(.accountRegistered, .word(.method, method.rawValue))
  }
  static func enrollment(_ code: Int32?) -> Step { Step(.enrollmentCompleted, code: code) }
  static func policy(_ code: Int32?) -> Step { Step(.policyCompleted, code: code) }
  static func unenrollment(_ code: Int32?) -> Step { Step(.unenrollmentCompleted, code: code) }
  static func unenroll(wipe: Bool) -> Step { Step(.unenrollmentRequested, .bool(.withWipe, wipe)) }
  static func lifecycle(_ phase: LifecyclePhase) -> Step {
    Step(.appLifecycle, .word(.phase, phase.rawValue)).by(nil)
  }
  static let launched = lifecycle(.launched)
  static func configured(
    autoEnroll: Bool = false, required: Bool = false, platform: String = "ios", settings: [String] = []
  ) -> Step {
    Step(
      .appConfigured, .bool(.autoEnrollOnLaunch, autoEnroll), .bool(.policyRequired, required),
      .text(.platform, platform),
      .texts(
        .settings,
        ["ADALClientId=bd3cc791-dd44-40be-897a-ab926ed9c513", "ADALRedirectUri=msauth.contoso://auth"]
          + settings)
    ).by(nil)
  }
  static func denied(forAppProtection: Bool) -> Step {
    Step(.tokenDenied, .bool(.appProtectionDenial, forAppProtection))
  }
  /// A denial for app protection that names whose token it was.
  static func denied(_ account: AccountID) -> Step {
    denied(forAppProtection: true).saying(.integer(.deniedAccount, account.object.shortDigest))
  }
  static let remediate = Step(.remediationRequested, .bool(.silent, true))
  static func remediated(_ status: Int32?) -> Step { Step(.remediationCompleted, code: status) }
  static let wipe = Step(.wipeRequested, .word(.origin, WipeOrigin.admin.rawValue))
  static let wipeReceived = Step(.wipeReceived)
  static func wipeHandled(wiped: Bool) -> Step { Step(.wipeHandled, .bool(.wiped, wiped)) }
  static let wipeCompleted = Step(.wipeCompleted)
  static let wipeFailed = Step(.wipeFailed)
  static let dataRemoved = Step(.dataRemoved)
  static let dataAccessed = Step(.dataAccessed)
  static let dataCleared = Step(.sharedDeviceDataCleared)
  static func blockRequested(_ reason: Int32?) -> Step { Step(.accountBlockRequested, code: reason) }
  static func blocked(_ result: Int32?) -> Step { Step(.accountBlocked, code: result) }
  static func shown(_ accounts: AccountID...) -> Step {
    Step(.viewShown, .bool(.policyApplied, true), .accounts(.accounts, accounts.map(\.name))).by(nil)
  }
  static func unprotected(_ accounts: AccountID...) -> Step {
    Step(.viewShown, .bool(.policyApplied, false), .accounts(.accounts, accounts.map(\.name))).by(nil)
  }
  /// A switch of an identity with its result.
  static func switched(
    _ account: AccountID?, _ result: SwitchIdentityResult = .success, scope: IdentityScope = .ui
  ) -> Step {
    Step(.identitySwitched, code: result.rawValue, .word(.scope, scope.rawValue)).by(account)
  }
  static func fileProtected(encrypted: Bool, owner: AccountID? = nil) -> Step {
    let step = Step(.fileProtected, .bool(.encrypted, encrypted))
    return owner.map { step.saying(.account(.owner, $0.name)) } ?? step
  }
  /// The configuration of an app for several identities.
  static let multiIdentity = configured(settings: ["MultiIdentity=YES"]).saying(.bool(.multiIdentity, true))
}

/// The instant at which the step of an index happens: one a minute from 2026-03-01T00:00:00Z.
func minute(_ index: Int) -> Timestamp {
  Timestamp(microseconds: 1_772_323_200_000_000 + Int64(index) * 60_000_000)
}

/// The steps as events, one a minute, in order of arrival.
func events(_ steps: [Step]) -> [FoldEvent] {
  steps.enumerated().map { $1.event(position: Int64($0), at: minute($0)) }
}

/// Alice after the steps.
func fold(_ steps: [Step]) -> AccountFold {
  AccountFold(alice, events: events(steps), names: directory)
}

/// Alice in the mail app on the phone after the steps; the start state where they make no such installation.
func here(_ steps: [Step]) -> InstallationAccountState {
  fold(steps).state.installations[mailOnPhone]?.state ?? InstallationAccountState()
}
