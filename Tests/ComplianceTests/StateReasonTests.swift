import Compliance
import MAMEvents
import Testing

/// Why the last of some steps changed a field.
struct ReasonCase: Sendable, CustomTestStringConvertible {
  var steps: [Step]
  var field: StateField
  var text: String

  init(_ field: StateField, _ steps: Step..., because text: String) {
    (self.steps, self.field, self.text) = (steps, field, text)
  }

  var testDescription: String { "\(field.rawValue) after \(steps)" }

  static let registration: [ReasonCase] = [
    ReasonCase(
      .registered, .registered, because: "The app signed the account in and registered it with the SDK."),
    ReasonCase(
      .registered, .registered(.loginAndEnroll),
      because: "The SDK signed the account in and registered it at the app's request."),
    ReasonCase(
      .registered, .registered(.autoEnrollOnLaunch),
      because: "The SDK registered the account by itself at the app's launch."),
    ReasonCase(
      .registered, .registered(.remediateCompliance),
      because: "The SDK registered the account while it made it compliant."),
    ReasonCase(
      .registered, Step(.accountRegistered, .word(.method, 255)),
      because: "The account was registered with the SDK."),
    ReasonCase(
      .registered, .registered, .unenrollment(104),
      because: "The unenrollment succeeded, and with it the account is no longer registered."),
    ReasonCase(
      .registered, .registered, .wipeCompleted,
      because: "The wipe was confirmed, and with it the account is no longer registered."),
    ReasonCase(
      .registered, .enrollment(101), .registered,
      because:
        "The app signed the account in and registered it with the SDK, which leaves its enrollment as it is."
    ),
  ]

  static let enrollment: [ReasonCase] = [
    ReasonCase(
      .enrollment, .registered, because: "The app signed the account in and registered it with the SDK."),
    ReasonCase(
      .enrollment, .enrollment(205), .registered,
      because:
        "The app signed the account in and registered it with the SDK, after its enrollment had failed."),
    ReasonCase(
      .enrollment, .enrollment(103), .registered,
      because:
        "The app signed the account in and registered it with the SDK, after the service had had no policy for it."
    ),
    ReasonCase(
      .enrollment, .unenrollment(104), .registered,
      because:
        "The app signed the account in and registered it with the SDK, after it had been unenrolled."),
    ReasonCase(
      .enrollment, .unenrollment(215), .registered,
      because:
        "The app signed the account in and registered it with the SDK, after its unenrollment had failed."),
    ReasonCase(
      .enrollment, .enrollment(100), because: "The service enrolled the account and sent a new policy."),
    ReasonCase(
      .enrollment, .enrollment(101),
      because: "The service enrolled the account; its policy has not changed."),
    ReasonCase(
      .enrollment, .enrollment(102),
      because: "The service enrolled the account and sent the command to wipe its data."),
    ReasonCase(
      .enrollment, .enrollment(208),
      because: "The service answered that the account is enrolled already."),
    ReasonCase(
      .enrollment, .enrollment(103),
      because:
        "The service has no policy for the account: request succeeded; no policy is targeted at the user."),
    ReasonCase(
      .enrollment, .policy(225),
      because:
        "The service has no policy for the account: the user is licensed but no policy is targeted."),
    ReasonCase(
      .enrollment, .registered, .policy(101),
      because:
        "A policy check-in succeeded, so the account is enrolled: policy request succeeded; the policy is unchanged."
    ),
    ReasonCase(
      .enrollment, .registered, .enrollment(205),
      because: "The enrollment failed: network failure at the enrollment endpoint."),
    ReasonCase(
      .enrollment, .registered, .enrollment(202),
      because: "The enrollment failed: MAM service disabled (marked obsolete)."),
    ReasonCase(
      .enrollment, .enrollment(101), .enrollment(209),
      because:
        "The service no longer accepts the enrollment: not an account under management; the app should remove it."
    ),
    ReasonCase(
      .enrollment, .enrollment(101), .unenroll(wipe: false), .enrollment(220),
      because:
        "The service no longer accepts the enrollment: the service answered that the policy record is gone."
    ),
    ReasonCase(
      .enrollment, .enrollment(101), .policy(214),
      because:
        "A policy check-in showed that the enrollment no longer holds: the account is not the enrolled one."),
    ReasonCase(
      .enrollment, .enrollment(101), .unenroll(wipe: true),
      because:
        "The app asked for the unenrollment of the account, and for the removal of its data by the SDK."),
    ReasonCase(
      .enrollment, .enrollment(101), .unenroll(wipe: false),
      because: "The app asked for the unenrollment of the account and removes its data itself."),
    ReasonCase(
      .enrollment, .unenroll(wipe: false), .unenrollment(104),
      because: "The SDK reported that the account is unenrolled and deregistered."),
    ReasonCase(
      .enrollment, .unenroll(wipe: false), .unenrollment(215),
      because: "The unenrollment failed: the SDK could not clear the data of the account."),
    ReasonCase(
      .enrollmentCode, .enrollment(205),
      because: "The last result, of an enrollment: network failure at the enrollment endpoint."),
    ReasonCase(
      .enrollmentCode, .policy(216), because: "The last result, of a policy check-in: the request timed out."
    ),
    ReasonCase(
      .enrollmentCode, .unenrollment(104),
      because: "The last result, of an unenrollment: the account is unenrolled and deregistered."),
    ReasonCase(
      .enrollmentCode, .policy(999),
      because: "The last result, of a policy check-in, has a code that is not known."),
  ]

