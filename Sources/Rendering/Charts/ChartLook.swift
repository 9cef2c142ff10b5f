/// How a series looks: a colour of the palette and, so that the colour is never all there is, a texture of its own.
public enum ChartLook: String, CaseIterable, Sendable {
  /// As it should be: plain.
  case steady
  /// Under way: strokes that rise.
  case pending
  /// Of no weight: upright strokes.
  case faint
  /// To be looked at: dots.
  case warning
  /// Wrong: strokes that fall.
  case bad
  /// Urgent: strokes that lie.
  case urgent

  /// How strokes run across a shape, or along it.
  private enum Stroke {
    case rising, falling, upright, lying
  }

  private var strokes: [Stroke] {
    switch self {
    case .steady: []
    case .pending: [.rising]
    case .faint: [.upright]
    case .warning: [.rising, .falling]
    case .bad: [.falling]
    case .urgent: [.lying]
    }
  }

  /// The class of what has the colour.
  var fill: String { "class=\"c-\(rawValue)\"" }

  /// Draws a rectangle with the colour and the texture.
  ///
  /// Textures are strokes and no patterns: printed, a pattern becomes a picture of millions of pixels.
  func drawRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, in svg: inout SVG) {
    svg.rect(x, y, width, height, fill)
    drawTexture(x, y, width, height, in: &svg)
  }

  /// Draws a shape within bounds with the colour and the texture.
  ///
  /// - Parameter id: no other thing of the page has the same.
  func drawShape(
    _ data: String, within bounds: (x: Double, y: Double, width: Double, height: Double), id: String,
    _ attributes: String, in svg: inout SVG
  ) {
    svg.path(data, "\(fill) \(attributes)")
    guard !strokes.isEmpty else { return }
    svg.add("<clipPath id=\"\(id)\"><path d=\"\(data)\"/></clipPath>")
    svg.add("<g clip-path=\"url(#\(id))\">")
    drawTexture(bounds.x, bounds.y, bounds.width, bounds.height, in: &svg)
    svg.add("</g>")
  }

  private func drawTexture(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, in svg: inout SVG
  ) {
    let data = strokes.map { Self.lines($0, x, y, width, height) }.joined()
    if !data.isEmpty { svg.path(data, "class=\"tx\"") }
  }

  /// The pieces within a rectangle of lines that run across the whole picture, so that neighbours go on where one ends.
  private static func lines(
    _ stroke: Stroke, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> String {
    func steps(_ from: Double, _ to: Double, _ step: Double) -> [Double] {
      Array(stride(from: (from / step).rounded(.up) * step, to: to, by: step))
    }
    func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
      x2 - x1 + abs(y2 - y1) < 0.5
        ? "" : "M\(SVG.number(x1)) \(SVG.number(y1))L\(SVG.number(x2)) \(SVG.number(y2))"
    }
    let (right, bottom) = (x + width, y + height)
    switch stroke {
    case .lying: return steps(y, bottom, 4).map { line(x, $0, right, $0) }.joined()
    case .upright: return steps(x, right, 4).map { line($0, y, $0, bottom) }.joined()
    case .falling:
      return steps(x - bottom, right - y, 8).map { offset in
        let (start, end) = (max(x, offset + y), min(right, offset + bottom))
        return line(start, start - offset, end, end - offset)
      }.joined()
    case .rising:
      return steps(x + y, right + bottom, 8).map { sum in
        let (start, end) = (max(x, sum - bottom), min(right, sum - y))
        return line(start, sum - start, end, sum - end)
      }.joined()
    }
  }
}

/// A series of a chart: a number for each of its columns.
public struct ChartSeries: Sendable {
  /// What it is.
  public var name: String
  /// How it looks.
  public var look: ChartLook
  /// The numbers, none below 0; nil where there is none.
  public var values: [Double?]

  /// Makes a series.
  public init(_ name: String, _ look: ChartLook, _ values: [Double?]) {
    self.name = name
    self.look = look
    self.values = values
  }

  /// Whether it has anything to show.
  var isEmpty: Bool { values.allSatisfy { ($0 ?? 0) == 0 } }
}

/// The room of a chart.
public struct ChartSize: Hashable, Sendable {
  /// In pixels, as wide as the page gives it.
  public var width: Double
  /// In pixels.
  public var height: Double
  /// Whether it is for a telephone: names stand above the chart and not beside it.
  public var isNarrow: Bool

  /// For a page on a desk or on paper.
  public static func wide(height: Double = 240) -> ChartSize {
    ChartSize(width: 720, height: height, isNarrow: false)
  }

  /// For a telephone.
  public static func narrow(height: Double = 220) -> ChartSize {
    ChartSize(width: 344, height: height, isNarrow: true)
  }
}
