import Rendering

extension DashboardPage {
  /// How wipes went: how long they took, and which are not confirmed.
  var wipes: DashboardSection {
    let times = rows(.wipeTimes)
    let days = rows(.wipesByDay)
    var moves = ColumnChart(
      timeAxis, [ChartSeries("Requests", .urgent, values(days, "requested"))], style: .bars)
    moves.below = [ChartSeries("Confirmed", .steady, values(days, "completed"))]
    return DashboardSection(
      id: "wipes", title: "Wipes", told: toldOfWipes(times, days),
      queries: [.wipeTimes, .wipesByDay, .slowestWipes, .unconfirmedWipes],
      figures: [
        durationFigure(
          id: "confirm", title: "Time from request to confirmation", times, "wipes", "all_wipes",
          one: "Requests",
          emptyText: "No wipe with a known request was confirmed in the period."
        ),
        ChartFigure(
          id: "wipe-moves", title: "Requests for wipes, and those confirmed, \(each)",
          summary: Self.sums([("Requests", "requested"), ("Confirmed", "completed")], days),
          note: "Requests above the line, confirmed ones below it.", chart: moves,
          emptyText: "No wipe was asked for or confirmed in the period.",
          table: timeTable(
            "Requests for wipes \(each)", ["Requests", "Confirmed", "Failed", "Not confirmed at the end"],
            days,
            ["requested", "completed", "failed", "unconfirmed"])
        ),
      ],
      lists: { html in
        writeUnconfirmed(to: &html)
        writeSlowest(to: &html)
      })
  }

  /// A chart of how often something took how long, with the median and, where there are enough, the ninth decile.
  func durationFigure(
    id: String, title: String, _ rows: [QueryRows.Row], _ count: String, _ all: String, one: String,
    emptyText: String
  ) -> ChartFigure {
    let names = rows.map { $0.text("length") ?? "" }
    var chart = ColumnChart(
      .names(names), [ChartSeries(one, .steady, rows.map { Double($0.count(count)) })], style: .histogram)
    chart.showsTotals = true
    var summary = "Nothing to show."
    if let first = rows.first, let median = first.integer("median_s") {
      let decile = first.integer("decile_9_s")
      let whole = Quantity.grouped(first.count(all))
      chart.markers = [("median of \(whole):", median), ("nine of ten within", decile)].compactMap {
        name, seconds in
        seconds.map {
          ColumnChart.Marker("\(name) \(Wording.duration($0))", at: Self.place(of: $0, in: rows))
        }
      }
      summary =
        "Of \(whole), half took no longer than \(Wording.duration(median)), "
        + (decile.map { "nine of ten no longer than \(Wording.duration($0)), " } ?? "")
        + "the slowest \(Wording.duration(first.count("longest_s"))). "
        + rows.map { "\($0.text("length") ?? ""): \(Quantity.grouped($0.count(count)))" }.joined(
          separator: ", ") + "."
    }
    return ChartFigure(
      id: id, title: title, summary: summary, chart: chart, heights: (250, 250), emptyText: emptyText,
      table: PageTable(
        title, [.init("Length"), .init(one, .number)],
        rows.map { [.text($0.text("length") ?? ""), .number($0.count(count))] }))
  }

  /// Where a length of time lies among columns of lengths: in proportion within its column.
  static func place(of seconds: Int64, in rows: [QueryRows.Row]) -> Double {
    for (index, row) in rows.enumerated() {
      let low = row.count("over_s")
      guard let high = row.integer("up_to_s") else { return Double(index) + 0.5 }
      if seconds <= high { return Double(index) + Double(max(0, seconds - low)) / Double(high - low) }
    }
    return Double(rows.count)
  }

