import Compliance
import MAMEvents
import Testing

/// Section 2: identities, configuration and the shared user of an installation.
@Suite struct InstallationFoldTests {
  static func installation(_ steps: [Step]) -> InstallationFold {
    InstallationFold(mailOnPhone, events: events(steps), names: directory)
  }

  static func switched(
    _ scope: IdentityScope, _ account: AccountID?, result: Int32? = 0, noUser: Bool = false
  ) -> Step {
    let step = Step(.identitySwitched, code: result, .word(.scope, scope.rawValue)).by(account)
    return noUser ? step.saying(.bool(.noUser, true)) : step
  }

  @Test("each scope has its own identity, a window counting as the user interface")
  func scopes() {
    let fold = Self.installation([
      Self.switched(.ui, alice), Self.switched(.process, bob), Self.switched(.thread, carol),
    ])
    #expect(fold.userInterface == .account(alice))
    #expect(fold.process == .account(bob))
    #expect(fold.thread == .account(carol))
    #expect(
      Self.installation([Self.switched(.ui, alice), Self.switched(.window, bob)]).userInterface
        == .account(bob))
  }

  @Test("only a switch that succeeds counts", arguments: [1, 2, 3, 99, nil] as [Int32?])
  func results(_ result: Int32?) {
    let fold = Self.installation([Self.switched(.ui, alice), Self.switched(.ui, bob, result: result)])
    #expect(fold.userInterface == .account(alice))
  }

  @Test("nil falls back to the identity of the process; no user does not")
  func fallback() {
    let process = Self.switched(.process, bob)
    #expect(Self.installation([process]).activeIdentity == .account(bob))
    #expect(Self.installation([process, Self.switched(.ui, alice)]).activeIdentity == .account(alice))
    let unset = Self.installation([process, Self.switched(.ui, alice), Self.switched(.ui, nil)])
    #expect(unset.userInterface == .unset)
    #expect(unset.activeIdentity == .account(bob))
    let noUser = Self.installation([process, Self.switched(.ui, nil, noUser: true)])
    #expect(noUser.activeIdentity == .none)
    #expect(noUser.activeIdentity.account == nil)
    #expect(Self.installation([]).activeIdentity == .unset)
  }

  @Test("a launch forgets all identities; other phases do not")
  func launch() {
    let identities = IdentityScope.allCases.map { Self.switched($0, alice) }
    let launched = Self.installation(identities + [.launched])
    #expect([launched.userInterface, launched.process, launched.thread] == [.unset, .unset, .unset])
    let resumed = Self.installation(identities + [.lifecycle(.resumed)])
    #expect(
      [resumed.userInterface, resumed.process, resumed.thread] == Array(repeating: .account(alice), count: 3))
  }

  @Test("the phase is the last one", arguments: LifecyclePhase.allCases)
  func phase(_ phase: LifecyclePhase) {
    #expect(Self.installation([.launched, .lifecycle(phase)]).phase == phase)
  }

  @Test("a phase that is not in the list is none, and no launch")
  func unknownPhase() {
    let fold = Self.installation([Self.switched(.ui, alice), Step(.appLifecycle, .word(.phase, 255)).by(nil)])
    #expect(fold.phase == nil)
    #expect(fold.userInterface == .account(alice))
  }

  @Test("the last configuration stands as a whole")
  func configuration() {
    let first = Step(
      .appConfigured, .bool(.multiIdentity, true), .bool(.multiManagedIdentities, false),
      .bool(.autoEnrollOnLaunch, true), .bool(.policyRequired, true), .text(.platform, "ios")
    ).by(nil)
    let fold = Self.installation([first])
    #expect(fold.configuration?.multiIdentity == true)
    #expect(fold.configuration?.multiManagedIdentities == false)
    #expect(fold.configuration?.autoEnrollOnLaunch == true)
    #expect(fold.configuration?.policyRequired == true)
    #expect(fold.configuration?.platform == "ios")
    let second = Self.installation([first, Step(.appConfigured, .bool(.policyRequired, false)).by(nil)])
    #expect(second.configuration?.multiIdentity == nil)
    #expect(second.configuration?.policyRequired == false)
    #expect(second.configuration?.platform == nil)
    #expect(Self.installation([]).configuration == nil)
  }

  @Test("events of other installations change nothing")
  func others() {
    let steps = [Step.launched, .configured(), Self.switched(.ui, alice), Step(.sharedDeviceSignedIn)]
    #expect(Self.installation(steps.map { $0.on(docsOnPhone) }) == InstallationFold(mailOnPhone))
  }

  @Test("the types it names are the only ones that move it")
  func types() {
    let facts: [Fact] = [
      .word(.scope, IdentityScope.ui.rawValue), .word(.phase, LifecyclePhase.launched.rawValue),
      .bool(.success, true),
      .account(.current, bob.name),
    ]
    let start = Self.installation([Step(.sharedDeviceSignedIn), Self.switched(.ui, bob)])
    for type in EventType.allCases {
      var step = Step(type, code: 0)
      step.facts = facts
      var fold = start
      fold.apply(step.event(position: 9, at: minute(9)), names: directory)
      let cleared = type == .sharedDeviceDataCleared || type == .sharedDeviceSignedIn
      #expect((fold != start) == (InstallationFold.types.contains(type) && !cleared), "\(type)")
    }
  }

  @Test("enrolled accounts are those enrolled or unenrolling there")
  func enrolledAccounts() {
    func account(_ account: AccountID, _ steps: [Step]) -> AccountFold {
      AccountFold(account, events: events(steps.map { $0.by(account) }), names: directory)
    }
    let accounts = [
      account(carol, [.enrollment(101), .unenroll(wipe: false)]), account(alice, [.enrollment(100)]),
      account(bob, [.enrollment(205)]), account(AccountID(4), [.enrollment(100).on(docsOnPhone)]),
    ]
    #expect(InstallationFold.enrolledAccounts(on: mailOnPhone, among: accounts) == [alice, carol])
    #expect(InstallationFold.enrolledAccounts(on: docsOnPhone, among: accounts) == [AccountID(4)])
    #expect(InstallationFold.enrolledAccounts(on: docsOnPad, among: accounts) == [])
  }
}