  static let policy: [ReasonCase] = [
    ReasonCase(
      .policy, .enrollment(100),
      because: "The first policy arrived; it takes hold at the app's next launch."),
    ReasonCase(
      .managed, .policy(100),
      because: "The first policy arrived; it takes hold at the app's next launch."),
    ReasonCase(
      .policy, .configured(platform: "maui"), .enrollment(100),
      because:
        "The first policy arrived and took hold at once: the app waits for policy at launch, or is a .NET MAUI app."
    ),
    ReasonCase(
      .policy, .policy(101),
      because:
        "The service answered for an account whose policy is in force: policy request succeeded; the policy is unchanged."
    ),
    ReasonCase(
      .managed, .enrollment(102),
      because:
        "The service answered for an account whose policy is in force: policy request succeeded and a selective wipe command arrived."
    ),
    ReasonCase(
      .policy, .enrollment(100), .launched,
      because: "The app was launched, and the policy that had arrived took hold."),
    ReasonCase(
      .policy, .enrollment(101), .policy(103),
      because: "The policy is gone: request succeeded; no policy is targeted at the user."),
    ReasonCase(
      .managed, .enrollment(100), .enrollment(225),
      because: "The policy is gone: the user is licensed but no policy is targeted."),
    ReasonCase(
      .policy, .enrollment(101), .unenrollment(104),
      because: "The unenrollment succeeded, which ends the policy."),
    ReasonCase(
      .policy, .enrollment(101), .wipeCompleted,
      because: "The wipe was confirmed, which ends the policy."),
  ]

  static let compliance: [ReasonCase] = [
    ReasonCase(
      .compliance, .denied(forAppProtection: true),
      because: "A token was denied because the resource asks for app protection."),
    ReasonCase(
      .compliance,
      .denied(forAppProtection: true).saying(.integer(.entraErrorCode, 53005), .integer(.errorCode, -50000)),
      because: "A token was denied because the resource asks for app protection (Entra error 53005)."),
    ReasonCase(
      .compliance,
      .denied(forAppProtection: true).saying(.integer(.errorCode, -50004), .integer(.entraErrorCode, 0)),
      because: "A token was denied because the resource asks for app protection (MSAL error -50004)."),
    ReasonCase(
      .compliance,
      .denied(forAppProtection: true).saying(
        .text(.errorName, "e"), .text(.subError, "protection_policy_required")),
      because:
        "A token was denied because the resource asks for app protection (sub-error protection_policy_required)."
    ),
    ReasonCase(
      .compliance, .denied(forAppProtection: true).saying(.text(.errorName, "E_1")),
      because: "A token was denied because the resource asks for app protection (error E_1)."),
    ReasonCase(
      .compliance, .remediate,
      because: "The app asked the SDK to make the account compliant without showing anything to the user."),
    ReasonCase(
      .compliance, Step(.remediationRequested, .bool(.silent, false)),
      because: "The app asked the SDK to make the account compliant with the user's help."),
    ReasonCase(
      .compliance, Step(.remediationRequested),
      because: "The app asked the SDK to make the account compliant."),
    ReasonCase(
      .compliance, .remediated(0),
      because: "The SDK made the account compliant, so it gets tokens again."),
    ReasonCase(
      .compliance, .remediated(1), because: "The SDK could not make the account compliant."),
    ReasonCase(
      .compliance, .remediated(2),
      because: "The account could not be made compliant because the service failed."),
    ReasonCase(
      .compliance, .remediated(3),
      because: "The account could not be made compliant because the network failed."),
    ReasonCase(
      .compliance, .remediated(4), because: "The SDK needs the user to make the account compliant."),
    ReasonCase(
      .compliance, .remediated(5),
      because: "The user cancelled what would have made the account compliant."),
  ]

