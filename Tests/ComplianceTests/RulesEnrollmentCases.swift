import Compliance
import MAMEvents

extension RuleCase {
  private static let removedByApp = Step.dataRemoved.saying(.word(.removedBy, RemovalAgent.app.rawValue))
  private static let removedBySDK = Step.dataRemoved.saying(.word(.removedBy, RemovalAgent.sdk.rawValue))
  private static let tokensRemoved = Step(.tokensRemoved)
  private static let signedOut = Step(.accountSignedOut)
  /// Registered, and an attempt that is tried again at minute 1441.
  private static let failed = [at(0, .registered), at(1, .enrollment(203))]

  static let enrollment: [RuleCase] = [
    RuleCase(.e1, .opens, [at(0, .registered)], "at 0 by 0"),
    RuleCase(.e1, .opens, [at(0, .signedIn.on(docsOnPhone)), at(1, .registered)], "at 1 by 1"),
    RuleCase(.e1, .nearly, [at(0, .signedIn), at(1, .registered)]),
    RuleCase(.e1, .nearly, [at(0, .registered(.loginAndEnroll))]),
    RuleCase(.e1, .ends, [at(0, .registered), at(1, .signedIn)], "at 0 by 0"),
    RuleCase(.e1, .late, [at(5, .registered), at(3, .signedIn)]),
    RuleCase(.e1, .late, [at(5, .signedIn), at(3, .registered)], "at 3 by 1"),

    RuleCase(.e2, .opens, [at(0, .registered), at(1, .enrollment(100)), at(2, .shown(alice))], "at 2 by 2"),
    RuleCase(.e2, .nearly, [at(0, .enrollment(100)), at(1, .dataAccessed)]),
    RuleCase(.e2, .nearly, [at(0, .enrollment(100)), at(1, .launched), at(2, .shown(alice))]),
    RuleCase(
      .e2, .nearly, [at(0, .configured(platform: "maui")), at(1, .enrollment(100)), at(2, .shown(alice))]),
    RuleCase(
      .e2, .nearly,
      [at(0, .enrollment(100).by(bob)), at(1, .launched), at(2, .enrollment(100)), at(3, .shown(alice))]
    ),
    RuleCase(.e2, .ends, [at(0, .enrollment(100)), at(1, .shown(alice)), at(2, .launched)], "at 1 by 1"),
    RuleCase(.e2, .late, [at(2, .shown(alice)), at(1, .enrollment(100))], "at 2 by 0"),
    RuleCase(.e2, .late, [at(0, .enrollment(100)), at(2, .shown(alice)), at(1, .launched)]),

    RuleCase(.e3, .opens, [at(0, .registered), at(1, tokensRemoved)], "at 1 by 1"),
    RuleCase(
      .e3, .opens, [at(0, .registered), at(1, .unenroll(wipe: false)), at(2, tokensRemoved)], "at 2 by 2"),
    RuleCase(.e3, .nearly, [at(0, .registered), at(1, .unenrollment(104)), at(2, tokensRemoved)]),
    RuleCase(.e3, .nearly, [at(0, .signedIn), at(1, tokensRemoved)]),
    RuleCase(.e3, .ends, [at(0, .registered), at(1, tokensRemoved), at(2, .unenrollment(104))], "at 1 by 1"),
    RuleCase(.e3, .late, [at(0, .registered), at(2, tokensRemoved), at(1, .unenrollment(104))]),
    RuleCase(.e3, .late, [at(2, tokensRemoved), at(1, .registered)], "at 2 by 0"),

    RuleCase(.e4, .opens, [at(0, .unenroll(wipe: false)), at(1, .unenrollment(104))], "at 60 by 0"),
    RuleCase(.e4, .opens, [at(0, .unenroll(wipe: false)), at(1, removedBySDK)], "at 60 by 0"),
    RuleCase(.e4, .opens, [at(0, removedByApp), at(6, .unenroll(wipe: false))], "at 66 by 1"),
    RuleCase(.e4, .nearly, [at(0, .unenroll(wipe: false)), at(60, removedByApp)]),
    RuleCase(.e4, .nearly, [at(0, removedByApp), at(5, .unenroll(wipe: false))]),
    RuleCase(.e4, .nearly, [at(0, .unenroll(wipe: true))]),
    RuleCase(.e4, .ends, [at(0, .unenroll(wipe: false)), at(90, removedByApp)], "at 60 by 0 until 90 by 1"),
    RuleCase(.e4, .late, [at(10, .unenroll(wipe: false)), at(90, removedByApp), at(7, removedByApp)]),

    RuleCase(
      .e5, .opens, [at(0, .registered), at(1, .unenrollment(104)), at(2, .enrollment(203))], "at 2 by 2"),
    RuleCase(.e5, .nearly, [at(0, .unenrollment(104)), at(1, .registered), at(2, .enrollment(100))]),
    RuleCase(.e5, .nearly, [at(0, .unenrollment(201)), at(1, .enrollment(100))]),
    RuleCase(.e5, .nearly, [at(0, .unenrollment(104)), at(1, .policy(213))]),
    RuleCase(
      .e5, .ends, [at(0, .unenrollment(104)), at(1, .enrollment(203)), at(2, .registered)], "at 1 by 1"),
    RuleCase(.e5, .late, [at(1, .unenrollment(104)), at(3, .enrollment(100)), at(2, .registered)]),
    RuleCase(.e5, .late, [at(3, .enrollment(100)), at(2, .unenrollment(104))], "at 3 by 0"),

    RuleCase(.e6, .opens, [at(0, .enrollment(209))], "at 1440 by 0"),
    RuleCase(.e6, .opens, [at(0, .policy(211)), at(5, .enrollment(210))], "at 1440 by 0"),
    RuleCase(.e6, .nearly, [at(0, .enrollment(209)), at(1440, signedOut)]),
    RuleCase(.e6, .nearly, [at(0, .enrollment(212))]),
    RuleCase(
      .e6, .ends, [at(0, .enrollment(210)), at(1500, .unenrollment(104))], "at 1440 by 0 until 1500 by 1"),
    RuleCase(.e6, .late, [at(5, .enrollment(209)), at(0, .enrollment(210))], "at 1440 by 1"),

    RuleCase(.e8, .opens, [at(0, .registered), at(10, .launched)], "at 25 by 1"),
    RuleCase(
      .e8, .opens, [at(0, .registered), at(10, .lifecycle(.resumed)), at(12, .launched)], "at 25 by 1"),
    RuleCase(.e8, .nearly, [at(0, .registered), at(10, .launched), at(25, .enrollment(203))]),
    RuleCase(.e8, .nearly, [at(0, .registered), at(10, .lifecycle(.suspended))]),
    RuleCase(.e8, .nearly, [at(0, .registered), at(1, .enrollment(100)), at(10, .launched)]),
    RuleCase(.e8, .nearly, [at(0, .registered), at(10, .launched), at(12, .unenrollment(104))]),
    RuleCase(
      .e8, .ends, [at(0, .registered), at(10, .launched), at(30, .policy(101))], "at 25 by 1 until 30 by 2"),
    RuleCase(
      .e8, .ends,
      [at(0, .registered), at(10, .launched), at(30, .unenrollment(104)), at(40, .enrollment(201))],
      "at 25 by 1 until 40 by 3"),
    RuleCase(
      .e8, .late, [at(0, .registered), at(20, .launched), at(10, .lifecycle(.resumed))], "at 25 by 2"),

    RuleCase(.e9, .opens, [at(0, .unenroll(wipe: false))], "at 60 by 0"),
    RuleCase(.e9, .opens, [at(0, .unenroll(wipe: true)), at(1, .unenrollment(215))], "at 1 by 1"),
    RuleCase(.e9, .nearly, [at(0, .unenroll(wipe: false)), at(60, .unenrollment(104))]),
    RuleCase(.e9, .nearly, [at(0, .unenroll(wipe: false)), at(1, .unenrollment(201))]),
    RuleCase(
      .e9, .ends, [at(0, .unenroll(wipe: false)), at(90, .unenrollment(104))], "at 60 by 0 until 90 by 1"),
    RuleCase(
      .e9, .ends, [at(0, .unenrollment(215)), at(2, .unenrollment(203)), at(5, .unenrollment(104))],
      "at 0 by 0 until 5 by 2"),
    RuleCase(
      .e9, .late, [at(0, .unenroll(wipe: false)), at(90, .unenrollment(104)), at(50, .unenrollment(203))]),

    RuleCase(.e10, .opens, failed + [at(1442, .launched), at(1460, .launched)], "at 1457 by 2"),
    RuleCase(.e10, .nearly, failed + [at(1441, .launched)]),
    RuleCase(.e10, .nearly, failed + [at(1442, .launched), at(1457, .enrollment(203))]),
    RuleCase(.e10, .nearly, failed + [at(1442, .launched), at(1450, .unenrollment(104))]),
    RuleCase(
      .e10, .nearly, [at(0, .registered(.loginAndEnroll)), at(1, .enrollment(203)), at(1442, .launched)]),
    RuleCase(
      .e10, .ends, failed + [at(1442, .launched), at(1500, .enrollment(100))], "at 1457 by 2 until 1500 by 3"),
    RuleCase(
      .e10, .late, [at(0, .registered), at(1442, .launched), at(1, .enrollment(203))], "at 1457 by 1"),
  ]
}
