import PlainText

/// A self-contained HTML page with one table: no script, no remote part, light and dark, for the screen and for paper.
///
/// It is well-formed XML too, so that any parser of either can read it. Equal calls give equal bytes.
struct HTMLWriter: RowWriter {
  private var output: ByteBuffer
  private let options: WriterOptions
  private var columns: [Column] = []
  private var rows = 0

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    self.options = options
    output = ByteBuffer(sink)
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
    let title = Self.escapedLine(options.about.title)
    let shape = HTMLTableShape(columns)
    let caption = options.about.caption.map(Self.escapedLine) ?? title
    output.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(title)</title>
      <style>
      \(HTMLTableShape.style)
      \(shape.style)
      </style>
      </head>
      <body>
      <main>
      <h1 id="title">\(title)</h1>

      """)
    let facts = options.about.facts(options.zone)
    if !facts.isEmpty {
      output.append("<dl>\n")
      for fact in facts {
        output.append("<dt>\(fact.label)</dt><dd>\(Self.escaped(fact.value))</dd>\n")
      }
      output.append("</dl>\n")
    }
    if Self.holdsPersonalData(columns, options.about) {
      output.append(
        "<p class=\"note\">This page holds personal data: accounts by their names or object ids, and what is said of "
          + "them. Hand it over only to those who may see it.</p>\n")
    }
    if shape.isWide {
      output.append("<p class=\"hint\">The table is wide: scroll it sideways for the other columns.</p>\n")
    }
    output.append("<div class=\"scroll\" role=\"region\" aria-labelledby=\"title\" tabindex=\"0\">\n")
    output.append("<table\(shape.attribute)>\n<caption>\(caption)</caption>\n<thead>\n<tr>")
    for column in columns {
      output.append("<th scope=\"col\"\(numeric(column))>\(Self.escaped(column.title))</th>")
    }
    output.append("</tr>\n</thead>\n<tbody>\n")
    try output.check()
  }

  mutating func row(_ cells: [Cell]) throws {
    precondition(cells.count == columns.count, "a row has as many cells as there are columns")
    rows += 1
    output.append("<tr>")
    for (cell, column) in zip(cells, columns) {
      guard let text = Self.rounded(cell).humanText(options.zone, column.unit) else {
        output.append("<td class=\"null\">–</td>")
        continue
      }
      output.append("<td\(numeric(column))>\(Self.content(cell, column, text))</td>")
    }
    output.append("</tr>\n")
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    output.append("</tbody>\n</table>\n</div>\n")
    output.append("<p>\(About.text(of: ending, rows: rows))</p>\n</main>\n</body>\n</html>\n")
    try output.flush()
  }

  /// An instant without its fraction of a second, which would take as much room again; the exact value is beside it.
  private static func rounded(_ cell: Cell) -> Cell {
    guard case .timestamp(let microseconds) = cell, ![.min, .max].contains(microseconds) else { return cell }
    return .timestamp(microseconds - ((microseconds % 1_000_000) + 1_000_000) % 1_000_000)
  }

  /// The text, with the exact value beside it where people are shown another.
  private static func content(_ cell: Cell, _ column: Column, _ text: String) -> String {
    let content = escaped(text)
    switch cell {
    case .timestamp:
      guard let machine = cell.machineText, !machine.hasSuffix("infinity") else { return content }
      return "<time datetime=\"\(machine)\">\(content)</time>"
    case .integer(let number) where column.unit != nil:
      return "<data value=\"\(number)\">\(content)</data>"
    default:
      return content
    }
  }

  /// Whether rows tell of accounts under names that were not left out.
  private static func holdsPersonalData(_ columns: [Column], _ about: About) -> Bool {
    let isLeftOut = about.parameters.contains { $0.name == "identities" && $0.values == [.text("no")] }
    return !isLeftOut && columns.contains { $0.namesAccount }
  }

  private func numeric(_ column: Column) -> String {
    column.alignment == .trailing ? " class=\"n\"" : ""
  }

  /// The text as HTML that reads as the text; line breaks become `<br/>`.
  static func escaped(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
      .map { escapedLine($0) }
      .joined(separator: "<br/>")
  }

  /// The text as HTML without elements, also for attributes; line breaks become visible escapes.
  static func escapedLine(_ text: some StringProtocol) -> String {
    // Scalar by scalar: a mark that combines with a `<` leaves it a `<` to the reader of HTML.
    text.printable.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