  static let wipe: [ReasonCase] = [
    ReasonCase(
      .wipe, .wipe,
      because: "An administrator asked for a wipe of the account in this app on this device."),
    ReasonCase(
      .wipe, .wipe(.service, why: .leaver),
      because:
        "The service asked for a wipe of the account in this app on this device, because the person leaves."),
    ReasonCase(
      .wipe, .signedIn, .wipe(.conditionalLaunch).with(app: 1, device: nil),
      because:
        "A condition of launch was not met, which asks for a wipe of the account in this app on all devices."
    ),
    ReasonCase(
      .wipe, .signedIn, .wipe(.offlineGrace, why: .lost).with(app: nil, device: 1),
      because:
        "The app had been offline for too long, which asks for a wipe of the account in all apps on this device, because the device is lost."
    ),
    ReasonCase(
      .wipe, .signedIn, .wipe(.app, why: .stolen).with(app: nil, device: nil),
      because:
        "The app asked for a wipe of the account in all apps on all devices, because the device is stolen."),
    ReasonCase(
      .wipe, .wipe(.unenrollment, why: .other),
      because:
        "An unenrollment asked for a wipe of the account in this app on this device, for another reason than loss, theft or leaving."
    ),
    ReasonCase(
      .wipe, .wipe(.sharedDevice),
      because:
        "A sign-out from the shared device asked for a wipe of the account in this app on this device."),
    ReasonCase(
      .wipe, .wipe(.unknown),
      because: "Somebody unknown asked for a wipe of the account in this app on this device."),
    ReasonCase(
      .wipe, .unenroll(wipe: true),
      because: "The app asked for an unenrollment that wipes the account's data."),
    ReasonCase(
      .wipe, .wipe, .wipeReceived,
      because: "The app has received the command to wipe the account's data."),
    ReasonCase(
      .wipe, .wipe, .policy(102),
      because: "A policy check-in brought the command to wipe the account's data."),
    ReasonCase(
      .wipe, .enrollment(102),
      because: "The answer to the enrollment brought the command to wipe the account's data."),
    ReasonCase(
      .wipe, .wipeHandled(wiped: true),
      because: "The app reported that it has removed the account's data itself."),
    ReasonCase(
      .wipe, .wipeHandled(wiped: false),
      because: "The app left the removal of the account's files to the SDK."),
    ReasonCase(
      .wipe, Step(.wipeHandled),
      because: "The app has dealt with the command to wipe the account's data."),
    ReasonCase(.wipe, .wipe, .wipeCompleted, because: "The SDK confirmed the wipe."),
    ReasonCase(.wipe, .wipe, .wipeFailed, because: "The wipe failed."),
  ]

  static let others: [ReasonCase] = [
    ReasonCase(.blocked, .blocked(0), because: "The app blocked the account."),
    ReasonCase(
      .blocked, .blocked(0), .blockRequested(0), .blocked(0),
      because: "The app lifted the block of the account."),
    ReasonCase(
      .dataPresent, .enrollment(101),
      because: "Policy took hold, and from then on the app holds data of the account."),
    ReasonCase(
      .dataPresent, .enrollment(100), .launched,
      because: "Policy took hold, and from then on the app holds data of the account."),
    ReasonCase(.dataPresent, .dataAccessed, because: "Data of the account was accessed."),
    ReasonCase(
      .dataPresent, .signedIn, .shown(alice), because: "The account was shown on the screen."),
    ReasonCase(
      .dataPresent, .wipeCompleted, because: "The wipe was confirmed, so the account's data is gone."),
    ReasonCase(
      .dataPresent, .wipeHandled(wiped: true),
      because: "The app reported that it has removed the account's data for a wipe."),
    ReasonCase(
      .dataPresent, .dataRemoved.saying(.word(.removedBy, RemovalAgent.app.rawValue)),
      because: "The app removed the account's data."),
    ReasonCase(
      .dataPresent, .dataRemoved.saying(.word(.removedBy, RemovalAgent.sdk.rawValue)),
      because: "The SDK removed the account's data."),
    ReasonCase(.dataPresent, .dataRemoved, because: "The account's data was removed."),
    ReasonCase(
      .dataPresent, .dataCleared,
      because: "The app cleared the account's data after its sign-out from the shared device."),
    ReasonCase(
      .lastCheckInAt, .policy(103),
      because: "The service answered: request succeeded; no policy is targeted at the user."),
    ReasonCase(
      .nextRetryAt, .registered, .enrollment(205),
      because: "The enrollment failed, and the SDK tries again after 24 hours."),
    ReasonCase(
      .nextRetryAt, .registered, .enrollment(205), .enrollment(101),
      because: "The enrollment is no longer failed, so no further attempt is expected."),
    ReasonCase(
      .nextRetryAt, .registered, .enrollment(205), .wipeCompleted,
      because: "The account is no longer registered, so no further attempt is expected."),
  ]

