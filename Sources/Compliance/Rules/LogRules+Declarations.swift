extension LogRules {
  /// The G rules, which come from no document.
  static let declarations: [Rule] = [
    Rule(
      .g1, "Gap in the numbers of a source", .warning, key: .log,
      from: .log, "Completeness",
      because: "A source numbers its events, and number {first} is missing.",
      "A source numbers its events, and the numbers {first} to {last} are missing.",
      remedy: "Have the source send the missing events again, and look for what kept them back."),
    Rule(
      .g2, "Verification failed", key: .log,
      from: .log, "Verification",
      because: "The log was verified, and it is not whole.",
      remedy:
        "Compare the log with its last trusted checkpoint and with a backup before anything else is written."
    ),
    Rule(
      .g3, "Dated after its arrival", .warning, key: .log, parameters: [.minutes(.skew, 5)],
      from: .log, "Time",
      because:
        "An event of {app} on {device} was dated {seconds} seconds after its arrival, more than the {skew} that clocks may differ.",
      "An event was dated {seconds} seconds after its arrival, more than the {skew} that clocks may differ.",
      remedy: "Set the clock of the producer; the event counts from its arrival."),
    Rule(
      .g4, "Same id, other content", key: .log,
      from: .log, "Identity of events",
      because: "An event was refused that has the id of another and says something else.",
      remedy:
        "Compare what was refused with the event in the log, and find out why the source uses an id twice."),
    Rule(
      .g5, "Import that leaves a gap", .warning, key: .log,
      from: .log, "Completeness",
      because: "The window of an import does not touch what was imported from that source before.",
      remedy: "Import the time between."),
  ]
}
