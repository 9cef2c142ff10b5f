import Foundation
import Glibc
import PlainText
import Postgres
import TestSupport
import Testing

/// What the program does because it is, or is not, at a terminal.
@Suite struct TerminalTests {
  /// A report of as many rows as one asks for.
  private static let numbers = """
    -- @name numbers
    -- @summary Numbers in order.
    -- @kind report
    -- @param count bigint default "10" -- how many
    -- @param pause double precision default "0" -- seconds before each
    -- @column n bigint -- the number
    -- @column text text -- the number in words

    \\if :{?count} \\else \\set count '10' \\endif
    \\if :{?pause} \\else \\set pause '0' \\endif

    SELECT
        g.n,
        'number ' || g.n
            || CASE WHEN :'pause'::double precision > 0 THEN public.pause(:'pause'::double precision)::text ELSE '' END AS text
    FROM (
        SELECT generate_series(1, :'count'::bigint) AS n
    ) AS g;

    """

  private static func run(_ body: (Scenario, _ numbers: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mamaudit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "numbers.sql")
    try Data(numbers.utf8).write(to: file)
    try Scenario.run { scenario in
      // A report may not call pg_sleep; this function says of itself that it does no harm.
      try scenario.database.connect().script(
        """
        CREATE FUNCTION public.pause(seconds double precision) RETURNS text LANGUAGE plpgsql STABLE
            AS $$ BEGIN PERFORM pg_sleep(seconds); RETURN ''; END $$
        """)
      try body(scenario, file.path)
    }
  }

  private static func environment(_ scenario: Scenario, _ more: [String: String] = [:]) -> [String: String] {
    ["DATABASE_URL": scenario.database.conninfo, "TERM": "xterm", "PAGER": "cat"].merging(more) { $1 }
  }

