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

  /// What is drawn on the colour, in a square of 8 pixels; nil for nothing.
  private var texture: String? {
    switch self {
    case .steady: nil
    case .pending: "M-1 9L9 -1M-1 1L1 -1M7 9L9 7"
    case .faint: "M2 0V8M6 0V8"
    case .warning: "M2 2h.01M6 6h.01"
    case .bad: "M-1 -1L9 9M-1 7L1 9M7 -1L9 1"
    case .urgent: "M0 2H8M0 6H8"
    }
  }

  /// The definition of the texture in a chart; empty where there is none.
  func pattern(in chart: String) -> String {
    guard let texture else { return "" }
    return "<pattern id=\"\(chart)-\(rawValue)\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
      + "<rect width=\"8\" height=\"8\" class=\"c-\(rawValue)\"/>"
      + "<path d=\"\(texture)\" class=\"tx tx-\(rawValue)\"/></pattern>"
  }

  /// The attributes that fill a shape of a chart with the look.
  func fill(in chart: String) -> String {
    texture == nil ? "class=\"c-\(rawValue)\"" : "fill=\"url(#\(chart)-\(rawValue))\""
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
