import Testing

@Suite struct UsageTests {
  @Test(
    "what is wrong with the arguments is exit code 2, with a pointer to the help",
    arguments: [
      ["frobnicate"], ["status", "--frobnicate"], ["state"], ["logs", "--format", "xml"],
      ["logs", "--tz", "Mars/Olympus", "--database", "x"], ["wipes", "--older-than", "soon"],
      ["migrate", "sideways"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.stderr.hasPrefix("error: "))
    #expect(outcome.stderr.contains("--help'"))
  }

  @Test("a mistyped command is answered with the one that was meant")
  func suggestion() throws {
    #expect(try Tool.run(["acounts"]).stderr.contains("'accounts'"))
  }

  @Test("help names each command in the order of the manual, after the examples")
  func help() throws {
    let outcome = try Tool.run(["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.stderr.isEmpty)
    let lines = outcome.lines
    let examples = try #require(lines.firstIndex(of: "EXAMPLES:"))
    let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE: mamaudit") })
    let commands = try #require(lines.firstIndex(of: "COMMANDS:"))
    #expect(examples < usage && usage < commands)
    let listed = lines[(commands + 1)...].filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let manual = [
      "up", "down", "status", "doctor", "logs", "migrate", "ingest", "history", "replay", "state", "diff",
      "why",
      "accounts", "installations", "devices", "wipes", "findings", "check", "rules", "imports", "identities",
      "unattributed", "lint-settings", "query", "projections", "seal", "verify", "verify-receipts", "prove",
      "checkpoint", "key", "export", "follow", "erase", "schema", "completion", "manual",
    ]
    #expect(listed == manual.filter(listed.contains))
    #expect(listed.count > 10)
  }

  @Test("escape sequences in an argument do not reach standard error raw")
  func escapes() throws {
    let evil = "\u{1B}]0;owned\u{07}\u{1B}[2J"
    for arguments in [
      [evil], ["state", evil, "--tenant", evil, "--database", "host=/nonexistent"], ["logs", "--\(evil)"],
      ["logs", "--format", evil], ["logs", "--tz", evil], ["logs", "--database", "host='\(evil)'"],
      ["wipes", "--older-than", evil],
    ] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status != 0)
      #expect(!outcome.stderr.isEmpty)
      let control = (outcome.stderr + outcome.stdout).unicodeScalars
        .filter { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) }
      #expect(control.isEmpty, "\(arguments)")
    }
  }
}