  private func writeUnconfirmed(to html: inout HTML) {
    let rows = rows(.unconfirmedWipes)
    let title = "Not confirmed, the longest wait first"
    guard let first = rows.first else {
      html.element("h3", text: title)
      html.element("p", ["class": "none"], text: "Every wipe that was asked for is confirmed.")
      return
    }
    write(
      title,
      PageTable(
        "Wipes that were not confirmed at the end of the period",
        [
          .init("Account"), .init("App, device"), .init("State"), .init("Asked by"), .init("Since", .fixed),
          .init("Waiting", .number),
        ],
        rows.map { row in
          [
            account(row), place(row), .text(row.text("state") ?? ""),
            .optional(row.text("origin").map(Wording.words)),
            .optional(row.instant("began_at").map(scope.time)),
            .optional(row.integer("waiting_s").map(Wording.duration)),
          ]
        },
        rest: rest(.unconfirmedWipes, shown: rows.count, of: first.count("of_wipes"), "requests")
      ), to: &html)
  }

  private func writeSlowest(to html: inout HTML) {
    let rows = rows(.slowestWipes)
    guard let first = rows.first else { return }
    write(
      "Confirmed, the slowest first",
      PageTable(
        "Wipes confirmed in the period that took longest",
        [
          .init("Account"), .init("App, device"), .init("Asked by"), .init("Asked for", .fixed),
          .init("Took", .number),
        ],
        rows.map { row in
          [
            account(row), place(row), .optional(row.text("origin").map(Wording.words)),
            .optional(row.instant("requested_at").map(scope.time)),
            .optional(row.integer("took_s").map(Wording.duration)),
          ]
        },
        rest: rest(.slowestWipes, shown: rows.count, of: first.count("of_wipes"), "requests")
      ), to: &html)
  }

  private func toldOfWipes(_ times: [QueryRows.Row], _ days: [QueryRows.Row]) -> [String] {
    let requested = days.reduce(0) { $0 + $1.count("requested") }
    let completed = days.reduce(0) { $0 + $1.count("completed") }
    let failed = days.reduce(0) { $0 + $1.count("failed") }
    let open = days.last?.count("unconfirmed") ?? 0
    guard requested + completed + failed + open > 0 else {
      return ["No wipe was asked for or confirmed in the period, and none waited at its end."]
    }
    var told = [
      "\(Wording.sentence(Wording.counted(requested, "request"))) for a wipe \(Wording.verb(requested, "was", "were")) made in "
        + "the period, \(Quantity.grouped(completed)) \(Wording.verb(completed, "was", "were")) confirmed, and "
        + "\(Quantity.grouped(failed)) failed. At its end \(Wording.counted(open, "request")) "
        + "\(Wording.verb(open, "was", "were")) not confirmed. One confirmation answers every open request of its app and "
        + "device."
    ]
    if let first = times.first, let median = first.integer("median_s") {
      let decile = first.integer("decile_9_s").map { "nine of ten no longer than \(Wording.duration($0)), " }
      var text =
        "Of the \(Quantity.grouped(first.count("all_wipes"))) confirmed whose request is known, half took no longer than "
        + "\(Wording.duration(median)), \(decile ?? "")the slowest \(Wording.duration(first.count("longest_s")))."
      if let asked = first.integer("admin_median_s") {
        text +=
          " Of the \(Quantity.grouped(first.count("admin_wipes"))) that an administrator made, half took no longer than "
          + "\(Wording.duration(asked))."
      }
      if open > 0 {
        text +=
          " \(Wording.sentence(Wording.counted(open, "request"))) that still \(Wording.verb(open, "waits", "wait")) "
          + "\(Wording.verb(open, "is", "are")) left out of these."
      }
      told.append(text)
    }
    if open > 0 {
      told.append(
        "Unenrollments that are to wipe are among these requests, with the origin unenrollment: rule W1 leaves them to "
          + "rules L4a and E9, and so may find fewer that were not confirmed.")
    }
    told.append(
      "A wipe runs only when the app is opened on its device: one that waits is not yet one that failed.")
    return told
  }
}
