import Compliance
import MAMEvents

extension RuleCase {
  /// Alice is managed and was shown so, in an app for several identities; Bob is not, and was shown so.
  private static let both = [
    at(0, .multiIdentity), at(1, .enrollment(101)), at(2, .signedIn.by(bob)), at(3, .switched(alice)),
    at(4, .shown(alice)), at(5, .switched(bob)), at(6, .unprotected(bob)),
  ]
  private static let onAlice = both + [at(7, .switched(alice)), at(8, .shown(alice))]
  private static let onBob = both + [at(7, .switched(bob)), at(8, .unprotected(bob))]
  private static let paused = [at(9, .lifecycle(.suspended)), at(10, .lifecycle(.resumed))]
  private static let killed = [at(9, .lifecycle(.terminated)), at(10, .launched)]

  static let views: [RuleCase] = a1 + a2 + a3 + pauses + kills + logins + e7

  private static let a1: [RuleCase] = [
    RuleCase(.a1, .opens, onAlice + [at(9, .unprotected(alice))], "at 9 by 9"),
    RuleCase(
      .a1, .opens, onAlice + [at(9, .unprotected(alice)), at(10, .unprotected(alice))], "at 9 by 9",
      "at 10 by 10"),
    RuleCase(
      .a1, .opens, onAlice + paused + [at(11, .shown(alice)), at(12, .unprotected(alice))], "at 12 by 12"),
    // Not managed yet; not the active identity; several accounts; no several identities; never shown right.
    RuleCase(.a1, .nearly, [at(0, .multiIdentity), at(1, .switched(alice)), at(2, .unprotected(alice))]),
    RuleCase(
      .a1, .nearly,
      [
        at(0, .multiIdentity), at(1, .switched(alice)), at(2, .enrollment(100)), at(3, .unprotected(alice)),
      ]),
    RuleCase(.a1, .nearly, onBob + [at(9, .unprotected(alice))]),
    RuleCase(.a1, .nearly, onAlice + [at(9, .unprotected(alice, bob))]),
    RuleCase(.a1, .nearly, onAlice + [at(9, .configured()), at(10, .unprotected(alice))]),
    RuleCase(
      .a1, .nearly,
      [at(0, .multiIdentity), at(1, .enrollment(101)), at(2, .switched(alice)), at(3, .unprotected(alice))]),
    RuleCase(.a1, .ends, onAlice + [at(9, .unprotected(alice)), at(10, .shown(alice))], "at 9 by 9"),
    RuleCase(
      .a1, .late,
      [
        at(0, .multiIdentity), at(1, .enrollment(101)), at(2, .switched(alice)), at(4, .unprotected(alice)),
        at(3, .shown(alice)),
      ], "at 4 by 3"),
  ]

  private static let a2: [RuleCase] = [
    RuleCase(.a2, .opens, onBob + [at(9, .shown(bob))], "2@1/1 at 9 by 9"),
    RuleCase(.a2, .nearly, onAlice + [at(9, .shown(bob))]),
    RuleCase(.a2, .nearly, onBob + [at(9, .shown(alice, bob))]),
    RuleCase(.a2, .nearly, onBob + [at(9, .enrollment(100).by(bob)), at(10, .shown(bob))]),
    RuleCase(
      .a2, .nearly,
      [at(0, .multiIdentity), at(1, .signedIn.by(bob)), at(2, .switched(bob)), at(3, .shown(bob))]),
    RuleCase(.a2, .ends, onBob + [at(9, .shown(bob)), at(10, .unprotected(bob))], "2@1/1 at 9 by 9"),
    RuleCase(.a2, .late, onAlice + [at(10, .shown(bob)), at(9, .switched(bob))], "2@1/1 at 10 by 9"),
  ]

  private static let a3: [RuleCase] = [
    RuleCase(.a3, .opens, onAlice + [at(9, .unprotected(alice, bob))], "at 9 by 9"),
    RuleCase(
      .a3, .opens, onAlice + [at(9, .enrollment(101).by(bob)), at(10, .unprotected(bob, alice))],
      "at 10 by 10",
      "2@1/1 at 10 by 10"),
    // Carol has no event, and is one more account all the same.
    RuleCase(
      .a3, .opens,
      [at(0, .multiIdentity), at(1, .enrollment(101)), at(2, .unprotected(carol, alice))], "at 2 by 2"),
    RuleCase(.a3, .nearly, onAlice + [at(9, .shown(alice, bob))]),
    RuleCase(.a3, .nearly, onAlice + [at(9, .unprotected(bob, carol))]),
    RuleCase(.a3, .nearly, onAlice + [at(9, .unprotected(alice, alice))]),
    RuleCase(.a3, .nearly, [at(1, .enrollment(101)), at(2, .unprotected(carol, alice))]),
    RuleCase(
      .a3, .ends, onAlice + [at(9, .unprotected(alice, bob)), at(10, .shown(alice, bob))], "at 9 by 9"),
    RuleCase(
      .a3, .late, [at(0, .multiIdentity), at(2, .unprotected(alice, bob)), at(1, .enrollment(101))],
      "at 2 by 1"),
  ]

