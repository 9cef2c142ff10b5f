import Foundation
import TestSupport
import Testing

/// `export dashboard`, from the log to what a reader sees.
@Suite struct DashboardCommandTests {
  /// Three accounts in two days of March: one managed, one whose enrollment failed, one with a wipe that nobody confirmed.
  private static func tell(_ scenario: Scenario) throws {
    func event(
      _ id: String, _ type: String, _ time: String, day: Int = 1, _ subject: String, _ data: String
    ) -> String {
      Wire.event(
        id, type, time, subject: subject, app: "com.contoso.<b>mail</b>", device: "D-\(subject.prefix(1))",
        data: data
      )
      .replacingOccurrences(of: "2026-03-01T", with: "2026-03-0\(day)T")
    }
    let carl = "c0000000-0000-4000-8000-00000000000c"
    var lines: [String] = []
    for (index, account) in [Scenario.ada, Scenario.bob, carl].enumerated() {
      let code = account == Scenario.bob ? 201 : 101
      lines += [
        event(
          "\(index)a", "account.signedIn", "08:00:00Z", account,
          #"{"identity":"<i>\#(index)</i>@contoso.example"}"#),
        event("\(index)b", "account.registered", "08:01:00Z", account, #"{"method":"registerAndEnroll"}"#),
        event("\(index)c", "enrollment.completed", "08:02:00Z", account, #"{"statusCode":\#(code)}"#),
      ]
    }
    lines += [
      event("w1", "wipe.requested", "09:00:00Z", carl, #"{"origin":"admin","why":"lost"}"#),
      event("w2", "wipe.requested", "10:00:00Z", Scenario.ada, #"{"origin":"admin"}"#),
      event("w3", "wipe.completed", "11:30:00Z", Scenario.ada, "{}"),
      event("r1", "account.registered", "12:00:00Z", Scenario.ada, #"{"method":"registerAndEnroll"}"#),
      event("r2", "enrollment.completed", "12:01:00Z", Scenario.ada, #"{"statusCode":101}"#),
      event("z0", "data.accessed", "20:00:00Z", day: 3, Scenario.ada, "{}"),
    ]
    try scenario.ingest(lines)
  }

  private static func page(_ scenario: Scenario, _ words: String...) throws -> String {
    let outcome = try scenario.tool(["export", "dashboard"] + words)
    try #require(outcome.status == 0, "\(outcome.stderr)")
    return outcome.stdout
  }

  /// The number in a headline tile.
  private static func tile(_ page: String, _ title: String) -> String? {
    page.split(separator: "<h3>\(title)</h3><p class=\"value\">").dropFirst().first?.prefix { $0 != "<" }
      .description
  }

  @Test("the figures are those of the log at the end of its last day, and agree with each other")
  func figures() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let page = try Self.page(scenario)
      #expect(Self.tile(page, "Accounts under management") == "3")
      #expect(Self.tile(page, "Managed share") == "33.3%")
      #expect(Self.tile(page, "Wipes not confirmed") == "1")
      #expect(Self.tile(page, "Failed enrollments") == "1")
      for text in [
        "<p class=\"over\">1 Mar 2026 to 3 Mar 2026</p>", "25% of 4 results",
        "At the end: 1 with a wipe under way and 1 with a failed enrollment.",
        "2 requests for a wipe were made in the period, 1 was confirmed, and 0 failed. At its end 1 request was not ",
        "Of the 1 confirmed whose request is known, half took no longer than 1 h 30 min",
        "InternalError (201)",
        // Asked for at nine on the first day, and the page ends with the third.
        "<td class=\"n\" data-label=\"Waiting\">2 d 15 h</td>", "Wipe not confirmed (W1)",
        "mamaudit why c0000000-0000-4000-8000-00000000000c",
      ] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(!page.contains("<b>") && !page.contains("<i>") && !page.contains("&lt;i&gt;"))
    }
  }

  @Test("a figure can be asked for again: the digests are those of the queries as CSV, each and all")
  func digests() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let page = try Self.page(scenario)
      let row =
        /<code id="q-(dashboard-[a-z-]+)">[^<]*<\/code><\/th><td[^>]*><code>([^<]*)<\/code><\/td><td[^>]*>[^<]*<\/td><td[^>]*><code>([0-9a-f]{64})/
      let queries = page.matches(of: row)
      #expect(queries.count == 17)
      var all = Data()
      for query in queries {
        let words = query.2.split(separator: " ").flatMap { ["--arg", String($0)] }
        let csv = try scenario.tool(
          ["query", "run", String(query.1)] + words + ["--format", "csv", "--raw"])
        try #require(csv.status == 0, "\(csv.stderr)")
        all.append(contentsOf: csv.stdoutBytes)
        #expect(try Self.sha256(Data(csv.stdoutBytes)) == query.3, "\(query.1)")
      }
      let digest = try #require(page.firstMatch(of: /SHA-256 of the figures<\/dt><dd>([0-9a-f]{64})/)).1
      #expect(try Self.sha256(all) == digest)
    }
  }

  /// By the system's own tool.
  private static func sha256(_ bytes: Data) throws -> Substring {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("digest-\(UUID().uuidString)")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Tool.shell("sha256sum \"$0\"", [file.path]).stdout.prefix(64)
  }

  @Test(
    "the same options and the same events give the same bytes, on standard output and in a file that is whole or not there"
  )
  func deterministic() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let page = try Self.page(scenario, "--quiet")
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "dashboard-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appendingPathComponent("page.html").path
      let outcome = try scenario.tool(["export", "dashboard", "--output", path])
      #expect(outcome.status == 0 && outcome.stdout.isEmpty)
      #expect(
        outcome.stderr.contains(
          "range [2026-03-01T00:00:00Z, 2026-03-04T00:00:00Z), positions 0 to before 15"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == page)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["page.html"])
      let failed = try scenario.tool(["export", "dashboard", "--output", folder.path + "/none/page.html"])
      #expect(failed.status == 4 && failed.stderr.contains("writing failed"))
      // The page does not say when or where it was made.
      #expect(!page.contains(folder.path))
    }
  }

