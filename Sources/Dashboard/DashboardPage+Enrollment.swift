import Rendering

extension DashboardPage {
  /// How enrollments came out, over time and by code.
  var enrollment: DashboardSection {
    let rows = rows(.enrollments)
    let codes = self.rows(.enrollmentCodes)
    let parts: [(name: String, column: String, look: ChartLook)] = [
      ("Succeeded", "succeeded", .steady), ("Neither", "other", .faint), ("Failed", "failed", .bad),
    ]
    let failures = codes.filter { $0.truth("succeeded") == false && $0.count("results") > 0 }
    let bars = BarChart(
      [("Failed", .bad)],
      failures.prefix(Self.mostBars).map { row in
        BarChart.Bar(Self.name(ofCode: row), [Double(row.count("results"))])
      })
    return DashboardSection(
      id: "enrollment", title: "Enrollment", told: toldOfEnrollment(rows, codes),
      queries: [.enrollments, .enrollmentCodes],
      figures: [
        ChartFigure(
          id: "enrollments", title: "Enrollment results \(each)",
          summary: Self.sums(parts.map { ($0.name, $0.column) }, rows),
          note: "An enrollment that is tried again has a result again.",
          chart: ColumnChart(
            timeAxis, parts.map { ChartSeries($0.name, $0.look, values(rows, $0.column)) }, style: .bars),
          emptyText: "No enrollment had a result in the period.",
          table: timeTable(
            "Enrollment results \(each)", parts.map(\.name), rows, parts.map(\.column))
        ),
        ChartFigure(
          id: "codes", title: "Failed enrollments by code",
          summary: failures.prefix(3).map { "\(Self.name(ofCode: $0)): \($0.count("results"))." }
            .joined(separator: " "),
          note: failures.count > Self.mostBars
            ? "\(failures.count - Self.mostBars) more codes are in the table of numbers." : nil,
          chart: bars, heights: (bars.height(isNarrow: false), bars.height(isNarrow: true)),
          emptyText: "No enrollment failed in the period.", table: codeTable(codes)
        ),
      ])
  }

  /// How many bars a chart has at most; what is beyond stands in its table.
  static let mostBars = 12

  private func codeTable(_ codes: [QueryRows.Row]) -> PageTable {
    PageTable(
      "Enrollment results by code, and in the \(period.days) days before",
      [
        .init("Code"), .init("Name"), .init("Means"), .init("Results", .number),
        .init("Before", .number),
      ],
      codes.map { row in
        [
          .optional(row.integer("code").map(String.init)), .optional(row.text("code_name")),
          .text(row.truth("succeeded").map { $0 ? "succeeded" : "failed" } ?? "neither"),
          .number(row.count("results")), row.integer("results_before").map { .number($0) } ?? .optional(nil),
        ]
      })
  }

  private static func name(ofCode row: QueryRows.Row) -> String {
    let code = row.integer("code").map(String.init) ?? "a word that is no code"
    return row.text("code_name").map { "\($0) (\(code))" } ?? code
  }

  private func toldOfEnrollment(_ rows: [QueryRows.Row], _ codes: [QueryRows.Row]) -> [String] {
    let succeeded = rows.reduce(0) { $0 + $1.count("succeeded") }
    let failed = rows.reduce(0) { $0 + $1.count("failed") }
    let other = rows.reduce(0) { $0 + $1.count("other") }
    guard succeeded + failed + other > 0 else { return ["No enrollment had a result in the period."] }
    var told = [
      "\(Wording.sentence(Wording.counted(succeeded, "enrollment"))) succeeded and \(Quantity.grouped(failed)) failed"
        + (failed > 0 ? ", \(Wording.share(failed, of: succeeded + failed)) of the two." : ".")
    ]
    if other > 0 {
      told.append(
        "\(Wording.sentence(Wording.counted(other, "result"))) \(Wording.verb(other, "says", "say")) neither: the service "
          + "has no policy for the account.")
    }
    let risen = codes.filter {
      $0.truth("succeeded") == false && $0.count("results") > $0.count("results_before")
    }
    .max {
      $0.count("results") - $0.count("results_before") < $1.count("results") - $1.count("results_before")
    }
    if let risen, scope.firstDay <= period.first - Int32(period.days) {
      told.append(
        "\(Self.name(ofCode: risen)) rose most against the period before: from "
          + "\(Quantity.grouped(risen.count("results_before"))) to \(Quantity.grouped(risen.count("results")))."
      )
    }
    return told
  }

  /// What a chart of sums shows, for those who do not see it.
  static func sums(_ parts: [(String, String)], _ rows: [QueryRows.Row]) -> String {
    parts.map { name, column in
      "\(name): \(Quantity.grouped(rows.reduce(0) { $0 + $1.count(column) })) in all, at most "
        + "\(Quantity.grouped(rows.map { $0.count(column) }.max() ?? 0)) at once."
    }.joined(separator: " ")
  }
}
