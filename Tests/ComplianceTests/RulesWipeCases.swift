import Compliance
import MAMEvents

extension RuleCase {
  private static let wide = Step.wipe.with(app: nil, device: nil)
  private static let onPhone = Step.wipe.with(app: nil, device: 1)
  private static let lost = Step.wipe.saying(.word(.why, WipeReason.lost.rawValue)).with(app: nil, device: 1)
  private static let lostSomewhere = lost.with(app: nil, device: nil)
  private static let leaver = Step.wipe.saying(.word(.why, WipeReason.leaver.rawValue))
  private static let twoApps = [at(0, .signedIn), at(0, .signedIn.on(docsOnPhone)), at(1, onPhone)]
  private static func audited(_ activities: String...) -> Step {
    Step(.intuneAuditRecorded, .texts(.activities, activities)).with(app: nil, device: nil)
  }
  private static func observed(syncedAt index: Int) -> Step {
    Step(.intuneRegistrationObserved, .integer(.lastSyncAt, minute(index).microseconds))
  }

  static let wipe: [RuleCase] = [
    RuleCase(.w1, .opens, [at(0, .wipe)], "at 1440 by 0"),
    RuleCase(.w1, .opens, [at(0, .policy(102))], "at 1440 by 0"),
    RuleCase(.w1, .opens, [at(0, .wipe), at(10, .wipeReceived), at(20, .wipe)], "at 1440 by 0"),
    RuleCase(
      .w1, .opens, [at(0, .signedIn), at(1, .signedIn.on(docsOnPhone)), at(2, wide)],
      "at 1442 by 2", "1@2/1 at 1442 by 2"),
    RuleCase(
      .w1, .opens, [at(0, .signedIn), at(1, audited("wipeManagedAppRegistration", "Action"))], "at 1441 by 1"),
    RuleCase(.w1, .opens, [at(0, .signedIn), at(1, audited("Wipe", "App Protection"))], "at 1441 by 1"),
    RuleCase(.w1, .nearly, [at(0, .wipe), at(1440, .wipeCompleted)]),
    RuleCase(.w1, .nearly, [at(0, .signedIn), at(1, audited("patch ManagedAppPolicy"))]),
    RuleCase(.w1, .nearly, [at(0, wide)]),
    RuleCase(.w1, .ends, [at(0, .wipe), at(1500, .wipeCompleted)], "at 1440 by 0 until 1500 by 1"),
    RuleCase(
      .w1, .late, [at(10, .wipe), at(2000, .wipeCompleted), at(5, .wipeReceived)],
      "at 1445 by 2 until 2000 by 1"),

    RuleCase(.w2, .opens, [at(0, .wipeHandled(wiped: true)), at(1, .dataAccessed)], "at 1 by 1"),
    RuleCase(.w2, .nearly, [at(0, .wipeHandled(wiped: true)), at(1, .registered), at(2, .dataAccessed)]),
    RuleCase(.w2, .nearly, [at(0, .wipeHandled(wiped: false)), at(1, .dataAccessed)]),
    RuleCase(
      .w2, .ends,
      [at(0, .wipeHandled(wiped: true)), at(1, .dataAccessed), at(2, .wipeCompleted), at(3, .registered)],
      "at 1 by 1"),
    RuleCase(.w2, .late, [at(5, .dataAccessed), at(3, .wipeHandled(wiped: true))], "at 5 by 0"),
    RuleCase(.w2, .late, [at(3, .wipeHandled(wiped: true)), at(2, .dataAccessed)]),

    RuleCase(.w3, .opens, [at(0, .wipeHandled(wiped: false)), at(1, .shown(alice))], "at 1 by 1"),
    RuleCase(.w3, .opens, [at(0, .wipeHandled(wiped: false)), at(1, .dataAccessed)], "at 1 by 1"),
    RuleCase(.w3, .nearly, [at(0, .wipeHandled(wiped: false)), at(1, .shown(bob))]),
    RuleCase(.w3, .nearly, [at(0, .wipeHandled(wiped: false)), at(1, .registered), at(2, .shown(alice))]),
    RuleCase(
      .w3, .ends, [at(0, .wipeHandled(wiped: false)), at(1, .dataAccessed), at(2, .wipeCompleted)],
      "at 1 by 1"),
    RuleCase(
      .w3, .late, [at(5, .shown(alice)), at(6, .registered), at(4, .wipeHandled(wiped: false))], "at 5 by 0"),

    RuleCase(
      .w4, .opens, [at(0, .registered.by(bob)), at(1, .wipeCompleted), at(6, .dataRemoved.by(bob))],
      "2@1/1 at 6 by 2"),
    RuleCase(.w4, .nearly, [at(0, .registered.by(bob)), at(1, .wipeCompleted), at(7, .dataRemoved.by(bob))]),
    RuleCase(
      .w4, .nearly,
      [at(0, .registered.by(bob)), at(1, wide.by(bob)), at(2, .wipeCompleted), at(3, .dataRemoved.by(bob))]),
    RuleCase(.w4, .nearly, [at(1, .wipeCompleted), at(2, .dataRemoved)]),
    RuleCase(
      .w4, .ends,
      [
        at(0, .registered.by(bob)), at(1, .wipeCompleted), at(3, .dataRemoved.by(bob)),
        at(4, .registered.by(bob)),
      ], "2@1/1 at 3 by 2"),
    RuleCase(
      .w4, .late,
      [at(0, .registered.by(bob)), at(3, .dataRemoved.by(bob)), at(1, .wipeHandled(wiped: true))],
      "2@1/1 at 3 by 1"),
    RuleCase(
      .w4, .late,
      [
        at(0, .registered.by(bob)), at(1, .wipeCompleted), at(3, .dataRemoved.by(bob)),
        at(2, Step(.accountSignedOut).by(bob)),
      ]),

    RuleCase(.w5, .opens, [at(0, .wipeHandled(wiped: true)), at(1, .wipeCompleted)], "at 1 by 1"),
    RuleCase(.w5, .opens, [at(0, .wipe), at(10, .wipeCompleted), at(1441, .wipeCompleted)], "at 1441 by 2"),
    RuleCase(.w5, .nearly, [at(0, .wipe), at(10, .wipeCompleted), at(1440, .wipeCompleted)]),
    RuleCase(.w5, .nearly, [at(0, .wipe), at(100_000, .wipeCompleted)]),
    RuleCase(.w5, .nearly, [at(0, .unenroll(wipe: true)), at(1, .wipeCompleted)]),
    RuleCase(.w5, .nearly, [at(0, wide), at(1, .signedIn), at(9000, .wipeCompleted)]),
    RuleCase(.w5, .ends, [at(0, .wipeCompleted), at(1, .wipe)], "at 0 by 0"),
    RuleCase(.w5, .late, [at(5, .wipeCompleted), at(1, .wipe)]),
    RuleCase(.w5, .late, [at(5, .wipe), at(3, .wipeCompleted)], "at 3 by 1"),

    RuleCase(.w6, .opens, twoApps + [at(10, .wipeCompleted)], "1@-/1 at 1441 by 2"),
    RuleCase(.w6, .opens, twoApps + [at(2000, .wipeCompleted)], "1@-/1 at 2000 by 2"),
    RuleCase(.w6, .nearly, twoApps + [at(10, .wipeCompleted), at(1441, .wipeCompleted.on(docsOnPhone))]),
    RuleCase(.w6, .nearly, twoApps),
    RuleCase(.w6, .nearly, [at(0, .signedIn), at(1, onPhone), at(2, .wipeCompleted)]),
    RuleCase(
      .w6, .ends, twoApps + [at(10, .wipeCompleted), at(2000, .wipeCompleted.on(docsOnPhone))],
      "1@-/1 at 1441 by 2 until 2000 by 4"),
    RuleCase(
      .w6, .late,
      [at(0, .signedIn), at(1, onPhone), at(10, .wipeCompleted), at(0, .signedIn.on(docsOnPhone))],
      "1@-/1 at 1441 by 1"),

    RuleCase(.w7, .opens, [at(0, wide), at(1, .enrollment(100))], "at 1 by 1"),
    RuleCase(.w7, .nearly, [at(0, onPhone), at(1, .enrollment(100))]),
    RuleCase(.w7, .nearly, [at(0, wide), at(1, .enrollment(203))]),
    RuleCase(.w7, .ends, [at(0, wide), at(1, .enrollment(100)), at(2, .wipeCompleted)], "at 1 by 1"),
    RuleCase(.w7, .late, [at(5, .enrollment(101)), at(3, wide)], "at 5 by 0"),

    RuleCase(.w8, .opens, [at(0, .wipe), at(20, observed(syncedAt: 10))], "at 20 by 1"),
    RuleCase(
      .w8, .opens,
      [at(0, .signedIn), at(1, wide), at(20, observed(syncedAt: 10).with(app: nil, device: nil))],
      "1@-/- at 20 by 2"),
    RuleCase(.w8, .nearly, [at(10, .wipe), at(20, observed(syncedAt: 10))]),
    RuleCase(.w8, .nearly, [at(0, .wipe), at(20, observed(syncedAt: 10).on(docsOnPhone))]),
    RuleCase(
      .w8, .ends, [at(0, .wipe), at(20, observed(syncedAt: 10)), at(30, .policy(102))],
      "at 20 by 1 until 30 by 2"),
    RuleCase(.w8, .late, [at(0, .wipe), at(20, observed(syncedAt: 10)), at(8, .wipeReceived)]),

    RuleCase(
      .w9, .opens, [at(0, .wipeCompleted), at(1, .wipeCompleted), at(10_080, .wipeCompleted)], "at 10080 by 2"
    ),
    RuleCase(.w9, .nearly, [at(0, .wipeCompleted), at(1, .wipeCompleted), at(10_081, .wipeCompleted)]),
    RuleCase(
      .w9, .nearly, [at(0, .wipeCompleted), at(1, .wipeCompleted), at(2, .wipeCompleted.on(mailOnPad))]),
    RuleCase(
      .w9, .ends,
      [at(0, .wipeCompleted), at(1, .wipeCompleted), at(2, .wipeCompleted), at(3, .wipeCompleted)],
      "at 2 by 2"),
    RuleCase(.w9, .late, [at(0, .wipeCompleted), at(2, .wipeCompleted), at(1, .wipeCompleted)], "at 2 by 1"),

    RuleCase(.w10, .opens, [at(0, lost), at(1, .registered), at(2, .enrollment(100))], "at 2 by 2"),
    RuleCase(
      .w10, .opens, [at(0, lost), at(1, .wipeCompleted), at(2, .enrollment(100)), at(3, .enrollment(101))],
      "at 2 by 2"),
    RuleCase(
      .w10, .opens, [at(0, .signedIn), at(1, lostSomewhere), at(2, .registered), at(3, .enrollment(100))],
      "at 3 by 3"),
    RuleCase(
      .w10, .nearly,
      [at(0, .signedIn), at(1, lostSomewhere)]
        + [at(2, .registered.on(mailOnPad)), at(3, .enrollment(100).on(mailOnPad))]),
    RuleCase(.w10, .nearly, [at(0, leaver), at(1, .registered), at(2, .enrollment(100))]),
    RuleCase(
      .w10, .nearly, [at(0, lost), at(1, .registered.on(mailOnPad)), at(2, .enrollment(100).on(mailOnPad))]),
    RuleCase(.w10, .nearly, [at(0, .registered), at(1, lost), at(2, .enrollment(101))]),
    RuleCase(
      .w10, .ends, [at(0, lost), at(1, .registered), at(2, .enrollment(100)), at(3, .unenrollment(104))],
      "at 2 by 2"),
    RuleCase(.w10, .late, [at(5, .registered), at(6, .enrollment(100)), at(1, lost)], "at 6 by 1"),
  ]
}
