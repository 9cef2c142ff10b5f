/// Columns over time or over names, stacked where there are several series; what is taken away may hang below.
public struct ColumnChart: Sendable {
  /// How the columns stand.
  public enum Style: Sendable {
    /// Without gaps: what lasts from one to the next, such as how many accounts there are.
    case area
    /// With gaps: what happens in each.
    case bars
    /// With the least of gaps: how many there are of each size.
    case histogram
  }

  /// A place on the axis of columns with a name of its own, such as a median.
  public struct Marker: Sendable {
    /// Where, in columns from the left edge: 1.5 is the middle of the second.
    public var place: Double
    /// What is there.
    public var name: String

    /// Makes a marker.
    public init(_ name: String, at place: Double) {
      self.place = place
      self.name = name
    }
  }

  /// What the columns stand for.
  public var axis: ChartAxis
  /// The series from the axis up.
  public var series: [ChartSeries]
  /// The series from the axis down.
  public var below: [ChartSeries] = []
  /// How the columns stand.
  public var style: Style
  /// Places with names.
  public var markers: [Marker] = []
  /// Whether the number of each column stands on it.
  public var showsTotals = false

  /// Makes a chart.
  public init(_ axis: ChartAxis, _ series: [ChartSeries], style: Style) {
    self.axis = axis
    self.series = series
    self.style = style
  }

  /// Whether there is nothing to show.
  public var isEmpty: Bool { axis.count == 0 || (series + below).allSatisfy(\.isEmpty) }
}

extension ColumnChart: Chart {
  /// The marks of the picture.
  public func draw(_ size: ChartSize, id: String) -> String {
    var svg = SVG()
    let shown = (series + below).filter { !$0.isEmpty }
    let hasEdgeLabels = style == .area && !size.isNarrow && below.isEmpty
    let entries = legend(shown)
    let rows =
      hasEdgeLabels || shown.count < 2 ? [] : LegendEntry.rows(entries, width: size.width)
    let (frame, ticks) = frame(
      size, legendRows: rows.count, edge: hasEdgeLabels ? EdgeLabels.margin(entries) : 0)
    LegendEntry.draw(rows, left: 0, in: &svg)
    frame.drawValues(ticks, .count, in: &svg)
    drawStack(series.filter { !$0.isEmpty }, sign: 1, frame, in: &svg, id)
    drawStack(below.filter { !$0.isEmpty }, sign: -1, frame, in: &svg, id)
    if !below.isEmpty { svg.line(frame.left, frame.y(0), frame.right, frame.y(0), "class=\"base\"") }
    drawMarkers(frame, in: &svg)
    if showsTotals { drawTotals(frame, in: &svg) }
    frame.drawLabels(axis.labels(width: frame.width), ticks: style == .area, in: &svg)
    if hasEdgeLabels { drawEdgeLabels(shown, frame, in: &svg) }
    return svg.markup
  }

  private func frame(_ size: ChartSize, legendRows: Int, edge: Double) -> (ChartFrame, [Double]) {
    let up = greatest(series)
    let down = greatest(below)
    let limit = below.isEmpty ? 4 : 5
    let step = Ticks.counts(to: max(1, up + down), limit: limit).values[1]
    let highest = max(step, (up / step).rounded(.up) * step)
    let lowest = -(down / step).rounded(.up) * step
    let ticks = stride(from: lowest, through: highest, by: step).map { $0 }
    let markerRoom = markers.isEmpty ? 0.0 : Double(markers.count) * 16 + 6
    let top = 10 + Double(legendRows) * 18 + markerRoom + (showsTotals ? 8 : 0)
    let frame = ChartFrame(
      size: size, left: ChartFrame.margin(ticks, .count), right: size.width - max(2, edge), top: top,
      bottom: size.height - 36, highest: highest, lowest: lowest, columns: axis.count)
    return (frame, ticks)
  }

  private func greatest(_ series: [ChartSeries]) -> Double {
    (0..<axis.count).map { column in series.reduce(0) { $0 + ($1.values[column] ?? 0) } }.max() ?? 0
  }

  private func legend(_ shown: [ChartSeries]) -> [LegendEntry] {
    shown.map { series in
      let last = style == .area ? series.values.last.flatMap(\.self) ?? 0 : nil
      return LegendEntry(name: series.name, look: series.look, value: last.map(ChartUnit.count.text))
    }
  }

