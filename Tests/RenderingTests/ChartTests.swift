import Testing

@testable import Rendering

@Suite("Charts")
struct ChartTests {
  private static let days: [Int32] = [20_454, 20_455, 20_456]

  private static let size = ChartSize(width: 200, height: 136, isNarrow: false)

  /// The rectangles of a chart: x, y, width and height.
  private static func rectangles(_ markup: String) -> [[Double]] {
    markup.matches(of: /<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)"/).map {
      match in
      [match.1, match.2, match.3, match.4].compactMap { Double($0) }
    }
  }

  @Test("bars stand on the line, as high as their numbers, one on the other")
  func bars() {
    let chart = ColumnChart(
      .time(Self.days, .day), [ChartSeries("A", .steady, [1, 2, 0]), ChartSeries("B", .bad, [1, 0, 4])],
      style: .bars)
    let found = Self.rectangles(chart.draw(Self.size, id: "c"))
    // Two samples of the legend, whose row takes 18 pixels; then the marks from 28 to 100: 18 pixels a piece.
    let marks = found.dropFirst(2)
    let tops = marks.map { $0[1] }
    let heights = marks.map { $0[3] }
    #expect(tops == [82, 64, 64, 28])
    #expect(heights == [18, 36, 17, 72])
    #expect(Set(marks.map { $0[2] }).count == 1)
  }

  @Test("what is taken away hangs below the line")
  func below() {
    var chart = ColumnChart(.time(Self.days, .day), [ChartSeries("In", .bad, [2, 0, 1])], style: .bars)
    chart.below = [ChartSeries("Out", .steady, [0, 2, 1])]
    let marks = Self.rectangles(chart.draw(Self.size, id: "c")).dropFirst(2)
    // From 28 to 100 there are four steps of 18: the line lies at 64.
    #expect(marks.map { $0[1] } == [28, 46, 64, 64])
    #expect(marks.map { $0[3] } == [36, 18, 36, 18])
  }

  @Test("an area is drawn in steps, and one day fills the chart")
  func area() {
    let chart = ColumnChart(.time([20_454], .day), [ChartSeries("A", .steady, [4])], style: .area)
    let markup = chart.draw(ChartSize(width: 200, height: 136, isNarrow: true), id: "c")
    // "4" and a margin of 8 to the left, 2 to the right; from 100 up to 10.
    #expect(markup.contains("M15 100V10H198V100H15Z"), "\(markup)")
  }

  @Test("a line has a marker at its last number, breaks where there is none, and names its end")
  func line() {
    let chart = LineChart(
      .time(Self.days, .day), [ChartSeries("Share", .steady, [0.5, nil, 1])], unit: .share)
    let markup = chart.draw(Self.size, id: "c")
    let path = markup.firstMatch(of: /<path d="([^"]*)" class="ln l-steady"/)?.1 ?? ""
    #expect(path.count { $0 == "M" } == 2 && !path.contains("L"), "\(path)")
    #expect(markup.count(of: "class=\"c-steady\"") == 2)
    #expect(markup.contains("Share <tspan class=\"vl\">100%</tspan>"))
  }

  @Test("lying bars are as long as their numbers, and say them")
  func barChart() {
    let chart = BarChart(
      [("A", .bad), ("B", .warning)], [.init("x", [30, 10]), .init("y", [20, 0]), .init("z", [0, 0])])
    let markup = chart.draw(
      ChartSize(width: 720, height: chart.height(isNarrow: false), isNarrow: false), id: "c")
    let marks = Self.rectangles(markup).dropFirst(2)
    let widths = marks.map { $0[2] + 0.75 }
    #expect(widths.count == 3)
    // A gap of three quarters of a pixel parts the pieces; places are rounded to tenths.
    #expect(abs(widths[0] - 3 * widths[1]) < 0.5 && abs(widths[2] - 2 * widths[1]) < 0.5, "\(widths)")
    #expect(markup.contains(">40</text>") && markup.contains(">20</text>") && markup.contains(">0</text>"))
  }

  @Test("every look but one has a texture of strokes, none like another, and a picture has no patterns")
  func textures() throws {
    func textures(_ style: ColumnChart.Style) -> (all: [String], markup: String) {
      var all: [String] = []
      var markup = ""
      for look in ChartLook.allCases {
        let chart = ColumnChart(.names(["n"]), [ChartSeries("n", look, [1])], style: style)
        markup += chart.draw(Self.size, id: "c-\(look.rawValue)")
        let paths = chart.draw(Self.size, id: "c").matches(of: /<path d="([^"]*)" class="tx"/)
        if paths.isEmpty {
          #expect(look == .steady)
        } else {
          all.append(paths.map { String($0.1) }.joined())
        }
      }
      return (all, markup)
    }
    for style in [ColumnChart.Style.bars, .area] {
      let (all, markup) = textures(style)
      #expect(Set(all).count == ChartLook.allCases.count - 1)
      // Printed, a pattern is a picture of millions of pixels.
      #expect(!markup.contains("<pattern"))
      for use in markup.matches(of: /url\(#([^)]*)\)/) {
        #expect(markup.contains("<clipPath id=\"\(use.1)\">"), "\(use.1)")
      }
    }
  }

  @Test("strokes stay within their rectangle, and a falling one goes down to the right")
  func strokes() {
    var svg = SVG()
    ChartLook.bad.drawRectangle(10, 20, 16, 8, in: &svg)
    // Lines x - y = -16, -8 and 0 of the picture, cut to [10, 26] x [20, 28]; each ends at an edge.
    #expect(svg.markup.contains("d=\"M10 26L12 28M12 20L20 28M20 20L26 26\" class=\"tx\""), "\(svg.markup)")
    svg = SVG()
    ChartLook.urgent.drawRectangle(10, 21, 16, 8, in: &svg)
    #expect(svg.markup.contains("d=\"M10 24L26 24M10 28L26 28\" class=\"tx\""), "\(svg.markup)")
  }

  @Test("no marker runs through the number of a column")
  func totals() throws {
    var chart = ColumnChart(.names(["a", "b"]), [ChartSeries("A", .steady, [1, 2])], style: .histogram)
    chart.showsTotals = true
    func places() -> [Double] {
      chart.draw(Self.size, id: "c").matches(of: /<text x="([-\d.]+)"[^>]*class="lb vl halo"/)
        .compactMap { Double($0.1) }
    }
    let middle = places()
    chart.markers = [ColumnChart.Marker("median", at: 0.5)]
    let beside = places()
    #expect(middle.count == 2 && beside.count == 2)
    #expect(beside[0] - middle[0] > 6 && beside[1] == middle[1])
  }

  @Test("names of the data reach the picture as text, and nothing of them as markup")
  func hostile() {
    let name = "</text><script>alert(1)</script>&\"'\u{202E}\n\u{0}"
    let charts: [any Chart] = [
      ColumnChart(
        .names([name]), [ChartSeries(name, .bad, [1]), ChartSeries(name, .steady, [1])], style: .bars),
      LineChart(.time(Self.days, .day), [ChartSeries(name, .bad, [1, 1, 1])], unit: .count),
      BarChart([(name, .bad)], [.init(name, [1])]),
    ]
    for chart in charts {
      for size in [ChartSize.wide(), .narrow()] {
        let markup = chart.draw(size, id: "c")
        #expect(!markup.contains("<script") && !markup.contains("\u{202E}") && !markup.contains("\u{0}"))
        // A line on a telephone has its name in the heading alone.
        #expect(markup.contains("&lt;") || chart is LineChart && size.isNarrow)
      }
    }
  }

  @Test("nothing to show is told in words, without a picture and without a table")
  func empty() {
    var html = HTML()
    ChartFigure(
      id: "f", title: "Title", summary: "", chart: BarChart([("A", .bad)], []),
      emptyText: "Nothing was found.",
      table: PageTable("Title", [], [])
    ).write(to: &html)
    #expect(html.markup.contains("Nothing was found."))
    #expect(!html.markup.contains("<svg") && !html.markup.contains("<table"))
  }

  @Test("a figure has a picture for each width, each with its name and description, and a table")
  func figure() {
    var html = HTML()
    ChartFigure(
      id: "f", title: "Title", summary: "It rose.",
      chart: LineChart(.time(Self.days, .day), [ChartSeries("A", .bad, [1, 2, 3])], unit: .count),
      emptyText: "",
      table: PageTable("Numbers", [.init("Day"), .init("A", .number)], [[.text("1 Jan"), .text("1")]])
    ).write(to: &html)
    let markup = html.markup
    for width in ["wide", "narrow"] {
      #expect(markup.contains("role=\"img\" aria-labelledby=\"f-\(width)-t f-\(width)-d\""))
      #expect(
        markup.contains("<title id=\"f-\(width)-t\">Title</title><desc id=\"f-\(width)-d\">It rose.</desc>"))
    }
    #expect(markup.contains("<th scope=\"col\" class=\"n\">A</th>"))
    #expect(markup.contains("<th scope=\"row\" class=\"t\">1 Jan</th><td class=\"n\">1</td>"))
  }

  @Test("a line the size of a word needs two numbers, and lies flat where they are equal")
  func sparkline() {
    #expect(Sparkline([1]).markup().isEmpty)
    #expect(Sparkline([5, 5, 5]).markup().contains("M3 14L59 14L115 14"))
    #expect(Sparkline([0, 10]).markup().contains("M3 24L115 4"))
  }
}

extension String {
  /// How often a text is in it.
  func count(of part: String) -> Int { components(of: part) - 1 }

  private func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count
  }
}
