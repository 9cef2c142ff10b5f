import Rendering

extension DashboardPage {
  /// Where the figures come from, and how to get them again.
  func writeFoot(to html: inout HTML) {
    html.element("footer", ["id": "sources"]) { html in
      html.element("h2", text: "Sources")
      html.line()
      html.element("dl") { html in
        for (name, value) in facts {
          html.element("dt", text: name)
          html.element("dd", text: value)
          html.line()
        }
      }
      html.element(
        "p",
        text:
          "All figures were read in one transaction, so that they agree. Days are UTC days; the figures of a day are "
          + "those of its end. The same parameters and the same events give this page byte for byte.")
      html.element("p") { html in
        html.text("Any figure can be had again, as rows: ")
        html.element("code", text: "mamaudit query run NAME --arg … --format csv --raw")
        html.text(", or in psql with ")
        html.element("code", text: "psql -v since=… -f Queries/dashboard/NAME.sql")
        html.text(
          ". The digest of each is the SHA-256 of that CSV; that of the page is the SHA-256 of all of them in order."
        )
      }
      PageTable(
        "The queries of the page",
        [.init("Query"), .init("Arguments"), .init("Rows", .number), .init("SHA-256")],
        DashboardQuery.allCases.map { query in
          var name = HTML()
          name.element("code", ["id": "q-\(query.rawValue)"], text: query.rawValue)
          let arguments = query.arguments(scope).filter { $0.name != "tenant" }.map {
            "\($0.name)=\($0.value)"
          }
          return [
            .markup(name), .code(arguments.joined(separator: " ")),
            .number(Int64(results[query]?.cells.count ?? 0)),
            .code(results[query]?.sha256 ?? ""),
          ]
        }
      ).write(to: &html)
    }
    html.line()
  }

  private var facts: [(String, String)] {
    [
      ("Range", "[\(period.sinceText), \(period.untilText))"),
      ("Tenant", scope.tenant),
      (
        "Positions",
        "0 to \(max(0, scope.throughPosition - 1)), \(Quantity.grouped(scope.throughPosition)) events"
      ),
      (
        "Log",
        "\(Quantity.grouped(scope.size)) events"
          + (scope.size > scope.throughPosition
            ? "; the figures of shared devices are read from all of them, the others wait for the read models"
            : "")
      ),
      ("Recorded through", CalendarText.machine(scope.throughRecordedAt)),
      ("Compared with", "the \(period.days == 1 ? "day" : "\(period.days) days") before"),
      ("Columns of charts", "one \(period.stepName) each"),
      ("Times of day", scope.zoneName),
      ("Names", scope.showsIdentities ? "shown (--identities)" : "left out; accounts stand by object id"),
      ("Made with", scope.tool),
      ("SHA-256 of the figures", sha256),
    ]
  }
}
