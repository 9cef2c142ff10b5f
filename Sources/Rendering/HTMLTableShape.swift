/// How the table of an HTML page takes the room that there is, on the screen and on paper.
///
/// Rows are written as they come, so the kinds of the columns must tell how wide the table gets. One that does not fit
/// is set in blocks there: the cells of a row below each other or in a grid, each under the name of its column.
struct HTMLTableShape {
  private let columns: [Column]
  /// How many characters a row takes at least.
  private let span: Int

  init(_ columns: [Column]) {
    self.columns = columns
    span = columns.reduce(0) { $0 + Self.width(of: $1) + 2 }
  }

  private static func width(of column: Column) -> Int {
    let word = column.title.split(separator: " ").map(\.count).max() ?? 0
    let least =
      switch column.kind {
      case .timestamp: 21
      case .json: 20
      case .text, .guid: 14
      case .date, .decimal: 10
      case .integer, .real, .boolean: 5
      }
    return max(least, min(word, 20))
  }

  /// Whether a window on a desk does not show all columns.
  var isWide: Bool { span > 140 }
  /// Whether a telephone gets blocks.
  private var isSplitNarrow: Bool { span > 44 }
  /// Whether paper is turned.
  private var isLandscape: Bool { span > 95 }
  /// Whether even turned paper gets blocks.
  private var isSplitOnPaper: Bool { span > 165 }

  /// The attribute of the table.
  var attribute: String {
    let names = [isSplitNarrow ? "split" : nil, isSplitOnPaper ? "far" : nil].compactMap(\.self)
    return names.isEmpty ? "" : " class=\"\(names.joined(separator: " "))\""
  }

  /// The style that follows from the columns.
  var style: String {
    var lines: [String] = []
    if isLandscape { lines.append("@page { size: landscape; }") }
    if isSplitNarrow {
      lines.append("@media screen and (max-width: 600px) {\n\(blocks("split", "1fr"))\n}")
    }
    if isSplitOnPaper { lines.append("@media print {\n\(blocks("far", "repeat(5, minmax(0, 1fr))"))\n}") }
    return lines.joined(separator: "\n")
  }

  private func blocks(_ name: String, _ grid: String) -> String {
    let labels = columns.enumerated().map { index, column in
      "  .\(name) td:nth-child(\(index + 1))::before { content: \"\(Self.quoted(column.title))\"; }"
    }
    return """
        .\(name), .\(name) tbody, .\(name) caption { display: block; }
        .\(name) thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
        .\(name) tr { display: grid; grid-template-columns: \(grid); gap: .3em 1em; padding: .6em 0;
          border-bottom: 1px solid var(--line); }
        .\(name) td { display: block; border: 0; padding: 0; min-width: 0; text-align: left; overflow-wrap: anywhere; }
        .\(name) td::before { display: block; color: var(--faint); font-size: .85em; }
      \(labels.joined(separator: "\n"))
      """
  }

  /// The text within the quotes of a style: all but letters, digits and spaces by their numbers.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain || scalar == " " {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\" + String(scalar.value, radix: 16) + " "
      }
    }
  }

  /// The style of all pages of one table.
  static let style = """
    :root { color-scheme: light dark; --line: #767676; --faint: #595959; --shade: rgb(0 0 0 / .3); }
    @media screen and (prefers-color-scheme: dark) { :root { --faint: #b3b3b3; --shade: rgb(255 255 255 / .35); } }
    body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; background: Canvas; color: CanvasText; }
    h1 { font-size: 1.5em; line-height: 1.2; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1em; }
    dt { color: var(--faint); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .note { border-left: .3em solid var(--line); padding-left: .8em; max-width: 50em; }
    .hint { color: var(--faint); margin-bottom: .3em; }
    .scroll { overflow-x: auto; background:
      linear-gradient(to right, Canvas 40%, transparent) 0 0 / 4em 100% no-repeat local,
      linear-gradient(to left, Canvas 40%, transparent) 100% 0 / 4em 100% no-repeat local,
      linear-gradient(to right, var(--shade), transparent) 0 0 / 1em 100% no-repeat scroll,
      linear-gradient(to left, var(--shade), transparent) 100% 0 / 1em 100% no-repeat scroll; }
    table { border-collapse: collapse; }
    caption { color: var(--faint); text-align: left; padding: .5em 0; }
    th, td { border-bottom: 1px solid var(--line); padding: .3em .6em; text-align: left; vertical-align: top; }
    th { border-bottom-width: 2px; }
    .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    th.n { white-space: normal; }
    time { white-space: nowrap; }
    .null { color: var(--faint); }
    @media screen and (max-width: 600px) { body { margin: 1em; } .hint { display: none; } }
    @media print {
      @page { margin: 12mm; }
      :root { color-scheme: light; }
      body { margin: 0; font-size: 8pt; }
      .scroll { overflow: visible; background: none; }
      .hint { display: none; }
      thead { display: table-header-group; }
      tr { break-inside: avoid; }
      th, td { padding: .2em .5em .2em 0; }
      td:not(.n, .null) { min-width: 13ch; overflow-wrap: anywhere; }
    }
    """
}
