import Rendering

/// One self-contained HTML page with the figures of a period: no script, no remote part, the same bytes for the same
/// figures.
public struct DashboardPage {
  let scope: DashboardScope
  let results: [DashboardQuery: QueryRows]
  let sha256: String

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - scope: what it is about.
  ///   - results: the rows of every query.
  ///   - sha256: the SHA-256 of all rows, query after query in the order of ``DashboardQuery``.
  public init(_ scope: DashboardScope, _ results: [DashboardQuery: QueryRows], sha256: String) {
    self.scope = scope
    self.results = results
    self.sha256 = sha256
  }

  var period: DashboardPeriod { scope.period }

  func rows(_ query: DashboardQuery) -> [QueryRows.Row] { results[query]?.rows ?? [] }

  /// The page.
  public var html: String {
    var html = HTML()
    html.add(
      PageShell.head(
        title: "\(scope.title), \(period.text)", style: Self.style, skip: ("figures", "Skip to the figures"),
        footLine: "mamaudit export dashboard"))
    writeHeader(to: &html)
    html.add("<main id=\"figures\" tabindex=\"-1\">\n")
    for section in sections { section.write(to: &html) }
    html.add("</main>\n")
    writeFoot(to: &html)
    html.add(PageShell.end)
    return html.markup
  }

  /// The sections in order.
  var sections: [DashboardSection] {
    [compliance, accountsSection, enrollment, findings, wipes, handovers, apps]
  }

  /// A table of the columns of a chart over time: a row for each, the last first.
  func timeTable(_ caption: String, _ names: [String], _ rows: [QueryRows.Row], _ cells: [String])
    -> PageTable
  {
    let columns =
      [PageTable.Column(Wording.sentence(period.stepName))]
      + names.map { PageTable.Column($0, .number) }
    let byDay = Dictionary(rows.map { ($0.day("day") ?? 0, $0) }) { first, _ in first }
    // Days without anything have their row too.
    let content = period.columns.reversed().map { day in
      [.text(period.name(of: day))] + cells.map { PageTable.Content.number(byDay[day]?.integer($0) ?? 0) }
    }
    return PageTable(caption, columns, content)
  }

  /// The numbers of a column of rows, one for each column of a chart over time.
  func values(_ rows: [QueryRows.Row], _ name: String, missing: Double? = 0) -> [Double?] {
    let byDay = Dictionary(rows.map { ($0.day("day") ?? 0, $0) }) { first, _ in first }
    return period.columns.map { day in
      guard let row = byDay[day] else { return missing }
      return row.integer(name).map(Double.init) ?? row.real(name)
    }
  }

  /// The axis of charts over time.
  var timeAxis: ChartAxis { .time(period.columns, period.step) }

  /// What `per day` is in the period.
  var each: String { "each \(period.stepName)" }

  /// An account as the page may show it, with the command that tells more.
  func account(_ row: QueryRows.Row, _ name: String = "account", _ identity: String = "identity")
    -> PageTable.Content
  {
    var html = HTML()
    if let identity = row.text(identity) {
      html.element("span", ["class": "who"], text: identity)
      html.tag("br")
    }
    if let account = row.text(name) {
      html.element("span", ["class": "id"], text: account)
    } else {
      html.element("span", ["class": "quiet"], text: "known by name alone; the name is left out")
    }
    return .markup(html)
  }

  /// An app and a device, one below the other.
  func place(_ row: QueryRows.Row) -> PageTable.Content {
    guard row.text("app") != nil || row.text("device") != nil else { return .text("all") }
    var html = HTML()
    html.element("span", ["class": "who"], text: row.text("app") ?? "all apps")
    html.tag("br")
    html.element("span", ["class": "id"], text: row.text("device") ?? "all devices")
    return .markup(html)
  }

  /// What a list leaves out, and the command that gives it all; nil where nothing is.
  func rest(_ query: DashboardQuery, shown: Int, of total: Int64, _ what: String) -> PageTable.Rest? {
    guard total > Int64(shown) else { return nil }
    return PageTable.Rest(
      "\(Quantity.grouped(total - Int64(shown))) more \(what)", command: query.command(scope, limit: total))
  }