  private static let pauses: [RuleCase] = [
    RuleCase(.a4, .opens, onAlice + paused + [at(11, .unprotected(alice))], "at 11 by 11"),
    RuleCase(
      .a4, .opens,
      onAlice + paused + [at(11, .unprotected(alice)), at(12, .unprotected(alice))], "at 11 by 11"),
    // Not the first view; no right view before; another identity; a launch in between; several accounts.
    RuleCase(.a4, .nearly, onAlice + paused + [at(11, .shown(alice)), at(12, .unprotected(alice))]),
    RuleCase(
      .a4, .nearly,
      both + [at(7, .switched(alice)), at(8, .unprotected(alice))] + paused + [at(11, .unprotected(alice))]),
    RuleCase(.a4, .nearly, onBob + paused + [at(11, .unprotected(alice))]),
    RuleCase(.a4, .nearly, onAlice + paused + [at(11, .launched), at(12, .unprotected(alice))]),
    RuleCase(.a4, .nearly, onAlice + paused + [at(11, .unprotected(alice, bob))]),
    RuleCase(.a4, .nearly, onAlice + paused + [at(11, .unprotected(bob))]),
    RuleCase(
      .a4, .ends, onAlice + paused + [at(11, .unprotected(alice)), at(12, .shown(alice))], "at 11 by 11"),
    RuleCase(
      .a4, .late,
      onAlice + [at(11, .unprotected(alice)), at(10, .lifecycle(.resumed)), at(9, .lifecycle(.suspended))],
      "at 11 by 9"),

    RuleCase(.a5, .opens, onBob + paused + [at(11, .shown(bob))], "2@1/1 at 11 by 11"),
    RuleCase(.a5, .nearly, onBob + paused + [at(11, .unprotected(bob)), at(12, .shown(bob))]),
    RuleCase(.a5, .nearly, onAlice + paused + [at(11, .shown(bob))]),
    RuleCase(.a5, .nearly, onBob + paused + [at(11, .switched(alice)), at(12, .shown(alice))]),
    RuleCase(.a5, .nearly, onBob + paused + [at(11, .shown(alice, bob))]),
    RuleCase(
      .a5, .ends, onBob + paused + [at(11, .shown(bob)), at(12, .unprotected(bob))], "2@1/1 at 11 by 11"),
    RuleCase(
      .a5, .late, onBob + paused + [at(12, .shown(bob)), at(11, .unprotected(bob))]),
  ]

  private static let kills: [RuleCase] = [
    RuleCase(.a6, .opens, onAlice + killed + [at(11, .unprotected(alice))], "at 11 by 11"),
    RuleCase(.a6, .opens, onAlice + killed + [at(11, .shown(bob))], "2@1/1 at 11 by 11"),
    RuleCase(
      .a6, .opens,
      onAlice + killed + [at(11, .unprotected(alice)), at(12, .unprotected(alice))], "at 11 by 11"),
    RuleCase(.a6, .nearly, onAlice + killed + [at(11, .unprotected(bob)), at(12, .unprotected(alice))]),
    RuleCase(.a6, .nearly, onAlice + [at(9, .launched), at(10, .unprotected(alice))]),
    RuleCase(.a6, .nearly, onAlice + [at(9, .lifecycle(.terminated)), at(10, .unprotected(alice))]),
    RuleCase(.a6, .nearly, onBob + killed + [at(11, .unprotected(alice))]),
    RuleCase(.a6, .nearly, onAlice + [at(9, .configured())] + killed + [at(11, .unprotected(alice))]),
    RuleCase(
      .a6, .ends, onAlice + killed + [at(11, .unprotected(alice)), at(12, .shown(alice))], "at 11 by 11"),
    RuleCase(
      .a6, .late, onAlice + [at(11, .unprotected(alice)), at(10, .launched), at(9, .lifecycle(.terminated))],
      "at 11 by 9"),

    RuleCase(.a7, .opens, onBob + killed + [at(11, .shown(bob))], "2@1/1 at 11 by 11"),
    // Whether policy was active before the kill does not count.
    RuleCase(.a7, .opens, onBob + [at(9, .shown(bob))] + killed + [at(11, .shown(bob))], "2@1/1 at 11 by 12"),
    RuleCase(.a7, .nearly, onAlice + killed + [at(11, .shown(bob))]),
    RuleCase(.a7, .nearly, onBob + killed + [at(11, .shown(alice)), at(12, .shown(bob))]),
    RuleCase(.a7, .nearly, onBob + killed + [at(11, .unprotected(bob))]),
    RuleCase(
      .a7, .ends, onBob + killed + [at(11, .shown(bob)), at(12, .unprotected(bob))], "2@1/1 at 11 by 11"),
    RuleCase(.a7, .late, onBob + killed + [at(12, .shown(bob)), at(11, .unprotected(bob))]),

    RuleCase(.a8, .opens, onBob + killed + [at(11, .unprotected(alice))], "at 11 by 11"),
    // Nothing was shown since the launch: the active identity was on the screen.
    RuleCase(
      .a8, .opens,
      both + [
        at(7, .launched), at(8, .switched(bob)), at(9, .lifecycle(.terminated)), at(10, .launched),
        at(11, .unprotected(alice)),
      ], "at 11 by 11"),
    RuleCase(.a8, .nearly, onAlice + killed + [at(11, .unprotected(alice))]),
    RuleCase(.a8, .nearly, onBob + killed + [at(11, .shown(alice))]),
    RuleCase(.a8, .nearly, onBob + killed + [at(11, .unprotected(bob)), at(12, .unprotected(alice))]),
    RuleCase(
      .a8, .ends, onBob + killed + [at(11, .unprotected(alice)), at(12, .shown(alice))], "at 11 by 11"),
    RuleCase(.a8, .late, onBob + killed + [at(12, .unprotected(alice)), at(11, .shown(alice))]),
  ]

