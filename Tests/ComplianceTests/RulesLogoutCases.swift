import Compliance
import MAMEvents

extension RuleCase {
  private static let managed = [at(0, .registered), at(1, .enrollment(101))]
  private static let managedBob = [at(0, .registered.by(bob)), at(1, .enrollment(101).by(bob))]
  private static let second = managedBob + [at(2, .registered), at(3, .enrollment(101))]
  private static let signedOut = Step(.accountSignedOut)
  private static let both = managed + [at(1, .signedIn.by(bob))]
  private static let managedLogout = both + [at(2, .unenroll(wipe: false))]
  private static let unmanagedLogout = both + [at(2, signedOut.by(bob))]
  private static func manyManaged(_ isSet: Bool) -> Step {
    Step(.appConfigured, .bool(.multiManagedIdentities, isSet)).by(nil)
  }

  static let logout: [RuleCase] = [
    RuleCase(.l3, .opens, second, "at 3 by 3"),
    RuleCase(
      .l3, .opens,
      [at(-1, manyManaged(true))] + second + [at(4, manyManaged(false)), at(5, .shown(alice, bob))],
      "at 5 by 6"),
    RuleCase(.l3, .nearly, [at(-1, manyManaged(true))] + second + [at(5, .shown(alice))]),
    RuleCase(
      .l3, .nearly,
      managedBob + [at(2, .unenrollment(104).by(bob)), at(3, .registered), at(4, .enrollment(101))]),
    RuleCase(.l3, .nearly, managedBob + [at(2, .registered), at(3, .enrollment(227)), at(4, .shown(alice))]),
    RuleCase(
      .l3, .nearly,
      managedBob + [at(2, .registered), at(3, .enrollment(203)), at(4, .unenroll(wipe: true))]),
    RuleCase(
      .l3, .nearly,
      managed + [at(2, .wipeCompleted), at(3, .registered.by(bob)), at(4, .enrollment(101).by(bob))]
        + [at(5, .registered), at(6, .enrollment(227))]),
    RuleCase(.l3, .opens, managedBob + [at(2, .enrollment(101)), at(3, .registered)], "at 3 by 3"),
    RuleCase(.l3, .ends, second + [at(9, .unenrollment(104).by(bob))], "at 3 by 3 until 9 by 4"),
    RuleCase(.l3, .ends, second + [at(9, .wipeCompleted)], "at 3 by 3 until 9 by 4"),
    RuleCase(
      .l3, .late,
      managedBob + [at(3, .registered), at(4, .enrollment(101)), at(2, .unenrollment(104).by(bob))]),

    RuleCase(.l4a, .opens, managed + [at(2, .unenroll(wipe: false))], "at 62 by 2"),
    RuleCase(
      .l4a, .opens, managed + [at(2, .unenroll(wipe: true)), at(3, .shown(alice))], "at 3 by 3", "at 62 by 2"),
    RuleCase(
      .l4a, .opens,
      managed + [at(2, .unenroll(wipe: true)), at(3, .unenrollment(104)), at(4, .dataAccessed)],
      "at 4 by 4"),
    RuleCase(.l4a, .nearly, managed + [at(2, .unenroll(wipe: false)), at(62, .unenrollment(104))]),
    RuleCase(.l4a, .nearly, [at(0, .registered), at(1, .unenroll(wipe: false)), at(2, .dataAccessed)]),
    RuleCase(
      .l4a, .nearly,
      managed + [
        at(2, .unenroll(wipe: false)), at(3, .unenrollment(104)), at(4, .registered), at(5, .shown(alice)),
      ]),
    RuleCase(
      .l4a, .ends, managed + [at(2, .unenroll(wipe: false)), at(90, .unenrollment(104))],
      "at 62 by 2 until 90 by 3"),
    RuleCase(
      .l4a, .late,
      managed + [at(2, .unenroll(wipe: false)), at(90, .unenrollment(104)), at(50, .unenrollment(104))]),

    RuleCase(.l4b, .opens, managedLogout + [at(3, signedOut.by(bob))], "2@1/1 at 3 by 4"),
    RuleCase(.l4b, .opens, managedLogout + [at(7, .dataRemoved.by(bob))], "2@1/1 at 7 by 4"),
    RuleCase(.l4b, .opens, managedLogout + [at(3, .shown(bob))], "2@1/1 at 3 by 4"),
    RuleCase(
      .l4b, .opens, managedLogout + [at(20, .unenrollment(104)), at(24, .dataRemoved.by(bob))],
      "2@1/1 at 24 by 5"),
    RuleCase(.l4b, .nearly, managedLogout + [at(8, .dataRemoved.by(bob))]),
    RuleCase(.l4b, .nearly, managedLogout + [at(3, .unprotected(bob))]),
    RuleCase(.l4b, .nearly, unmanagedLogout + [at(3, .unenroll(wipe: false)), at(4, .dataRemoved.by(bob))]),
    RuleCase(
      .l4b, .ends, managedLogout + [at(3, signedOut.by(bob)), at(4, .signedIn.by(bob))], "2@1/1 at 3 by 4"),
    RuleCase(
      .l4b, .late, both + [at(3, .dataRemoved.by(bob)), at(2, .unenroll(wipe: false))], "2@1/1 at 3 by 3"),

    RuleCase(.l5, .opens, unmanagedLogout + [at(3, .dataRemoved)], "at 3 by 4"),
    RuleCase(.l5, .opens, unmanagedLogout + [at(3, signedOut)], "at 3 by 4"),
    RuleCase(.l5, .opens, unmanagedLogout + [at(7, .unprotected(alice))], "at 7 by 4"),
    RuleCase(.l5, .opens, unmanagedLogout + [at(900, .dataAccessed.by(bob))], "2@1/1 at 900 by 4"),
    RuleCase(.l5, .nearly, unmanagedLogout + [at(8, .dataRemoved)]),
    RuleCase(.l5, .nearly, unmanagedLogout + [at(3, .unenroll(wipe: true)), at(4, .dataRemoved)]),
    RuleCase(.l5, .nearly, unmanagedLogout + [at(3, .dataRemoved.by(bob)), at(4, .shown(alice))]),
    RuleCase(
      .l5, .nearly,
      managed + [
        at(2, .unenroll(wipe: false)), at(3, .unenrollment(104)), at(4, signedOut), at(5, .shown(alice)),
      ]),
    RuleCase(
      .l5, .ends, unmanagedLogout + [at(3, .shown(bob)), at(4, .signedIn.by(bob))], "2@1/1 at 3 by 4"),
    RuleCase(.l5, .late, unmanagedLogout + [at(5, .shown(bob)), at(4, .signedIn.by(bob))]),
  ]
}
