/// The room of a chart's marks, and what stands around it: lines with numbers to the left, labels below.
struct ChartFrame {
  let size: ChartSize
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  /// The number at the top.
  let highest: Double
  /// The number at the bottom, 0 or below.
  let lowest: Double
  let columns: Int

  /// The size of the texts on the axes.
  static let small = 11.5

  var width: Double { right - left }
  var columnWidth: Double { width / Double(max(1, columns)) }

  /// Where a number lies.
  func y(_ value: Double) -> Double {
    bottom - (value - lowest) / (highest - lowest) * (bottom - top)
  }

  /// Where a column begins.
  func x(_ column: Int) -> Double { left + Double(column) * columnWidth }

  /// The middle of a column.
  func center(_ column: Int) -> Double { x(column) + columnWidth / 2 }

  /// Lines across the chart with their numbers, and the line that the marks stand on.
  func drawValues(_ ticks: [Double], _ unit: ChartUnit, in svg: inout SVG) {
    for value in ticks {
      let y = y(value).rounded() + 0.5
      svg.line(left, y, right, y, "class=\"\(value == 0 ? "base" : "grid")\"")
      svg.text(left - 6, y + 3.5, unit.mark(abs(value)), "ax", .end)
    }
  }

  /// The labels of the columns; those that would run out of the picture are held at its edge.
  func drawLabels(_ labels: [AxisLabel], ticks: Bool, in svg: inout SVG) {
    for label in labels {
      let x = center(label.column)
      let half = TextWidth.of(label.text, size: Self.small) / 2
      let anchor: SVG.Anchor = x - half < 0 ? .start : x + half > size.width ? .end : .middle
      let held = anchor == .start ? max(0, x - columnWidth / 2) : anchor == .end ? size.width : x
      if ticks { svg.line(x, bottom + 1, x, bottom + 5, "class=\"base\"") }
      svg.text(held, bottom + 18, label.text, "ax", anchor)
      if let below = label.below { svg.text(held, bottom + 31, below, "ax", anchor) }
    }
  }

  /// The room to the left for the numbers of an axis.
  static func margin(_ ticks: [Double], _ unit: ChartUnit) -> Double {
    (ticks.map { TextWidth.of(unit.mark(abs($0)), size: small) }.max() ?? 0) + 8
  }
}

/// A name with a sample of its look.
struct LegendEntry {
  var name: String
  var look: ChartLook
  /// What stands behind the name.
  var value: String?

  var width: Double { 16 + TextWidth.of(name + (value.map { " \($0)" } ?? "")) + 14 }

  /// The entries set in rows of a width.
  static func rows(_ entries: [LegendEntry], width: Double) -> [[LegendEntry]] {
    var rows: [[LegendEntry]] = []
    var room = 0.0
    for entry in entries {
      if rows.isEmpty || entry.width > room {
        rows.append([])
        room = width
      }
      rows[rows.count - 1].append(entry)
      room -= entry.width
    }
    return rows
  }

  /// Draws rows from the top of the chart.
  static func draw(_ rows: [[LegendEntry]], left: Double, in svg: inout SVG) {
    for (index, row) in rows.enumerated() {
      var x = left
      let y = 12.0 + Double(index) * 18
      for entry in row {
        entry.look.drawRectangle(x, y - 9, 10, 10, in: &svg)
        entry.draw(x + 16, y, in: &svg)
        x += entry.width
      }
    }
  }

  /// Draws name and value at a place.
  func draw(_ x: Double, _ y: Double, in svg: inout SVG) {
    let value = value.map { " <tspan class=\"vl\">\(HTML.escaped($0))</tspan>" } ?? ""
    svg.add(
      "<text x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" class=\"lb\">\(HTML.escaped(name))\(value)</text>")
  }
}

/// Labels at the right edge of a chart, each beside what it names and none over another.
struct EdgeLabels {
  /// A label, and where it would like to be.
  struct Item {
    var entry: LegendEntry
    var y: Double
  }

  static let spacing = 17.0

  /// Moves labels apart, no further than there is need, within bounds.
  static func spread(_ wished: [Double], from top: Double, to bottom: Double) -> [Double] {
    let order = wished.indices.sorted { (wished[$0], $0) < (wished[$1], $1) }
    var places = wished
    var last = top - spacing
    for index in order {
      places[index] = max(wished[index], last + spacing)
      last = places[index]
    }
    // What ran out at the bottom goes back up, and pushes what is above it.
    var next = bottom + spacing
    for index in order.reversed() {
      places[index] = min(places[index], next - spacing)
      next = places[index]
    }
    return places
  }

  /// Draws labels to the right of a frame.
  static func draw(_ items: [Item], _ frame: ChartFrame, in svg: inout SVG) {
    let places = spread(items.map(\.y), from: frame.top + 4, to: frame.bottom - 4)
    for (item, y) in zip(items, places) {
      let x = frame.right + 6
      if abs(y - item.y) > 2 {
        svg.line(x - 4, item.y, x + 4, y, "class=\"lead\"")
      }
      item.entry.look.drawRectangle(x + 7, y - 5, 10, 10, in: &svg)
      item.entry.draw(x + 22, y + 4, in: &svg)
    }
  }

  /// The room to the right that labels need.
  static func margin(_ entries: [LegendEntry]) -> Double {
    (entries.map { TextWidth.of($0.name + " " + ($0.value ?? "")) }.max() ?? 0) + 30
  }
}
