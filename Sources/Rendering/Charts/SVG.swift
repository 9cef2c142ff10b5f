import PlainText

/// SVG in the making; all numbers are rounded to tenths of a pixel, so that the same chart is the same bytes anywhere.
struct SVG {
  private(set) var markup = ""

  /// Where a text is held.
  enum Anchor: String {
    case start, middle, end
  }

  mutating func add(_ markup: String) { self.markup += markup }

  mutating func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ attributes: String) {
    guard width > 0, height > 0 else { return }
    markup +=
      "<rect x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" width=\"\(SVG.number(width))\""
      + " height=\"\(SVG.number(height))\" \(attributes)/>"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ attributes: String) {
    path("M\(SVG.number(x1)) \(SVG.number(y1))L\(SVG.number(x2)) \(SVG.number(y2))", attributes)
  }

  mutating func path(_ data: String, _ attributes: String) {
    markup += "<path d=\"\(data)\" \(attributes)/>"
  }

  /// A text; it reads as itself whatever is in it.
  mutating func text(
    _ x: Double, _ y: Double, _ text: String, _ class: String, _ anchor: Anchor = .start
  ) {
    let hold = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    markup +=
      "<text x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" class=\"\(`class`)\"\(hold)>\(HTML.escaped(text))</text>"
  }

  /// A number with at most one digit behind the point.
  static func number(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    let whole = abs(tenths) / 10
    let rest = abs(tenths) % 10
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}

extension String {
  /// The text in one line, as it is shown: what measures its room and what is drawn must be the same.
  var printableLine: String { printable }
}
