import Foundation
import TestSupport
import Testing

/// The timeline of an account: `history ACCOUNT --format html`.
@Suite struct TimelineTests {
  /// A wipe that is confirmed after its deadline, with a late event and names that are markup.
  private static func tell(_ scenario: Scenario) throws {
    let device = "<img src=x>&'"
    func event(_ id: String, _ type: String, _ time: String, day: Int = 1, _ data: String? = nil) -> String {
      Wire.event(id, type, time, device: device, data: data)
        .replacingOccurrences(of: "2026-03-01T", with: "2026-03-0\(day)T")
    }
    try scenario.ingest([
      event("t0", "account.signedIn", "09:00:00Z", #"{"identity":"<b>ada</b>@contoso.example"}"#),
      event("t1", "account.registered", "09:01:00Z", #"{"method":"registerAndEnroll"}"#),
      event("t2", "enrollment.completed", "09:03:00Z", #"{"statusCode":100}"#),
      event("t3", "wipe.requested", "10:00:00Z", #"{"origin":"admin"}"#),
      event("t4", "wipe.completed", "18:00:00Z", day: 2),
    ])
    try scenario.ingest([event("t5", "data.accessed", "09:10:00Z")])
  }

  private static func page(_ scenario: Scenario, _ words: String...) throws -> String {
    let outcome = try scenario.tool(["history", Scenario.ada, "--format", "html"] + words)
    try #require(outcome.status == 0, "\(outcome.stderr)")
    return outcome.stdout
  }

  @Test(
    "events stand day by day with what they changed and why, late ones marked, findings where they opened and ended"
  )
  func story() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let page = try Self.page(scenario, "--as-of", "2026-03-05T00:00:00Z")
      let parts = [
        "<h1>&lt;b&gt;ada&lt;/b&gt;@contoso.example</h1>", "<dt>Status</dt><dd>enrolled</dd>",
        "This page holds personal data",
        "<h2 id=\"state\">What it is</h2>", "<h3 class=\"day\">Sunday, 1 March 2026</h3>",
        "Account signed in",
        "An event gave the account this name; it had none before.", "Enrollment completed",
        "registered → <strong>enrolled</strong>", "Data accessed", "arrived late, on ", "Wipe requested",
        "none → <strong>requested</strong>", "<h3 class=\"day\">Monday, 2 March 2026</h3>",
        "datetime=\"2026-03-02T10:00:00.000000Z\">10:00:00Z</time></div>",
        "Finding opened, a deadline passed</span>: Wipe not confirmed (W1)", "Wipe completed",
        "Finding resolved</span>: Wipe not confirmed (W1)", "<footer>", "6 events, 1 of which arrived late",
      ]
      var rest = page[...]
      for part in parts {
        let found = try #require(rest.firstRange(of: part), "\(part) in order")
        rest = rest[found.upperBound...]
      }
      #expect(!page.contains("<img") && !page.contains("<b>"))
      #expect(page.matches(of: /class="late"/).count == 1)
    }
  }

  @Test("the same question gives the same bytes, and the page names it as a command")
  func deterministic() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let words = ["--as-of", "2026-03-05T00:00:00.000000Z", "--known-at", "6"]
      let page = try Self.page(scenario, words[0], words[1], words[2], words[3])
      try scenario.ingest([
        Wire.event("t6", "app.lifecycle", "20:00:00Z", subject: nil, data: #"{"phase":"launched"}"#)
      ])
      #expect(try Self.page(scenario, words[0], words[1], words[2], words[3]) == page)
      let command = try #require(page.firstMatch(of: /The same page again: <code>mamaudit ([^<]*)<\/code>/)).1
      let again = try scenario.tool(command.split(separator: " ").map(String.init))
      #expect(again.status == 0 && again.stdout == page, "\(command)")
    }
  }

  @Test("days and times of day are those of --tz")
  func zone() throws {
    try Scenario.run { scenario in
      try scenario.ingest([Wire.event("z0", "data.accessed", "23:30:00Z")])
      let page = try Self.page(scenario, "--as-of", "2026-03-05T00:00:00Z", "--tz", "Europe/Amsterdam")
      #expect(page.contains("Monday, 2 March 2026</h3>") && page.contains(">00:30:00+01:00</time>"))
      #expect(page.contains("<dd>Europe/Amsterdam</dd>"))
    }
  }

  @Test("before the first event there is a page without events")
  func empty() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      let page = try Self.page(scenario, "--as-of", "2026-01-01T00:00:00Z")
      #expect(page.contains("No event of the account is known by then.") && page.hasSuffix("</html>\n"))
      #expect(page.contains("The account is on no installation."))
    }
  }

  @Test(
    "in a browser without scripts it asks for nothing, fits, and has no barrier: light, dark, narrow and on paper"
  )
  func browser() throws {
    try Scenario.run { scenario in
      try Self.tell(scenario)
      try Looks.expectGood(try Self.page(scenario, "--as-of", "2026-03-05T00:00:00Z"))
    }
  }
}
