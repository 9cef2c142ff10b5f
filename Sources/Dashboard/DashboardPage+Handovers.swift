import Rendering

extension DashboardPage {
  /// Whether the data of a shared device's user was cleared before the next one came.
  var handovers: DashboardSection {
    let days = rows(.handovers)
    let parts: [(name: String, column: String, look: ChartLook)] = [
      ("Cleared before the next user", "cleared_before", .steady),
      ("Same user came back first", "returned", .faint),
      ("Cleared late", "cleared_late", .warning), ("Not cleared", "not_cleared", .bad),
    ]
    return DashboardSection(
      id: "handovers", title: "Shared devices", told: toldOfHandovers(days),
      queries: [.handovers, .handoverLag, .lateHandovers],
      figures: [
        ChartFigure(
          id: "handovers-days", title: "Hand-overs \(each), by what became of the data",
          summary: Self.sums(parts.map { ($0.name, $0.column) }, days),
          note: "Counted on the \(period.stepName) of the hand-over, for each app that saw it.",
          chart: ColumnChart(
            timeAxis, parts.map { ChartSeries($0.name, $0.look, values(days, $0.column)) }, style: .bars),
          emptyText: "No shared device changed hands in the period.",
          table: timeTable("Hand-overs \(each)", parts.map(\.name), days, parts.map(\.column))
        ),
        durationFigure(
          id: "lag", title: "Time from hand-over to the clearing of the data", rows(.handoverLag),
          "handovers",
          "all_handovers", one: "Hand-overs",
          emptyText: "No data was cleared after a hand-over in the period."
        ),
      ],
      lists: { writeLate(to: &$0) })
  }

  private func writeLate(to html: inout HTML) {
    let rows = rows(.lateHandovers)
    guard let first = rows.first else { return }
    write(
      "The next user came first",
      PageTable(
        "Hand-overs after which the next user met data of the user before",
        [
          .init("App, device"), .init("User before"), .init("Handed over", .fixed),
          .init("Cleared or come back", .fixed),
          .init("Beside the next user", .number),
        ],
        rows.map { row in
          [
            place(row), account(row, "previous", "previous_identity"),
            .optional(row.instant("changed_at").map(scope.time)),
            .text(Self.end(of: row, scope)),
            .optional(row.integer("exposed_s").map(Wording.duration)),
          ]
        },
        rest: rest(.lateHandovers, shown: rows.count, of: first.count("of_handovers"), "hand-overs")
      ), to: &html)
  }

  /// What ended the time that the data was there beside another user.
  private static func end(of row: QueryRows.Row, _ scope: DashboardScope) -> String {
    if let cleared = row.instant("cleared_at") { return scope.time(cleared) }
    if let returned = row.instant("returned_at") { return "not cleared; came back \(scope.time(returned))" }
    return "not cleared"
  }

  private func toldOfHandovers(_ days: [QueryRows.Row]) -> [String] {
    func sum(_ column: String) -> Int64 { days.reduce(0) { $0 + $1.count(column) } }
    let (before, late, not, returned) = (
      sum("cleared_before"), sum("cleared_late"), sum("not_cleared"), sum("returned")
    )
    let all = before + late + not + returned
    guard all > 0 else { return ["No shared device changed hands in the period."] }
    let due = all - returned
    var told = [
      "An app saw its user replaced, or leave, \(Wording.counted(all, "time"))."
        + (returned > 0
          ? " \(Wording.sentence(Wording.counted(returned, "time"))) the same user came back before anybody else: nothing "
            + "had to be cleared." : "")
    ]
    if due > 0 {
      told.append(
        "Of \(returned > 0 ? "the other \(Quantity.grouped(due))" : "these"), the data was cleared before the next user came "
          + "in \(Quantity.grouped(before)) (\(Wording.share(before, of: due))), later in \(Quantity.grouped(late)), and not "
          + "in \(Quantity.grouped(not)).")
    }
    if late + not > 0 {
      told.append(
        "Data lay beside the next user until it was cleared, the user before came back to it, or the period ended, "
          + "whichever came first.")
    }
    return told
  }
}
