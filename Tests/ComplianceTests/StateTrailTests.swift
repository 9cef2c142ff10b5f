import Compliance
import MAMEvents
import Testing

/// The chains of events that made the parts of a state what they are.
@Suite struct StateTrailTests {
  /// Alice's trail after the steps, one a minute from position 0.
  static func trail(_ steps: [Step], identities: [Int64: String] = [:]) -> StateTrail {
    var trail = StateTrail(alice, identities: identities)
    for event in events(steps) {
      if let role = trail.fold.role(of: event, names: directory) { trail.apply(event, as: role) }
    }
    return trail
  }

  /// A chain at a glance: each event's position, and what it changed from and to.
  static func chain(
    _ field: StateField, _ installation: InstallationID? = mailOnPhone, after steps: Step...
  ) -> [String] {
    outline(trail(steps).chain(of: StateTrail.Part(installation, field)))
  }

  static func outline(_ links: [StateTrail.Link]) -> [String] {
    func word(_ value: FieldValue) -> String {
      switch value {
      case .null: "-"
      case .bool(let value): "\(value)"
      case .int(let value): "\(value)"
      case .text(let value): value
      case .timestamp(let value): "minute \((value.microseconds - minute(0).microseconds) / 60_000_000)"
      }
    }
    return links.map { "\($0.event.position) \(word($0.from)) \(word($0.to))" }
  }

