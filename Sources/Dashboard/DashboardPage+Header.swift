import Rendering

extension DashboardPage {
  /// A figure, and how it compares with that of the period before.
  struct Tile {
    var title: String
    var value: String
    var more: String
    var trend: Trend
    var spark: [Double]
  }

  /// How a figure moved.
  struct Trend: Equatable {
    var text: String
    /// Whether it is better or worse than before; nil where it is neither.
    var isBetter: Bool?
  }

  private func figure(_ name: String) -> (value: Int64, before: Int64?) {
    let row = rows(.headlines).first { $0.text("figure") == name }
    return (row?.count("value") ?? 0, row?.integer("before"))
  }

  /// How many of the managed accounts have no open violation; nil where that is not known.
  var managedClean: Int64? {
    rows(.headlines).first { $0.text("figure") == "managed_clean" }?.integer("value")
  }

  /// The five headline figures.
  var tiles: [Tile] {
    let all = figure("under_management")
    let managed = figure("managed")
    let violations = figure("violations_open")
    let wipes = figure("wipes_unconfirmed")
    let enrollments = figure("enrollments")
    let failed = figure("enrollments_failed")
    let day = CalendarDate(days: period.dayBefore)
    let since = "on \(day.day) \(day.monthName)"
    let before = period.days == 1 ? "on the day before" : "in the \(period.days) days before"
    return [
      Tile(
        title: "Accounts under management", value: Quantity.grouped(all.value),
        more: "at the end of the period",
        trend: Self.trend(all, "than \(since)", rise: nil),
        spark: values(rows(.status), "under_management").compactMap(\.self)),
      Tile(
        title: "Managed share", value: Wording.share(managed.value, of: all.value),
        more: "\(Quantity.grouped(managed.value)) of \(Quantity.grouped(all.value)) accounts"
          + (managedClean.map { "; \(Quantity.grouped($0)) without an open violation" } ?? ""),
        trend: Self.trend(
          share(managed.value, all.value), managed.before.flatMap { share($0, all.before ?? 0) }, since),
        spark: values(rows(.status), "compliant_share", missing: nil).compactMap(\.self)),
      Tile(
        title: "Open violations", value: Quantity.grouped(violations.value), more: "at the end of the period",
        trend: Self.trend(violations, "than \(since)", rise: false),
        spark: values(rows(.findingsByDay), "violations").compactMap(\.self)),
      Tile(
        title: "Wipes not confirmed", value: Quantity.grouped(wipes.value), more: "at the end of the period",
        trend: Self.trend(wipes, "than \(since)", rise: false),
        spark: values(rows(.wipesByDay), "unconfirmed").compactMap(\.self)),
      Tile(
        title: "Failed enrollments", value: Quantity.grouped(failed.value),
        more: enrollments.value == 0
          ? "no enrollment had a result"
          : "\(Wording.share(failed.value, of: enrollments.value)) of "
            + Wording.counted(enrollments.value, "result"),
        trend: Self.trend(failed, "than \(before)", rise: false, isFlow: true),
        spark: values(rows(.enrollments), "failed").compactMap(\.self)),
    ]
  }

