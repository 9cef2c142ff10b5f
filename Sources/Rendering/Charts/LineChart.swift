/// Lines over time, with a marker of its own shape for each.
public struct LineChart: Sendable {
  /// What the columns stand for.
  public var axis: ChartAxis
  /// The lines.
  public var series: [ChartSeries]
  /// What the numbers are.
  public var unit: ChartUnit

  /// Makes a chart.
  public init(_ axis: ChartAxis, _ series: [ChartSeries], unit: ChartUnit) {
    self.axis = axis
    self.series = series
    self.unit = unit
  }

  /// Whether there is nothing to show.
  public var isEmpty: Bool { axis.count == 0 || series.allSatisfy { $0.values.allSatisfy { $0 == nil } } }
}

extension LineChart: Chart {
  /// The marks of the picture.
  public func draw(_ size: ChartSize, id: String) -> String {
    var svg = SVG()
    let greatest = series.flatMap(\.values).compactMap(\.self).max() ?? 0
    let ticks = unit.ticks(to: greatest).values
    let entries = series.map { series in
      LegendEntry(
        name: series.name, look: series.look, value: series.values.last.flatMap(\.self).map(unit.text))
    }
    let names = entries.map { size.isNarrow ? $0.value ?? "" : "\($0.name) \($0.value ?? "")" }
    let edge = (names.map { TextWidth.of($0, size: 13) }.max() ?? 0) + 12
    let frame = ChartFrame(
      size: size, left: ChartFrame.margin(ticks, unit), right: size.width - edge,
      top: 10, bottom: size.height - 36, highest: ticks.last ?? 1, lowest: 0, columns: axis.count)
    frame.drawValues(ticks, unit, in: &svg)
    for series in series { draw(series, frame, in: &svg) }
    let ends = series.map { frame.y($0.values.last.flatMap(\.self) ?? 0) }
    let places = EdgeLabels.spread(ends, from: frame.top, to: frame.bottom)
    for (entry, y) in zip(entries, places) where entry.value != nil {
      let name = size.isNarrow ? LegendEntry(name: "", look: entry.look, value: entry.value) : entry
      name.draw(frame.right + 10 - frame.columnWidth / 2, y + 4, in: &svg)
    }
    frame.drawLabels(axis.labels(width: frame.width), ticks: true, in: &svg)
    return svg.markup
  }

  private func draw(_ series: ChartSeries, _ frame: ChartFrame, in svg: inout SVG) {
    var data = ""
    var isDrawing = false
    for (column, value) in series.values.enumerated() {
      guard let value else {
        isDrawing = false
        continue
      }
      data += "\(isDrawing ? "L" : "M")\(SVG.number(frame.center(column))) \(SVG.number(frame.y(value)))"
      isDrawing = true
    }
    svg.path(data, "class=\"ln l-\(series.look.rawValue)\"")
    let isSparse = frame.columnWidth >= 14
    for (column, value) in series.values.enumerated() {
      guard let value else { continue }
      let isLast = column == series.values.count - 1
      let isAlone =
        (column == 0 || series.values[column - 1] == nil) && (isLast || series.values[column + 1] == nil)
      guard isSparse || isLast || isAlone else { continue }
      svg.path(
        Self.marker(series.look, frame.center(column), frame.y(value), isLast ? 4.5 : 2.5),
        "class=\"c-\(series.look.rawValue)\"")
    }
  }

  /// A circle, a square, a triangle or a diamond.
  private static func marker(_ look: ChartLook, _ x: Double, _ y: Double, _ size: Double) -> String {
    func at(_ dx: Double, _ dy: Double) -> String { "\(SVG.number(x + dx)) \(SVG.number(y + dy))" }
    switch look {
    case .bad:
      let side = SVG.number(size * 2)
      return "M\(at(-size, -size))h\(side)v\(side)h-\(side)Z"
    case .warning: return "M\(at(0, -size * 1.2))L\(at(size * 1.2, size))L\(at(-size * 1.2, size))Z"
    case .urgent, .faint:
      return "M\(at(0, -size * 1.3))L\(at(size * 1.3, 0))L\(at(0, size * 1.3))L\(at(-size * 1.3, 0))Z"
    case .steady, .pending:
      let arc = "a\(SVG.number(size)) \(SVG.number(size)) 0 1 0"
      return "M\(at(-size, 0))\(arc) \(SVG.number(size * 2)) 0\(arc) -\(SVG.number(size * 2)) 0Z"
    }
  }
}
