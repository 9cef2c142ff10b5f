import Rendering

extension DashboardPage {
  /// What the rules have found, by age, over time and by rule.
  var findings: DashboardSection {
    let ages = rows(.findingsByAge)
    let days = rows(.findingsByDay)
    let rules = rows(.findingsByRule)
    let severities: [(name: String, word: String, look: ChartLook)] = [
      ("Violations", "violation", .bad), ("Warnings", "warning", .warning), ("Notes", "note", .faint),
    ]
    let names = ages.filter { $0.text("severity") == "violation" }.map { $0.text("age") ?? "" }
    let series = severities.map { severity in
      ChartSeries(
        severity.name, severity.look,
        ages.filter { $0.text("severity") == severity.word }.map { Double($0.count("findings")) })
    }
    var moves = ColumnChart(timeAxis, [ChartSeries("Opened", .bad, values(days, "opened"))], style: .bars)
    moves.below = [ChartSeries("Closed", .steady, values(days, "closed"))]
    let ageTable = PageTable(
      "Open findings by age and severity",
      [.init("Open for")] + severities.map { .init($0.name, .number) },
      names.enumerated().map { index, name in
        [.text(name)] + series.map { .number(Int64($0.values[index] ?? 0)) }
      })
    return DashboardSection(
      id: "findings", title: "Findings", told: toldOfFindings(days, rules),
      queries: [.findingsByAge, .findingsByDay, .findingsByRule],
      figures: [
        ChartFigure(
          id: "ages", title: "Open findings by age and severity",
          summary: severities.enumerated().map { index, severity in
            "\(severity.name): "
              + zip(names, series[index].values).map { "\($0) \(Quantity.grouped(Int64($1 ?? 0)))" }.joined(
                separator: ", ")
          }.joined(separator: ". ") + ".",
          chart: ColumnChart(.names(names), series, style: .bars), heights: (230, 230),
          emptyText: "No finding was open at the end of the period.", table: ageTable
        ),
        ChartFigure(
          id: "moves", title: "Violations and warnings that opened and closed \(each)",
          summary: Self.sums([("Opened", "opened"), ("Closed", "closed")], days),
          note: "Opened above the line, closed (resolved or acknowledged) below it.",
          chart: moves, emptyText: "No violation or warning opened or closed in the period.",
          table: timeTable(
            "Findings \(each)", ["Opened", "Closed", "Violations open", "Warnings open", "Notes open"], days,
            ["opened", "closed", "violations", "warnings", "notes"])
        ),
      ],
      lists: { writeRules(rules, to: &$0) })
  }

  private func writeRules(_ rules: [QueryRows.Row], to html: inout HTML) {
    guard !rules.isEmpty else { return }
    let shown = rules.prefix(Self.mostRules)
    write(
      "By rule",
      PageTable(
        "What each rule has found, the worst first",
        [
          .init("Rule"), .init("Severity"), .init("Open", .number), .init("Accounts", .number),
          .init("Devices", .number), .init("Opened", .number), .init("Closed", .number),
          .init("Oldest open since", .fixed),
        ],
        shown.map { row in
          [
            .text("\(row.text("rule") ?? "")  \(row.text("title") ?? "")"),
            .severity(row.text("severity") ?? ""),
            .number(row.count("open_at_end")), .number(row.count("accounts")), .number(row.count("devices")),
            .number(row.count("opened")), .number(row.count("closed")),
            .optional(row.instant("oldest_opened_at").map(scope.time)),
          ]
        },
        rest: rest(.findingsByRule, shown: shown.count, of: Int64(rules.count), "rules")
      ), to: &html)
  }

  private static let mostRules = 15

  private func toldOfFindings(_ days: [QueryRows.Row], _ rules: [QueryRows.Row]) -> [String] {
    let last = days.last
    let violations = last?.count("violations") ?? 0
    let warnings = last?.count("warnings") ?? 0
    let opened = days.reduce(0) { $0 + $1.count("opened") }
    let closed = days.reduce(0) { $0 + $1.count("closed") }
    var told = [
      "\(Wording.sentence(Wording.counted(violations, "violation"))) and \(Wording.counted(warnings, "warning")) "
        + "\(Wording.verb(violations + warnings, "was", "were")) open at the end of the period. "
        + "\(Wording.sentence(Wording.counted(opened, "finding"))) opened in it, and \(Quantity.grouped(closed)) closed."
    ]
    if let worst = rules.first, worst.count("open_at_end") > 0 {
      told.append(
        "Most of what is open: \(worst.text("title") ?? "") (\(worst.text("rule") ?? "")), "
          + "\(Wording.counted(worst.count("open_at_end"), "time")).")
    }
    told.append(
      (scope.endsInProgress ? "What the day in progress brings due counts as open from its beginning. " : "")
        + "Findings that later events no longer bear out are left out.")
    return told
  }
}
