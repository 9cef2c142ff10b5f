import Foundation
import TestSupport
import Testing

/// Lists and reports in pages: `--limit`, `--cursor` and `--require-complete`.
@Suite struct PagingTests {
  private static let lists = ["accounts", "installations", "devices", "wipes", "findings", "unattributed"]
  private static let end = "2026-04-01T00:00:00Z"

  /// The lines of all pages of a size, one after the other, each page asked for with what the one before gave as next.
  private static func pages(_ scenario: Scenario, _ words: [String], size: Int) throws -> [String] {
    var lines: [String] = []
    var cursor: [String] = []
    while true {
      let page = try scenario.tool(words + ["--limit", "\(size)", "--format", "jsonl"] + cursor)
      try #require(page.status == 0, "\(page.stderr)")
      lines += page.lines
      guard let next = page.next else {
        #expect(page.lines.count <= size && !page.stderr.contains("there are more"))
        return lines
      }
      try #require(page.lines.count == size && !lines.isEmpty)
      cursor = ["--cursor", next]
    }
  }

  @Test("the pages of any size together are the whole list", arguments: lists)
  func allPages(_ list: String) throws {
    try Scenario.run { scenario in
      try scenario.ingestFleet()
      for time in [["--as-of", Self.end], ["--as-of", "2026-03-15T00:00:00Z", "--known-at", "1500"]] {
        let whole = try scenario.tool([list, "--format", "jsonl"] + time).lines
        #expect(!whole.isEmpty)
        for size in [(whole.count + 2) / 3, whole.count - 1, whole.count] where size > 0 {
          #expect(try Self.pages(scenario, [list] + time, size: size) == whole, "\(list) by \(size)")
        }
      }
      // Stored rows; what changes with the clock is that of the first page's instant in all pages.
      let age = /"ageSeconds":\d+/
      let whole = try scenario.tool([list, "--format", "jsonl"]).lines.map { $0.masked(age, "age") }
      #expect(try Self.pages(scenario, [list], size: 9).map { $0.masked(age, "age") } == whole, "\(list)")
    }
  }

