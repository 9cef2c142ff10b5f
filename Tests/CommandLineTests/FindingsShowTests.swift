import Foundation
import Testing

@Suite struct FindingsShowTests {
  /// A wipe that nobody confirmed in time, one that was confirmed late, and one that was confirmed before its deadline,
  /// which the log came to know only later.
  private static let story = [
    Wire.event("f1", "account.signedIn", "09:00:00Z", data: #"{"identity":"ada@contoso.example"}"#),
    Wire.event("f2", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#),
    Wire.event("f3", "wipe.requested", "10:00:00Z", device: "D-2", data: #"{"origin":"admin"}"#),
    Wire.event("f4", "wipe.requested", "10:00:00Z", device: "D-3", data: #"{"origin":"admin"}"#),
    Wire.event("f5", "wipe.completed", "12:00:00Z", device: "D-2").replacing(
      "2026-03-01T12", with: "2026-03-02T12"),
  ]
  private static let late = Wire.event("f6", "wipe.completed", "10:30:00Z", device: "D-3")
  private static let end = "2026-03-03T10:00:00Z"

  private static func id(_ scenario: Scenario, _ device: String) throws -> String {
    let found = try scenario.tool(["findings", "--rule", "W1", "--status", "all", "--device", device])
      .objects()
    return try #require(found.first?["id"] as? String)
  }

  @Test("a finding is found by its id whatever its state, with the events behind it, and by why alike")
  func states() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let ids = try ["D-1", "D-2", "D-3"].map { try Self.id(scenario, $0) }
      try scenario.ingest([Self.late])
      var known: [String] = []
      for (id, status, chain) in [
        (ids[0].uppercased(), "open", ["opened"]), (ids[1], "resolved", ["opened", "since"]),
        (ids[2], "superseded", ["opened", "since"]),
      ] {
        let words = ["--as-of", Self.end, "--format", "jsonl"]
        let shown = try scenario.tool(["findings", "show", id] + words)
        #expect(shown.status == 0)
        let finding = try #require(try shown.objects().first)
        #expect(finding["kind"] as? String == "finding" && finding["id"] as? String == id.lowercased())
        #expect(finding["status"] as? String == status)
        let parts = try #require(finding["chain"] as? [[String: Any]]).compactMap { $0["part"] as? String }
        #expect(parts == chain, "\(status)")
        #expect(try scenario.tool(["why", "--finding", id] + words).stdout == shown.stdout)
        known.append(shown.stdout)
      }
      // The account's own explanation has the same of the one that is open.
      let why = try scenario.tool(["why", Scenario.ada, "--at", Self.end, "--format", "jsonl"])
      #expect(why.stdout.contains(known[0]))
      // As known before the late confirmation it was open; then as of an instant before the deadline it was not yet.
      let then = try scenario.tool(["findings", "show", ids[2], "--as-of", Self.end, "--known-at", "5"])
        .objects()
      #expect(then.first?["status"] as? String == "open")
      let early = try scenario.tool(["findings", "show", ids[0], "--as-of", "2026-03-02T09:00:00Z"]).objects()
      #expect(early.first?["status"] is NSNull)
    }
  }

  @Test("at a terminal it tells how the finding stands")
  func text() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["--as-of", Self.end, "--format", "table"]
      let open = try scenario.tool(["findings", "show", Self.id(scenario, "D-1")] + words).stdout
      #expect(open.hasPrefix("W1  Wipe not confirmed  violation\n\n  What           A wipe of"))
      #expect(open.contains("  Overdue since  2026-03-02T10:00:00Z, 1 d ago\n"))
      #expect(open.contains("(started the clock)"))
      let id = try Self.id(scenario, "D-2")
      let resolved = try scenario.tool(["findings", "show", id] + words).stdout
      #expect(resolved.contains("  Opened         2026-03-02T10:00:00Z, 1 d ago\n"))
      #expect(resolved.contains("  Resolved       2026-03-02T12:00:00Z, after 2 h, by event 4 of the log\n"))
      #expect(resolved.contains("mam.wipe.completed  (ended it)") && !resolved.contains("  Ends "))
      try scenario.ingest([Self.late])
      let late = try scenario.tool(["findings", "show", Self.id(scenario, "D-3")] + words).stdout
      #expect(late.contains("A late event showed that it had never been") && late.contains("  Superseded "))
      let early = try scenario.tool([
        "findings", "show", id, "--as-of", "2026-03-02T09:00:00Z", "--format", "table",
      ])
      #expect(early.stdout.contains("  Opens          2026-03-02T10:00:00Z, in 1 h\n"))
    }
  }

  @Test("an id that the log has no finding of is exit code 1, a text that is no id is 2, and both lead on")
  func refused() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      for words in [["findings", "show"], ["why", "--finding"]] {
        let unknown = try scenario.tool(words + ["0123456789abcdef"])
        #expect(unknown.status == 1 && unknown.stdout.isEmpty)
        #expect(
          unknown.stderr
            == "error: the log has no finding 0123456789abcdef: 'mamaudit findings --status all' lists all there are\n"
        )
        let bad = try scenario.tool(words + ["W1"])
        #expect(bad.status == 2 && bad.stderr.contains("sixteen hexadecimal digits"))
      }
      let behind = Wire.event("f7", "account.signedIn", "13:00:00Z")
      try scenario.ingest([behind], "--no-projections")
      let unknown = try scenario.tool(["findings", "show", "0123456789abcdef"])
      #expect(
        unknown.stderr.contains("the projections stand at 5 of 6 events, and 'mamaudit projections run'"))
      #expect(try scenario.tool(["why"]).status == 2)
      #expect(try scenario.tool(["why", Scenario.ada, "--finding", "0123456789abcdef"]).status == 2)
    }
  }

  @Test(
    "a rule is named whole, or by what the ids of several begin with",
    arguments: [
      ("W1", ["W1"]), ("w1", ["W1"]), ("W", ["W1", "W5"]), ("K-", []), ("l1", []), ("E", []),
    ])
  func rulePrefix(_ text: String, rules: [String]) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story + [Wire.event("f8", "wipe.completed", "09:00:00Z", device: "D-9")])
      let found = try scenario.tool(["findings", "--rule", text, "--as-of", Self.end, "--format", "jsonl"])
        .objects()
      #expect(Set(found.compactMap { $0["rule"] as? String }) == Set(rules))
      let checked = try scenario.tool([
        "check", text, "--as-of", Self.end, "--fail-on", "none", "--format", "jsonl",
      ])
      #expect(try checked.objects().compactMap { $0["rule"] as? String } == rules)
      #expect(try scenario.tool(["rules", "show", "L1", "--format", "jsonl"]).lines.count == 2)
      #expect(try scenario.tool(["findings", "--rule", "W0"]).status == 2)
    }
  }
}
