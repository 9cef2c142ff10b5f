import Compliance
import MAMEvents
import Testing

/// What a finding is explained by, and what ends it.
@Suite struct FindingTrailTests {
  private static func event(_ position: Int64?, _ events: [FoldEvent]) -> FoldEvent? {
    events.first { $0.position == position }
  }

  @Test("a rule looks at the events that open and end its findings", arguments: RuleCase.all)
  func evidence(_ example: RuleCase) {
    // Any event can carry a number or a date.
    if [.g1, .g3].contains(example.rule) { return }
    let events = example.trace.events
    for finding in example.findings where !finding.isSuperseded {
      let opener = Self.event(finding.openedBy, events)
      #expect(opener.map(example.rule.looks) == true, "\(opener?.type as Any)")
      if let closer = Self.event(finding.closedBy, events) {
        #expect(example.rule.looks(at: closer), "\(closer.type as Any)")
      }
    }
  }

  @Test("what a rule says ends its findings is what ends them", arguments: RuleCase.all)
  func endings(_ example: RuleCase) {
    for finding in example.findings {
      switch example.rule.ending(hasDeadline: finding.dueAt != nil) {
      case .awaited: #expect(finding.dueAt != nil)
      case .condition: #expect(finding.dueAt == nil)
      case .acknowledgement: #expect(finding.dueAt == nil && finding.closedAt == nil)
      }
    }
  }

  @Test("findings that are no acts end in one of the examples", arguments: RuleID.allCases)
  func ends(_ rule: RuleID) {
    let kinds = [true, false].map { rule.ending(hasDeadline: $0) }.filter { $0 != .acknowledgement }
    let ended = RuleCase.all.filter { $0.rule == rule }.flatMap(\.findings).contains { $0.closedAt != nil }
    #expect(ended == !kinds.isEmpty)
    for ending in kinds { #expect(ending.text.hasPrefix("It ends when ") && ending.text.hasSuffix(".")) }
  }

  /// The trail of a rule's only finding in a trace, as position and part.
  private static func trail(_ rule: RuleID, app: Int32? = 1, device: Int32? = 1, _ beats: Beat...) -> [String]
  {
    let events = beats.events
    guard let finding = judged(events).first(where: { $0.rule == rule }),
      let opener = event(finding.openedBy, events)
    else { return [] }
    var trail = FindingTrail(rule, opener: opener, app: app, device: device)
    for event in events.reversed() { trail.take(event) }
    return trail.links.map { "\($0.event.position) \($0.part.rawValue)" }
  }

  @Test("a trail has what came before the opening event, that event, and what came since, last ones alone")
  func parts() {
    #expect(
      Self.trail(
        .w1, at(0, .wipe), at(1, .wipeReceived), at(2, .wipeFailed), at(3, .signedIn), at(4, .wipeReceived),
        at(5, .policy(101)), at(6, .policy(102)))
        == ["0 opened", "2 since", "4 since", "6 since"])
    #expect(
      Self.trail(
        .c3, at(0, .remediated(1)), at(1, .remediated(1)), at(2, .remediated(2)), at(3, Step(.tokenGranted)))
        == ["1 before", "2 before", "3 opened"])
  }

  @Test("a trail keeps to the scope, and takes what others did there")
  func scope() {
    #expect(
      Self.trail(
        .l3, at(0, .registered), at(1, .enrollment(101)), at(2, .enrollment(101).on(docsOnPhone)),
        at(3, .registered.by(bob)), at(4, .enrollment(101).by(bob)))
        == ["0 before", "1 before", "3 before", "4 opened"])
    #expect(
      Self.trail(
        .w1, app: 1, device: 1, at(0, .signedIn), at(1, .signedIn.on(docsOnPhone)),
        at(2, .wipe.with(app: nil, device: nil)), at(3, .wipeReceived), at(4, .wipeReceived.on(docsOnPhone)))
        == ["2 opened", "3 since"])
  }

  @Test("a session on a shared device is one of all its apps")
  func session() {
    let out = Step(.sharedDeviceSignedOut, .bool(.success, true), .bool(.signoutFromBrowser, true))
    let events = [at(0, .signedIn), at(1, out.on(docsOnPhone)), at(2, .dataAccessed)].events
    var trail = FindingTrail(.s2, opener: events[2], app: 1, device: 1)
    for event in events { trail.take(event) }
    #expect(trail.links.map(\.event.position) == [1, 2])
  }

  private static let sentences: [(step: Step, text: String)] = [
    (.registered(.loginAndEnroll), "The SDK signed the account in and registered it at the app's request."),
    (
      .enrollment(205),
      "The SDK reported the result of an enrollment. Network failure at the enrollment endpoint."
    ),
    (.enrollment(999), "The SDK reported the result of an enrollment."),
    (
      .unenroll(wipe: false),
      "The app asked for the unenrollment of the account and removes its data itself."
    ),
    (
      .wipe.with(app: nil, device: nil),
      "An administrator asked for a wipe of the account in all apps on all devices."
    ),
    (.wipeHandled(wiped: false), "The app left the removal of the account's files to the SDK."),
    (
      .denied(forAppProtection: true),
      "A token was denied because the resource asks for app protection."
    ),
    (.denied(forAppProtection: false), "A token request was denied."),
    (
      .remediate, "The app asked the SDK to make the account compliant without showing anything to the user."
    ),
    (.remediated(3), "The account could not be made compliant because the network failed."),
    (.remediated(99), "The SDK reported the result of a remediation."),
    (.blockRequested(3), "The SDK asked the app to block the account, because the user is clocked out."),
    (.launched, "The app was launched."), (.lifecycle(.suspended), "The app was suspended."),
    (.lifecycle(.resumed), "The app was resumed."), (.lifecycle(.terminated), "The app was terminated."),
    (.shown(alice), "The app showed content of accounts under policy."),
    (
      Step(.viewShown, .bool(.policyApplied, false)), "The app showed content of accounts without policy."
    ),
    (
      Step(
        .transferDecided, .word(.direction, TransferDirection.send.rawValue),
        .word(.decision, TransferDecision.blocked.rawValue), .bool(.peerManaged, false)),
      "Sending to an unmanaged app was blocked."
    ),
    (
      Step(
        .transferDecided, .word(.direction, TransferDirection.receive.rawValue),
        .word(.decision, TransferDecision.allowed.rawValue), .bool(.peerManaged, true)),
      "Receiving from a managed app was allowed."
    ),
    (
      Step(.sharedDeviceSignedOut, .bool(.success, false)),
      "The account could not be signed out of the shared device."
    ),
    (Step(.sharedDeviceSignedOut, .bool(.success, true)), "The account was signed out of the shared device."),
    (.dataRemoved, "The account's data was removed."),
    (Step(.tokenGranted), "A token was granted."), (Step(nil), "An event of an extension."),
  ]

  @Test("an event is told in a sentence", arguments: sentences)
  func sentence(_ step: Step, _ text: String) {
    #expect(step.event(position: 0, at: minute(0)).sentence == text)
  }

  @Test("every type has a sentence", arguments: EventType.allCases)
  func total(_ type: EventType) {
    let text = Step(type).event(position: 0, at: minute(0)).sentence
    #expect(text.first?.isUppercase == true && text.hasSuffix("."))
  }
}