  private func drawStack(
    _ stack: [ChartSeries], sign: Double, _ frame: ChartFrame, in svg: inout SVG, _ id: String
  ) {
    var base = Array(repeating: 0.0, count: axis.count)
    for series in stack {
      let top = base.indices.map { base[$0] + (series.values[$0] ?? 0) * sign }
      switch style {
      case .area: drawArea(from: base, to: top, frame, series.look, in: &svg, id)
      case .bars, .histogram:
        let gap = style == .bars ? min(frame.columnWidth * 0.25, 14) : 2
        for column in base.indices where top[column] != base[column] {
          let ends = [frame.y(base[column]), frame.y(top[column])].sorted()
          // A thin line of paper parts what is stacked, but never takes a small number away.
          let seam = ends[1] - ends[0] > 3 && base[column] != 0 ? 1.0 : 0
          series.look.drawRectangle(
            frame.x(column) + gap / 2, ends[0] + (sign < 0 ? seam : 0), frame.columnWidth - gap,
            max(1, ends[1] - ends[0] - seam), in: &svg)
        }
      }
      base = top
    }
  }

  private func drawArea(
    from base: [Double], to top: [Double], _ frame: ChartFrame, _ look: ChartLook, in svg: inout SVG,
    _ id: String
  ) {
    var data = "M\(SVG.number(frame.left)) \(SVG.number(frame.y(base[0])))"
    for column in top.indices {
      data += "V\(SVG.number(frame.y(top[column])))H\(SVG.number(frame.x(column + 1)))"
    }
    for column in base.indices.reversed() {
      data += "V\(SVG.number(frame.y(base[column])))H\(SVG.number(frame.x(column)))"
    }
    let (highest, lowest) = (frame.y(top.max() ?? 0), frame.y(base.min() ?? 0))
    look.drawShape(
      data + "Z", within: (frame.left, highest, frame.width, lowest - highest), id: "\(id)-\(look.rawValue)",
      "stroke=\"var(--paper)\" stroke-width=\"0.75\"", in: &svg)
  }

  private func drawTotals(_ frame: ChartFrame, in svg: inout SVG) {
    for column in 0..<axis.count {
      let total = series.reduce(0) { $0 + ($1.values[column] ?? 0) }
      let text = ChartUnit.count.text(total)
      svg.text(
        placeOfTotal(column, width: TextWidth.of(text), frame), frame.y(total) - 5, text,
        total == 0 ? "ax" : "lb vl halo",
        .middle)
    }
  }

  /// The middle of the column, or beside a marker that would run through the number.
  private func placeOfTotal(_ column: Int, width: Double, _ frame: ChartFrame) -> Double {
    let center = frame.center(column)
    let room = width / 2 + 4
    let near = markers.map { frame.left + $0.place * frame.columnWidth }.filter { abs($0 - center) < room }
    guard let left = near.min(), let right = near.max() else { return center }
    return (left + right) / 2 <= center ? right + room : left - room
  }

  /// Each marker has its name in a row of its own above the columns, so that no name is over another.
  private func drawMarkers(_ frame: ChartFrame, in svg: inout SVG) {
    for (index, marker) in markers.enumerated() {
      let x = frame.left + marker.place * frame.columnWidth
      let y = frame.top - 14 - Double(markers.count - 1 - index) * 16
      svg.line(x, y - 9, x, frame.bottom, "class=\"mark-edge\"")
      svg.line(x, y - 9, x, frame.bottom, "class=\"mark\"")
      let isLeft = x + TextWidth.of(marker.name) + 6 > frame.size.width
      svg.text(x + (isLeft ? -6 : 6), y, marker.name, "lb halo", isLeft ? .end : .start)
    }
  }

  private func drawEdgeLabels(_ shown: [ChartSeries], _ frame: ChartFrame, in svg: inout SVG) {
    var base = 0.0
    let items = zip(shown, legend(shown)).map { series, entry in
      let value = series.values.last.flatMap(\.self) ?? 0
      base += value
      return EdgeLabels.Item(entry: entry, y: frame.y(base - value / 2))
    }
    EdgeLabels.draw(items, frame, in: &svg)
  }
}
