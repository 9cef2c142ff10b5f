import Foundation
import Rendering
import TestSupport
import Testing

@testable import Dashboard

@Suite struct DashboardPageTests {
  @Test("the same figures give the same bytes, and another figure gives others")
  func deterministic() {
    let rows = Figures.everything(named: "Name")
    #expect(Figures.page(Figures.scope(), rows).html == Figures.page(Figures.scope(), rows).html)
    var other = rows
    other[.enrollments] = [[.date(Figures.march), .integer(3), .integer(1), .integer(1)]]
    #expect(Figures.page(Figures.scope(), rows).html != Figures.page(Figures.scope(), other).html)
  }

  @Test("names of the data are text wherever they stand")
  func hostile() {
    let name =
      "</title></style></svg></table><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u{202E}\n"
    let html = Figures.page(
      Figures.scope(showsIdentities: true, title: name), Figures.everything(named: name)
    ).html
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("\u{202E}"))
    // In the title, the heading, and wherever a row has a name.
    #expect(html.split(separator: "&lt;script&gt;").count > 40)
    // Outside of the style there are no braces of ours, so nothing of a name got into it.
    let style = html.split(separator: "</style>")[0]
    #expect(!style.contains("alert(1)") || style.contains("&lt;script&gt;alert(1)"))
  }

  @Test("a log without anything gives a whole page that says so")
  func empty() {
    let html = Figures.page().html
    for text in [
      "At the end of 3 Mar 2026 no account was under management. No violations were open, and no wipes waited",
      "No account was under management in the period.", "No enrollment had a result in the period.",
      "No enrollment failed in the period.", "No finding was open at the end of the period.",
      "No wipe was asked for or confirmed in the period.", "Every wipe that was asked for is confirmed.",
      "No shared device changed hands in the period.", "No account had an open violation or warning",
      "no period before in the log",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    #expect(!html.contains("role=\"img\"") && html.hasSuffix("</html>\n"))
  }

  @Test("the headline says how much, of how many, and how it moved")
  func headlines() {
    let page = Figures.page(
      Figures.scope(),
      [
        .headlines: Figures.headlines([
          ("under_management", 40, 38), ("managed", 30, 38), ("violations_open", 2, 5),
          ("wipes_unconfirmed", 1, 1),
          ("enrollments", 10, 4), ("enrollments_failed", 3, 1),
        ])
      ])
    #expect(page.tiles.map(\.value) == ["40", "75%", "2", "1", "3"])
    #expect(
      page.tiles.map(\.trend) == [
        .init(text: "▲ 2 more than on 28 Feb", isBetter: nil),
        .init(text: "▼ 25.0 points below that on 28 Feb", isBetter: false),
        .init(text: "▼ 3 fewer than on 28 Feb", isBetter: true),
        .init(text: "as many as on 28 Feb", isBetter: nil),
        .init(text: "▲ 2 more than in the 3 days before", isBetter: false),
      ])
    #expect(
      page.lede
        == "At the end of 3 Mar 2026, 30 of 40 accounts under management (75%) were as they should be. "
        + "2 violations were open, and 1 wipe waited for a confirmation. "
        + "Of 10 enrollment results in the period, 3 were failures (30%).")
    #expect(page.html.contains("<span class=\"hidden\"> (worse)</span>"))
  }

  @Test("accounts stand by object id alone unless names are asked for, and the page says which")
  func identities() {
    let rows: [DashboardQuery: [[Cell]]] = [
      .accounts: [
        [
          .text(Figures.ada), .null, .text("managed"), .integer(1), .integer(0), .integer(0), .timestamp(0),
          .text("Wipe not confirmed (W1)"), .integer(2),
        ],
        [
          .null, .null, .text("managed"), .integer(1), .integer(0), .integer(0), .timestamp(0), .text("x"),
          .integer(2),
        ],
      ]
    ]
    let html = Figures.page(Figures.scope(), rows).html
    #expect(html.contains("<code>mamaudit why \(Figures.ada)</code>"))
    #expect(html.contains("known by name alone; the name is left out"))
    #expect(html.contains("by object id alone, so that the page can leave the house; --identities shows"))
    #expect(html.contains("identities=no"))
    let shown = Figures.page(Figures.scope(showsIdentities: true), rows).html
    #expect(shown.contains("the page holds personal data") && shown.contains("identities=yes"))
  }

  @Test("a list that is cut says how much is left out and gives the command that shows all of it")
  func rest() {
    let row: [Cell] = [
      .text(Figures.ada), .null, .text("managed"), .integer(1), .integer(0), .integer(0), .timestamp(0),
      .text("x"), .integer(1500),
    ]
    let html = Figures.page(Figures.scope(), [.accounts: Array(repeating: row, count: 20)]).html
    #expect(
      html.contains(
        "1,480 more accounts: <code>mamaudit query run dashboard-accounts --arg until=2026-03-04T00:00:00Z "
          + "--arg limit=1500 --arg identities=no --arg tenant=\(Figures.tenant)</code>"))
  }

  @Test("every query is named at its section, and at the foot with its arguments, its rows and their digest")
  func sources() {
    let html = Figures.page(Figures.scope(), Figures.everything(named: "Name")).html
    for query in DashboardQuery.allCases {
      #expect(html.contains("<code id=\"q-\(query.rawValue)\">\(query.rawValue)</code>"))
      #expect(html.contains("<code>digest of \(query.rawValue)</code>"))
      let isShown = query == .headlines || html.contains("href=\"#q-\(query.rawValue)\"")
      #expect(isShown, "\(query.rawValue)")
    }
    for fact in [
      "[2026-03-01T00:00:00Z, 2026-03-04T00:00:00Z)", "0 to 1233, 1,234 events",
      "2026-03-03T23:59:59.999999Z", "digest of all", "mamaudit 0.0.0", Figures.tenant,
    ] {
      #expect(html.contains("<dd>\(fact)</dd>"), "\(fact)")
    }
  }

  @Test("every id is there once, and every reference to one finds it")
  func ids() {
    let html = Figures.page(Figures.scope(), Figures.everything(named: "Name")).html
    let ids = html.matches(of: /\ id="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    let references =
      html.matches(of: /href="#([^"]*)"/).map { String($0.1) }
      + html.matches(of: /url\(#([^)]*)\)/).map { String($0.1) }
      + html.matches(of: /aria-labelledby="([^"]*)"/).flatMap { $0.1.split(separator: " ").map(String.init) }
    #expect(references.count > 60)
    for reference in references { #expect(ids.contains(reference), "\(reference)") }
  }

  @Test("a median lies within its column in proportion, and in the middle of one without an end")
  func places() {
    let rows = Figures.rows(
      "over_s up_to_s", [.integer(0), .integer(60)], [.integer(60), .integer(180)], [.integer(180), .null]
    ).rows
    let places = [0, 30, 60, 90, 180, 10_000].map { DashboardPage.place(of: $0, in: rows) }
    #expect(places == [0, 0.5, 1, 1.25, 2, 2.5])
  }
}

@Suite struct DashboardPeriodTests {
  @Test("sixty-two days are shown by day, sixty-two weeks by week, and more by month")
  func steps() {
    func step(_ days: Int32) -> ChartStep { DashboardPeriod(first: 0, last: days - 1).step }
    #expect([1, 62, 63, 434, 435, 4000].map(step) == [.day, .day, .week, .week, .month, .month])
  }

  @Test("columns are whole days, weeks from Monday, and months, as the queries group them")
  func columns() {
    // 1 March 2026 is a Sunday: its week begins on 23 February.
    let week = DashboardPeriod(first: Figures.march, last: Figures.march + 69)
    #expect(week.columns.first == Figures.march - 6 && week.columns.count == 11)
    #expect(week.name(of: Figures.march - 6) == "Week of 23 Feb 2026")
    let month = DashboardPeriod(first: Figures.march + 14, last: Figures.march + 14 + 499)
    #expect(month.columns.first == Figures.march && month.columns.count == 17)
    #expect(month.name(of: Figures.march) == "Mar 2026")
    #expect(DashboardPeriod(first: 5, last: 5).columns == [5])
  }

  @Test("the range is half open, and its days are UTC days")
  func range() {
    let period = DashboardPeriod(first: Figures.march, last: Figures.march + 30)
    #expect(period.sinceText == "2026-03-01T00:00:00Z" && period.untilText == "2026-04-01T00:00:00Z")
    #expect(period.text == "1 Mar 2026 to 31 Mar 2026" && period.days == 31)
  }
}

@Suite struct WordingTests {
  @Test("numbers agree with their words")
  func counted() {
    let counted = [0, 1, 2, 1500].map { Wording.counted($0, "wipe") }
    #expect(counted == ["no wipes", "1 wipe", "2 wipes", "1,500 wipes"])
    #expect(Wording.sentence("no wipes") == "No wipes")
    #expect(Wording.share(1, of: 0) == "–" && Wording.share(1, of: 3) == "33.3%")
  }
}
