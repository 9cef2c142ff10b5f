import Rendering

extension DashboardPage {
  /// Accounts by status over time, and the share of them that is managed.
  var compliance: DashboardSection {
    let rows = rows(.status)
    let last = rows.last
    let parts: [(name: String, column: String, look: ChartLook)] = [
      ("Managed", "managed", .steady), ("On the way", "in_progress", .pending),
      ("Enrollment failed", "enrollment_failed", .warning), ("Not compliant", "not_compliant", .bad),
      ("Wipe pending", "wipe_pending", .urgent),
    ]
    let series = parts.map { ChartSeries($0.name, $0.look, values(rows, $0.column)) }
    let table = timeTable(
      "Accounts by status at the end of \(each)", parts.map(\.name) + ["Under management", "Outside"], rows,
      parts.map(\.column) + ["under_management", "outside"])
    let shares = values(rows, "compliant_share", missing: nil)
    let shareTable = PageTable(
      "Managed share at the end of \(each)",
      [.init(Wording.sentence(period.stepName)), .init("Managed share", .number)],
      rows.reversed().map { row in
        [
          .text(row.day("day").map(period.name) ?? ""),
          .optional(row.real("compliant_share").map { Quantity.percentage($0) }),
        ]
      })
    return DashboardSection(
      id: "compliance", title: "Compliance", told: toldOfCompliance(last), queries: [.status],
      figures: [
        ChartFigure(
          id: "status", title: "Accounts under management by status",
          summary: Self.summary(parts.map { ($0.name, $0.column) }, first: rows.first, last: last),
          chart: ColumnChart(timeAxis, series, style: .area), heights: (280, 260),
          emptyText: "No account was under management in the period.", table: table
        ),
        ChartFigure(
          id: "share", title: "Managed share of the accounts under management",
          summary: Self.shareSummary(shares),
          chart: LineChart(timeAxis, [ChartSeries("Managed", .steady, shares)], unit: .share),
          heights: (190, 190), emptyText: "No account was under management in the period.", table: shareTable
        ),
      ])
  }

  private func toldOfCompliance(_ last: QueryRows.Row?) -> [String] {
    guard let last, last.count("under_management") > 0 else {
      return ["No account was under management at the end of the period."]
    }
    let wanting = [
      (last.count("wipe_pending"), "with a wipe under way"), (last.count("not_compliant"), "not compliant"),
      (last.count("enrollment_failed"), "with a failed enrollment"),
    ].filter { $0.0 > 0 }.map { "\(Quantity.grouped($0.0)) \($0.1)" }
    var told = [
      "An account is managed when its policy is in force, with no wipe under way, no failed enrollment and nothing amiss "
        + "at the last check of compliance. That does not say that no rule finds fault with it.",
      managedClean.map { clean in
        "Of \(Wording.counted(last.count("managed"), "managed account")), \(Quantity.grouped(clean)) had no open violation "
          + "at the end of the period, and \(Quantity.grouped(last.count("managed") - clean)) had one or more."
      }
        ?? "How many of them have no open violation is known only where the log has no event of an account after the period.",
    ]
    if !wanting.isEmpty {
      let others = wanting.dropLast().joined(separator: ", ")
      told.append(
        "At the end: \(others)\(others.isEmpty ? "" : " and ")\(wanting.last ?? ""). An account counts once, by the most "
          + "urgent of these.")
    }
    if last.count("outside") > 0 {
      told.append(
        "\(Wording.sentence(Wording.counted(last.count("outside"), "account"))) "
          + "\(Wording.verb(last.count("outside"), "is", "are")) not under management: not targeted, unenrolled, wiped, or "
          + "not heard of yet.")
    }
    return told
  }

  /// What a chart of several series shows, for those who do not see it.
  static func summary(_ parts: [(String, String)], first: QueryRows.Row?, last: QueryRows.Row?) -> String {
    guard let first, let last else { return "Nothing to show." }
    return parts.map { name, column in
      "\(name): \(Quantity.grouped(first.count(column))) at first, \(Quantity.grouped(last.count(column))) at last."
    }.joined(separator: " ")
  }

  private static func shareSummary(_ shares: [Double?]) -> String {
    let known = shares.compactMap(\.self)
    guard let first = known.first, let last = known.last, let least = known.min(), let most = known.max()
    else {
      return "Nothing to show."
    }
    return
      "From \(Quantity.percentage(first)) to \(Quantity.percentage(last)); lowest \(Quantity.percentage(least)), "
      + "highest \(Quantity.percentage(most))."
  }
}
