import PlainText

/// A self-contained HTML page with one table: no script, no remote part, light and dark.
struct HTMLWriter: RowWriter {
  private var output: ByteBuffer
  private let options: WriterOptions
  private var columns: [Column] = []

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    self.options = options
    output = ByteBuffer(sink)
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
    let title = Self.escaped(options.title)
    output.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; }
      table { border-collapse: collapse; }
      caption { font-size: 1.3em; font-weight: 600; text-align: left; padding-bottom: .5em; }
      th, td { border-bottom: 1px solid #8886; padding: .3em .8em; text-align: left; vertical-align: top; }
      th { border-bottom-width: 2px; }
      .n { text-align: right; font-variant-numeric: tabular-nums; }
      .null { opacity: .5; }
      @media print { body { margin: 0; } thead { display: table-header-group; } }
      </style>
      </head>
      <body>
      <table>
      <caption>\(title)</caption>
      <thead>
      <tr>
      """)
    for column in columns {
      output.append("<th scope=\"col\"\(numeric(column))>\(Self.escaped(column.name))</th>")
    }
    output.append("</tr>\n</thead>\n<tbody>\n")
    try output.check()
  }

  mutating func row(_ cells: [Cell]) throws {
    precondition(cells.count == columns.count, "a row has as many cells as there are columns")
    output.append("<tr>")
    for (cell, column) in zip(cells, columns) {
      guard let text = cell.humanText(options.zone) else {
        output.append("<td class=\"null\">–</td>")
        continue
      }
      var content = Self.escaped(text)
      if case .timestamp = cell, let machine = cell.machineText, !machine.hasSuffix("infinity") {
        content = "<time datetime=\"\(machine)\">\(content)</time>"
      }
      output.append("<td\(numeric(column))>\(content)</td>")
    }
    output.append("</tr>\n")
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    output.append("</tbody>\n</table>\n")
    if !ending.isComplete { output.append("<p>Incomplete: there are more rows than these.</p>\n") }
    output.append("</body>\n</html>\n")
    try output.flush()
  }

  private func numeric(_ column: Column) -> String {
    column.alignment == .trailing ? " class=\"n\"" : ""
  }

  /// The text as HTML that reads as the text; line breaks become `<br>`.
  static func escaped(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      line.printable.reduce(into: "") { result, character in
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.append(character)
        }
      }
    }.joined(separator: "<br>")
  }
}
