import PlainText

/// A table of GitHub-flavoured Markdown.
///
/// Data stays data: nothing in it is taken for markup or HTML.
struct MarkdownWriter: RowWriter {
  private var output: ByteBuffer
  private let zone: ZoneOffset

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    output = ByteBuffer(sink)
    zone = options.zone
  }

  mutating func begin(_ columns: [Column]) throws {
    line(columns.map { Self.escaped($0.name) })
    line(columns.map { $0.alignment == .trailing ? "---:" : "---" })
    try output.check()
  }

  mutating func row(_ cells: [Cell]) throws {
    line(cells.map { $0.humanText(zone).map(Self.escaped) ?? "" })
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    try output.flush()
  }

  private mutating func line(_ fields: [String]) {
    output.append("| " + fields.joined(separator: " | ") + " |\n")
  }

  /// The text as Markdown that reads as the text; line breaks become `<br>`.
  static func escaped(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      var result = ""
      var previous: Character = " "
      let characters = Array(line.printable)
      for (index, character) in characters.enumerated() {
        let next = index + 1 < characters.count ? characters[index + 1] : " "
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\\", "`", "*", "[", "]", "|", "~": result += "\\\(character)"
        case "_" where !(previous.isLetter || previous.isNumber) || !(next.isLetter || next.isNumber):
          result += "\\_"
        default: result.append(character)
        }
        previous = character
      }
      return result
    }.joined(separator: "<br>")
  }
}
