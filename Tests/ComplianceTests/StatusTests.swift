import Compliance
import MAMEvents
import Testing

/// Section 4: the one word for an account.
@Suite struct StatusTests {
  /// Steps that lead to each status on one installation.
  static let ways: [(status: AccountStatus, steps: [Step])] = [
    (.wipePending, [.registered, .enrollment(101), .wipe]),
    (.nonCompliant, [.registered, .enrollment(101), .denied(forAppProtection: true)]),
    (.enrollmentFailed, [.registered, .enrollment(205)]),
    (.restartPending, [.registered, .enrollment(100)]),
    (.managed, [.registered, .enrollment(101)]),
    (.enrolled, [.registered, .enrollment(208)]),
    (.registered, [.registered]),
    (.notTargeted, [.registered, .enrollment(103)]),
    (.wiped, [.wipeCompleted]),
    (.unenrolled, [.registered, .unenrollment(104)]),
    (.unknown, [.signedIn]),
  ]

  @Test("each status has its own events", arguments: ways)
  func one(_ status: AccountStatus, _ steps: [Step]) {
    #expect(fold(steps).state.status == status)
  }

  @Test("an account without events is unknown")
  func none() {
    #expect(fold([]).state == AccountState())
    #expect(fold([]).state.status == .unknown)
  }

  @Test("of two installations the more pressing status wins, whichever came first")
  func pairs() {
    for (index, pressing) in Self.ways.enumerated() {
      for other in Self.ways[index...] {
        let elsewhere = other.steps.map { $0.on(docsOnPad) }
        #expect(fold(pressing.steps + elsewhere).state.status == pressing.status)
        #expect(fold(elsewhere + pressing.steps).state.status == pressing.status)
      }
    }
  }

  @Test(
    "on one installation the first word that holds stands",
    arguments: [
      ([Step.wipeReceived], AccountStatus.wipePending),
      ([.wipeHandled(wiped: true)], .wipePending),
      ([.wipeFailed], .wipePending),
      ([.enrollment(101), .remediate], .nonCompliant),
      ([.enrollment(101), .remediated(4)], .nonCompliant),
      ([.enrollment(101), .remediated(0)], .managed),
      ([.remediated(1), .wipe], .wipePending),
      ([.enrollment(205), .remediated(1)], .nonCompliant),
      ([.unenrollment(215)], .enrollmentFailed),
      ([.enrollment(101), .enrollment(209)], .enrollmentFailed),
      ([.enrollment(101), .unenroll(wipe: false)], .managed),
      ([.enrollment(208), .unenroll(wipe: false)], .registered),
      ([.enrollment(101), .policy(103), .registered], .registered),
      ([.enrollment(101), .wipeCompleted], .enrolled),
      ([.registered, .wipeCompleted], .registered),
      ([.wipeCompleted, .unenrollment(104)], .wiped),
      ([.enrollment(100), .registered], .restartPending),
      ([.enrollment(100), .unenroll(wipe: false)], .restartPending),
      ([.unenrollment(104), .policy(100)], .restartPending),
      ([.enrollment(101), .policy(103), .unenroll(wipe: false)], .registered),
      ([.unenrollment(104), .policy(101)], .managed),
    ])
  func precedence(_ steps: [Step], _ expected: AccountStatus) {
    #expect(fold(steps).state.status == expected)
  }
}
