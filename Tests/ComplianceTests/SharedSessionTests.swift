import Compliance
import MAMEvents
import Testing

/// The shared user of an installation and of a device, and whose data is still to be cleared.
@Suite struct SharedSessionTests {
  static let dave = AccountName.object(GUID(high: 0xDA7E, low: 4))

  static func signedIn(_ account: AccountID) -> Step { Step(.sharedDeviceSignedIn).by(account) }
  static func signedOut(_ account: AccountID, success: Bool) -> Step {
    Step(.sharedDeviceSignedOut, .bool(.success, success)).by(account)
  }
  static func cleared(_ account: AccountID) -> Step { Step(.sharedDeviceDataCleared).by(account) }
  static func changed(to name: AccountName?) -> Step { current(.sharedDeviceAccountChanged, name) }
  static func queried(_ name: AccountName?) -> Step { current(.sharedDeviceAccountQueried, name) }
  static func current(_ type: EventType, _ name: AccountName?) -> Step {
    let step = Step(type).by(nil)
    return name.map { step.saying(.account(.current, $0)) } ?? step
  }

  @Test(
    "who is signed in, and whose data is still there",
    arguments: [
      ([], nil, []),
      ([signedIn(alice)], .account(alice), []),
      ([changed(to: alice.name)], .account(alice), []),
      ([queried(alice.name)], .account(alice), []),
      ([signedIn(alice), signedOut(alice, success: false)], .account(alice), []),
      ([signedIn(alice), signedOut(alice, success: true)], nil, [.account(alice)]),
      ([signedIn(alice), signedOut(bob, success: true)], nil, [.account(alice)]),
      ([signedIn(alice), changed(to: nil)], nil, [.account(alice)]),
      ([signedIn(alice), queried(nil)], nil, [.account(alice)]),
      ([signedIn(alice), queried(alice.name)], .account(alice), []),
      ([signedIn(alice), signedIn(bob)], .account(bob), [.account(alice)]),
      (
        [signedIn(alice), signedIn(bob), signedIn(carol)], .account(carol), [.account(alice), .account(bob)]
      ),
      ([signedIn(alice), signedIn(bob), cleared(alice)], .account(bob), []),
      ([signedIn(alice), signedIn(bob), cleared(bob)], .account(bob), [.account(alice)]),
      ([signedIn(alice), signedIn(bob), signedIn(alice)], .account(alice), [.account(bob)]),
      ([signedIn(alice), changed(to: nil), queried(alice.name)], .account(alice), []),
      ([changed(to: dave), changed(to: bob.name)], .account(bob), [.name(dave)]),
      ([changed(to: dave), changed(to: bob.name), changed(to: dave)], .name(dave), [.account(bob)]),
    ] as [([Step], AccountReference?, [AccountReference])])
  func session(_ steps: [Step], _ user: AccountReference?, _ pending: [AccountReference]) {
    let installation = InstallationFold(mailOnPhone, events: events(steps), names: directory)
    #expect(installation.session.user == user)
    #expect(installation.session.cleanupPending == pending)
    let device = DeviceFold(1, events: events(steps), names: directory)
    #expect(device.sharedUser == user)
    #expect(device.cleanupPending == (pending.isEmpty ? [:] : [1: pending]))
  }

  @Test("a device's user is the last that any app saw, and each app has its own data to clear")
  func acrossApps() {
    let steps = [
      Self.signedIn(alice), Self.queried(alice.name).on(docsOnPhone), Self.signedOut(alice, success: true),
      Self.changed(to: bob.name), Self.cleared(alice), Self.signedIn(carol).on(mailOnPad),
    ]
    let device = DeviceFold(1, events: events(steps), names: directory)
    #expect(device.sharedUser == .account(bob))
    #expect(device.cleanupPending == [:])
    #expect(device.apps == [1, 2])
    let later = DeviceFold(
      1, events: events(steps + [Self.queried(bob.name).on(docsOnPhone)]), names: directory)
    #expect(later.cleanupPending == [2: [.account(alice)]])
  }

  @Test(
    "the mode is the last that was detected",
    arguments: [
      ([], DeviceSharing.unknown),
      ([0], .default),
      ([1], .shared),
      ([1, 0], .default),
      ([1, 99], .shared),
      ([nil], .unknown),
    ] as [([Int32?], DeviceSharing)])
  func mode(_ codes: [Int32?], _ expected: DeviceSharing) {
    let steps = codes.map { Step(.deviceModeDetected, code: $0).by(nil) }
    #expect(DeviceFold(1, events: events(steps), names: directory).mode == expected)
    #expect(DeviceFold(2, events: events(steps), names: directory) == DeviceFold(2))
  }

  @Test("every event of the device shows its app; extensions are no part of the fold")
  func apps() {
    let steps = [Step.signedIn, .launched.on(docsOnPhone), Step(.wipeRequested).with(app: nil, device: 1)]
    #expect(DeviceFold(1, events: events(steps), names: directory).apps == [1, 2])
    #expect(DeviceFold(1, events: events([Step(nil)]), names: directory).apps == [])
    var fold = DeviceFold(1)
    fold.sawApp(7)
    #expect(fold.apps == [7])
    #expect(fold.flaggedReasons == [])
  }
}
