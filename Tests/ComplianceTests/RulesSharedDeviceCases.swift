import Compliance
import MAMEvents

extension RuleCase {
  private static let signIn = Step(.sharedDeviceSignedIn)
  private static let sharedMode = Step(.deviceModeDetected, code: DeviceMode.shared.rawValue).by(nil)
  private static func signOut(success: Bool = true, browser: Bool = true) -> Step {
    Step(.sharedDeviceSignedOut, .bool(.success, success), .bool(.signoutFromBrowser, browser))
  }
  /// A notification that the user has changed.
  private static func changed(
    _ previous: AccountID?, to current: AccountID?, via: SharedAccountSource = .notification
  ) -> Step {
    var step = Step(.sharedDeviceAccountChanged, .word(.via, via.rawValue)).by(nil)
    if let current { step = step.saying(.account(.current, current.name)) }
    if let previous { step = step.saying(.account(.previous, previous.name)) }
    return step
  }
  private static func queried(_ current: AccountID?) -> Step {
    let step = Step(.sharedDeviceAccountQueried).by(nil)
    return current.map { step.saying(.account(.current, $0.name)) } ?? step
  }
  private static let resumed = Step.lifecycle(.resumed)
  private static let ambiguous = Step(.tokenDenied, .integer(.errorCode, -42102))