  private func share(_ part: Int64, _ whole: Int64) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }

  /// How a count moved.
  ///
  /// - Parameters:
  ///   - figure: the count, and the one before.
  ///   - than: what it is compared with, such as `than on 28 Feb`.
  ///   - rise: whether more is better; nil where it is neither.
  static func trend(
    _ figure: (value: Int64, before: Int64?), _ than: String, rise: Bool?, isFlow: Bool = false
  ) -> Trend {
    guard let before = figure.before else { return Trend(text: "no period before in the log") }
    let change = figure.value - before
    if change == 0 { return Trend(text: "as many as \(than.dropFirst(5))") }
    let word = change > 0 ? "more" : "fewer"
    let arrow = change > 0 ? "▲" : "▼"
    return Trend(
      text: "\(arrow) \(Quantity.grouped(abs(change))) \(word) \(than)",
      isBetter: rise.map { $0 == (change > 0) })
  }

  /// How a share moved, in points of a percentage.
  static func trend(_ share: Double?, _ before: Double?, _ since: String) -> Trend {
    guard let share, let before else { return Trend(text: "no period before in the log") }
    let tenths = Int64(((share - before) * 1000).rounded())
    if tenths == 0 { return Trend(text: "the same as \(since)") }
    let points = "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    let text = "\(tenths > 0 ? "▲" : "▼") \(points) points \(tenths > 0 ? "above" : "below") that \(since)"
    return Trend(text: text, isBetter: tenths > 0)
  }

  /// The page in some sentences.
  var lede: String {
    let all = figure("under_management")
    let managed = figure("managed")
    let violations = figure("violations_open")
    let wipes = figure("wipes_unconfirmed")
    let enrollments = figure("enrollments")
    let failed = figure("enrollments_failed")
    let day = CalendarDate(days: period.last).text
    var text: String
    if all.value == 0 {
      text = "At the end of \(day) no account was under management."
    } else {
      text =
        "At the end of \(day), \(Quantity.grouped(managed.value)) of \(Wording.counted(all.value, "account")) under "
        + "management (\(Wording.share(managed.value, of: all.value))) "
        + "\(Wording.verb(managed.value, "was", "were")) managed: policy in force, no wipe, no failed enrollment, the "
        + "last check compliant."
      if let clean = managedClean, managed.value > 0 {
        text +=
          " \(Quantity.grouped(clean)) of them (\(Wording.share(clean, of: all.value)) of all) had no open violation."
      }
    }
    text +=
      " " + Wording.sentence(Wording.counted(violations.value, "violation"))
      + " \(Wording.verb(violations.value, "was", "were")) open, and "
      + Wording.counted(wipes.value, "request") + " for a wipe waited for a confirmation."
    if enrollments.value > 0 {
      text +=
        " Of \(Wording.counted(enrollments.value, "enrollment result")) in the period, "
        + (failed.value == 0
          ? "none was a failure."
          : "\(Quantity.grouped(failed.value)) \(Wording.verb(failed.value, "was a failure", "were failures"))"
            + " (\(Wording.share(failed.value, of: enrollments.value))).")
    }
    return text
  }

  func writeHeader(to html: inout HTML) {
    html.element("header", ["class": "top"]) { html in
      html.element("p", ["class": "over"], text: period.text)
      html.element("h1", text: scope.title)
      html.line()
      html.element("dl", ["class": "facts"]) { html in
        for (name, value) in [
          ("Period", "\(Wording.counted(Int64(period.days), "day")), UTC"),
          ("Data through", scope.longTime(scope.throughRecordedAt)),
          ("Events", Quantity.grouped(scope.throughPosition)), ("Tenant", scope.tenant),
        ] {
          html.element("div") { html in
            html.element("dt", text: name)
            html.element("dd", text: value)
          }
        }
      }
      if scope.staleRows > 0 {
        html.element(
          "p", ["class": "note"],
          text:
            "\(Wording.sentence(Wording.counted(scope.staleRows, "row"))) of accounts or devices could not be folded "
            + "and may be out of date, and so may the figures that count them.")
      }
      if scope.showsIdentities {
        html.element(
          "p", ["class": "note"],
          text:
            "This page holds personal data: names of accounts, and what is said of them. Hand it over only to those "
            + "who may see it.")
      }
    }
    html.line()
    html.element("div", ["class": "summary", "role": "region", "aria-labelledby": "headlines-h"]) { html in
      html.element("h2", ["class": "hidden", "id": "headlines-h"], text: "In short")
      html.element("p", ["class": "lede"], text: lede)
      html.line()
      html.element("ul", ["class": "tiles"]) { html in
        for tile in tiles { write(tile, to: &html) }
      }
    }
    html.line()
    html.element("nav", ["class": "contents", "aria-label": "Contents"]) { html in
      html.element("ul") { html in
        for section in sections {
          html.element("li") { $0.element("a", ["href": "#\(section.id)"], text: section.title) }
        }
        html.element("li") { $0.element("a", ["href": "#sources"], text: "Sources") }
      }
    }
    html.line()
  }

  private func write(_ tile: Tile, to html: inout HTML) {
    html.element("li") { html in
      html.element("h3", text: tile.title)
      html.element("p", ["class": "value"], text: tile.value)
      html.element("p", ["class": "more"], text: tile.more)
      let tone = tile.trend.isBetter.map { $0 ? " better" : " worse" } ?? ""
      html.element("p", ["class": "trend\(tone)"]) { html in
        html.text(tile.trend.text)
        if !tone.isEmpty { html.element("span", ["class": "hidden"], text: " (\(tone.dropFirst()))") }
      }
      html.add(Sparkline(tile.spark).markup())
    }
    html.line()
  }
}
