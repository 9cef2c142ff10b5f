import Compliance
import MAMEvents

extension RuleCase {
  /// A launch that its source gives a number.
  private static func numbered(_ number: Int64, source: Int64 = 7) -> Step {
    Step.launched.saying(.integer(.sequence, number), .integer(.sequenceSource, source))
  }
  private static func verified(_ isWhole: Bool?) -> Step {
    let step = Step(.logVerified).by(nil).with(app: nil, device: nil)
    return isWhole.map { step.saying(.bool(.verified, $0)) } ?? step
  }
  private static let refused = Step(.logConflictRefused).by(nil).with(app: nil, device: nil)
  /// An import of the hours from one to another.
  private static func imported(_ from: Int64?, _ end: Int64?, source: String = "auditEvents") -> Step {
    var step = Step(.importCompleted, .text(.importSource, source)).by(nil).with(app: nil, device: nil)
    if let from { step = step.saying(.integer(.windowFrom, from * 3_600_000_000)) }
    if let end { step = step.saying(.integer(.windowTo, end * 3_600_000_000)) }
    return step
  }

  private static let gaps: [RuleCase] = [
    RuleCase(.g1, .opens, [at(0, numbered(1)), at(1, numbered(3))], "-@-/- at 1 by 1"),
    // One finding for each run of missing numbers that one event reveals.
    RuleCase(
      .g1, .opens, [at(0, numbered(1)), at(1, numbered(5)), at(2, numbered(8))], "-@-/- at 1 by 1",
      "-@-/- at 2 by 2"),
    // The lowest known number starts a source; one below it reveals what lies between.
    RuleCase(.g1, .opens, [at(0, numbered(10)), at(1, numbered(7))], "-@-/- at 1 by 1"),
    RuleCase(.g1, .opens, [at(0, numbered(.min)), at(1, numbered(.max))], "-@-/- at 1 by 1"),
    RuleCase(
      .g1, .opens, [at(0, numbered(1)), at(1, numbered(2, source: 8)), at(2, numbered(4, source: 8))],
      "-@-/- at 2 by 2"),
    RuleCase(.g1, .nearly, [at(0, numbered(41)), at(1, numbered(42)), at(2, numbered(43))]),
    RuleCase(.g1, .nearly, [at(0, numbered(1)), at(1, numbered(3, source: 8))]),
    RuleCase(.g1, .nearly, [at(0, numbered(2)), at(1, numbered(1)), at(2, numbered(2)), at(3, numbered(3))]),
    RuleCase(.g1, .nearly, [at(0, .launched), at(1, numbered(5)), at(2, .launched), at(3, numbered(6))]),
    RuleCase(
      .g1, .nearly, [at(0, numbered(.max)), at(1, numbered(.max - 1)), at(2, numbered(.min, source: 8))]),
    RuleCase(
      .g1, .ends, [at(0, numbered(1)), at(1, numbered(3)), at(2, numbered(2))],
      "-@-/- at 1 by 1 until 2 by 2"),
    // It closes at the event that fills the last missing number, in whatever order they come.
    RuleCase(
      .g1, .ends,
      [
        at(0, numbered(1)), at(1, numbered(6)), at(2, numbered(4)), at(3, numbered(2)), at(4, numbered(4)),
        at(5, numbered(5)), at(6, numbered(3)), at(7, numbered(3)),
      ], "-@-/- at 1 by 1 until 6 by 6"),
    RuleCase(
      .g1, .ends,
      [
        at(0, numbered(5)), at(1, numbered(7)), at(2, numbered(9)), at(3, numbered(3)), at(4, numbered(8)),
        at(5, numbered(4)),
      ], "-@-/- at 1 by 1", "-@-/- at 2 by 2 until 4 by 4", "-@-/- at 3 by 3 until 5 by 5"),
    RuleCase(.g1, .late, [at(0, numbered(1)), at(2, numbered(3)), at(1, numbered(2))]),
    RuleCase(
      .g1, .late, [at(9, numbered(4)), at(1, numbered(1)), at(12, numbered(3)), at(4, numbered(3))],
      "-@-/- at 4 by 3"),
    RuleCase(
      .g1, .late, [at(9, numbered(4)), at(1, numbered(1)), at(12, numbered(3)), at(14, numbered(2))],
      "-@-/- at 9 by 0 until 14 by 3"),
  ]

