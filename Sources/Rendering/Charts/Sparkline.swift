/// A line the size of a word: how a number went, without axes.
///
/// It repeats what a chart and a table show elsewhere.
public struct Sparkline: Sendable {
  private let values: [Double]

  /// Makes a line of numbers in order of time.
  public init(_ values: [Double]) { self.values = values }

  /// The picture, hidden from those who do not see it; empty where there are fewer than two numbers.
  public func markup(width: Double = 120, height: Double = 28) -> String {
    guard values.count > 1, let least = values.min(), let greatest = values.max() else { return "" }
    let span = greatest > least ? greatest - least : 1
    let step = (width - 8) / Double(values.count - 1)
    let points = values.enumerated().map { index, value in
      (
        x: 3 + Double(index) * step,
        y: greatest > least ? height - 4 - (value - least) / span * (height - 8) : height / 2
      )
    }
    let data = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(SVG.number(point.x)) \(SVG.number(point.y))"
    }.joined()
    var svg = SVG()
    svg.path(data, "class=\"spark\"")
    if let last = points.last {
      let (x, y) = (SVG.number(last.x), SVG.number(last.y))
      svg.add("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"2.5\" class=\"c-steady\"/>")
    }
    let (width, height) = (SVG.number(width), SVG.number(height))
    return "<svg class=\"sparkline\" aria-hidden=\"true\" viewBox=\"0 0 \(width) \(height)\""
      + " width=\"\(width)\" height=\"\(height)\">\(svg.markup)</svg>"
  }
}
