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
      "At the end of 3 Mar 2026 no account was under management. No violations were open, and no requests for a wipe "
        + "waited for",
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
          ("under_management", 40, 38), ("managed", 30, 38), ("managed_clean", 28, nil),
          ("violations_open", 2, 5),
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
        == "At the end of 3 Mar 2026, 30 of 40 accounts under management (75%) were managed: policy in force, no wipe, no "
        + "failed enrollment, the last check compliant. 28 of them (70% of all) had no open violation. "
        + "2 violations were open, and 1 request for a wipe waited for a confirmation. "
        + "Of 10 enrollment results in the period, 3 were failures (30%).")
    #expect(page.html.contains("<span class=\"hidden\"> (worse)</span>"))
    #expect(page.tiles[1].more == "30 of 40 accounts; 28 without an open violation")
  }

  @Test("managed is not said to be without fault, and how many are is told where it is known")
  func managedWithoutViolation() {
    let status: [Cell] =
      [.date(Figures.march + 2), .integer(4), .integer(3)] + Array(repeating: .integer(0), count: 4)
      + [.integer(1), .real(0.75)]
    let known = Figures.page(
      Figures.scope(),
      [.status: [status], .headlines: Figures.headlines([("managed", 3, nil), ("managed_clean", 1, nil)])])
    #expect(
      known.html.contains(
        "Of 3 managed accounts, 1 had no open violation at the end of the period, and 2 had one or more."))
    let unknown = Figures.page(
      Figures.scope(),
      [
        .status: [status],
        .headlines: Figures.headlines([("under_management", 4, nil), ("managed", 3, nil)])
          + [[.text("managed_clean"), .null, .null]],
      ])
    #expect(unknown.managedClean == nil && !unknown.lede.contains("open violation."))
    #expect(unknown.html.contains("is known only where the log has no event of an account after the period"))
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
    #expect(html.contains("by object id alone; --identities puts their names beside it."))
    #expect(!html.contains("This page holds personal data"))
    #expect(html.contains("identities=no"))
    let shown = Figures.page(Figures.scope(showsIdentities: true), rows).html
    #expect(shown.contains("the page holds personal data") && shown.contains("identities=yes"))
    // At the head, before any name.
    #expect(shown.split(separator: "<main")[0].contains("This page holds personal data"))
  }

  @Test("times say how many they are of, and whom they leave out; of few there is no ninth decile")
  func times() {
    func page(_ decile: Cell, _ all: Int64) -> String {
      Figures.page(
        Figures.scope(),
        [
          .wipeTimes: [
            [
              .integer(0), .text("under 5 min"), .integer(0), .integer(300), .integer(all), .integer(all),
              .integer(60), decile, .integer(90), .integer(4), .integer(80),
            ]
          ],
          .wipesByDay: [[.date(Figures.march + 2), .integer(7), .integer(5), .integer(0), .integer(2)]],
        ]
      ).html
    }
    let few = page(.null, 5)
    for text in [
      "7 requests for a wipe were made in the period, 5 were confirmed, and 0 failed. At its end 2 requests were not "
        + "confirmed.",
      "Of the 5 confirmed whose request is known, half took no longer than 1 min, the slowest 1 min 30 s. Of the 4 that an "
        + "administrator made, half took no longer than 1 min 20 s. 2 requests that still wait are left out of these.",
      ">median of 5: 1 min</text>",
    ] { #expect(few.contains(text), "\(text)") }
    #expect(!few.contains("nine of ten"))
    let many = page(.integer(85), 12)
    #expect(many.contains("nine of ten no longer than 1 min 25 s, the slowest"))
    #expect(many.contains(">nine of ten within 1 min 25 s</text>"))
  }

  @Test("words of the log stand as words, and nothing is explained that is not there")
  func words() {
    let account: [Cell] = [
      .text(Figures.ada), .null, .text("nonCompliant"), .integer(1), .integer(0), .integer(0), .timestamp(0),
      .text("x"), .integer(1),
    ]
    let wipe: [Cell] = [
      .text(Figures.ada), .null, .text("app"), .text("D"), .text("requested"), .text("conditionalLaunch"),
      .timestamp(0), .integer(30), .null, .integer(1),
    ]
    let html = Figures.page(Figures.scope(), [.accounts: [account], .unconfirmedWipes: [wipe]]).html
    #expect(html.contains("now not compliant") && html.contains("conditional launch"))
    #expect(!html.contains("nonCompliant") && !html.contains("conditionalLaunch"))
    let empty = Figures.page().html
    #expect(empty.contains("No wipe was asked for or confirmed in the period, and none waited at its end."))
    // Notes tell how to read a chart: without one there is nothing to read.
    #expect(!empty.contains("above the line"))
    // The log ends within the last day, then behind it.
    #expect(empty.contains("What the day in progress brings due"))
    var scope = Figures.scope()
    scope.throughRecordedAt += 1
    #expect(!Figures.page(scope).html.contains("the day in progress"))
  }

  @Test("days without anything have their row in every table over time")
  func wholeTables() {
    let html = Figures.page(
      Figures.scope(),
      [
        .enrollments: [[.date(Figures.march + 1), .integer(2), .integer(1), .integer(1)]],
        .handovers: [[.date(Figures.march + 1), .integer(1), .integer(0), .integer(0), .integer(0)]],
      ]
    ).html
    for id in ["enrollments", "handovers-days"] {
      let table =
        html.split(separator: "<figure class=\"chart\" id=\"\(id)\"").dropFirst().first?
        .split(separator: "</figure>").first ?? ""
      for day in ["1 Mar 2026", "2 Mar 2026", "3 Mar 2026"] {
        #expect(table.contains("<th scope=\"row\" class=\"t\">\(day)</th>"), "\(id) \(day)")
      }
    }
  }

  @Test("hand-overs: what ended the time beside the next user, and when nothing had to be cleared")
  func handovers() {
    let at = Cell.timestamp(Int64(Figures.march) * 86_400_000_000)
    let back = Cell.timestamp(Int64(Figures.march + 1) * 86_400_000_000)
    let html = Figures.page(
      Figures.scope(),
      [
        .handovers: [[.date(Figures.march), .integer(2), .integer(0), .integer(1), .integer(1)]],
        .lateHandovers: [
          [
            .text("D"), .text("app"), .text(Figures.ada), .null, at, at, .null, back, .integer(86_400),
            .integer(1),
          ]
        ],
      ]
    ).html
    for text in [
      "not cleared; came back 2026-03-02 00:00Z",
      "<td class=\"n\" data-label=\"Beside the next user\">1 d</td>",
      "1 time the same user came back before anybody else: nothing had to be cleared.",
      "Of the other 3, the data was cleared before the next user came in 2 (66.7%), later in 0, and not in 1.",
    ] { #expect(html.contains(text), "\(text)") }
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