  private static let logins: [RuleCase] = [
    RuleCase(
      .l1a, .opens,
      [
        at(0, .signedIn), at(1, .enrollment(100)), at(2, .launched), at(3, .signedIn.by(bob)),
        at(4, .unprotected(alice)), at(5, .unprotected(alice)),
      ], "at 4 by 4", "at 5 by 5"),
    RuleCase(
      .l1a, .opens,
      [at(0, .multiIdentity), at(1, .enrollment(101)), at(2, .switched(alice)), at(3, .unprotected(alice))],
      "at 3 by 3"),
    // That she was shown right before she was managed does not count.
    RuleCase(
      .l1a, .opens,
      [at(0, .signedIn), at(1, .unprotected(alice)), at(2, .enrollment(101)), at(3, .unprotected(alice))],
      "at 3 by 3"),
    RuleCase(.l1a, .nearly, [at(0, .signedIn), at(1, .enrollment(100)), at(2, .unprotected(alice))]),
    RuleCase(.l1a, .nearly, [at(0, .enrollment(101)), at(1, .shown(alice)), at(2, .unprotected(alice))]),
    RuleCase(.l1a, .nearly, [at(0, .signedIn.by(bob)), at(1, .enrollment(101)), at(2, .unprotected(alice))]),
    RuleCase(
      .l1a, .ends, [at(0, .enrollment(101)), at(1, .unprotected(alice)), at(2, .shown(alice))], "at 1 by 1"),
    RuleCase(.l1a, .late, [at(0, .enrollment(101)), at(2, .unprotected(alice)), at(1, .shown(alice))]),

    RuleCase(
      .l1b, .opens, [at(0, .enrollment(100)), at(1, .signedIn.by(bob)), at(2, .shown(bob))],
      "2@1/1 at 2 by 2"),
    RuleCase(
      .l1b, .opens,
      [
        at(0, .enrollment(101)), at(1, .signedIn.by(bob)), at(2, .unprotected(bob)),
        at(3, .fileProtected(encrypted: true).by(bob)),
      ], "2@1/1 at 3 by 3"),
    RuleCase(.l1b, .nearly, [at(0, .signedIn), at(1, .signedIn.by(bob)), at(2, .shown(bob))]),
    RuleCase(.l1b, .nearly, [at(0, .enrollment(101)), at(1, .signedIn.by(bob)), at(2, .shown(alice, bob))]),
    RuleCase(
      .l1b, .nearly,
      [at(0, .enrollment(101)), at(1, .signedIn.by(bob)), at(2, .unprotected(bob)), at(3, .shown(bob))]),
    RuleCase(
      .l1b, .nearly,
      [
        at(0, .enrollment(101)), at(1, .fileProtected(encrypted: false).by(bob)),
        at(2, .fileProtected(encrypted: true)),
      ]
    ),
    RuleCase(.l1b, .nearly, [at(0, .enrollment(101)), at(1, .shown(bob))]),
    // She has come under policy herself.
    RuleCase(
      .l1b, .nearly,
      [
        at(0, .enrollment(101)), at(1, .unenrollment(104)), at(2, .shown(alice)),
        at(3, .fileProtected(encrypted: true)),
      ]),
    RuleCase(
      .l1b, .ends,
      [at(0, .enrollment(101)), at(1, .signedIn.by(bob)), at(2, .shown(bob)), at(3, .unprotected(bob))],
      "2@1/1 at 2 by 2"),
    RuleCase(
      .l1b, .late, [at(1, .signedIn.by(bob)), at(2, .shown(bob)), at(0, .enrollment(101))],
      "2@1/1 at 2 by 1"),

    RuleCase(.l2a, .opens, [at(0, .signedIn.by(bob)), at(1, .shown(bob))], "2@1/1 at 1 by 1"),
    RuleCase(
      .l2a, .opens,
      [at(0, .signedIn), at(1, .fileProtected(encrypted: true).by(bob)), at(2, .enrollment(100))],
      "2@1/1 at 1 by 1"),
    RuleCase(.l2a, .nearly, [at(0, .signedIn.by(bob)), at(1, .unprotected(bob)), at(2, .shown(bob))]),
    RuleCase(.l2a, .nearly, [at(0, .signedIn.by(bob)), at(1, .enrollment(208).by(bob)), at(2, .shown(bob))]),
    RuleCase(.l2a, .nearly, [at(0, .signedIn.by(bob)), at(1, .enrollment(100)), at(2, .shown(bob))]),
    RuleCase(
      .l2a, .ends, [at(0, .signedIn.by(bob)), at(1, .shown(bob)), at(2, .unprotected(bob))],
      "2@1/1 at 1 by 1"),
    RuleCase(.l2a, .late, [at(0, .signedIn.by(bob)), at(2, .shown(bob)), at(1, .enrollment(101))]),

    RuleCase(
      .l2b, .opens,
      [at(0, .signedIn.by(bob)), at(1, .signedIn), at(2, .enrollment(101)), at(3, .unprotected(alice))],
      "at 3 by 3"),
    RuleCase(
      .l2b, .nearly,
      [at(0, .signedIn), at(1, .signedIn.by(bob)), at(2, .enrollment(101)), at(3, .unprotected(alice))]),
    RuleCase(
      .l2b, .nearly,
      [
        at(0, .signedIn.by(bob)), at(1, .enrollment(101)), at(2, .shown(alice)), at(3, .unprotected(alice)),
      ]),
    RuleCase(
      .l2b, .nearly,
      [at(0, .enrollment(101).by(bob)), at(1, .enrollment(101)), at(2, .unprotected(alice))]),
    RuleCase(
      .l2b, .ends,
      [at(0, .signedIn.by(bob)), at(1, .enrollment(101)), at(2, .unprotected(alice)), at(3, .shown(alice))],
      "at 2 by 2"),
    RuleCase(
      .l2b, .late, [at(1, .enrollment(101)), at(2, .unprotected(alice)), at(0, .signedIn.by(bob))],
      "at 2 by 1"),
  ]