  /// Three accounts, each with a wipe that nobody confirms.
  private static let story = (1...3).flatMap { number in
    let account = "a000000\(number)-0000-4000-8000-000000000000"
    return [
      Wire.event(
        "s\(number)", "account.signedIn", "09:00:0\(number)Z", subject: account, device: "D-\(number)"),
      Wire.event(
        "w\(number)", "wipe.requested", "10:00:0\(number)Z", subject: account, device: "D-\(number)",
        data: #"{"origin":"admin"}"#),
    ]
  }

  @Test("pages of one row, and a filter that leaves rows out between")
  func single() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let whole = try scenario.ask("wipes", "--as-of", Self.end, "--format", "jsonl")
      #expect(whole.split(separator: "\n").count == 3)
      let pages = try Self.pages(scenario, ["wipes", "--as-of", Self.end], size: 1)
      #expect(pages.map { $0 + "\n" }.joined() == whole)
      let open = ["wipes", "--as-of", "2026-03-02T10:00:02Z", "--older-than", "24h"]
      #expect(try Self.pages(scenario, open, size: 1) == scenario.tool(open + ["--format", "jsonl"]).lines)
      #expect(try scenario.tool(open).lines.count == 2)
    }
  }

  @Test(
    "the pages of an answer stay those of one log, however it grows between them", arguments: lists.dropLast()
  )
  func growth(_ list: String) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let age = /"ageSeconds":\d+/
      let whole = try scenario.tool([list, "--format", "jsonl"]).lines.map { $0.masked(age, "age") }
      try #require(whole.count == 3)
      let first = try scenario.tool([list, "--format", "jsonl", "--limit", "1"])
      // One more account before the others, and what closes the second wipe.
      try scenario.ingest([
        Wire.event(
          "s0", "wipe.requested", "08:00:00Z", subject: "00000000-0000-4000-8000-000000000000", device: "A-0",
          data: #"{"origin":"admin"}"#),
        Wire.event(
          "c2", "wipe.completed", "10:30:00Z", subject: "a0000002-0000-4000-8000-000000000000", device: "D-2"),
      ])
      let rest = try scenario.tool([list, "--format", "jsonl", "--cursor", #require(first.next)])
      #expect((first.lines + rest.lines).map { $0.masked(age, "age") } == whole)
      #expect(rest.stderr.contains("the log has grown since the first page"))
    }
  }

  @Test("a document says whether it is complete and how to go on, and standard error is silent about it")
  func document() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let part = try scenario.tool(["accounts", "--format", "json", "--limit", "2"])
      let document = try #require(try part.json() as? [String: Any])
      #expect(document["complete"] as? Bool == false)
      #expect((document["rows"] as? [Any])?.count == 2)
      #expect(part.stderr.isEmpty)
      let next = try #require(document["next"] as? String)
      let rest = try scenario.tool(["accounts", "--format", "json", "--limit", "2", "--cursor", next])
      let last = try #require(try rest.json() as? [String: Any])
      #expect(last["complete"] as? Bool == true && last["next"] is NSNull)
      // A page that ends with the last row is complete.
      let exact = try scenario.tool(["accounts", "--format", "json", "--limit", "3", "--require-complete"])
      let all = try #require(try exact.json() as? [String: Any])
      #expect(exact.status == 0 && all["complete"] as? Bool == true)
    }
  }

  @Test(
    "--require-complete is exit code 6 where rows were left out, in every format, and -q does not hide that they were",
    arguments: ["table", "json", "jsonl", "csv", "markdown", "html"])
  func requireComplete(_ format: String) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["accounts", "--format", format, "--require-complete", "--quiet"]
      let cut = try scenario.tool(words + ["--limit", "1"])
      #expect(cut.status == 6)
      #expect(!cut.stdout.isEmpty)
      #expect(cut.stderr.contains("--cursor ") == (format != "json"))
      #expect(try scenario.tool(words).status == 0)
      let full =
        "exec \"$0\" accounts --limit 1 --require-complete --format \(format) --database \"$1\" > /dev/full"
      #expect(try Tool.shell(full, [Tool.path, scenario.database.conninfo]).status == 4)
    }
  }

  @Test("a cursor of another question, or one that was not copied whole, is exit code 2 and says so")
  func otherQuestion() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let cursor = try #require(try scenario.tool(["accounts", "--limit", "1"]).next)
      for words in [
        ["accounts", "--status", "unknown"], ["accounts", "--as-of", Self.end],
        ["accounts", "--known-at", "3"],
        ["devices"], ["findings"],
      ] {
        let refused = try scenario.tool(words + ["--cursor", cursor])
        #expect(refused.status == 2 && refused.stdout.isEmpty, "\(words)")
        #expect(refused.stderr.contains("belongs to another question"), "\(words)")
      }
      for damaged in [
        String(cursor.dropLast()), String(cursor.dropFirst()), cursor + "A", "", "no cursor",
        cursor.uppercased(),
      ] {
        let refused = try scenario.tool(["accounts", "--cursor", damaged])
        #expect(refused.status == 2 && refused.stdout.isEmpty, "\(damaged)")
        #expect(refused.stderr.contains("the cursor is damaged"), "\(damaged)")
      }
      // How the answer is written, and how much of it, is not part of the question.
      let rest = try scenario.tool([
        "accounts", "--cursor", cursor, "--format", "csv", "--tz", "Europe/Amsterdam", "--limit", "9",
      ])
      #expect(rest.status == 0 && rest.stdout.unixLines.split(separator: "\n").count == 3)
      #expect(try scenario.tool(["accounts", "--limit", "0"]).status == 2)
    }
  }

  @Test("the line that goes on is a command that a shell takes, and shows no connection string")
  func goOn() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["wipes", "--older-than", "1s", "--format", "jsonl", "--limit=1", "--database"]
      let first = try Tool.run(words + [scenario.database.conninfo])
      let line = try #require(first.stderr.split(separator: "\n").last.map(String.init))
      #expect(
        line.masked(/--cursor .*/, "--cursor C")
          == "there are more than this row; go on with: mamaudit wipes --older-than 1s --format jsonl --limit=1 --database … --cursor C"
      )
      #expect(!first.stderr.contains(scenario.database.conninfo))
      let command = try #require(line.split(separator: "go on with: ").last).replacing("…", with: "\"$0\"")
      let second = try Tool.shell(String(command), [scenario.database.conninfo])
      #expect(second.status == 0 && second.lines.count == 1)
      #expect(second.stderr.contains("--cursor") && second.stderr.split(separator: "--cursor").count == 2)
    }
  }

  /// Rows whose order takes nulls, falling keys, bytes and ties in all but the last column.
  private static let keyset = """
    -- @name keyset
    -- @summary Rows to be paged.
    -- @kind report
    -- @param least bigint default "0" -- the least number
    -- @column level text -- a text, or null
    -- @column at timestamptz -- an instant, or null
    -- @column share numeric -- a number
    -- @column n integer -- the number
    -- @order level, at desc, share, n desc
    -- @cursor level, at, share, n

    \\if :{?least} \\else \\set least '0' \\endif

    WITH made AS (
        SELECT
            (ARRAY['b', 'B', NULL, 'ä', '', 'a b'])[1 + n % 6] AS level,
            CASE WHEN n % 4 > 0 THEN timestamptz '2026-03-01 00:00:00.000001+00' + n % 3 * interval '1 hour' END AS at,
            (n % 5)::numeric / 3 AS share,
            n
        FROM generate_series(1, 97) AS n
    )
    SELECT m.level, m.at, m.share, m.n
    FROM made AS m
    WHERE m.n >= :'least'::bigint
    ORDER BY m.level COLLATE "C", m.at DESC, m.share, m.n DESC -- the end;
    ;

    """

  @Test("a report of one's own is paged by its @cursor: nulls, falling keys and ties lose and repeat nothing")
  func report() throws {
    try Scenario.run { scenario in
      try Self.withFile("keyset.sql", Self.keyset) { file in
        let words = ["query", "run", file]
        let whole = try scenario.tool(words + ["--format", "jsonl"]).lines
        #expect(whole.count == 97)
        for size in [1, 7, 50, 96, 97, 98] {
          #expect(try Self.pages(scenario, words, size: size) == whole, "pages of \(size)")
        }
        let cursor = try #require(try scenario.tool(words + ["--limit", "3"]).next)
        let other = try scenario.tool(words + ["--arg", "least=5", "--cursor", cursor])
        #expect(other.status == 2 && other.stderr.contains("belongs to another question"))
        #expect(try scenario.tool(words + ["--limit", "3", "--require-complete"]).status == 6)
      }
    }
  }

  @Test("a keyset that does not tell its rows apart is an error, not a loss")
  func ambiguousKeyset() throws {
    try Scenario.run { scenario in
      let text = Self.keyset
        .replacing("-- @order level, at desc, share, n desc", with: "-- @order level, at desc, share")
        .replacing("-- @cursor level, at, share, n", with: "-- @cursor level, at, share")
      try Self.withFile("keyset.sql", text) { file in
        let outcome = try scenario.tool(["query", "run", file, "--limit", "90"])
        #expect(outcome.status == 4 && outcome.stderr.contains("two rows have the same @cursor"))
      }
    }
  }

  @Test("a report without @cursor takes a limit, says that it was cut, and takes no cursor")
  func withoutCursor() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["query", "run", "account-status-summary"]
      let file = Self.keyset.split(separator: "\n").filter { !$0.contains("@cursor") }.joined(separator: "\n")
      try Self.withFile("keyset.sql", file) { path in
        let cut = try scenario.tool(["query", "run", path, "--limit", "10"])
        #expect(cut.status == 0 && cut.lines.count == 10)
        #expect(
          cut.stderr.hasSuffix(
            "there are more than these 10 rows; this report cannot be gone on with: give a higher --limit, or none\n"
          ))
        let document = try scenario.tool(["query", "run", path, "--limit", "10", "--format", "json"])
        let members = try #require(try document.json() as? [String: Any])
        #expect(members["complete"] as? Bool == false && members["next"] is NSNull)
        let cursor = try #require(try scenario.tool(["accounts", "--limit", "1"]).next)
        let refused = try scenario.tool(["query", "run", path, "--cursor", cursor])
        #expect(refused.status == 2 && refused.stderr.contains("says no @cursor"))
      }
      #expect(try scenario.tool(words + ["--limit", "1000", "--require-complete"]).status == 0)
    }
  }

  @Test("a file that is no query, is not there, or writes is refused with its line")
  func badFiles() throws {
    try Scenario.run { scenario in
      #expect(try scenario.tool(["query", "run", "./none.sql"]).status == 2)
      try Self.withFile("x.sql", "SELECT 1;\n") { file in
        let outcome = try scenario.tool(["query", "run", file])
        #expect(outcome.status == 4 && outcome.stderr.contains("\(file):1: the header lacks @"))
        #expect(try scenario.tool(["query", "show", file]).status == 4)
      }
      let secret = """
        -- @name secret
        -- @summary What the reporting role may not see.
        -- @kind report
        -- @column records bigint -- how many

        SELECT count(*) AS records
        FROM audit.record;

        """
      try Self.withFile("secret.sql", secret) { file in
        let outcome = try scenario.tool(["query", "run", file])
        #expect(outcome.status == 3 && outcome.stderr.contains("permission denied"))
        #expect(try scenario.tool(["query", "show", file, "--sql"]).stdout == secret)
      }
    }
  }

  private static func withFile(_ name: String, _ text: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mamaudit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    try body(file.path)
  }
}

extension Tool.Outcome {
  /// The cursor of the command that standard error says goes on.
  var next: String? {
    stderr.split(separator: "\n").compactMap { line in
      line.contains("go on with: ") ? line.split(separator: "--cursor ").last.map(String.init) : nil
    }.last
  }
}

extension Scenario {
  /// Appends the sample fleet.
  func ingestFleet() throws {
    let outcome = try tool(["ingest", Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson"])
    try #require(outcome.status == 0, "\(outcome.stderr)")
  }
}