  @Test("names are left out unless they are asked for")
  func identities() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      #expect(!(try Self.page(scenario)).contains("contoso.example"))
      #expect(try Self.page(scenario, "--identities").contains("&lt;i&gt;2&lt;/i&gt;@contoso.example"))
    }
  }

  @Test("an account that is known by name alone stays unnamed")
  func nameAlone() throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event(
          "n0", "wipe.requested", "09:00:00Z", subject: "upn:solo@contoso.example",
          data: #"{"origin":"admin"}"#)
      ])
      let page = try Self.page(scenario)
      #expect(page.contains("known by name alone") && !page.contains("solo"))
      let named = try Self.page(scenario, "--identities")
      #expect(named.contains("mamaudit why upn:solo@contoso.example"))
    }
  }

  @Test("a range takes whole days, ends with the log, and is refused where it has no day of it")
  func range() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let day = try scenario.tool([
        "export", "dashboard", "--since", "2026-03-02T09:00:00+01:00", "--until", "2026-03-02T12:00:00Z",
      ])
      #expect(day.stderr.contains("[2026-03-02T00:00:00Z, 2026-03-03T00:00:00Z)"))
      #expect(day.stdout.contains("<p class=\"over\">2 Mar 2026</p>"))
      let wide = try scenario.tool([
        "export", "dashboard", "--since", "2025-01-01T00:00:00Z", "--until", "2999-01-01T00:00:00Z",
      ])
      #expect(wide.status == 0)
      #expect(wide.stderr.contains("note: the log begins on 2026-03-01; the page begins there"))
      #expect(wide.stderr.contains("the page ends there"))
      for (since, until, message) in [
        ("2026-03-03T00:00:00Z", "2026-03-02T00:00:00Z", "--since is not before --until"),
        ("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z", "there is no day to show from"),
      ] {
        let none = try scenario.tool(["export", "dashboard", "--since", since, "--until", until])
        #expect(none.status == 2 && none.stderr.contains(message), "\(none.stderr)")
      }
      let late = try scenario.tool(["export", "dashboard", "--since", "2026-05-01T00:00:00Z"])
      #expect(late.status == 2, "\(late.stderr)")
      #expect(late.stderr.contains("the last event about an account counts on 2026-03-"), "\(late.stderr)")
      #expect(late.stderr.contains("before --since, 2026-05-01: name an earlier day"))
      #expect(try scenario.tool(["export", "dashboard", "--since", "soon"]).status == 2)
      #expect(try scenario.tool(["export", "dashboard", "--since", "2026-03-02"]).status == 2)
      #expect(try scenario.tool(["export", "dashboard", "--since", "2026-03-02", "--tz", "UTC"]).status == 0)
    }
  }

  @Test("one of several logs is named, and an empty store says what to do")
  func logs() throws {
    try Scenario.run { scenario in
      let empty = try scenario.tool(["export", "dashboard"])
      #expect(empty.status == 1 && empty.stderr.contains("append events with 'mamaudit ingest FILE'"))
      try Self.tell(scenario)
      let other = "7e4a0000-0000-4000-8000-0000000000bb"
      try scenario.ingest([
        Wire.event("o0", "data.accessed", "09:00:00Z").replacingOccurrences(of: Scenario.tenant, with: other)
      ])
      let several = try scenario.tool(["export", "dashboard"])
      #expect(several.status == 2 && several.stderr.contains(other) && several.stderr.contains("--tenant"))
      #expect(try Self.page(scenario, "--tenant", other).contains("<dd>\(other)</dd>"))
      let unknown = try scenario.tool([
        "export", "dashboard", "--tenant", "7e4a0000-0000-4000-8000-0000000000cc",
      ])
      #expect(unknown.status == 1 && unknown.stderr.contains(Scenario.tenant))
    }
  }

  @Test("events that the read models lack are told of, on the page too")
  func behind() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      try scenario.ingest([Wire.event("b0", "data.accessed", "23:00:00Z")], "--no-projections")
      let outcome = try scenario.tool(["export", "dashboard"])
      let said = outcome.stderr
      #expect(said.contains("note: the read models lack the last 1 of the log's 16 events"), "\(said)")
      #expect(outcome.stdout.contains("<dd>0 to 14, 15 events</dd>"))
      #expect(outcome.stdout.contains("<dd>16 events; the figures of shared devices are read from all"))
    }
  }

  @Test("a login that may read reports alone can make the page")
  func login() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let page = try Self.page(scenario)
      try scenario.database.withLogin(granted: "mamaudit_reporting") { conninfo in
        let outcome = try Tool.run(["export", "dashboard"], environment: ["DATABASE_URL": conninfo])
        #expect(outcome.status == 0 && outcome.stdout == page, "\(outcome.stderr)")
      }
    }
  }

  @Test(
    "in a browser without scripts it asks for nothing, fits, and has no barrier: light, dark, narrow and on paper"
  )
  func browser() throws {
    try Scenario.run { scenario in
      let fleet = try String(
        contentsOfFile: Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson", encoding: .utf8)
      let ingested = try scenario.tool(["ingest", "-"], input: fleet)
      try #require(ingested.status == 0, "\(ingested.stderr)")
      // On paper the numbers show without a click, and no chart is so high that it must be cut.
      let closed = """
        [...document.querySelectorAll('details table')].filter(t => t.getBoundingClientRect().height < 20).length
          + ' hidden of ' + document.querySelectorAll('details table').length + ', '
          + [...document.querySelectorAll('svg.wide')].filter(s => s.getBoundingClientRect().height > 900
            || getComputedStyle(s).breakInside != 'avoid').length + ' cut'
        """
      let seen = try Looks.expectGood(try Self.page(scenario, "--identities"), evaluate: closed)
      #expect(seen == "0 hidden of 11, 0 cut")
      // Textures are strokes: as patterns the printed page was of nineteen megabytes.
      let page = try Self.page(scenario)
      #expect(try Looks.pdfSize(of: page) < 3_000_000)
      // On a telephone, why an account needs attention is in view.
      let why = """
        (r => Math.round(r.left) + ' ' + (r.right <= innerWidth && r.width > 200))(document.querySelector('#accounts \
        .reasons').getBoundingClientRect())
        """
      #expect(try Looks.value(of: why, on: page, width: 400)?.hasSuffix("true") == true)
    }
  }

  @Test("a log of one day, and one that names no account, are shown without a fault too")
  func small() throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event("d0", "enrollment.completed", "09:00:00Z", data: #"{"statusCode":101}"#)
      ])
      let page = try Self.page(scenario)
      #expect(page.contains("<p class=\"over\">1 Mar 2026</p>"))
      try Looks.expectGood(page)
    }
  }
}