  @Test("an enrollment is explained since its last registration, or since the account was unenrolled")
  func enrollment() {
    #expect(
      Self.chain(.enrollment, after: .registered, .signedIn, .enrollment(101), .policy(101), .policy(213))
        == ["0 unknown registered", "2 registered enrolled", "4 enrolled failed"])
    #expect(
      Self.chain(.enrollment, after: .registered, .enrollment(205), .registered, .enrollment(101))
        == ["2 failed registered", "3 registered enrolled"])
    #expect(
      Self.chain(.enrollment, after: .registered, .enrollment(101), .unenrollment(104), .enrollment(205))
        == ["3 unenrolled failed"])
    #expect(
      Self.chain(
        .enrollment, after: .registered, .enrollment(101), .unenroll(wipe: false), .unenrollment(104))
        == [
          "0 unknown registered", "1 registered enrolled", "2 enrolled unenrolling",
          "3 unenrolling unenrolled",
        ])
  }

  @Test("policy, compliance and wipe are explained since the end of an earlier course")
  func courses() {
    #expect(
      Self.chain(.policy, after: .enrollment(100), .launched, .policy(103), .policy(100), .launched)
        == ["3 removed restartPending", "4 restartPending active"])
    #expect(
      Self.chain(.policy, after: .enrollment(100), .launched, .policy(103))
        == ["0 none restartPending", "1 restartPending active", "2 active removed"])
    #expect(
      Self.chain(
        .compliance, after: .denied(forAppProtection: true), .remediate, .remediated(0),
        .denied(forAppProtection: true), .remediate, .remediated(1))
        == ["3 compliant required", "4 required remediating", "5 remediating notCompliant"])
    #expect(
      Self.chain(.wipe, after: .wipe, .wipeFailed, .wipe, .wipeReceived, .wipeCompleted)
        == [
          "0 none requested", "1 requested failed", "2 failed requested", "3 requested received",
          "4 received completed",
        ])
    #expect(
      Self.chain(.wipe, after: .wipe, .wipeCompleted, .policy(102), .wipeHandled(wiped: true))
        == ["2 completed received", "3 received handled"])
  }

  @Test("of fields that tell the last of something the last event is kept")
  func lastOnes() {
    #expect(
      Self.chain(.lastCheckInAt, after: .policy(101), .policy(205), .policy(101), .policy(205))
        == ["2 minute 0 minute 2"])
    #expect(Self.chain(.enrollmentCode, after: .policy(101), .policy(205)) == ["1 101 205"])
    #expect(
      Self.chain(.dataPresent, after: .dataAccessed, .dataRemoved, .dataAccessed, .dataAccessed)
        == ["2 false true"])
    #expect(Self.chain(.registered, after: .registered, .wipeCompleted, .registered) == ["2 false true"])
    #expect(
      Self.chain(.nextRetryAt, after: .registered, .enrollment(205), .enrollment(205))
        == ["2 minute 1441 minute 1442"])
  }

  @Test("a block is explained by the request that the app answered")
  func block() {
    #expect(
      Self.chain(.blocked, after: .blockRequested(3), .signedIn, .blocked(0))
        == ["0 false false", "2 false true"])
    #expect(Self.chain(.blocked, after: .blocked(0)) == ["0 false true"])
    let links = Self.trail([.blockRequested(3), .blocked(0)]).chain(of: .init(mailOnPhone, .blocked))
    #expect(links.map(\.reason) == [.blockRequested(.clockedOut), .blocked])
  }

  @Test("events of the installation and wide requests stand in the chains of what they moved")
  func others() {
    #expect(
      Self.chain(.policy, after: .enrollment(100), .launched)
        == ["0 none restartPending", "1 restartPending active"])
    #expect(
      Self.chain(
        .wipe, docsOnPad, after: .signedIn, .signedIn.on(docsOnPad), .wipe.with(app: nil, device: nil))
        == ["2 none requested"])
    #expect(Self.chain(.wipe, docsOnPad, after: .signedIn.on(docsOnPad), .wipe) == [])
  }

  @Test("the name and the status of the account are explained by the event that changed them last")
  func account() {
    let named = Step.signedIn.saying(.bool(.carriesIdentity, true))
    let trail = Self.trail(
      [named, named, .registered, named, named, .enrollment(101)],
      identities: [0: "ada@x", 1: "Ada@x", 3: "Ada@x"])
    // The name of the last one was erased.
    #expect(trail.value(of: .init(nil, .identity)) == .null)
    #expect(Self.outline(trail.chain(of: .init(nil, .identity))) == ["4 Ada@x -"])
    #expect(Self.outline(trail.chain(of: .init(nil, .status))) == ["5 registered managed"])
    let before = Self.trail(
      [named, named, .registered, named], identities: [0: "ada@x", 1: "Ada@x", 3: "Ada@x"])
    #expect(Self.outline(before.chain(of: .init(nil, .identity))) == ["1 ada@x Ada@x"])
    #expect(before.chain(of: .init(nil, .identity)).map(\.reason) == [.renamed])
    #expect(before.value(of: .init(nil, .identity)) == .text("Ada@x"))
  }

  @Test("the parts that are not at their start have chains that end in their values, for random steps")
  func random() {
    let pool: [Step] = [
      .signedIn, .registered, .registered(.loginAndEnroll), .enrollment(100), .enrollment(101),
      .enrollment(103), .enrollment(205), .enrollment(999), .policy(101), .policy(102), .policy(213),
      .unenroll(wipe: true), .unenrollment(104), .unenrollment(215), .launched, .wipe, .wipeReceived,
      .wipeHandled(wiped: true), .wipeCompleted, .wipeFailed, .dataAccessed, .dataRemoved, .shown(alice),
      .blockRequested(0), .blockRequested(1), .blocked(0), .denied(forAppProtection: true), .remediate,
      .remediated(0), .remediated(1), .wipe.with(app: nil, device: nil),
      .signedIn.saying(.bool(.carriesIdentity, true)),
    ]
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      let steps = (0..<80).map { _ -> Step in
        let step = pool.randomElement(using: &random) ?? .signedIn
        guard step.app != nil else { return step }
        return step.on([mailOnPhone, docsOnPhone, mailOnPad].randomElement(using: &random) ?? mailOnPhone)
      }
      var names: [Int64: String] = [:]
      for position in 0..<80 where position % 3 > 0 { names[Int64(position)] = "name \(position % 4)" }
      let trail = Self.trail(steps, identities: names)
      #expect(trail.fold == fold(steps))
      #expect(Set(trail.parts).count == trail.parts.count)
      for part in trail.parts {
        let chain = trail.chain(of: part)
        #expect(chain.last?.to == trail.value(of: part))
        #expect(zip(chain, chain.dropFirst()).allSatisfy { $0.to == $1.from })
        #expect(chain.map(\.event.position) == chain.map(\.event.position).sorted())
        #expect(chain.allSatisfy { ($0.reason == nil) == (part.field == .status) })
      }
      let state = trail.fold.state
      for (installation, here) in state.installations {
        for field in StateField.ofInstallation {
          let isStart = here.state.value(of: field) == InstallationAccountState().value(of: field)
          #expect(trail.parts.contains(.init(installation, field)) != isStart)
        }
      }
    }
  }
}
