import PlainText

/// A table for a terminal.
///
/// The widths of the columns come from the first rows, so that memory stays flat; a later cell that is wider pushes
/// its own line out, and nothing is cut. Control characters in data are shown as escapes.
struct TableWriter: RowWriter {
  private static let gap = "  "

  private var output: ByteBuffer
  private let options: WriterOptions
  private var columns: [Column] = []
  /// The rows looked at, until the widths are settled.
  private var waiting: [[Field]] = []
  private var widths: [Int]?

  private struct Field {
    var text: String
    var width: Int
    var tone: Style.Tone?
  }

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    self.options = options
    output = ByteBuffer(sink)
  }

  mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
  }

  mutating func row(_ cells: [Cell]) throws {
    precondition(cells.count == columns.count, "a row has as many cells as there are columns")
    let fields = zip(cells, columns).map { field($0, $1) }
    if widths == nil {
      waiting.append(fields)
      if waiting.count >= options.lookAhead { settle() }
    } else {
      write(fields)
    }
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    if widths == nil { settle() }
    try output.flush()
  }

  private func field(_ cell: Cell, _ column: Column) -> Field {
    guard let raw = cell.humanText(options.zone) else {
      return Field(text: options.nullText, width: options.nullText.displayWidth, tone: .faint)
    }
    let text = raw.printable
    return Field(text: text, width: text.displayWidth, tone: column.tones[raw])
  }

  private mutating func settle() {
    let head = columns.map { column in
      let name = column.name.printable
      return Field(text: name, width: name.displayWidth, tone: .strong)
    }
    let widths = columns.indices.map { index in
      waiting.reduce(head[index].width) { max($0, $1[index].width) }
    }
    self.widths = widths
    write(head)
    write(widths.map { Field(text: String(repeating: "─", count: $0), width: $0, tone: .faint) })
    for row in waiting { write(row) }
    waiting = []
  }

  private mutating func write(_ row: [Field]) {
    var line = ""
    for (index, field) in row.enumerated() {
      let padding = String(repeating: " ", count: max(0, (widths?[index] ?? 0) - field.width))
      let painted = options.style.paint(field.text, field.tone)
      let isLast = index == row.count - 1
      switch columns[index].alignment {
      case .leading: line += isLast ? painted : painted + padding
      case .trailing: line += padding + painted
      }
      if !isLast { line += Self.gap }
    }
    while line.last == " " { line.removeLast() }
    output.append(line)
    output.append(UInt8(ascii: "\n"))
  }
}
