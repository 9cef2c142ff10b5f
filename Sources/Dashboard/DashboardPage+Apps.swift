import Rendering

extension DashboardPage {
  /// What each app, and each of its releases, met.
  var apps: DashboardSection {
    let apps = rows(.apps)
    let worst = apps.filter { $0.count("violations_open") + $0.count("warnings_open") > 0 }
      .sorted {
        ($0.count("violations_open"), $0.count("warnings_open")) > (
          $1.count("violations_open"), $1.count("warnings_open")
        )
      }
    let bars = BarChart(
      [("Violations", .bad), ("Warnings", .warning)],
      worst.prefix(Self.mostBars).map { row in
        BarChart.Bar(
          row.text("app") ?? "", [Double(row.count("violations_open")), Double(row.count("warnings_open"))])
      })
    return DashboardSection(
      id: "apps", title: "Apps and releases", told: toldOfApps(apps, worst), queries: [.apps, .releases],
      figures: [
        ChartFigure(
          id: "app-findings", title: "Open violations and warnings by app",
          summary: worst.prefix(3).map {
            "\($0.text("app") ?? ""): \($0.count("violations_open")) violations, \($0.count("warnings_open")) warnings."
          }.joined(separator: " "),
          note: worst.count > Self.mostBars
            ? "\(worst.count - Self.mostBars) more apps are in the table of numbers." : nil,
          chart: bars, heights: (bars.height(isNarrow: false), bars.height(isNarrow: true)),
          emptyText: "No violation or warning of an app was open at the end of the period.",
          table: appTable(apps)
        )
      ],
      lists: { writeReleases(to: &$0) })
  }

  private static let mostApps = 50

  private func appTable(_ apps: [QueryRows.Row]) -> PageTable {
    let shown = apps.prefix(Self.mostApps)
    return PageTable(
      "Apps in the period",
      [
        .init("App"), .init("Enrollments", .number), .init("failed", .number),
        .init("Remediations", .number), .init("failed", .number), .init("Wipes confirmed", .number),
        .init("not confirmed", .number), .init("Findings opened", .number),
        .init("Violations open", .number), .init("Warnings open", .number),
      ],
      shown.map { row in
        [.text(row.text("app") ?? "")]
          + [
            "enrollments", "enrollments_failed", "remediations", "remediations_failed", "wipes_confirmed",
            "wipes_unconfirmed", "findings_opened", "violations_open", "warnings_open",
          ].map { .number(row.count($0)) }
      }, rest: rest(.apps, shown: shown.count, of: Int64(apps.count), "apps"))
  }

  private func writeReleases(to html: inout HTML) {
    let rows = rows(.releases)
    guard let first = rows.first else { return }
    write(
      "By release",
      PageTable(
        "Releases of apps in the period, those with most findings first",
        [
          .init("App"), .init("Version"), .init("SDK"), .init("Findings opened", .number),
          .init("Enrollment results", .number), .init("failed", .number),
          .init("Remediations", .number), .init("failed", .number), .init("Wipes failed", .number),
        ],
        rows.map { row in
          [
            .text(row.text("app") ?? ""), .optional(row.text("app_version")),
            .optional(row.text("sdk_version")),
          ]
            + [
              "findings_opened", "enrollments", "enrollments_failed", "remediations", "remediations_failed",
              "wipes_failed",
            ].map { .number(row.count($0)) }
        },
        rest: rest(.releases, shown: rows.count, of: first.count("of_releases"), "releases")
      ), to: &html)
  }

  private func toldOfApps(_ apps: [QueryRows.Row], _ worst: [QueryRows.Row]) -> [String] {
    guard !apps.isEmpty else { return ["No app reported anything that these figures count."] }
    var told = ["\(Wording.sentence(Wording.counted(Int64(apps.count), "app"))) reported in the period."]
    if let first = worst.first {
      told.append(
        "\(first.text("app") ?? "") has most that is open: \(Wording.counted(first.count("violations_open"), "violation")) "
          + "and \(Wording.counted(first.count("warnings_open"), "warning")).")
    }
    return told
  }
}
