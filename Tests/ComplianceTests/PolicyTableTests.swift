import Compliance
import MAMEvents
import Testing

/// Table 1.2: each event from each policy.
@Suite struct PolicyTableTests {
  static func way(to policy: PolicyState) -> [Step] {
    switch policy {
    case .none: [.registered]
    case .restartPending: [.registered, .enrollment(100)]
    case .active: [.registered, .enrollment(101)]
    case .removed: [.registered, .enrollment(101), .policy(103)]
    }
  }

  /// Where an event leads from none, restartPending, active, removed.
  struct Row: Sendable {
    let events: [Step]
    let to: [PolicyState]
  }

  static let rows: [Row] = [
    Row(
      events: [.enrollment(100), .policy(100)],
      to: [.restartPending, .restartPending, .active, .restartPending]),
    Row(
      events: [.enrollment(101), .policy(101), .enrollment(102), .policy(102)],
      to: [.active, .restartPending, .active, .active]),
    Row(events: [.launched], to: [.none, .active, .active, .removed]),
    Row(
      events: [
        .lifecycle(.suspended), .lifecycle(.resumed), .lifecycle(.terminated), .launched.on(docsOnPhone),
      ],
      to: [.none, .restartPending, .active, .removed]),
    Row(
      events: [
        .enrollment(103), .policy(103), .enrollment(225), .policy(225), .unenrollment(104), .wipeCompleted,
      ],
      to: [.none, .removed, .removed, .removed]),
    Row(
      events: [
        .enrollment(208), .policy(220), .unenrollment(100), .unenrollment(101), .unenrollment(103),
        .unenrollment(225), .enrollment(104), .policy(104), .policy(nil), .enrollment(999), .wipe,
        .wipeFailed,
        .wipeHandled(wiped: true), .unenroll(wipe: true), Step(.restartRequested), Step(.policyChanged),
      ],
      to: [.none, .restartPending, .active, .removed]),
  ]

  @Test("an event leads from each policy where table 1.2 says", arguments: rows)
  func row(_ row: Row) {
    for event in row.events {
      for (from, to) in zip([PolicyState.none, .restartPending, .active, .removed], row.to) {
        let before = Self.way(to: from)
        #expect(here(before).policy == from)
        let after = here(before + [event])
        #expect(after.policy == to, "\(event) from \(from)")
        #expect(after.managed == (to == .restartPending || to == .active))
      }
    }
  }

  @Test(
    "the first policy takes hold at once only where the installation is made for it",
    arguments: [
      (Step.configured(autoEnroll: true, required: true), PolicyState.active),
      (.configured(autoEnroll: true), .restartPending),
      (.configured(required: true), .restartPending),
      (.configured(), .restartPending),
      (.configured(platform: "maui"), .active),
      (.configured(platform: "MAUI"), .restartPending),
      (.configured(autoEnroll: true, required: true).on(docsOnPhone), .restartPending),
      (.configured(platform: "maui").on(mailOnPad), .restartPending),
      (Step(.appConfigured).by(nil), .restartPending),
    ])
  func atOnce(_ configured: Step, _ expected: PolicyState) {
    #expect(here([configured, .registered, .enrollment(100)]).policy == expected)
    #expect(here([.registered, configured, .policy(100)]).policy == expected)
  }

  @Test("the last configuration stands as a whole")
  func lastConfiguration() {
    let maui = Step.configured(platform: "maui")
    #expect(here([maui, .configured(), .enrollment(100)]).policy == .restartPending)
    #expect(here([.configured(), maui, .enrollment(100)]).policy == .active)
    #expect(
      here([.configured(autoEnroll: true), .configured(required: true), .enrollment(100)]).policy
        == .restartPending)
    #expect(here([.registered, .enrollment(100), maui]).policy == .restartPending)
  }

  @Test("policy that was removed comes back as the first did")
  func comesBack() {
    #expect(here([.enrollment(101), .policy(103), .policy(100)]).policy == .restartPending)
    #expect(
      here([.configured(platform: "maui"), .enrollment(101), .policy(103), .policy(100)]).policy == .active)
  }

  @Test("a launch moves the accounts that are there by then, and makes none")
  func launch() {
    let after = fold([.launched, .enrollment(100), .enrollment(100).on(docsOnPhone), .launched.on(docsOnPad)])
    #expect(Set(after.state.installations.keys) == [mailOnPhone, docsOnPhone])
    #expect(here([.launched, .enrollment(100)]).policy == .restartPending)
    #expect(here([.enrollment(100), .launched]).policy == .active)
  }
}