  static let all = registration + enrollment + policy + compliance + wipe + others
}

extension Step {
  fileprivate static func wipe(_ origin: WipeOrigin, why: WipeReason? = nil) -> Step {
    let step = Step(.wipeRequested, .word(.origin, origin.rawValue))
    return why.map { step.saying(.word(.why, $0.rawValue)) } ?? step
  }
}

/// The words for each transition of tables 1, 1.1 and 1.2.
@Suite struct StateReasonTests {
  private static func reason(of field: StateField, after steps: [Step]) -> StateReason? {
    guard let last = events(steps).last else { return nil }
    return StateReason(field, last, from: here(Array(steps.dropLast())), to: here(steps))
  }

  @Test("each transition has its reason", arguments: ReasonCase.all)
  func reasons(_ example: ReasonCase) {
    #expect(Self.reason(of: example.field, after: example.steps)?.text == example.text)
  }

  @Test("an event that leaves a field as it is has no reason for it")
  func nothing() {
    #expect(Self.reason(of: .enrollment, after: [.enrollment(101), .policy(101)]) == nil)
    #expect(Self.reason(of: .wipe, after: [.wipe, .wipe]) == nil)
    #expect(Self.reason(of: .status, after: [.wipe]) == nil)
  }

  private static let starts: [[Step]] = [
    [], [.registered], [.registered(.loginAndEnroll), .enrollment(205)], [.registered, .enrollment(205)],
    [.registered, .enrollment(100)], [.registered, .enrollment(100), .launched], [.enrollment(103)],
    [.enrollment(101), .unenroll(wipe: false)], [.unenrollment(104)], [.unenrollment(215)],
    [.enrollment(101), .wipe], [.blocked(0), .dataRemoved, .wipeCompleted], [.remediate, .wipeFailed],
  ]

  private static let moves: [Step] =
    EnrollmentStatusCode.allCases.map(\.rawValue).flatMap { code in
      [.enrollment(code), .policy(code), .unenrollment(code)]
    } + [
      .registered, .unenroll(wipe: true), .unenroll(wipe: false), .launched, .wipe, .wipeReceived,
      .wipeHandled(wiped: true), .wipeHandled(wiped: false), .wipeCompleted, .wipeFailed, .dataAccessed,
      .dataRemoved, .dataCleared, .shown(alice), .blockRequested(1), .blocked(0),
      .denied(forAppProtection: true), .remediate, .remediated(0), .remediated(4), .enrollment(999),
      .wipe.with(app: nil, device: nil),
    ]

  @Test("whatever an event changes, in whatever state, has a reason that is a sentence")
  func total() {
    var changes = 0
    for start in Self.starts {
      for move in Self.moves {
        let before = here(start)
        let after = here(start + [move])
        for field in StateField.ofInstallation where before.value(of: field) != after.value(of: field) {
          changes += 1
          let reason = Self.reason(of: field, after: start + [move])
          #expect(reason != nil, "\(field.rawValue) after \(start), \(move)")
          let text = reason?.text ?? ""
          #expect(text.first?.isUppercase == true && text.hasSuffix("."), "\(text)")
          #expect(!text.contains("  ") && !text.contains("nil") && !text.contains(".."), "\(text)")
        }
      }
    }
    #expect(changes > 1500)
  }

