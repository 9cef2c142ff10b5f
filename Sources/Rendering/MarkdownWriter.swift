import PlainText

/// A page of GitHub-flavoured Markdown: a heading, what the answer says of itself, and a table.
///
/// Data stays data: nothing in it is taken for markup or HTML.
struct MarkdownWriter: RowWriter {
  private var output: ByteBuffer
  private let options: WriterOptions
  private var columns: [Column] = []
  private var rows = 0

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    output = ByteBuffer(sink)
    self.options = options
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
    output.append("# \(Self.escaped(options.about.title))\n\n")
    let facts = options.about.facts(options.zone)
    for fact in facts { output.append("- \(fact.label): \(Self.escaped(fact.value))\n") }
    if !facts.isEmpty { output.append("\n") }
    line(columns.map { Self.escaped($0.title) })
    line(columns.map { $0.alignment == .trailing ? "---:" : "---" })
    try output.check()
  }

  mutating func row(_ cells: [Cell]) throws {
    precondition(cells.count == columns.count, "a row has as many cells as there are columns")
    rows += 1
    line(zip(cells, columns).map { $0.humanText(options.zone, $1.unit).map(Self.escaped) ?? "" })
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    output.append("\n\(About.text(of: ending, rows: rows))\n")
    try output.flush()
  }

  private mutating func line(_ fields: [String]) {
    output.append("| " + fields.joined(separator: " | ") + " |\n")
  }

  /// The text as Markdown that reads as the text; line breaks become `<br>`.
  static func escaped(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }).map { line in
      // Scalar by scalar: a mark that combines with a `|` leaves it a `|` to the reader of Markdown.
      let scalars = Array(line.printable.unicodeScalars)
      var result = ""
      for (index, scalar) in scalars.enumerated() {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\\", "`", "*", "[", "]", "|", "~": result += "\\\(scalar)"
        case "_" where !(isInWord(scalars, index - 1) && isInWord(scalars, index + 1)): result += "\\_"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }.joined(separator: "<br>")
  }

  private static func isInWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard scalars.indices.contains(index) else { return false }
    let properties = scalars[index].properties
    return properties.isAlphabetic || properties.numericType != nil
  }
}