  @Test("every list and report fits a terminal of 80, 100 and 120 columns, and says so where rows are blocks")
  func widths() throws {
    try Scenario.run { scenario in
      try scenario.ingestFleet()
      for columns in [80, 100, 120] {
        for words in [
          ["accounts"], ["installations"], ["devices"], ["wipes"], ["findings", "--status", "all"],
          ["unattributed"],
          ["check", "--fail-on", "none"], ["query", "run", "wipe-ledger"], ["query", "list"],
          ["history", "hana.haas@mailbox.example"], ["state", "hana.haas@mailbox.example"],
          ["why", "hana.haas@mailbox.example"],
        ] {
          let terminal = try PseudoTerminal(
            words, environment: Self.environment(scenario, ["NO_COLOR": "1"]), columns: UInt16(columns))
          #expect(terminal.end() == 0, "\(words)")
          let lines = terminal.text.replacing("\r\n", with: "\n").split(separator: "\n")
          #expect(lines.count > 3)
          let isBlocks = lines.contains { $0.hasPrefix("── 1 ─") }
          #expect(
            lines.contains { $0.hasPrefix("note: the table needs ") } == isBlocks, "\(words) at \(columns)")
          for line in lines where !line.contains("note: ") && !line.hasPrefix("open: ") {
            #expect(line.displayWidth <= columns, "\(words) at \(columns): \(line)")
          }
        }
      }
    }
  }

  @Test("--width and COLUMNS set the width anywhere, 0 is none, and a pipe has none of its own")
  func width() throws {
    try Self.run { scenario, numbers in
      let words = ["query", "run", numbers, "--format", "table"]
      func widest(_ more: [String], _ variables: [String: String] = [:]) throws -> Int {
        let outcome = try Tool.run(words + more, environment: Self.environment(scenario, variables))
        return outcome.lines.map(\.displayWidth).max() ?? 0
      }
      let long = ["--arg", "count=1000000000000", "--limit", "1"]
      #expect(try widest(long) == 1 + 2 + 8)
      let list = ["query", "list", "--format", "table"]
      #expect(try Tool.run(list).lines.map(\.displayWidth).max() ?? 0 > 200)
      for (options, variables) in [(["--width", "90"], [:]), ([], ["COLUMNS": "90"])] {
        let outcome = try Tool.run(list + options, environment: variables)
        #expect(outcome.lines.map(\.displayWidth).max() == 90)
      }
      #expect(
        try Tool.run(list + ["--width", "0"], environment: ["COLUMNS": "90"]).stdout
          == (try Tool.run(list).stdout))
      #expect(try Tool.run(list + ["--width", "19"]).status == 2)
      let terminal = try PseudoTerminal(
        list + ["--width", "120"], environment: Self.environment(scenario, ["NO_COLOR": "1"]), columns: 80)
      #expect(terminal.end() == 0)
      #expect(
        terminal.text.replacing("\r\n", with: "\n").split(separator: "\n").map(\.displayWidth).max() == 120)
    }
  }

  @Test("colours come at a terminal, or when asked for, and never against NO_COLOR and --color never")
  func colours() throws {
    try Self.run { scenario, numbers in
      let words = ["query", "run", numbers, "--format", "table", "--color"]
      func isColoured(_ colour: String, _ variables: [String: String]) throws -> Bool {
        try Tool.run(words + [colour], environment: Self.environment(scenario, variables)).stdout.contains(
          "\u{1B}[1m")
      }
      for (colour, variables, expected) in [
        ("auto", [:], false), ("always", [:], true), ("never", [:], false),
        ("auto", ["CLICOLOR_FORCE": "1"], true),
        ("auto", ["CLICOLOR_FORCE": "0"], false), ("auto", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
        ("always", ["NO_COLOR": "1"], true), ("never", ["CLICOLOR_FORCE": "1"], false),
      ] as [(String, [String: String], Bool)] {
        #expect(try isColoured(colour, variables) == expected, "\(colour) \(variables)")
      }
      for (variables, expected) in [
        ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
        (["CLICOLOR": "0"], false), (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
      ] as [([String: String], Bool)] {
        let terminal = try PseudoTerminal(
          Array(words.dropLast()), environment: Self.environment(scenario, variables))
        #expect(terminal.end() == 0)
        #expect(terminal.text.contains("\u{1B}[1m") == expected, "\(variables)")
      }
    }
  }

  @Test(
    "a reader who leaves the pager ends the program at once, and what is to be said comes below the pager")
  func pager() throws {
    try Self.run { scenario, numbers in
      let environment = Self.environment(
        scenario, ["MAMAUDIT_PAGER": "head -n 3; echo left", "NO_COLOR": "1"])
      let endless = try PseudoTerminal(
        ["query", "run", numbers, "--arg", "count=100000000000"], environment: environment, columns: 80)
      #expect(endless.end() == 0)
      #expect(endless.text.contains("left"))
      let cut = try PseudoTerminal(
        ["query", "run", numbers, "--limit", "2"],
        environment: Self.environment(scenario, ["PAGER": "cat; echo left"]), columns: 80)
      #expect(cut.end() == 0)
      let said = try #require(cut.text.range(of: "there are more than these 2 rows"))
      let left = try #require(cut.text.range(of: "left"))
      #expect(left.upperBound <= said.lowerBound)
      // No pager where nobody asks for a table, or asks for none.
      for words in [["--format", "csv"], ["--no-pager"]] {
        let plain = try PseudoTerminal(
          ["query", "run", numbers] + words, environment: environment, columns: 80)
        #expect(plain.end() == 0 && !plain.text.contains("left") && plain.text.contains("number 10"))
      }
    }
  }

  @Test("progress is shown on a terminal while rows go elsewhere, and nowhere else")
  func progress() throws {
    try Self.run { scenario, numbers in
      let words = [
        "query", "run", numbers, "--arg", "count=2000", "--arg", "pause=0.0005", "--format", "csv",
      ]
      let terminal = try PseudoTerminal(
        words, environment: Self.environment(scenario), columns: 80, script: "\"$0\" \"$@\" > /dev/null")
      #expect(terminal.end() == 0)
      #expect(terminal.text.contains(" rows/s") && terminal.text.hasSuffix("\r\u{1B}[K"))
      for script in ["exec 2>/dev/null; \"$0\" \"$@\" > /dev/null", "\"$0\" \"$@\" --quiet > /dev/null"] {
        let quiet = try PseudoTerminal(
          words, environment: Self.environment(scenario), columns: 80, script: script)
        #expect(quiet.end() == 0 && quiet.text.isEmpty)
      }
      #expect(
        try Tool.run(words, environment: Self.environment(scenario)).stderr
          == "note: count=2000, pause=0.0005\n"
      )
    }
  }

  @Test("a reader who wants no more ends the program without a word, also where SIGPIPE is ignored")
  func brokenPipe() throws {
    try Self.run { scenario, numbers in
      for ignored in ["", "trap '' PIPE; "] {
        let script =
          ignored
          + "{ \"$0\" query run \"$1\" --quiet --arg count=10000000; echo \"ended $?\" >&2; } | head -n 1"
        let outcome = try Tool.shell(script, [Tool.path, numbers], environment: Self.environment(scenario))
        #expect(outcome.lines == [#"{"n":1,"text":"number 1"}"#])
        #expect(outcome.stderr == "ended 141\n")
      }
    }
  }

  @Test("Ctrl-C ends a report with 130", arguments: ["csv", "jsonl", "table", "html"])
  func interrupt(_ format: String) throws {
    try Self.run { scenario, numbers in
      let process = try Tool.process(
        ["query", "run", numbers, "--arg", "count=1000", "--arg", "pause=0.05", "--format", format],
        environment: Self.environment(scenario))
      let errors = Pipe()
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      // The note about its arguments is the last thing that it says before the rows.
      _ = try errors.fileHandleForReading.read(upToCount: 1)
      usleep(300_000)
      kill(process.processIdentifier, SIGINT)
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
      #expect(String(decoding: said, as: UTF8.self).hasSuffix("interrupted\n"))
    }
  }
}

