import Compliance
import MAMEvents
import Testing

/// `nextRetryAt`: when the SDK tries a failed enrollment again.
@Suite struct RetryTests {
  /// 24 hours after the step of an index.
  static func dayAfter(_ index: Int) -> Timestamp {
    Timestamp(microseconds: minute(index).microseconds + 86_400_000_000)
  }

  @Test("a failed enrollment of a registered account is tried again after 24 hours", arguments: 200...227)
  func everyCode(_ code: Int32) {
    let expected = code == 208 || code == 225 ? nil : Self.dayAfter(1)
    #expect(here([.registered, .enrollment(code)]).nextRetryAt == expected)
  }

  @Test(
    "what starts, moves and ends the wait",
    arguments: [
      ("without registration", [.enrollment(205)], nil),
      ("after loginAndEnroll", [.registered(.loginAndEnroll), .enrollment(205)], nil),
      ("after autoEnrollOnLaunch", [.registered(.autoEnrollOnLaunch), .enrollment(205)], dayAfter(1)),
      ("after remediateCompliance", [.registered(.remediateCompliance), .enrollment(205)], dayAfter(1)),
      ("the last method counts", [.registered, .registered(.loginAndEnroll), .enrollment(205)], nil),
      (
        "the method is this one's", [.registered(.loginAndEnroll), .registered, .enrollment(205)], dayAfter(2)
      ),
      ("each failure moves it", [.registered, .enrollment(205), .enrollment(203)], dayAfter(2)),
      ("a failure that leaves it enrolled", [.registered, .enrollment(101), .enrollment(205)], nil),
      ("a failure that disowns it", [.registered, .enrollment(101), .enrollment(209)], dayAfter(2)),
      ("policy 213", [.registered, .enrollment(101), .policy(213)], dayAfter(2)),
      ("policy 214", [.registered, .enrollment(101), .policy(214)], dayAfter(2)),
      ("policy 220", [.registered, .enrollment(101), .policy(220)], dayAfter(2)),
      ("policy 213 of a failed one", [.registered, .enrollment(205), .policy(213)], dayAfter(1)),
      (
        "policy 213 after loginAndEnroll", [.registered(.loginAndEnroll), .enrollment(101), .policy(213)], nil
      ),
      ("policy 212", [.registered, .enrollment(101), .policy(212)], nil),
      ("an unknown code", [.registered, .enrollment(205), .enrollment(999)], dayAfter(1)),
      ("104 does not move it", [.registered, .enrollment(205), .enrollment(104)], dayAfter(1)),
      ("a check-in ends it", [.registered, .enrollment(205), .policy(101)], nil),
      ("a new registration ends it", [.registered, .enrollment(205), .registered], nil),
      ("a wipe ends it", [.registered, .enrollment(205), .wipeCompleted], nil),
      ("unenrolling ends it", [.registered, .enrollment(205), .unenroll(wipe: false)], nil),
      (
        "other events leave it", [.registered, .enrollment(205), .dataAccessed, .launched, .wipe], dayAfter(1)
      ),
      ("after a wipe nothing starts it", [.registered, .wipeCompleted, .enrollment(205)], nil),
      (
        "registration after a failure waits for the next", [.enrollment(205), .registered, .enrollment(205)],
        dayAfter(2)
      ),
    ] as [(String, [Step], Timestamp?)])
  func waits(_ name: String, _ steps: [Step], _ expected: Timestamp?) {
    #expect(here(steps).nextRetryAt == expected)
  }

  @Test("a method that is not in the list is another than loginAndEnroll")
  func unknownMethod() {
    #expect(
      here([Step(.accountRegistered, .word(.method, 255)), .enrollment(205)]).nextRetryAt == Self.dayAfter(1))
  }

  @Test("the end of time does not trap")
  func endOfTime() {
    let last = Timestamp(microseconds: .max)
    let event = FoldEvent(
      position: 1, type: .enrollmentCompleted, account: alice, app: 1, device: 1, occurredAt: last,
      recordedAt: last,
      code: 205, facts: Facts())
    let after = AccountFold(alice, events: events([.registered]) + [event], names: directory)
    #expect(after.state.installations[mailOnPhone]?.state.nextRetryAt == last)
  }
}
