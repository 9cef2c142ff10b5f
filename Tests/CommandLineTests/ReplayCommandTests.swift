import Foundation
import TestSupport
import Testing

@Suite struct ReplayCommandTests {
  private static let story = [
    Wire.event("r0", "account.signedIn", "09:00:00Z", data: #"{"identity":"Ada@contoso.example"}"#),
    Wire.event("r1", "account.registered", "09:01:00Z", data: #"{"method":"registerAndEnroll"}"#),
    Wire.event("r2", "enrollment.completed", "09:03:00Z", data: #"{"statusCode":100}"#),
    Wire.event("r3", "app.lifecycle", "09:04:00Z", subject: nil, data: #"{"phase":"launched"}"#),
    Wire.event(
      "r4", "account.signedIn", "09:02:00Z", device: "D-2", data: #"{"identity":"ada@CONTOSO.example"}"#),
    Wire.event("r5", "wipe.requested", "09:05:00Z", app: nil, device: nil, data: #"{"origin":"admin"}"#),
  ]

  @Test("the state after each event is that which state answers as of that instant")
  func states() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(["replay", Scenario.ada, "--format", "jsonl"])
      let lines = outcome.lines
      let order: [(position: Int, instant: String)] = [
        (0, "09:00:00"), (1, "09:01:00"), (4, "09:02:00"), (2, "09:03:00"), (3, "09:04:00"), (5, "09:05:00"),
      ]
      try #require(lines.count == order.count)
      for (line, step) in zip(lines, order) {
        let instant = "2026-03-01T\(step.instant).000000Z"
        let state = try scenario.ask("state", Scenario.ada, "--as-of", instant, "--format", "json")
        #expect(
          line + "\n"
            == #"{"position":\#(step.position),"effectiveAt":"\#(instant)","state":\#(state.dropLast())}"#
            + "\n")
      }
      #expect(try scenario.ask("replay", Scenario.ada, "--format", "json").withoutAbout == outcome.asDocument)
    }
  }

  @Test("--step without a terminal is exit code 2")
  func step() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(["replay", Scenario.ada, "--step"])
      #expect(outcome.status == 2)
      #expect(outcome.stderr.contains("--step"))
    }
  }

  /// Runs the story step by step at a terminal.
  private static func atTerminal(_ body: (PseudoTerminal) throws -> Void) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let environment = ["DATABASE_URL": scenario.database.conninfo, "TERM": "dumb"]
      try body(PseudoTerminal(["replay", Scenario.ada, "--step"], environment: environment))
    }
  }

  private static let prompt = "q: leave "

  @Test("--step shows one event after the other as the return key is pressed, and ends after the last")
  func steps() throws {
    try Self.atTerminal { terminal in
      for (step, position) in [0, 1, 4, 2, 3].enumerated() {
        #expect(terminal.wait(for: Self.prompt, times: step + 1))
        #expect(terminal.text.contains("#\(position)  "))
        #expect(terminal.text.components(separatedBy: "#").count - 1 == step + 1)
        terminal.type("\n")
      }
      #expect(terminal.end() == 0)
      #expect(terminal.text.contains("#5  mam.wipe.requested"))
      #expect(terminal.text.components(separatedBy: Self.prompt).count - 1 == 5)
    }
  }

  @Test("q and the end of the input leave a replay in steps", arguments: ["q\n", "\u{04}"])
  func leaving(keys: String) throws {
    try Self.atTerminal { terminal in
      #expect(terminal.wait(for: Self.prompt))
      terminal.type(keys)
      #expect(terminal.end() == 0)
      #expect(terminal.text.components(separatedBy: "#").count - 1 == 1)
    }
  }

  @Test("Ctrl-C ends a replay in steps at once, with exit code 130")
  func interrupt() throws {
    try Self.atTerminal { terminal in
      #expect(terminal.wait(for: Self.prompt))
      terminal.process.interrupt()
      #expect(terminal.end() == 130)
    }
  }

  @Test("--step is for the table alone")
  func stepFormat() throws {
    let terminal = try PseudoTerminal(["replay", "x", "--step", "--format", "json"], environment: [:])
    #expect(terminal.end() == 2)
    #expect(terminal.text.contains("--format json"))
  }
}
