import Compliance
import MAMEvents

extension Scenario {
  /// The active identity and the app's lifecycle; both accounts have logged in.
  static let lifecycle: [Scenario] = [
    Scenario(
      "view of one account, managed",
      good: both + showAlice + [.shown(alice), .shown(alice), .dataAccessed]
    )
    .fails(both + showAlice + [.shown(alice)], .unprotected(alice), [.shown(alice)], "A1"),

    Scenario(
      "view of one account, unmanaged",
      good: both + showBob + [.unprotected(bob), .unprotected(bob), .dataAccessed.by(bob)]
    )
    .fails(both + showBob + [.unprotected(bob)], .shown(bob), [.unprotected(bob)], "A2 of Bob"),

    Scenario(
      "view of several accounts",
      good: both + switchTo(alice) + [.shown(alice, bob), .shown(bob, alice)],
      both + switchTo(bob) + [.shown(alice, bob)]
    )
    .fails(both + switchTo(alice) + [.shown(alice, bob)], .unprotected(alice, bob), [], "A3")
    .fails(both + switchTo(bob), .unprotected(bob, alice), [.unprotected(bob)], "A3"),

    Scenario(
      "managed pause",
      good: both + showAlice + paused + [.shown(alice)], both + showAlice + paused + showBob
    )
    .fails(both + showAlice + paused, .unprotected(alice), [.shown(alice)], "A4"),

    Scenario(
      "unmanaged pause",
      good: both + showBob + paused + [.unprotected(bob)], both + showBob + paused + showAlice
    )
    .fails(both + showBob + paused, .shown(bob), [.unprotected(bob)], "A5 of Bob"),

    Scenario(
      "managed kill",
      good: both + showAlice + killed + showAlice, both + showAlice + killed + showBob,
      both + showAlice + [.lifecycle(.suspended)] + killed + showAlice
    )
    .fails(both + showAlice + killed + switchTo(alice), .unprotected(alice), [.shown(alice)], "A6")
    .fails(both + showAlice + killed + switchTo(bob), .shown(bob), [.unprotected(bob)], "A6 of Bob")
    // The app has not told the SDK whom it shows.
    .fails(both + showAlice + killed, .unprotected(alice), showAlice, "A10", "A6"),

    Scenario(
      "unmanaged kill",
      good: both + showBob + killed + showBob, both + showBob + killed + showAlice,
      both + showBob + [.lifecycle(.suspended)] + killed + showBob
    )
    .fails(both + showBob + killed + switchTo(bob), .shown(bob), [.unprotected(bob)], "A7 of Bob")
    .fails(both + showBob + killed + switchTo(alice), .unprotected(alice), [.shown(alice)], "A8"),

    Scenario(
      "switches now and then",
      good: both + showAlice + paused + showBob + killed + showAlice + paused + [.shown(alice)] + showBob
        + killed
        + showBob + showAlice + [.lifecycle(.suspended)] + killed + showBob + paused + [.unprotected(bob)]
        + showAlice
    )
    // The identity stays behind what is shown.
    .fails(both + showAlice + paused, .unprotected(bob), showBob, "A9 of Bob")
    .fails(both + showBob + paused, .shown(alice), showAlice, "A9")
    .fails(both + showBob + killed + showBob, .unprotected(alice), showAlice, "A10", "A9"),
  ]
}
