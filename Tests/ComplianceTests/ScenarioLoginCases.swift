import Compliance
import MAMEvents

extension Scenario {
  private static let own = Step.fileProtected(encrypted: true, owner: alice)
  private static let bobs = Step.fileProtected(encrypted: false, owner: bob).by(bob)

  /// Log in and out, from a fresh installation.
  static let login: [Scenario] = [
    managedFirst, unmanagedFirst, multipleManaged, managedLogout, unmanagedLogout,
  ]

  private static let aliceIn = installed + managedLogin(alice)
  private static let bobIn = installed + unmanagedLogin(bob)

  private static let managedFirst = Scenario(
    "log in the managed account first",
    good: aliceIn + showAlice + [own] + unmanagedLogin(bob) + showBob + [bobs]
  )
  .fails(
    aliceIn + switchTo(alice), .unprotected(alice), [.shown(alice), own] + unmanagedLogin(bob) + showBob,
    "L1a"
  )
  .fails(
    aliceIn + showAlice + unmanagedLogin(bob) + switchTo(bob), .shown(bob), [.unprotected(bob)], "L1b of Bob"
  )
  .fails(
    aliceIn + showAlice + unmanagedLogin(bob) + showBob, .fileProtected(encrypted: true, owner: bob).by(bob),
    [bobs],
    "L1b of Bob"
  )

  private static let unmanagedFirst = Scenario(
    "log in the unmanaged account first",
    good: bobIn + showBob + [bobs] + managedLogin(alice) + showAlice + [own]
  )
  .fails(
    bobIn + switchTo(bob), .shown(bob), [.unprotected(bob)] + managedLogin(alice) + showAlice, "L2a of Bob"
  )
  .fails(
    bobIn + showBob, .fileProtected(encrypted: true, owner: bob).by(bob), managedLogin(alice) + showAlice,
    "L2a of Bob"
  )
  .fails(
    // The app comes back with Bob, and goes on to Alice.
    bobIn + showBob + managedLogin(alice) + showBob + switchTo(alice), .unprotected(alice), [.shown(alice)],
    "L2b"
  )

  private static let carolAsks: [Step] = [.signedIn.by(carol), .registered.by(carol)]
  private static let aliceOut: [Step] = [
    removed, .unenroll(wipe: false), .unenrollment(104), Step(.tokensRemoved), signedOut,
  ]

  private static let multipleManaged = Scenario(
    "log in several managed accounts",
    // The second is refused while the first is there, and taken when it has gone.
    good: aliceIn + showAlice + carolAsks + [.enrollment(227).by(carol), signedOut.by(carol)] + showAlice,
    aliceIn + showAlice + aliceOut + managedLogin(carol) + switchTo(carol) + [.shown(carol)]
  )
  .fails(aliceIn + showAlice + carolAsks, .enrollment(100).by(carol), restarted, "L3 of Carol")
  .fails(
    aliceIn + showAlice + carolAsks, .enrollment(100).by(carol), restarted + aliceOut, "L3 of Carol until 6")

  private static let managedLogout = Scenario(
    "log out the managed account",
    good: both + aliceOut + showBob,
    both + [
      .unenroll(wipe: true), .wipeHandled(wiped: true), .wipeCompleted, .unenrollment(104),
      Step(.tokensRemoved),
      signedOut,
    ] + showBob
  )
  // Nothing comes of it: the unenrollment is missed twice, as the logout's and as the SDK's.
  .fails(both + [removed], .unenroll(wipe: false), showBob, "E9 after 60", "L4a after 60")
  .fails(both + aliceOut + switchTo(alice), .unprotected(alice), showBob, "L4a")
  .fails(both + aliceOut, .dataAccessed, showBob, "L4a")
  .fails(both + aliceOut, signedOut.by(bob), [], "L4b of Bob")
  .fails(both + aliceOut, removed.by(bob), showBob, "L4b of Bob")
  // He is the active identity too.
  .fails(both + aliceOut + switchTo(bob), .shown(bob), [], "A2 of Bob", "L4b of Bob")

  private static let bobOut: [Step] = [removed.by(bob), signedOut.by(bob)]

  private static let unmanagedLogout = Scenario(
    "log out the unmanaged account", good: both + bobOut + showAlice + [own]
  )
  .fails(both + bobOut + switchTo(bob), .unprotected(bob), showAlice, "L5 of Bob")
  .fails(both + bobOut, .dataAccessed.by(bob), showAlice, "L5 of Bob")
  .fails(both + bobOut, signedOut, [], "L5")
  .fails(both + bobOut, removed, showAlice, "L5")
  // She is the active identity too.
  .fails(both + bobOut + switchTo(alice), .unprotected(alice), [.shown(alice)], "A1", "L5")
}
