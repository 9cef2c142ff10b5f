import Compliance
import MAMEvents
import Testing

/// What the rules are judged by, and when.
@Suite struct RulesParameterTests {
  static let unconfirmed = [at(0, .wipe)].events

  @Test("a shorter deadline opens earlier and is named in the finding")
  func deadline() throws {
    var parameters = RuleParameters()
    try parameters.set(.confirmWithin, of: .w1, to: .seconds(90 * 60))
    let found = judged(Self.unconfirmed, timeline: RuleTimeline(always: parameters))
    #expect(found.map(outline) == ["at 90 by 0"])
    #expect(found.first?.parameters == [.confirmWithin: .seconds(5400)])
    #expect(found.first?.dueAt == minute(90))
    #expect(
      found.first?.reason(account: "alice@contoso.com", app: "com.contoso.mail", device: "phone-1")
        == "A wipe of alice@contoso.com in com.contoso.mail on phone-1 was wanted, and none was confirmed within 90 minutes."
    )
  }

  @Test("a rule that is off finds nothing, and the others go on")
  func off() {
    var parameters = RuleParameters()
    parameters.off = [.e1]
    let events = [at(0, .registered), at(1, .wipeCompleted)].events
    #expect(judged(events).map(\.rule) == [.e1, .w5])
    #expect(judged(events, timeline: RuleTimeline(always: parameters)).map(\.rule) == [.w5])
  }

  @Test("a severity is overridden")
  func severity() {
    var parameters = RuleParameters()
    parameters.severities[.w1] = .note
    #expect(judged(Self.unconfirmed).map(\.severity) == [.violation])
    #expect(judged(Self.unconfirmed, timeline: RuleTimeline(always: parameters)).map(\.severity) == [.note])
  }

  @Test("a rule's reasons can matter differently, unless its severity is overridden")
  func reasonSeverity() {
    var parameters = RuleParameters()
    parameters.severities[.kMaxFileProtectionLevel] = .note
    func found(_ level: String, _ timeline: RuleTimeline = RuleTimeline()) -> [RuleSeverity] {
      let configured = Step.configured(settings: ["MaxFileProtectionLevel=\(level)"])
      return judged([at(0, configured)].events, timeline: timeline).map(\.severity)
    }
    #expect(found("Some") == [.violation])
    #expect(found("NSFileProtectionNone") == [.warning])
    #expect(found("Some", RuleTimeline(always: parameters)) == [.note])
    #expect(found("NSFileProtectionNone", RuleTimeline(always: parameters)) == [.note])
  }

  @Test("a finding is judged by the parameters in force when its clock started")
  func inForce() throws {
    var strict = RuleParameters()
    try strict.set(.confirmWithin, of: .w1, to: .seconds(600))
    let timeline = RuleTimeline([(from: minute(10), parameters: strict)])
    func found(_ start: Int) -> [String] {
      judged([at(start, .wipe)].events, timeline: timeline).map(outline)
    }
    #expect(found(9) == ["at 1449 by 0"])
    #expect(found(10) == ["at 20 by 0"])
    // A clock that was started keeps its deadline.
    let later = [at(9, .wipe), at(30, .wipe)].events
    #expect(judged(later, timeline: timeline).map(outline) == ["at 1449 by 0"])
  }

  @Test("the wipe of a device is judged by the parameters in force at the request")
  func inForceAtTheGround() throws {
    var strict = RuleParameters()
    try strict.set(.confirmWithin, of: .w6, to: .seconds(600))
    let timeline = RuleTimeline([(from: minute(5), parameters: strict)])
    let events = [
      at(0, .signedIn), at(0, .signedIn.on(docsOnPhone)), at(1, .wipe.with(app: nil, device: 1)),
      at(7, .wipeCompleted),
    ].events
    let found = judged(events, timeline: timeline).filter { $0.rule == .w6 }
    #expect(found.map(outline) == ["1@-/1 at 1441 by 2"])
    #expect(found.first?.dueAt == minute(1441))
  }

  @Test("which audit records are wipe requests can be set")
  func activities() {
    var parameters = RuleParameters()
    parameters.wipeActivities = [["ERASE"]]
    let erased = Step(.intuneAuditRecorded, .texts(.activities, ["erase app data"])).with(
      app: nil, device: nil)
    let events = [at(0, .signedIn), at(1, erased)].events
    #expect(judged(events).isEmpty)
    #expect(judged(events, timeline: RuleTimeline(always: parameters)).map(outline) == ["at 1441 by 1"])
  }

  @Test(
    "a value that a rule cannot have is refused",
    arguments: [
      (
        RuleID.w1, RuleParameter.Name.count, ParameterValue.count(1),
        RuleParameterError.unknownParameter(.w1, .count)
      ),
      (.w1, .confirmWithin, .count(1), .otherKind(.w1, .confirmWithin)),
      (.w9, .count, .seconds(1), .otherKind(.w9, .count)),
      (.w9, .count, .count(0), .outOfRange(.w9, .count)),
      (.w1, .confirmWithin, .seconds(-1), .outOfRange(.w1, .confirmWithin)),
      (.w1, .confirmWithin, .seconds(.max), .outOfRange(.w1, .confirmWithin)),
    ])
  func refused(
    _ rule: RuleID, _ name: RuleParameter.Name, _ value: ParameterValue, _ error: RuleParameterError
  ) {
    var parameters = RuleParameters()
    #expect(throws: error) { try parameters.set(name, of: rule, to: value) }
    #expect(parameters == RuleParameters())
  }

  @Test(
    "a value reads as words",
    arguments: [
      (ParameterValue.seconds(86_400), "24 hours"), (.seconds(604_800), "7 days"), (.seconds(3600), "1 hour"),
      (.seconds(600), "10 minutes"),
      (.seconds(5400), "90 minutes"), (.seconds(90), "90 seconds"), (.seconds(1), "1 second"),
      (.seconds(0), "0 seconds"), (.count(3), "3"),
    ])
  func words(_ value: ParameterValue, _ text: String) {
    #expect(value.text == text)
  }
}

