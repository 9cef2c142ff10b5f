import PlainText

/// A table for a terminal.
///
/// The layout comes from the first rows, so that memory stays flat. Where a width is given, cells are broken into
/// lines within their columns, and where the columns cannot be had on it, each row is a block of lines, a value each.
/// Without a width a later cell that is wider than its column pushes its own line out. Nothing is ever cut. Control
/// characters in data are shown as escapes.
struct TableWriter: RowWriter {
  private var output: ByteBuffer
  private let options: WriterOptions
  private let width: Int?
  private var columns: [Column] = []
  private var heads: [String] = []
  private var wishes: [TableLayout.Wish] = []
  /// The rows looked at, until the layout is settled.
  private var waiting: [[Field]] = []
  private var layout: TableLayout?
  /// The columns of each line of a block, and the widths of their values.
  private var blockLines: [[Int]] = []
  private var blockWidths: [Int] = []
  private var rows = 0

  private struct Field {
    var text: String
    var tone: Style.Tone?
  }

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    self.options = options
    width = options.width.map { max($0, TableLayout.least) }
    output = ByteBuffer(sink)
  }

  var neededWidth: Int? {
    guard case .blocks(let needed)? = layout else { return nil }
    return needed
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
    heads = columns.map(\.title.printable)
    wishes = zip(columns, heads).map { TableLayout.Wish($0, head: $1) }
  }

  mutating func row(_ cells: [Cell]) throws {
    precondition(cells.count == columns.count, "a row has as many cells as there are columns")
    let fields = zip(cells, columns).map { field($0, $1) }
    if layout == nil {
      for index in fields.indices { wishes[index].add(fields[index].text, of: columns[index]) }
      waiting.append(fields)
      if waiting.count >= options.lookAhead { settle() }
    } else {
      write(fields)
    }
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    if layout == nil { settle() }
    try output.flush()
  }

  private func field(_ cell: Cell, _ column: Column) -> Field {
    guard let raw = cell.humanText(options.zone, column.unit) else {
      return Field(text: options.nullText, tone: .faint)
    }
    return Field(text: raw.printable, tone: column.tones[raw])
  }

  private mutating func settle() {
    let layout = TableLayout(wishes, width: width)
    self.layout = layout
    switch layout {
    case .columns(let widths, let folds):
      line(heads.map { Field(text: $0, tone: .strong) }, widths, folds: folds)
      line(
        widths.map { Field(text: String(repeating: "─", count: $0), tone: .faint) }, widths, folds: false)
    case .blocks:
      blockWidths = columns.indices.map { index in
        waiting.reduce(0) { max($0, $1[index].text.displayWidth) }
      }
      blockLines = BlockLayout.lines(heads, blockWidths, width: width ?? TableLayout.least)
    }
    for row in waiting { write(row) }
    waiting = []
  }

  private mutating func write(_ row: [Field]) {
    rows += 1
    switch layout {
    case .columns(let widths, let folds): line(row, widths, folds: folds)
    case .blocks, nil: block(row)
    }
  }

  /// Writes a row as a line, or as several where its cells are broken.
  private mutating func line(_ row: [Field], _ widths: [Int], folds: Bool) {
    var rooms = widths
    if folds, let width, let last = widths.last, columns.last?.alignment == .leading {
      // Nothing stands behind the last column, so all that is left of the width is its.
      let before = widths.dropLast().reduce(0) { $0 + $1 + TableLayout.gap }
      rooms[rooms.count - 1] = max(last, width - before)
    }
    let cells = zip(row, rooms).map { field, room in
      folds && field.text.displayWidth > room ? field.text.folded(to: room) : [field.text]
    }
    let height = cells.reduce(1) { max($0, $1.count) }
    for number in 0..<height {
      var line = ""
      var blanks = 0
      for index in row.indices {
        let text = number < cells[index].count ? cells[index][number] : ""
        let padding = max(0, widths[index] - text.displayWidth)
        if columns[index].alignment == .trailing { blanks += padding }
        if !text.isEmpty {
          line += String(repeating: " ", count: blanks) + options.style.paint(text, row[index].tone)
          blanks = 0
        }
        if columns[index].alignment == .leading { blanks += padding }
        blanks += TableLayout.gap
      }
      while line.last == " " { line.removeLast() }
      output.append(line)
      output.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes a row as a block: a line with its number, and below it the values behind the names of their columns.
  private mutating func block(_ row: [Field]) {
    let width = width ?? TableLayout.least
    let number = "── \(Quantity.grouped(rows)) "
    let rule = number + String(repeating: "─", count: max(0, width - number.displayWidth))
    output.append(options.style.paint(rule, .faint) + "\n")
    for line in blockLines {
      let widths = line.map { blockWidths[$0] }
      let overflows = zip(line, widths).contains { row[$0].text.displayWidth > $1 }
      for part in overflows ? line.map({ [$0] }) : [line] { block(part, of: row, on: width) }
    }
  }

  /// Writes some values of a row on one line; a single one that is too wide on several.
  private mutating func block(_ part: [Int], of row: [Field], on width: Int) {
    let gap = String(repeating: " ", count: BlockLayout.gap)
    let last = part[part.count - 1]
    let line = part.dropLast().map { index in
      let blanks = blockWidths[index] - row[index].text.displayWidth
      return label(index) + painted(row[index]) + String(repeating: " ", count: blanks) + gap
    }.joined()
    let used = part.dropLast().reduce(0) {
      $0 + BlockLayout.labelWidth(heads[$1]) + blockWidths[$1] + BlockLayout.gap
    }
    let indent = min(BlockLayout.labelWidth(heads[last]), width / 2)
    let room = max(1, width - used - indent)
    let texts = row[last].text.folded(to: room)
    if BlockLayout.labelWidth(heads[last]) > indent {
      for name in heads[last].folded(to: width) { output.append(options.style.paint(name, .faint) + "\n") }
      output.append(String(repeating: " ", count: indent))
    } else {
      output.append(line + label(last))
    }
    for (number, text) in texts.enumerated() {
      if number > 0 { output.append(String(repeating: " ", count: indent)) }
      output.append(options.style.paint(text, row[last].tone) + "\n")
    }
  }

  private func label(_ index: Int) -> String { options.style.paint(heads[index] + ":", .faint) + " " }

  private func painted(_ field: Field) -> String { options.style.paint(field.text, field.tone) }
}

/// Which values of a block stand beside one another, in the order of the columns: as many as fit.
///
/// Each has the room of the widest of the first rows, so that it stands at the same place in every block.
enum BlockLayout {
  static let gap = 3

  /// The columns of the name of a column in a block, with what follows it.
  static func labelWidth(_ head: String) -> Int { head.displayWidth + 2 }

  /// The columns of each line.
  static func lines(_ heads: [String], _ values: [Int], width: Int) -> [[Int]] {
    var lines: [[Int]] = []
    var used = 0
    for index in heads.indices {
      let needed = labelWidth(heads[index]) + values[index]
      if lines.isEmpty || used + gap + needed > width {
        lines.append([index])
        used = needed
      } else {
        lines[lines.count - 1].append(index)
        used += gap + needed
      }
    }
    return lines
  }
}
