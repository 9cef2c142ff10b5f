import Compliance
import MAMEvents
import Testing

/// The other fields of table 1.
@Suite struct FieldTests {
  @Test("registered follows registration, and ends with unenrollment or wipe")
  func registered() {
    #expect(!here([.signedIn, .enrollment(100)]).registered)
    #expect(here([.registered]).registered)
    #expect(here([.registered, .unenrollment(215), .wipe, .wipeHandled(wiped: true)]).registered)
    #expect(!here([.registered, .unenrollment(104)]).registered)
    #expect(!here([.registered, .wipeCompleted]).registered)
    #expect(here([.registered, .policy(104), .enrollment(104)]).registered)
    #expect(here([.registered, .wipeCompleted, .registered]).registered)
  }

  @Test(
    "compliance follows denials for app protection and remediation",
    arguments: [
      ([Step.signedIn], ComplianceState.unknown),
      ([.denied(forAppProtection: true)], .required),
      ([.denied(forAppProtection: false)], .unknown),
      ([Step(.tokenDenied)], .unknown),
      ([.denied(forAppProtection: true), .remediate], .remediating),
      ([.remediate, .remediated(0)], .compliant),
      ([.remediate, .remediated(1)], .notCompliant),
      ([.remediate, .remediated(2)], .serviceFailure),
      ([.remediate, .remediated(3)], .networkFailure),
      ([.remediate, .remediated(4)], .interactionRequired),
      ([.remediate, .remediated(5)], .userCancelled),
      ([.remediate, .remediated(6)], .remediating),
      ([.remediate, .remediated(nil)], .remediating),
      ([.remediated(0), .denied(forAppProtection: false)], .compliant),
      ([.remediated(0), .denied(forAppProtection: true)], .required),
      ([.denied(forAppProtection: true), Step(.tokenGranted)], .required),
    ])
  func compliance(_ steps: [Step], _ expected: ComplianceState) {
    #expect(here(steps).compliance == expected)
  }

  @Test(
    "the last word about a wipe stands until the next",
    arguments: [
      ([Step.signedIn], WipeState.none),
      ([.wipe], .requested),
      ([.unenroll(wipe: true)], .requested),
      ([.unenroll(wipe: false)], .none),
      ([Step(.unenrollmentRequested)], .none),
      ([.wipe, .wipeReceived], .received),
      ([.policy(102)], .received),
      ([.enrollment(102)], .received),
      ([.unenrollment(102)], .none),
      ([.wipe, .wipeReceived, .wipeHandled(wiped: false)], .handled),
      ([.wipe, .wipeHandled(wiped: true), .wipeCompleted], .completed),
      ([.wipeFailed], .failed),
      ([.wipeCompleted, .registered, .enrollment(100), .policy(101)], .completed),
      ([.wipeCompleted, .wipe], .requested),
      ([.wipeHandled(wiped: true), .policy(102)], .received),
    ])
  func wipe(_ steps: [Step], _ expected: WipeState) {
    #expect(here(steps).wipe == expected)
  }

  @Test(
    "a block that succeeds blocks, unless the last request was to lift it",
    arguments: [
      ([Step.signedIn], false),
      ([.blockRequested(1)], false),
      ([.blockRequested(1), .blocked(0)], true),
      ([.blocked(0)], true),
      ([.blockRequested(1), .blocked(1)], false),
      ([.blockRequested(2), .blocked(0), .blockRequested(0)], true),
      ([.blockRequested(2), .blocked(0), .blockRequested(0), .blocked(0)], false),
      ([.blockRequested(2), .blocked(0), .blockRequested(0), .blocked(1)], true),
      ([.blockRequested(0), .blocked(0), .blocked(0)], false),
      ([.blockRequested(0), .blockRequested(3), .blocked(0)], true),
      ([.blockRequested(0), .blockRequested(77), .blocked(0)], true),
      ([.blockRequested(0), .blockRequested(nil), .blocked(0)], true),
      ([.blocked(77)], false),
      ([.blocked(nil)], false),
      ([.signedIn, .blockRequested(0).on(docsOnPhone), .blocked(0)], true),
    ])
  func blocked(_ steps: [Step], _ expected: Bool) {
    #expect(here(steps).blocked == expected)
  }

  @Test(
    "dataPresent follows what shows, reaches or removes data",
    arguments: [
      ([Step.signedIn], nil),
      ([.enrollment(100)], nil),
      ([.enrollment(100), .launched], true),
      ([.enrollment(101)], true),
      ([.configured(platform: "maui"), .policy(100)], true),
      ([.dataAccessed], true),
      ([.signedIn, .shown(alice)], true),
      ([.signedIn, .shown(bob, alice)], true),
      ([.signedIn, .shown(bob)], nil),
      ([.signedIn, .shown(alice).on(mailOnPad)], nil),
      ([.shown(alice), .signedIn], nil),
      ([.dataAccessed, .wipeCompleted], false),
      ([.wipeHandled(wiped: true)], false),
      ([.wipeHandled(wiped: false)], nil),
      ([.dataAccessed, .wipeHandled(wiped: false)], true),
      ([.dataRemoved], false),
      ([.dataAccessed, .dataCleared], false),
      ([.enrollment(101), .dataRemoved, .policy(101)], false),
      ([.enrollment(101), .dataRemoved, .launched], false),
      ([.dataRemoved, .shown(alice)], true),
    ] as [([Step], Bool?)])
  func dataPresent(_ steps: [Step], _ expected: Bool?) {
    #expect(here(steps).dataPresent == expected)
  }

  @Test("a check-in is an answer of the service to an enrollment or a policy request")
  func lastCheckIn() {
    for code: Int32 in 100...103 {
      #expect(here([.signedIn, .enrollment(code)]).lastCheckInAt == minute(1))
      #expect(here([.signedIn, .policy(code)]).lastCheckInAt == minute(1))
      #expect(here([.signedIn, .unenrollment(code)]).lastCheckInAt == nil)
    }
    for code: Int32? in [104, 208, 225, 205, 999, nil] {
      #expect(here([.enrollment(100), .enrollment(code), .policy(code)]).lastCheckInAt == minute(0))
    }
  }

  @Test("a view that is shown counts in no counter")
  func shownDoesNotCount() {
    let after = fold([.signedIn, .shown(alice), .launched, .configured()])
    #expect(after.state.events == 1)
    #expect(after.state.lastEventAt == minute(0))
    #expect(after.state.installations[mailOnPhone]?.events == 1)
    #expect(after.state.installations[mailOnPhone]?.lastEventAt == minute(0))
  }
}
