import TestSupport
import Testing

/// `query run --format html`, as a reader sees it.
@Suite struct ReportPageTests {
  @Test("a report of many columns fits every window and paper, with its instants in one piece")
  func wide() throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event(
          "w1", "wipe.requested", "09:00:00.123456Z", subject: Scenario.ada, app: "com.contoso.mail",
          device: "FA1B753A-84DC-4049-91BC-9FD966075D2D", data: #"{"origin":"admin","why":"lost"}"#),
        Wire.event(
          "w2", "wipe.completed", "11:30:00.123456Z", subject: Scenario.ada, app: "com.contoso.mail",
          device: "FA1B753A-84DC-4049-91BC-9FD966075D2D", data: "{}"),
      ])
      let outcome = try scenario.tool(["query", "run", "wipe-ledger", "--format", "html"])
      try #require(outcome.status == 0, "\(outcome.stderr)")
      #expect(outcome.stdout.contains("This page holds personal data"))
      let broken = """
        [...document.querySelectorAll('time')].filter(t => t.getClientRects().length != 1).length + ' of '
          + document.querySelectorAll('time').length + ', '
          + [...document.querySelectorAll('td')].filter(t => t.getBoundingClientRect().width < 60).length
        """
      // Requested, received or began, and confirmed; no cell is so narrow that words break letter by letter.
      let seen = try Looks.expectGood(outcome.stdout, evaluate: broken)
      #expect(seen?.hasPrefix("0 of ") == true && seen?.hasSuffix(", 0") == true, "\(seen ?? "")")
      // On a telephone nothing has to be scrolled.
      let scrolled = "String((s => s.scrollWidth > s.clientWidth)(document.querySelector('.scroll')))"
      #expect(try Looks.value(of: scrolled, on: outcome.stdout, width: 400) == "false")
    }
  }
}