  private static let namesAndBlocks: [(reason: StateReason, text: String)] = [
    (
      .blockRequested(.conditionalLaunchBlocked),
      "The SDK asked the app to block the account, by a condition of launch."
    ),
    (
      .blockRequested(.conditionalLaunchCanceled),
      "The SDK asked the app to block the account, because the user cancelled what a condition of launch asked for."
    ),
    (
      .blockRequested(.clockedOut),
      "The SDK asked the app to block the account, because the user is clocked out."
    ),
    (.blockRequested(.notBlocked), "The SDK asked the app to lift the block of the account."),
    (
      .blockRequested(nil),
      "The SDK asked the app to block the account, for a reason that is not known."
    ),
    (.named, "An event gave the account this name; it had none before."),
    (.renamed, "An event gave the account this name; it had another before."),
  ]

  @Test(
    "why the SDK asks to block an account, and why an account has a name, is told too",
    arguments: namesAndBlocks)
  func others(_ reason: StateReason, _ text: String) {
    #expect(reason.text == text)
  }

  private static let statuses: [(steps: [Step], text: String)] = [
    ([.wipe], "A wipe was asked for in Mail on Phone, and none is confirmed."),
    ([.wipe, .policy(102)], "The command to wipe was received in Mail on Phone, and none is confirmed."),
    ([.wipeHandled(wiped: true)], "The app has dealt with a wipe in Mail on Phone, and none is confirmed."),
    ([.wipeFailed], "A wipe failed in Mail on Phone, and none is confirmed."),
    ([.denied(forAppProtection: true)], "A token was denied for want of app protection in Mail on Phone."),
    ([.remediate], "The account is being made compliant in Mail on Phone."),
    ([.remediated(1)], "The account is not compliant in Mail on Phone."),
    (
      [.remediated(2)],
      "The account could not be made compliant, since the service failed, in Mail on Phone."
    ),
    (
      [.remediated(3)],
      "The account could not be made compliant, since the network failed, in Mail on Phone."
    ),
    ([.remediated(4)], "The account is not compliant until the user helps in Mail on Phone."),
    ([.remediated(5)], "The account is not compliant, since the user cancelled, in Mail on Phone."),
    ([.enrollment(205)], "The enrollment failed in Mail on Phone."),
    ([.unenrollment(215)], "The unenrollment failed in Mail on Phone."),
    (
      [.enrollment(100)],
      "The first policy has come in Mail on Phone, and waits for the app's next launch."
    ),
    ([.enrollment(101)], "Policy is in force in Mail on Phone."),
    ([.enrollment(208)], "The account is enrolled in Mail on Phone, and no policy is in force."),
    (
      [.registered],
      "The account is registered in Mail on Phone, and no result of its enrollment is known."
    ),
    ([.unenroll(wipe: false)], "The account is being unenrolled in Mail on Phone."),
    ([.policy(103)], "The service has no policy for the account in Mail on Phone."),
    ([.wipeCompleted], "The account was wiped in Mail on Phone."),
    ([.unenrollment(104)], "The account was unenrolled in Mail on Phone."),
    ([.signedIn], "Nothing is known of the account's enrollment in Mail on Phone."),
  ]

  @Test("a status has its reason", arguments: statuses)
  func status(_ steps: [Step], _ text: String) {
    let state = fold(steps).state
    #expect(state.statusGrounds == [mailOnPhone])
    #expect(state.status.reason(on: here(steps), app: "Mail", device: "Phone") == text)
  }

  @Test("the status of an account comes from the installations that have it")
  func grounds() {
    let steps: [Step] = [
      .enrollment(101), .enrollment(101).on(docsOnPad), .remediated(1).on(docsOnPhone),
      .remediated(4).on(mailOnPad),
    ]
    let state = fold(steps).state
    #expect(state.statusGrounds == [mailOnPad, docsOnPhone])
    #expect(fold(Array(steps.prefix(2))).state.statusGrounds == [mailOnPhone, docsOnPad])
    #expect(AccountState().statusGrounds == [])
    let managed = here([.enrollment(101)])
    #expect(
      AccountStatus.managed.reason(on: managed, app: "Mail", device: "Phone", others: 1)
        == "Policy is in force in Mail on Phone; so it is on another installation.")
    #expect(
      AccountStatus.managed.reason(on: managed, app: "Mail", device: "Phone", others: 3)
        == "Policy is in force in Mail on Phone; so it is on 3 other installations.")
  }
}