  private static let others: [RuleCase] = [
    RuleCase(.g2, .opens, [at(0, verified(false))], "-@-/- at 0 by 0"),
    RuleCase(.g2, .nearly, [at(0, verified(true)), at(1, verified(nil))]),
    RuleCase(.g2, .ends, [at(0, verified(false)), at(1, verified(true))], "-@-/- at 0 by 0"),
    RuleCase(.g2, .late, [at(4, verified(true)), at(2, verified(false))], "-@-/- at 2 by 1"),

    RuleCase(.g3, .opens, [at(0, .launched.dated(secondsAfterArrival: 301))], "-@1/1 at 0 by 0"),
    RuleCase(
      .g3, .opens, [at(0, .signedIn.by(bob).with(app: nil, device: nil).dated(secondsAfterArrival: 86_400))],
      "2@-/- at 0 by 0"),
    RuleCase(.g3, .opens, [at(0, Step(nil).dated(secondsAfterArrival: 301))], "at 0 by 0"),
    RuleCase(.g3, .nearly, [at(0, .signedIn.dated(secondsAfterArrival: 300)), at(1, .signedIn)]),
    RuleCase(
      .g3, .ends, [at(0, .signedIn.dated(secondsAfterArrival: 900)), at(1, .signedIn)], "at 0 by 0"),
    RuleCase(.g3, .late, [at(4, .signedIn), at(2, .signedIn.dated(secondsAfterArrival: 900))], "at 2 by 1"),

    RuleCase(.g4, .opens, [at(0, refused), at(1, refused)], "-@-/- at 0 by 0", "-@-/- at 1 by 1"),
    RuleCase(.g4, .nearly, [at(0, verified(true)), at(1, .launched)]),
    RuleCase(.g4, .ends, [at(0, refused), at(1, verified(true))], "-@-/- at 0 by 0"),
    RuleCase(.g4, .late, [at(4, .launched), at(2, refused)], "-@-/- at 2 by 1"),

    RuleCase(.g5, .opens, [at(0, imported(0, 10)), at(1, imported(11, 20))], "-@-/- at 1 by 1"),
    RuleCase(.g5, .opens, [at(0, imported(10, 20)), at(1, imported(0, 9))], "-@-/- at 1 by 1"),
    RuleCase(.g5, .nearly, [at(0, imported(0, 10)), at(1, imported(10, 20)), at(2, imported(15, 30))]),
    RuleCase(.g5, .nearly, [at(0, imported(10, 20)), at(1, imported(0, 10)), at(2, imported(0, 30))]),
    RuleCase(.g5, .nearly, [at(0, imported(0, 10)), at(1, imported(11, 20, source: "signIns"))]),
    // Composed and decomposed letters are different sources.
    RuleCase(
      .g5, .nearly, [at(0, imported(0, 10, source: "\u{E9}")), at(1, imported(11, 20, source: "e\u{301}"))]),
    RuleCase(
      .g5, .nearly,
      [at(0, imported(0, 10)), at(1, imported(nil, 20)), at(2, imported(30, 30)), at(3, imported(40, 30))]),
    // Who imports the time between has no gap left, whatever is imported next.
    RuleCase(
      .g5, .ends,
      [at(0, imported(0, 10)), at(1, imported(20, 30)), at(2, imported(10, 20)), at(3, imported(30, 40))],
      "-@-/- at 1 by 1"),
    RuleCase(
      .g5, .ends,
      [
        at(0, imported(0, 10)), at(1, imported(20, 30)), at(2, imported(40, 50)), at(3, imported(5, 45)),
        at(4, imported(51, 52)),
      ],
      "-@-/- at 1 by 1", "-@-/- at 2 by 2", "-@-/- at 4 by 4"),
    RuleCase(.g5, .late, [at(0, imported(0, 10)), at(4, imported(11, 20)), at(2, imported(10, 11))]),
    RuleCase(
      .g5, .late, [at(4, imported(0, 10)), at(2, imported(20, 30))], "-@-/- at 4 by 0"),
  ]

  static let log: [RuleCase] = gaps + others
}