  /// A heading and a list below it.
  func write(_ title: String, _ list: PageTable, to html: inout HTML) {
    var list = list
    list.hidesCaption = true
    list.isStacked = true
    html.element("h3", text: title)
    list.write(to: &html)
  }

  static let style = """
    .tiles{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));margin:34px 0 30px;padding:0;list-style:none;
    border-top:2px solid var(--ink)}
    .tiles li{display:flex;flex-direction:column;padding:14px 18px 0 18px;border-left:1px solid var(--rule)}.tiles li:first-child{border:0;padding-left:0}
    .tiles li:last-child{padding-right:0}
    .tiles h3{font-size:13px;font-weight:400;color:var(--quiet);margin:0 0 6px;min-height:2.4em}
    .tiles .value{font:400 40px/1 var(--serif);letter-spacing:-.02em;font-variant-numeric:lining-nums;margin:0 0 8px}
    .tiles .more{font-size:13px;margin:0;color:var(--ink)}
    .tiles .trend{font-size:13px;margin:3px 0 0;color:var(--quiet)}
    .trend.better{color:var(--good)}.trend.worse{color:var(--bad)}
    .tiles svg{margin-top:auto;padding-top:10px}
    .note{border-left:3px solid var(--warning);padding:2px 0 2px 14px;margin:22px 0 0;font-size:14px;max-width:44em}
    .reasons{min-width:17em}
    section.plain>.told{grid-column:1/-1;max-width:46em}
    .lists{grid-column:1/-1}.lists>h3{margin:34px 0 4px}.lists>.scroll:first-child{margin-top:26px}
    @media (max-width:960px){.tiles{grid-template-columns:repeat(6,minmax(0,1fr))}.tiles li{grid-column:span 2}
    .tiles li:nth-child(n+4){grid-column:span 3;border-top:1px solid var(--rule);margin-top:18px}
    .tiles li:nth-child(4){border-left:0;padding-left:0}.tiles h3{min-height:0}}
    @media screen and (max-width:560px){.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
    .tiles li,.tiles li:nth-child(n+4){grid-column:span 1;border:0;border-top:1px solid var(--rule);margin:0;
    padding:12px 10px 14px 0}.tiles li:first-child{grid-column:span 2;border-top:0}.tiles .value{font-size:33px}}
    @media print{.tiles{grid-template-columns:repeat(5,minmax(0,1fr));margin:6mm 0;break-inside:avoid}
    .tiles li,.tiles li:nth-child(n+4){grid-column:span 1;border:0;border-left:.3mm solid var(--rule);margin:0;
    padding:2.5mm 2.5mm 0}.tiles li:first-child{border:0;padding-left:0}.tiles h3{min-height:2.4em;font-size:8.5pt}
    .tiles .value{font-size:21pt}.tiles .more,.tiles .trend{font-size:8pt}.tiles svg{width:100%}}
    """
}

/// A part of the page: what it says in words, and the pictures and lists beside that.
struct DashboardSection {
  var id: String
  var title: String
  /// Sentences, a paragraph each.
  var told: [String]
  var queries: [DashboardQuery]
  /// Pictures, beside the words.
  var figures: [ChartFigure] = []
  /// Lists, below both.
  var lists: (inout HTML) -> Void = { _ in }

  func write(to html: inout HTML) {
    html.element(
      "section", ["id": id, "class": figures.isEmpty ? "plain" : "drawn", "aria-labelledby": "\(id)-h"]
    ) { html in
      html.line()
      html.element("div", ["class": "told"]) { html in
        html.element("h2", ["id": "\(id)-h"], text: title)
        for text in told { html.element("p", text: text) }
        html.element("p", ["class": "source"]) { html in
          html.text(queries.count == 1 ? "Query: " : "Queries: ")
          for (index, query) in queries.enumerated() {
            if index > 0 { html.text(", ") }
            html.element("a", ["href": "#q-\(query.rawValue)"]) { html in
              html.element("code", text: query.rawValue)
            }
          }
        }
      }
      if !figures.isEmpty {
        html.add("\n<div class=\"shown\">\n")
        for figure in figures { figure.write(to: &html) }
        html.add("</div>")
      }
      html.add("\n<div class=\"lists\">\n")
      lists(&html)
      html.add("</div>\n")
    }
    html.line()
  }
}