/// An answer that cannot be written is never exit code 0.
@Suite struct OutputFailureTests {
  private static let commands = [
    "accounts", "installations", "devices", "wipes", "findings --status all", "unattributed",
    "history \(Scenario.ada)", "replay \(Scenario.ada)", "state \(Scenario.ada)",
    "diff --all --from 2026-01-01T00:00:00Z", "why \(Scenario.ada)", "check --fail-on none", "status", "logs",
    "projections status", "projections verify", "rules show", "query list", "query show wipe-ledger",
    "query run wipe-ledger", "query docs", "rules docs", "doctor", "schema", "migrate status",
    "export events",
    "completion bash", "ingest /dev/null",
  ]

  @Test("a full disk is exit code 4, whatever the command and the format", arguments: Formats.all)
  func full(_ format: String) throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event("o1", "account.signedIn", "09:00:00Z", data: #"{"identity":"ada@contoso.example"}"#),
        Wire.event("o2", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#),
        Wire.event("o3", "token.denied", "11:00:00Z", subject: nil, data: #"{"error":"invalid_grant"}"#),
      ])
      let loop = Self.commands.map { command in
        let takesFormat = !["docs", "completion", "export"].contains { command.contains($0) }
        return
          "\"$0\" \(command)\(takesFormat ? " --format \(format)" : "") > /dev/full; echo \"$? \(command)\""
      }
      let outcome = try Tool.shell(
        "exec 2>/dev/null; " + loop.joined(separator: "; "), [Tool.path],
        environment: ["DATABASE_URL": scenario.database.conninfo])
      #expect(outcome.lines == Self.commands.map { "4 \($0)" })
    }
  }
}
