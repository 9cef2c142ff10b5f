/// Bars that lie, one a name, longest where most is.
public struct BarChart: Sendable {
  /// A bar, in pieces where it has several.
  public struct Bar: Sendable {
    /// What it stands for.
    public var name: String
    /// Its pieces from the left.
    public var values: [Double]
    /// What stands at its end; the sum of its pieces where nothing else does.
    public var text: String?

    /// Makes a bar.
    public init(_ name: String, _ values: [Double], text: String? = nil) {
      self.name = name
      self.values = values
      self.text = text
    }

    var total: Double { values.reduce(0, +) }
  }

  /// The names of the pieces, with their looks.
  public var pieces: [(name: String, look: ChartLook)]
  /// The bars from the top.
  public var bars: [Bar]

  /// Makes a chart.
  public init(_ pieces: [(name: String, look: ChartLook)], _ bars: [Bar]) {
    self.pieces = pieces
    self.bars = bars
  }

  /// Whether there is nothing to show.
  public var isEmpty: Bool { bars.allSatisfy { $0.total == 0 } }

  /// How high the chart has to be.
  public func height(isNarrow: Bool) -> Double {
    Double(bars.count) * pitch(isNarrow) + Double(legendRows(width: isNarrow ? 344 : 720).count) * 20 + 6
  }

  /// On a telephone the name stands above its bar.
  private func pitch(_ isNarrow: Bool) -> Double { isNarrow ? 38 : 25 }

  private func legendRows(width: Double) -> [[LegendEntry]] {
    let shown = pieces.indices.filter { index in bars.contains { $0.values[index] > 0 } }
    guard pieces.count > 1 else { return [] }
    return LegendEntry.rows(
      shown.map { LegendEntry(name: pieces[$0].name, look: pieces[$0].look) }, width: width)
  }
}

extension BarChart: Chart {
  /// The marks of the picture.
  public func draw(_ size: ChartSize, id: String) -> String {
    var svg = SVG()
    let rows = legendRows(width: size.width)
    LegendEntry.draw(rows, left: 0, in: &svg)
    let top = Double(rows.count) * 20 + 2
    let texts = bars.map { $0.text ?? ChartUnit.count.text($0.total) }
    let valueRoom = (texts.map { TextWidth.of($0) }.max() ?? 0) + 10
    let nameRoom =
      size.isNarrow ? 0 : min(250, (bars.map { TextWidth.of($0.name.printableLine) }.max() ?? 0) + 12)
    let greatest = max(1, bars.map(\.total).max() ?? 1)
    let scale = (size.width - nameRoom - valueRoom) / greatest
    for (index, bar) in bars.enumerated() {
      let y = top + Double(index) * pitch(size.isNarrow)
      let name = bar.name.printableLine
      if size.isNarrow {
        svg.text(0, y + 13, TextWidth.fitted(name, to: size.width), "lb")
      } else {
        svg.text(nameRoom - 10, y + 15.5, TextWidth.fitted(name, to: nameRoom - 10), "lb", .end)
      }
      let barTop = y + (size.isNarrow ? 18 : 3)
      var x = nameRoom
      for (value, piece) in zip(bar.values, pieces) where value > 0 {
        let width = max(1.5, value * scale)
        piece.look.drawRectangle(x, barTop, width - (bar.values.count > 1 ? 0.75 : 0), 17, in: &svg)
        x += width
      }
      svg.text(x + 6, barTop + 13, texts[index], "lb vl")
    }
    svg.line(nameRoom - 0.5, top, nameRoom - 0.5, size.height - 4, "class=\"base\"")
    return svg.markup
  }
}
