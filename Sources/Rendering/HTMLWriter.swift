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
      \(Self.style)
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
    output.append("<div class=\"scroll\" role=\"region\" aria-labelledby=\"title\" tabindex=\"0\">\n")
    output.append("<table>\n<caption>\(caption)</caption>\n<thead>\n<tr>")
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
      guard let text = cell.humanText(options.zone, column.unit) else {
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

  private static let style = """
    :root { color-scheme: light dark; --line: #767676; --faint: #595959; }
    @media (prefers-color-scheme: dark) { :root { --faint: #b3b3b3; } }
    body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; }
    h1 { font-size: 1.5em; line-height: 1.2; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1em; }
    dt { color: var(--faint); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; }
    caption { color: var(--faint); text-align: left; padding: .5em 0; }
    th, td { border-bottom: 1px solid var(--line); padding: .3em .8em; text-align: left; vertical-align: top; }
    th { border-bottom-width: 2px; }
    .n { text-align: right; font-variant-numeric: tabular-nums; }
    .null { color: var(--faint); }
    @media print {
      body { margin: 0; font-size: 9pt; }
      .scroll { overflow: visible; }
      thead { display: table-header-group; }
      tr { break-inside: avoid; }
      th, td { padding: .2em .4em; overflow-wrap: anywhere; }
    }
    """
}
