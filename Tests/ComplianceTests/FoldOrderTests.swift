import Compliance
import MAMEvents
import Testing

/// The fold's order: by effectiveAt, then by position, whatever the order of arrival.
@Suite struct FoldOrderTests {
  static let vocabulary: [Step] = [
    .signedIn, .registered, .registered(.loginAndEnroll), .enrollment(100), .enrollment(101),
    .enrollment(102),
    .enrollment(103), .enrollment(205), .enrollment(209), .enrollment(999), .enrollment(nil), .policy(100),
    .policy(101), .policy(102), .policy(213), .policy(225), .unenroll(wipe: true), .unenroll(wipe: false),
    .unenrollment(104), .unenrollment(215), .launched, .lifecycle(.terminated), .configured(platform: "maui"),
    .configured(), .configured(autoEnroll: true, required: true), .denied(forAppProtection: true), .remediate,
    .remediated(0), .remediated(3), .wipe, .wipe.with(app: nil, device: nil), .wipe.with(app: 1, device: nil),
    .wipeReceived, .wipeHandled(wiped: true), .wipeHandled(wiped: false), .wipeCompleted, .wipeFailed,
    .dataRemoved, .dataAccessed, .dataCleared, .blockRequested(0), .blockRequested(1), .blocked(0),
    .blocked(1),
    .shown(alice, bob), .signedIn.saying(.bool(.carriesIdentity, true)), Step(.transferDecided),
    Step(.entraSignInRecorded).with(app: nil, device: nil), Step(nil), .policy(100).by(bob),
  ]

  /// A trace of the whole vocabulary over four installations, all instants different.
  static func trace(_ generator: inout SplitMix) -> [FoldEvent] {
    let installations = [mailOnPhone, docsOnPhone, mailOnPad, docsOnPad]
    let minutes = Array(0..<200).shuffled(using: &generator).prefix(80)
    return minutes.enumerated().compactMap { position, index in
      guard let step = vocabulary.randomElement(using: &generator),
        let place = installations.randomElement(using: &generator)
      else { return nil }
      let placed = step.app == nil || step.device == nil ? step : step.on(place)
      return placed.event(position: Int64(position), at: minute(index))
    }
  }

  @Test("traces without ties give the same account in every order of arrival", arguments: UInt64(0)..<40)
  func everyOrder(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let trace = Self.trace(&generator)
    let whole = AccountFold(alice, events: trace, names: directory)
    #expect(whole.state.events > 20)
    for _ in 0..<5 {
      // Another order of arrival gives every event another position.
      let arrived = trace.shuffled(using: &generator).enumerated().map { position, event in
        var event = event
        event.position = Int64(position)
        return event
      }
      let again = AccountFold(alice, events: arrived.shuffled(using: &generator), names: directory)
      #expect(again.state.installations == whole.state.installations)
      #expect(again.state.status == whole.state.status)
      #expect(again.state.events == whole.state.events)
      #expect(again.state.firstEventAt == whole.state.firstEventAt)
      #expect(again.state.lastEventAt == whole.state.lastEventAt)
      #expect(again.wipes.courses.map(\.began?.effectiveAt) == whole.wipes.courses.map(\.began?.effectiveAt))
      let carrier = arrived.first { $0.position == again.state.identityPosition }
      #expect(
        carrier?.effectiveAt == trace.first { $0.position == whole.state.identityPosition }?.effectiveAt)
    }
  }

  @Test(
    "events applied one by one in fold order give the whole, and its changes add up",
    arguments: UInt64(100)..<120)
  func stepByStep(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let trace = Self.trace(&generator)
    var fold = AccountFold(alice)
    var fields: [FieldChange.Key: FieldValue] = [:]
    for event in trace.inFoldOrder() {
      let before = fold.state
      if let role = fold.role(of: event, names: directory) { fold.apply(event, as: role) }
      for change in AccountState.changes(from: before, to: fold.state) {
        #expect(fields[change.key].map { $0 == change.from } ?? true)
        fields[change.key] = change.to
      }
    }
    #expect(fold == AccountFold(alice, events: trace, names: directory))
    for change in AccountState.changes(from: AccountState(), to: fold.state) {
      #expect(fields[change.key] == change.to)
    }
  }

  @Test("a prefix of the fold is the fold as of its last event", arguments: UInt64(200)..<210)
  func prefixes(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let trace = Self.trace(&generator)
    let ordered = trace.inFoldOrder()
    for count in stride(from: 1, through: ordered.count, by: 7) {
      let prefix = AccountFold(alice, events: ordered.prefix(count), names: directory)
      let asOf = AccountFold(alice, events: trace, names: directory, asOf: ordered[count - 1].effectiveAt)
      #expect(prefix == asOf)
    }
  }

  @Test("an event that arrives late takes its true place")
  func late() {
    let launch = Step.launched.event(position: 0, at: minute(10))
    let enrollment = Step.enrollment(100).event(position: 1, at: minute(5))
    let after = AccountFold(alice, events: [launch, enrollment], names: directory)
    #expect(after.state.installations[mailOnPhone]?.state.policy == .active)
    #expect(after.state.firstEventAt == minute(5))
  }

  @Test("an event dated after its arrival counts at its arrival")
  func future() {
    var check = Step.policy(101).event(position: 0, at: minute(500))
    check.recordedAt = minute(3)
    let after = AccountFold(alice, events: [check])
    #expect(after.state.lastEventAt == minute(3))
    #expect(after.state.installations[mailOnPhone]?.state.lastCheckInAt == minute(3))
  }

  @Test("equal instants fold by position")
  func ties() {
    let first = Step.wipe.event(position: 7, at: minute(1))
    let second = Step.wipeCompleted.event(position: 8, at: minute(1))
    for order in [[first, second], [second, first]] {
      #expect(AccountFold(alice, events: order).state.installations[mailOnPhone]?.state.wipe == .completed)
    }
  }
}

extension FieldChange {
  struct Key: Hashable {
    var installation: InstallationID?
    var field: StateField
  }
  var key: Key { Key(installation: installation, field: field) }
}