/// The catalogue, and the identity of what it finds.
@Suite struct RulesCatalogueTests {
  @Test("every rule is declared once, in order")
  func declared() {
    #expect(RuleCatalogue.all.map(\.id) == RuleID.allCases)
  }

  @Test("the built-in values are those of the specification")
  func builtIn() {
    let day: Int64 = 86_400
    let expected: [RuleID: [RuleParameter.Name: ParameterValue]] = [
      .w1: [.confirmWithin: .seconds(day)], .w4: [.lossWithin: .seconds(300)],
      .w5: [.lookBack: .seconds(day)],
      .w6: [.confirmWithin: .seconds(day)], .w9: [.count: .count(3), .within: .seconds(7 * day)],
      .e4: [.removeWithin: .seconds(3600), .removedBefore: .seconds(300)],
      .e6: [.removeWithin: .seconds(day)],
      .e8: [.resultWithin: .seconds(900)], .e9: [.unenrollWithin: .seconds(3600)],
      .e10: [.attemptWithin: .seconds(900)], .c1: [.tokenWithin: .seconds(600)],
      .c2: [.remediateWithin: .seconds(300)], .c4: [.wipeWithin: .seconds(day)],
      .c5: [.retryWithin: .seconds(600)], .c6: [.messageWithin: .seconds(300)],
      .c9: [.count: .count(2), .within: .seconds(day)], .c11: [.resultWithin: .seconds(day)],
      .s3: [.clearWithin: .seconds(3600)], .s4: [.queryWithin: .seconds(30)],
      .s7: [.retryWithin: .seconds(3600)],
      .a12: [.answerWithin: .seconds(60)], .g3: [.skew: .seconds(300)],
      .l4a: [.unenrollWithin: .seconds(3600)], .l4b: [.lossWithin: .seconds(300)],
      .l5: [.lossWithin: .seconds(300)],
    ]
    for rule in RuleID.allCases { #expect(RuleParameters().values(of: rule) == expected[rule] ?? [:]) }
    let declared = RuleCatalogue.all.filter { !$0.id.rawValue.hasPrefix("K-") }
    let warnings = declared.filter { $0.severity == .warning }.map(\.id)
    #expect(
      warnings == [
        .w8, .w9, .w10, .e8, .e10, .c10, .c11, .s4, .s5, .s8, .a12, .a15, .x13, .x15, .x16, .g1, .g3, .g5,
      ])
    #expect(declared.filter { $0.severity == .note }.map(\.id) == [.s9])
    let installation = declared.filter { $0.key == .installation }.map(\.id.rawValue)
    #expect(
      installation.prefix { !$0.hasPrefix("A") }
        == ["W4", "E2", "E7", "C8", "C10", "L1a", "L1b", "L2a", "L2b", "L3", "L4b", "L5"])
    #expect(installation.filter { $0.hasPrefix("A") } == (1...15).map { "A\($0)" })
    #expect(installation.filter { $0.hasPrefix("X") } == (1...16).map { "X\($0)" })
  }

  @Test("the configuration rules matter as the table says, and are judged on installations")
  func configuration() {
    let declared = RuleCatalogue.all.filter { $0.id.rawValue.hasPrefix("K-") }
    func rules(_ severity: RuleSeverity) -> [RuleID] { declared.filter { $0.severity == severity }.map(\.id) }
    #expect(
      rules(.violation) == [
        .kADALClientID, .kADALAuthority, .kADALRedirectURI, .kMAMPolicyRequired, .kMAMTelemetryUsePPE,
        .kMaxFileProtectionLevel, .kMultiManagedIdentities,
      ])
    #expect(rules(.note) == [.kAutoEnrollOnLaunch, .kMAMPolicyWarnAbsent, .kSupportsDarkMode])
    let mild = RuleCatalogue.all.filter { !$0.exceptions.isEmpty }
    #expect(mild.map(\.id) == [.kADALRedirectURI, .kMaxFileProtectionLevel])
    #expect(mild.map(\.exceptions) == [[1: .warning], [1: .warning]])
    #expect(declared.allSatisfy { $0.key == .installation && $0.parameters.isEmpty })
  }

  @Test("the identity is the hash of the fields in their byte form")
  func identity() {
    let tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    // printf 'W1\0TENANT\0ACCOUNT\0APP\0DEVICE\0POSITION' | sha256sum
    let named = FindingID(
      rule: .w1, tenant: tenant, account: "000a11ce-0000-4000-8000-000000000001", app: "com.contoso.mail",
      device: "phone-1", startedBy: 42)
    #expect(named.text == "47e961f16851f965")
    let wider = FindingID(
      rule: .w6, tenant: tenant, account: "upn:alice@contoso.com", app: nil, device: "phone-1", startedBy: 0)
    #expect("\(wider)" == "23e29e1309994234")
  }

  @Test("a finding is open from its opening until before its end")
  func open() {
    let found = judged([at(0, .wipe), at(1500, .wipeCompleted)].events)
    #expect(found.map { $0.isOpen(at: minute(1439)) } == [false])
    #expect(found.map { $0.isOpen(at: minute(1440)) } == [true])
    #expect(found.map { $0.isOpen(at: minute(1499)) } == [true])
    #expect(found.map { $0.isOpen(at: minute(1500)) } == [false])
  }
}
