import Compliance
import MAMEvents

extension RuleCase {
  private static let multi = Step.multiIdentity
  /// Alice is managed in an app for several identities.
  private static let ready = [at(0, multi), at(1, .enrollment(101))]
  private static let switchRequested = Step(
    .identitySwitchRequested, .word(.scope, IdentityScope.ui.rawValue))

  private static func asked(_ scope: IdentityScope = .ui) -> Step {
    Step(
      .identitySwitchRequested, .word(.scope, scope.rawValue), .word(.initiator, SwitchInitiator.sdk.rawValue)
    )
  }
  private static let addRequested = Step(.identityAddRequested)
  private static let added = Step(.identityAdded, code: 0)

  static let identity: [RuleCase] = [
    RuleCase(.a9, .opens, [at(0, multi), at(1, .switched(bob)), at(2, .shown(alice))], "at 2 by 2"),
    RuleCase(
      .a9, .opens, [at(0, multi), at(1, .switched(bob)), at(2, .shown(AccountID(99)))], "-@1/1 at 2 by 2"),
    RuleCase(.a9, .nearly, [at(1, .switched(bob)), at(2, .shown(alice))]),
    RuleCase(.a9, .nearly, [at(0, multi), at(1, .switched(bob, .failed)), at(2, .shown(alice))]),
    RuleCase(.a9, .nearly, [at(0, multi), at(1, .switched(bob)), at(2, .shown(alice, bob))]),
    RuleCase(.a9, .nearly, [at(0, multi), at(1, .switched(bob)), at(2, .launched), at(3, .shown(alice))]),
    RuleCase(
      .a9, .ends, [at(0, multi), at(1, .switched(bob)), at(2, .shown(alice)), at(3, .switched(alice))],
      "at 2 by 2"),
    RuleCase(
      .a9, .late, [at(0, multi), at(1, .switched(bob)), at(3, .shown(alice)), at(2, .switched(alice))]),

    RuleCase(
      .a10, .opens, ready + [at(2, .launched), at(3, .shown(alice)), at(4, .shown(alice))], "at 3 by 3"),
    RuleCase(.a10, .nearly, ready + [at(2, .launched), at(3, .switched(alice)), at(4, .shown(alice))]),
    RuleCase(.a10, .nearly, ready + [at(3, .shown(alice))]),
    RuleCase(.a10, .nearly, ready + [at(2, .signedIn.by(bob)), at(3, .launched), at(4, .shown(bob))]),
    RuleCase(
      .a10, .ends, ready + [at(2, .launched), at(3, .shown(alice)), at(4, .switched(alice))], "at 3 by 3"),
    RuleCase(.a10, .late, ready + [at(2, .launched), at(4, .shown(alice)), at(3, .switched(alice))]),
    RuleCase(.a10, .late, ready + [at(4, .shown(alice)), at(3, .launched)], "at 4 by 2"),

    RuleCase(.a11, .opens, ready + [at(2, switchRequested), at(3, .dataAccessed)], "at 3 by 3"),
    RuleCase(
      .a11, .opens, ready + [at(2, .switched(alice, .notAllowed)), at(3, .shown(alice))], "at 3 by 3"),
    RuleCase(.a11, .nearly, ready + [at(2, switchRequested), at(3, .switched(alice)), at(4, .dataAccessed)]),
    RuleCase(.a11, .nearly, ready + [at(2, switchRequested.by(bob)), at(3, .dataAccessed)]),
    RuleCase(.a11, .nearly, [at(0, multi), at(2, switchRequested), at(3, .dataAccessed)]),
    RuleCase(
      .a11, .ends, ready + [at(2, switchRequested), at(3, .dataAccessed), at(4, .switched(alice))],
      "at 3 by 3"
    ),
    RuleCase(
      .a11, .late, ready + [at(2, switchRequested), at(4, .dataAccessed), at(3, .switched(alice))]),

    RuleCase(.a12, .opens, [at(0, asked()), at(1, .switched(alice, scope: .thread))], "at 1 by 0"),
    RuleCase(.a12, .opens, [at(0, asked()), at(0, asked(.thread))], "at 1 by 0", "at 1 by 1"),
    RuleCase(.a12, .opens, [at(0, addRequested)], "at 1 by 0"),
    RuleCase(.a12, .nearly, [at(0, asked()), at(1, .switched(alice, .canceled))]),
    RuleCase(.a12, .nearly, [at(0, addRequested), at(1, added)]),
    RuleCase(.a12, .nearly, [at(0, switchRequested)]),
    RuleCase(.a12, .nearly, [at(0, asked()), at(1, .unenrollment(104))]),
    RuleCase(.a12, .ends, [at(0, asked()), at(3, .switched(alice))], "at 1 by 0 until 3 by 1"),
    RuleCase(.a12, .late, [at(0, addRequested), at(3, added), at(1, added)]),

    RuleCase(.a13, .opens, [at(0, .blockRequested(1)), at(1, .shown(alice))], "at 1 by 1"),
    RuleCase(.a13, .nearly, [at(0, .blockRequested(1)), at(1, .blockRequested(0)), at(2, .shown(alice))]),
    RuleCase(.a13, .nearly, [at(0, .blockRequested(1)), at(1, .shown(bob))]),
    RuleCase(
      .a13, .ends,
      [at(0, .blockRequested(3)), at(1, .shown(alice)), at(2, .shown(alice)), at(5, .blockRequested(0))],
      "at 1 by 1 until 5 by 3"),
    RuleCase(.a13, .late, [at(0, .blockRequested(2)), at(3, .shown(alice)), at(2, .blockRequested(0))]),

    RuleCase(
      .a14, .opens, [at(0, .enrollment(101)), at(1, .fileProtected(encrypted: true, owner: bob))], "at 1 by 1"
    ),
    RuleCase(
      .a14, .opens, [at(0, .enrollment(101)), at(1, .fileProtected(encrypted: false, owner: bob))],
      "at 1 by 1"),
    RuleCase(.a14, .nearly, [at(0, .enrollment(101)), at(1, .fileProtected(encrypted: true, owner: alice))]),
    RuleCase(.a14, .nearly, [at(0, .enrollment(101)), at(1, .fileProtected(encrypted: true))]),
    RuleCase(.a14, .nearly, [at(0, .signedIn), at(1, .fileProtected(encrypted: false, owner: bob))]),
    RuleCase(.a14, .nearly, [at(0, .enrollment(100)), at(1, .fileProtected(encrypted: true, owner: bob))]),
    RuleCase(
      .a14, .ends,
      [
        at(0, .enrollment(101)), at(1, .fileProtected(encrypted: true, owner: bob)),
        at(2, .fileProtected(encrypted: true, owner: alice)),
      ], "at 1 by 1"),
    RuleCase(
      .a14, .late, [at(1, .fileProtected(encrypted: true, owner: bob)), at(0, .enrollment(101))], "at 1 by 0"),

    RuleCase(.a15, .opens, [at(0, multi), at(1, .switched(alice, scope: .process))], "at 1 by 1"),
    RuleCase(.a15, .nearly, [at(0, multi), at(1, .switched(alice))]),
    RuleCase(.a15, .nearly, [at(1, .switched(alice, scope: .process))]),
    RuleCase(.a15, .nearly, [at(0, multi), at(1, .switched(alice, .canceled, scope: .process))]),
    RuleCase(
      .a15, .ends, [at(0, multi), at(1, .switched(alice, scope: .process)), at(2, .switched(alice))],
      "at 1 by 1"),
    RuleCase(.a15, .late, [at(1, .switched(alice, scope: .process)), at(0, multi)], "at 1 by 0"),
  ]
}