  static let sharedDevice: [RuleCase] = [
    RuleCase(.s1, .opens, [at(0, changed(alice, to: bob)), at(1, .shown(bob))], "at 1 by 1"),
    RuleCase(.s1, .opens, [at(0, signIn), at(1, queried(bob)), at(2, .signedIn.by(bob))], "at 2 by 2"),
    RuleCase(.s1, .nearly, [at(0, changed(alice, to: bob)), at(1, .dataCleared), at(2, .shown(bob))]),
    RuleCase(.s1, .nearly, [at(0, changed(alice, to: bob)), at(1, .dataAccessed.by(bob).on(docsOnPhone))]),
    RuleCase(
      .s1, .nearly,
      [at(0, signOut()), at(1, .dataCleared), at(2, changed(alice, to: bob)), at(3, .shown(bob))]),
    RuleCase(.s1, .nearly, [at(0, .dataCleared), at(1, changed(alice, to: bob)), at(2, .shown(bob))]),
    RuleCase(
      .s1, .opens,
      [at(0, .dataCleared), at(1, .shown(alice)), at(2, changed(alice, to: bob)), at(3, .shown(bob))],
      "at 3 by 3"),
    RuleCase(
      .s1, .opens,
      [at(0, .dataCleared), at(1, signIn), at(2, changed(alice, to: bob)), at(3, .shown(bob))],
      "at 3 by 3"),
    RuleCase(
      .s1, .nearly, [at(0, changed(bob, to: alice)), at(1, changed(alice, to: bob)), at(2, .shown(carol))]),
    RuleCase(
      .s1, .ends, [at(0, changed(alice, to: bob)), at(1, .dataAccessed.by(bob)), at(5, .dataCleared)],
      "at 1 by 1 until 5 by 2"),
    RuleCase(.s1, .late, [at(0, changed(alice, to: bob)), at(2, .shown(bob)), at(1, .dataCleared)]),

    RuleCase(.s2, .opens, [at(0, signOut()), at(1, .shown(alice).on(docsOnPhone))], "1@2/1 at 1 by 1"),
    RuleCase(.s2, .opens, [at(0, signOut()), at(1, .dataAccessed)], "at 1 by 1"),
    RuleCase(.s2, .nearly, [at(0, signOut(success: false)), at(1, .dataAccessed)]),
    RuleCase(.s2, .nearly, [at(0, signOut()), at(1, signIn.on(docsOnPhone)), at(2, .dataAccessed)]),
    RuleCase(.s2, .nearly, [at(0, signOut()), at(1, .shown(bob))]),
    RuleCase(.s2, .ends, [at(0, signOut()), at(1, .dataAccessed), at(2, .dataCleared)], "at 1 by 1"),
    RuleCase(.s2, .late, [at(0, signOut()), at(3, .dataAccessed), at(2, signIn)]),
    RuleCase(.s2, .late, [at(3, .dataAccessed), at(2, signOut())], "at 3 by 0"),

    RuleCase(.s3, .opens, [at(0, changed(alice, to: nil))], "at 60 by 0"),
    RuleCase(.s3, .nearly, [at(0, changed(alice, to: nil)), at(60, .dataCleared)]),
    RuleCase(.s3, .nearly, [at(0, changed(alice, to: bob))]),
    RuleCase(.s3, .nearly, [at(0, signOut()), at(1, .dataCleared), at(2, changed(alice, to: nil))]),
    RuleCase(.s3, .nearly, [at(0, changed(alice, to: nil)), at(30, signIn)]),
    RuleCase(.s3, .ends, [at(0, changed(alice, to: nil)), at(90, .dataCleared)], "at 60 by 0 until 90 by 1"),
    RuleCase(.s3, .late, [at(0, changed(alice, to: nil)), at(90, .dataCleared), at(50, .dataCleared)]),

    RuleCase(.s4, .opens, [at(0, changed(alice, to: bob)), at(1, .shown(bob))], "-@1/1 at 0 by 0"),
    RuleCase(.s4, .nearly, [at(0, changed(alice, to: bob)), at(0, queried(bob))]),
    RuleCase(.s4, .nearly, [at(0, changed(alice, to: bob, via: .query))]),
    RuleCase(.s4, .nearly, [at(0, changed(alice, to: bob)), at(0, changed(alice, to: bob, via: .query))]),
    RuleCase(
      .s4, .ends, [at(0, changed(alice, to: bob)), at(1, queried(bob))], "-@1/1 at 0 by 0 until 1 by 1"),
    RuleCase(
      .s4, .late, [at(2, changed(alice, to: bob)), at(3, queried(bob)), at(1, changed(bob, to: alice))],
      "-@1/1 at 1 by 2 until 3 by 1"),

    RuleCase(.s5, .opens, [at(0, sharedMode), at(1, resumed), at(2, .shown(alice))], "-@1/1 at 2 by 2"),
    RuleCase(
      .s5, .opens,
      [
        at(0, sharedMode.on(docsOnPhone)), at(1, resumed), at(2, Step(.tokenRequested)), at(3, .dataAccessed),
      ],
      "-@1/1 at 2 by 2"),
    RuleCase(.s5, .nearly, [at(0, sharedMode), at(1, resumed), at(2, queried(alice)), at(3, .shown(alice))]),
    RuleCase(.s5, .nearly, [at(1, resumed), at(2, .shown(alice))]),
    RuleCase(.s5, .nearly, [at(0, sharedMode), at(1, .launched), at(2, .shown(alice))]),
    RuleCase(
      .s5, .ends, [at(0, sharedMode), at(1, resumed), at(2, .dataAccessed), at(3, queried(alice))],
      "-@1/1 at 2 by 2"),
    RuleCase(.s5, .late, [at(0, sharedMode), at(1, resumed), at(3, .shown(alice)), at(2, queried(nil))]),

    RuleCase(.s6, .opens, [at(0, queried(alice)), at(1, queried(bob).on(docsOnPhone))], "-@2/1 at 1 by 1"),
    RuleCase(.s6, .opens, [at(0, sharedMode), at(1, ambiguous)], "at 1 by 1"),
    RuleCase(.s6, .nearly, [at(0, queried(alice)), at(1, signIn.by(bob)), at(2, queried(bob))]),
    RuleCase(.s6, .nearly, [at(0, queried(alice)), at(1, changed(alice, to: bob)), at(2, queried(bob))]),
    RuleCase(.s6, .nearly, [at(0, queried(alice)), at(1, queried(nil)), at(2, queried(alice))]),
    RuleCase(.s6, .nearly, [at(0, ambiguous)]),
    RuleCase(.s6, .ends, [at(0, queried(alice)), at(1, queried(bob)), at(2, signOut())], "-@1/1 at 1 by 1"),
    RuleCase(.s6, .late, [at(0, queried(alice)), at(3, queried(bob)), at(2, signOut())]),

    RuleCase(.s7, .opens, [at(0, signOut(success: false))], "at 60 by 0"),
    RuleCase(.s7, .nearly, [at(0, signOut(success: false)), at(60, signOut().on(docsOnPhone))]),
    RuleCase(.s7, .nearly, [at(0, signOut())]),
    RuleCase(.s7, .ends, [at(0, signOut(success: false)), at(90, signOut())], "at 60 by 0 until 90 by 1"),
    RuleCase(.s7, .late, [at(5, signOut(success: false)), at(2, signOut(success: false))], "at 62 by 1"),

    RuleCase(.s8, .opens, [at(0, signOut(browser: false))], "at 0 by 0"),
    RuleCase(.s8, .nearly, [at(0, signOut())]),
    RuleCase(.s8, .ends, [at(0, signOut(browser: false)), at(1, signOut())], "at 0 by 0"),
    RuleCase(.s8, .late, [at(5, signOut()), at(2, signOut(browser: false))], "at 2 by 1"),

    RuleCase(.s9, .opens, [at(0, signOut().on(docsOnPhone)), at(2, .dataCleared)], "at 2 by 1"),
    RuleCase(.s9, .nearly, [at(0, signOut()), at(2, .dataCleared)]),
    RuleCase(.s9, .nearly, [at(0, .dataCleared)]),
    RuleCase(
      .s9, .ends, [at(0, signOut().on(docsOnPhone)), at(2, .dataCleared), at(3, signIn)], "at 2 by 1"),
    RuleCase(.s9, .late, [at(2, .dataCleared), at(1, signOut().on(docsOnPhone))], "at 2 by 0"),
  ]
}
