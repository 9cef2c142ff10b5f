import Testing

@testable import Rendering

@Suite("Axes of charts")
struct ChartScaleTests {
  @Test(
    "counts have whole marks at steps of 1, 2 or 5 times a power of ten, at most four steps",
    arguments: [
      (0.0, [0.0, 1]), (1, [0, 1]), (3, [0, 1, 2, 3]), (4, [0, 1, 2, 3, 4]), (5, [0, 2, 4, 6]),
      (9, [0, 5, 10]), (17, [0, 5, 10, 15, 20]), (21, [0, 10, 20, 30]), (57, [0, 20, 40, 60]),
      (100, [0, 50, 100]), (401, [0, 200, 400, 600]), (990_055, [0, 500_000, 1_000_000]),
    ] as [(Double, [Double])])
  func counts(greatest: Double, expected: [Double]) {
    #expect(Ticks.counts(to: greatest).values == expected)
  }

  @Test("the axis ends at or above what it shows, and by less than a step", arguments: 1...2000)
  func bounds(greatest: Int) {
    let ticks = Ticks.counts(to: Double(greatest))
    #expect(ticks.end >= Double(greatest))
    #expect(ticks.end - ticks.values[1] < Double(greatest))
    #expect(ticks.values.count <= 5)
  }

  @Test(
    "marks are short",
    arguments: [
      (0.0, "0"), (950, "950"), (9999, "9,999"), (12_000, "12k"), (12_500, "12.5k"), (1_500_000, "1.5M"),
    ] as [(Double, String)]
  )
  func marks(value: Double, expected: String) {
    #expect(ChartUnit.count.mark(value) == expected)
  }

  @Test(
    "a percentage never says nothing for something, nor all for less",
    arguments: [
      (0.0, "0%"), (0.0001, "<0.1%"), (0.001, "0.1%"), (0.3934, "39.3%"), (0.5, "50%"), (0.9996, "99.9%"),
      (1, "100%"),
    ] as [(Double, String)])
  func percentages(share: Double, expected: String) {
    #expect(Quantity.percentage(share) == expected)
  }

  @Test("a percentage without a digit behind the point")
  func wholePercentages() {
    #expect(
      [0, 0.004, 0.25, 0.996, 1].map { Quantity.percentage($0, digits: 0) } == [
        "0%", "<1%", "25%", "99%", "100%",
      ])
  }

  /// 1 January 2026, a Thursday.
  private static let newYear: Int32 = 20_454

  private static func labels(_ first: Int32, _ count: Int, _ step: ChartStep, width: Double) -> [String] {
    let stride: Int32 = step == .week ? 7 : 1
    let days = (0..<Int32(count)).map { first + $0 * stride }
    return ChartAxis.time(days, step).labels(width: width).map { label in
      "\(label.column) \(label.text)" + (label.below.map { " " + $0 } ?? "")
    }
  }

  @Test("a few days all have a label, the first with its year")
  func fewDays() {
    #expect(
      Self.labels(Self.newYear, 3, .day, width: 600) == ["0 1 Jan 2026", "1 2 Jan", "2 3 Jan"])
  }

  @Test("a month of days is labelled on Mondays")
  func mondays() {
    #expect(
      Self.labels(Self.newYear, 31, .day, width: 600)
        == ["4 5 Jan 2026", "11 12 Jan", "18 19 Jan", "25 26 Jan"])
  }

  @Test("a new year is told where it comes")
  func year() {
    #expect(
      Self.labels(Self.newYear - 14, 21, .day, width: 300)
        == ["4 22 Dec 2025", "11 29 Dec", "18 5 Jan 2026"])
  }

  @Test("weeks and months have no more labels than there is room for")
  func long() {
    // Sixty weeks at 50 pixels each would be 3,000: every fourteenth of them is left.
    #expect(Self.labels(Self.newYear - 3, 60, .week, width: 600).count == 9)
    let months: [Int32] = [20_454, 20_485, 20_513, 20_544, 20_574, 20_605]
    let labels = ChartAxis.time(months, .month).labels(width: 130)
    #expect(labels.map(\.text) == ["Jan", "Mar", "May"])
  }

  @Test("names are broken at a space where one line is too narrow, and cut in the middle where there is none")
  func names() {
    let labels = ChartAxis.names(["under 15 min", "com.contoso.mail.application"]).labels(width: 130)
    #expect(labels[0].text == "under" && labels[0].below == "15 min")
    #expect(labels[1].text.contains("…") && labels[1].below == nil)
  }

  @Test("a cut text is no wider than its room, and keeps its beginning and its end")
  func fitted() {
    let name = "com.contoso.a-very-long-bundle-identifier.mail"
    let cut = TextWidth.fitted(name, to: 150)
    #expect(TextWidth.of(cut) <= 150)
    #expect(cut.hasPrefix("com.") && cut.hasSuffix(".mail") && cut.contains("…"))
    #expect(TextWidth.fitted("mail", to: 150) == "mail")
    #expect(TextWidth.of("公司") > TextWidth.of("ab"))
  }

  @Test("labels at the edge are moved apart, in their order, and stay within bounds")
  func spread() {
    #expect(EdgeLabels.spread([50, 100], from: 0, to: 200) == [50, 100])
    #expect(EdgeLabels.spread([100, 100, 20], from: 0, to: 200) == [100, 117, 20])
    #expect(EdgeLabels.spread([198, 199, 200], from: 0, to: 200) == [166, 183, 200])
    #expect(EdgeLabels.spread([], from: 0, to: 200) == [])
  }

  @Test("numbers of pixels have one digit behind the point at most")
  func pixels() {
    #expect(
      [0, 1, 1.04, 1.05, 99.96, -0.04, -2.5].map(SVG.number) == ["0", "1", "1", "1.1", "100", "0", "-2.5"])
  }

  @Test("days are written as people write them")
  func days() {
    #expect(CalendarDate(days: Self.newYear).text == "1 Jan 2026")
    #expect(CalendarDate(days: Self.newYear).longText == "Thursday, 1 January 2026")
    #expect(CalendarDate(days: -1).longText == "Wednesday, 31 December 1969")
  }
}
