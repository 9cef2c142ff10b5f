import Compliance
import MAMEvents
import Testing

/// What moves an account and its installations, and what only counts.
@Suite struct AccountFoldTests {
  @Test("every event with account, app and device makes the installation and counts, whatever its type")
  func everyTypeCounts() {
    for type in EventType.allCases where Catalogue[type].account != .none {
      let after = fold([Step(type)])
      #expect(after.state.events == 1)
      #expect(after.state.installations[mailOnPhone]?.events == 1, "\(type)")
    }
  }

  @Test("an event without app or device counts for the account alone")
  func withoutInstallation() {
    let after = fold([
      Step(.entraSignInRecorded).with(app: nil, device: nil),
      Step(.intuneAuditRecorded).with(app: 1, device: nil),
      .wipe.with(app: nil, device: 1), .signedIn,
    ])
    #expect(after.state.events == 4)
    #expect(after.state.firstEventAt == minute(0))
    #expect(after.state.lastEventAt == minute(3))
    #expect(Array(after.state.installations.keys) == [mailOnPhone])
    #expect(after.state.installations[mailOnPhone]?.events == 1)
  }

  @Test("a subject on an event of the installation is ignored")
  func subjectOfContext() {
    for type in AccountFold.contextTypes {
      #expect(Catalogue[type].account == .none)
      #expect(fold([Step(type)]).state == AccountState())
      #expect(fold([.signedIn, Step(type)]).state == fold([.signedIn]).state)
    }
  }

  @Test("types of extensions are no part of the fold")
  func extensions() {
    #expect(fold([Step(nil)]).state == AccountState())
    #expect(fold([.signedIn, Step(nil)]).state == fold([.signedIn]).state)
  }

  @Test("events of others change nothing")
  func others() {
    let own: [Step] = [.registered, .enrollment(100)]
    let others: [Step] = [
      .wipe.by(bob), .policy(103).by(bob), .shown(bob), .denied(forAppProtection: true).by(nil),
    ]
    #expect(fold(own + others) == fold(own))
  }

  @Test("each installation keeps its own counters")
  func counters() {
    let after = fold([
      .signedIn, .registered.on(docsOnPad), .enrollment(100), .wipe.with(app: nil, device: 1),
    ])
    #expect(after.state.installations[mailOnPhone]?.events == 2)
    #expect(after.state.installations[mailOnPhone]?.lastEventAt == minute(2))
    #expect(after.state.installations[docsOnPad]?.events == 1)
    #expect(after.state.installations[docsOnPad]?.lastEventAt == minute(1))
    #expect(after.state.events == 4)
    #expect(after.state.lastEventAt == minute(3))
  }

  @Test("identity is that of the last event that carries one")
  func identity() {
    let carrying = Step.registered.saying(.bool(.carriesIdentity, true))
    #expect(fold([.signedIn]).state.identityPosition == nil)
    #expect(fold([carrying, .signedIn, carrying, .enrollment(100)]).state.identityPosition == 2)
    #expect(fold([carrying, carrying.by(bob)]).state.identityPosition == 0)
    let early = carrying.event(position: 9, at: minute(0))
    let late = carrying.event(position: 3, at: minute(5))
    #expect(AccountFold(alice, events: [late, early]).state.identityPosition == 3)
  }

  @Test("a wipe request without app or device is for every installation it covers that exists by then")
  func wideWipe() {
    let there: [Step] = [.signedIn, .signedIn.on(docsOnPhone), .signedIn.on(mailOnPad)]
    func wiped(_ request: Step) -> Set<InstallationID> {
      let after = fold(there + [request, .signedIn.on(docsOnPad)])
      return Set(after.state.installations.filter { $0.value.state.wipe == .requested }.keys)
    }
    #expect(wiped(.wipe.with(app: nil, device: nil)) == [mailOnPhone, docsOnPhone, mailOnPad])
    #expect(wiped(.wipe.with(app: 1, device: nil)) == [mailOnPhone, mailOnPad])
    #expect(wiped(.wipe.with(app: nil, device: 1)) == [mailOnPhone, docsOnPhone])
    #expect(wiped(.wipe.with(app: nil, device: 9)) == [])
    #expect(wiped(.wipe.on(docsOnPad)) == [docsOnPad])
  }

  @Test("installations under a wide wipe request each follow their own course")
  func wideWipeCourses() {
    let after = fold([
      .signedIn, .signedIn.on(docsOnPhone), .wipe.with(app: nil, device: nil), .wipeReceived, .wipeCompleted,
    ])
    #expect(after.state.installations[mailOnPhone]?.state.wipe == .completed)
    #expect(after.state.installations[docsOnPhone]?.state.wipe == .requested)
    #expect(after.state.installations[docsOnPhone]?.events == 1)
  }

  @Test("a view names an account by UPN through its alias")
  func namedByUPN() {
    let alias = AccountID(50)
    let link = AliasLink(
      alias: alias, account: alice, point: FoldPoint(effectiveAt: minute(0), position: 0),
      recordedAt: minute(0))
    let names = AccountDirectory(
      aliases: [(upn: "alice@contoso.example", alias: alias)], links: AliasLinks([link]))
    let shown = Step(.viewShown, .accounts(.accounts, [.upn("alice@contoso.example")])).by(nil)
    let trace = events([.signedIn, shown])
    #expect(
      AccountFold(alice, events: trace, names: names).state.installations[mailOnPhone]?.state.dataPresent
        == true)
    #expect(AccountFold(alice, events: trace).state.installations[mailOnPhone]?.state.dataPresent == nil)
  }

  @Test("as of an instant, later events do not count, and one at the instant does")
  func asOf() {
    let trace = events([.registered, .enrollment(100), .launched, .policy(103)])
    for (instant, policy) in [(0, PolicyState.none), (1, .restartPending), (2, .active), (3, .removed)] {
      let after = AccountFold(alice, events: trace.reversed(), names: directory, asOf: minute(instant))
      #expect(after.state.installations[mailOnPhone]?.state.policy == policy)
    }
    let before = Timestamp(microseconds: minute(0).microseconds - 1)
    #expect(AccountFold(alice, events: trace, names: directory, asOf: before) == AccountFold(alice))
  }

  @Test("facts that are missing or spoiled never trap")
  func total() {
    let spoiled: [[UInt8]] = [
      [], [3], [40, 200, 200], [160, 255, 255], [120, 0, 9, 65], [255, 255], [160, 0, 1, 7],
    ]
    for bytes in spoiled {
      for type in EventType.allCases {
        for account in [alice, nil] {
          let event = FoldEvent(
            position: 1, type: type, account: account, app: 1, device: 1, occurredAt: minute(1),
            recordedAt: minute(1), code: .min, facts: Facts(bytes: bytes))
          let after = AccountFold(alice, events: events([.signedIn]) + [event], names: directory)
          let counts = account == alice && !AccountFold.contextTypes.contains(type)
          #expect(after.state.events == (counts ? 2 : 1))
          let installation = InstallationFold(mailOnPhone, events: [event], names: directory)
          #expect(installation.installation == mailOnPhone)
          #expect(DeviceFold(1, events: [event], names: directory).apps == [1])
        }
      }
    }
  }
}