  private static let e7: [RuleCase] = [
    RuleCase(
      .e7, .opens, [at(0, .enrollment(101)), at(1, .shown(alice)), at(2, .unprotected(alice))], "at 2 by 2"),
    RuleCase(
      .e7, .opens, [at(0, .enrollment(225)), at(1, .unprotected(alice)), at(2, .shown(alice))], "at 2 by 2"),
    RuleCase(.e7, .opens, both + [at(7, .launched), at(8, .unprotected(alice))], "at 8 by 8"),
    // The configuration is of an app for one identity, whatever it has set.
    RuleCase(
      .e7, .opens, [at(0, .configured())] + both.dropFirst() + [at(7, .unprotected(alice))], "at 7 by 7"),
    RuleCase(.e7, .nearly, onBob + [at(9, .unprotected(alice))]),
    RuleCase(.e7, .nearly, onAlice + [at(9, .unprotected(alice))]),
    RuleCase(
      .e7, .nearly, [at(0, .enrollment(100)), at(1, .unprotected(alice)), at(2, .unprotected(alice))]),
    RuleCase(.e7, .nearly, [at(0, .signedIn), at(1, .unprotected(alice)), at(2, .shown(alice))]),
    RuleCase(.e7, .nearly, [at(0, .enrollment(103)), at(1, .shown(alice))]),
    RuleCase(
      .e7, .ends,
      [at(0, .enrollment(101)), at(1, .shown(alice)), at(2, .unprotected(alice)), at(3, .shown(alice))],
      "at 2 by 2"),
    RuleCase(
      .e7, .late, [at(0, .enrollment(101)), at(2, .unprotected(alice)), at(1, .shown(alice))], "at 2 by 1"),
  ]
}
