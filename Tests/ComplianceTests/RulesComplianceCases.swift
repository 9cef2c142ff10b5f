import Compliance
import MAMEvents

extension RuleCase {
  private static let denial = Step.denied(forAppProtection: true).saying(.text(.resource, "mail"))
  private static let signInDenied = Step(.entraSignInRecorded, .bool(.appProtectionDenial, true))
    .with(app: nil, device: nil)
  private static func granted(_ resource: String = "mail") -> Step {
    Step(.tokenGranted, .text(.resource, resource))
  }
  private static let requested = Step(.tokenRequested)
  private static let interactive = Step(.remediationRequested, .bool(.silent, false))
  private static let messageShown = Step(.remediationMessageShown)
  private static func capable(_ capabilities: String...) -> Step {
    Step(.appConfigured, .texts(.clientCapabilities, capabilities)).by(nil)
  }

  static let compliance: [RuleCase] = [
    RuleCase(.c1, .opens, [at(0, .remediated(0))], "at 10 by 0"),
    RuleCase(.c1, .opens, [at(0, denial), at(1, granted())], "at 1 by 1"),
    RuleCase(.c1, .nearly, [at(0, .remediated(0)), at(10, granted())]),
    RuleCase(.c1, .nearly, [at(0, denial), at(1, .remediated(0)), at(2, granted())]),
    RuleCase(.c1, .nearly, [at(0, denial), at(1, granted("files"))]),
    RuleCase(.c1, .nearly, [at(0, .remediated(0)), at(5, .unenrollment(104))]),
    RuleCase(.c1, .ends, [at(0, .remediated(0)), at(15, granted())], "at 10 by 0 until 15 by 1"),
    RuleCase(.c1, .late, [at(0, denial), at(3, granted()), at(2, .remediated(0))]),
    RuleCase(.c1, .late, [at(3, granted()), at(2, denial)], "at 3 by 0"),

    RuleCase(.c2, .opens, [at(0, .enrollment(100)), at(1, denial)], "at 6 by 1"),
    RuleCase(
      .c2, .opens, [at(0, .enrollment(100)), at(1, denial), at(2, .remediate.on(docsOnPhone))], "at 6 by 1"),
    RuleCase(.c2, .opens, [at(0, .enrollment(100)), at(1, signInDenied)], "1@-/- at 6 by 1"),
    RuleCase(.c2, .nearly, [at(0, .enrollment(100)), at(1, denial), at(6, .remediate)]),
    RuleCase(.c2, .nearly, [at(0, .registered), at(1, denial), at(2, signInDenied)]),
    RuleCase(.c2, .nearly, [at(0, .enrollment(100)), at(1, .denied(forAppProtection: false))]),
    RuleCase(
      .c2, .nearly, [at(0, .enrollment(100)), at(1, signInDenied), at(2, .remediate.on(docsOnPhone))]),
    RuleCase(.c2, .nearly, [at(0, .enrollment(100)), at(1, signInDenied), at(2, .unenrollment(104))]),
    RuleCase(
      .c2, .ends, [at(0, .enrollment(100)), at(1, denial), at(10, .remediate)], "at 6 by 1 until 10 by 2"),
    RuleCase(.c2, .late, [at(0, .enrollment(100)), at(1, denial), at(10, .remediate), at(3, .remediate)]),
    RuleCase(.c2, .late, [at(1, denial), at(0, .enrollment(100))], "at 6 by 0"),

    RuleCase(.c3, .opens, [at(0, .remediated(1)), at(1, granted())], "at 1 by 1"),
    RuleCase(.c3, .nearly, [at(0, .remediated(1)), at(1, .remediated(0)), at(2, granted())]),
    RuleCase(.c3, .nearly, [at(0, granted())]),
    RuleCase(.c3, .ends, [at(0, .remediated(4)), at(1, granted()), at(2, .remediated(0))], "at 1 by 1"),
    RuleCase(.c3, .late, [at(0, .remediated(1)), at(3, granted()), at(2, .remediated(0))]),
    RuleCase(.c3, .late, [at(3, granted()), at(2, .remediated(5))], "at 3 by 0"),

    RuleCase(.c4, .opens, [at(0, .dataAccessed), at(1, .remediated(1))], "at 1441 by 1"),
    RuleCase(.c4, .nearly, [at(1, .remediated(1))]),
    RuleCase(.c4, .nearly, [at(0, .dataAccessed), at(1, .remediated(4))]),
    RuleCase(.c4, .nearly, [at(0, .dataAccessed), at(1, .remediated(2)), at(1441, .wipe)]),
    RuleCase(.c4, .nearly, [at(0, .dataAccessed), at(1, .remediated(2)), at(9, .unenroll(wipe: true))]),
    RuleCase(.c4, .nearly, [at(0, .dataAccessed), at(1, .remediated(1)), at(100, .remediated(0))]),
    RuleCase(.c4, .nearly, [at(0, .dataAccessed), at(1, .wipe), at(2, .remediated(1))]),
    RuleCase(
      .c4, .ends,
      [
        at(0, .dataAccessed), at(1, .remediated(5)), at(1500, .remediated(0)),
        at(2000, .wipe.with(app: nil, device: 1)),
      ],
      "at 1441 by 1 until 2000 by 3"),
    RuleCase(.c4, .late, [at(1, .remediated(3)), at(0, .dataAccessed)], "at 1441 by 0"),

    RuleCase(.c5, .opens, [at(0, .remediated(4)), at(1, .remediate)], "at 10 by 0"),
    RuleCase(.c5, .nearly, [at(0, .remediated(4)), at(10, interactive)]),
    RuleCase(.c5, .nearly, [at(0, .remediated(1))]),
    RuleCase(.c5, .ends, [at(0, .remediated(4)), at(20, interactive)], "at 10 by 0 until 20 by 1"),
    RuleCase(.c5, .late, [at(0, .remediated(4)), at(20, interactive), at(9, interactive)]),

    RuleCase(.c6, .opens, [at(0, .remediated(1))], "at 5 by 0"),
    RuleCase(.c6, .nearly, [at(0, .remediated(1)), at(5, messageShown)]),
    RuleCase(.c6, .nearly, [at(0, .remediated(4)), at(1, .remediated(0))]),
    RuleCase(.c6, .ends, [at(0, .remediated(3)), at(9, messageShown)], "at 5 by 0 until 9 by 1"),
    RuleCase(.c6, .late, [at(4, .remediated(2)), at(3, messageShown), at(2, .remediated(5))], "at 9 by 0"),

    RuleCase(.c7, .opens, [at(0, .remediate), at(1, requested)], "at 1 by 1"),
    RuleCase(.c7, .nearly, [at(0, .remediate), at(1, .remediated(0)), at(2, requested)]),
    RuleCase(.c7, .nearly, [at(0, requested), at(1, .remediate)]),
    RuleCase(.c7, .ends, [at(0, .remediate), at(1, requested), at(2, .remediated(0))], "at 1 by 1"),
    RuleCase(.c7, .late, [at(0, .remediate), at(2, requested), at(1, .remediated(0))]),
    RuleCase(.c7, .late, [at(2, requested), at(1, .remediate)], "at 2 by 0"),

    RuleCase(.c8, .opens, [at(0, .denied(alice)), at(1, .remediate.by(bob))], "2@1/1 at 1 by 1"),
    RuleCase(.c8, .opens, [at(0, .denied(bob).by(nil)), at(1, .remediate)], "at 1 by 1"),
    // The subject of the denial does not count, only the home account id.
    RuleCase(.c8, .opens, [at(0, .denied(bob)), at(1, .remediate)], "at 1 by 1"),
    RuleCase(
      .c8, .opens, [at(0, .denied(alice)), at(1, .remediate.by(bob)), at(2, .remediate.by(bob))],
      "2@1/1 at 1 by 1", "2@1/1 at 2 by 2"),
    RuleCase(.c8, .nearly, [at(0, .denied(alice).by(nil)), at(1, .remediate)]),
    RuleCase(.c8, .nearly, [at(0, .denied(alice)), at(1, .remediate), at(2, .remediate.by(bob))]),
    RuleCase(
      .c8, .nearly,
      [
        at(0, .denied(alice)), at(1, .denied(bob).by(bob)), at(2, .remediate.by(bob)), at(3, .remediate),
        at(4, .remediate.by(bob)),
      ]),
    RuleCase(.c8, .nearly, [at(0, denial), at(1, .remediate.by(bob))]),
    RuleCase(.c8, .nearly, [at(0, .denied(alice)), at(1, denial.by(bob)), at(2, .remediate.by(bob))]),
    RuleCase(
      .c8, .nearly,
      [
        at(0, .denied(forAppProtection: false).saying(.integer(.deniedAccount, alice.object.shortDigest))),
        at(1, .remediate.by(bob)),
      ]),
    RuleCase(.c8, .nearly, [at(0, .denied(alice)), at(1, .unenrollment(104)), at(2, .remediate.by(bob))]),
    RuleCase(.c8, .nearly, [at(0, .denied(alice).on(docsOnPhone)), at(1, .remediate.by(bob))]),
    // An account that the log knows by its UPN alone cannot be compared.
    RuleCase(.c8, .nearly, [at(0, .denied(alice)), at(1, .remediate.by(AccountID(9)))]),
    RuleCase(
      .c8, .ends, [at(0, .denied(alice)), at(1, .remediate.by(bob)), at(2, .remediate)], "2@1/1 at 1 by 1"),
    RuleCase(.c8, .late, [at(0, .denied(alice)), at(3, .remediate.by(bob)), at(2, .remediate)]),

    RuleCase(.c9, .opens, [at(0, .remediated(0)), at(1, denial), at(1441, denial)], "at 1441 by 2"),
    RuleCase(
      .c9, .opens,
      [at(0, .remediated(0)), at(1, denial), at(2, .remediate), at(3, .remediated(0)), at(4, denial)],
      "at 4 by 4"),
    RuleCase(.c9, .nearly, [at(0, .remediated(0)), at(1, denial), at(1442, denial)]),
    RuleCase(.c9, .nearly, [at(0, .remediated(0)), at(1, denial), at(2, .remediated(1)), at(3, denial)]),
    RuleCase(.c9, .nearly, [at(0, denial), at(1, denial)]),
    RuleCase(
      .c9, .ends,
      [at(0, .remediated(0)), at(1, denial), at(2, denial), at(3, denial), at(4, .remediated(0))],
      "at 2 by 2"),
    RuleCase(.c9, .late, [at(0, .remediated(0)), at(3, denial), at(1, denial)], "at 3 by 1"),

    RuleCase(.c10, .opens, [at(0, capable()), at(1, denial)], "at 1 by 1"),
    RuleCase(.c10, .opens, [at(0, capable()), at(1, denial.by(nil))], "-@1/1 at 1 by 1"),
    RuleCase(.c10, .nearly, [at(0, capable("ProtApp")), at(1, denial)]),
    RuleCase(.c10, .nearly, [at(0, denial)]),
    RuleCase(.c10, .ends, [at(0, capable("other")), at(1, denial), at(2, capable("protapp"))], "at 1 by 1"),
    RuleCase(.c10, .late, [at(0, capable()), at(3, denial), at(2, capable("protapp"))]),

    RuleCase(.c11, .opens, [at(0, .remediate), at(1, .launched)], "at 1441 by 1"),
    RuleCase(.c11, .nearly, [at(0, .remediate), at(1, .launched), at(1441, .remediated(1))]),
    RuleCase(.c11, .nearly, [at(0, .remediate), at(1, .remediated(0)), at(2, .launched)]),
    RuleCase(.c11, .nearly, [at(0, .remediate), at(1, .lifecycle(.resumed))]),
    RuleCase(
      .c11, .ends, [at(0, .remediate), at(1, .launched), at(1500, .remediated(0))],
      "at 1441 by 1 until 1500 by 2"),
    RuleCase(.c11, .late, [at(0, .remediate), at(5, .launched), at(2, .launched)], "at 1442 by 2"),
  ]
}
