import PlainText

/// Labels and values one below the other, for a single thing on a terminal.
public struct FieldList: Sendable {
  private var fields: [(label: String, cell: Cell, tone: Style.Tone?)] = []
  private let options: WriterOptions

  /// Makes an empty list.
  public init(_ options: WriterOptions = WriterOptions()) {
    self.options = options
  }

  /// Adds a field.
  public mutating func add(_ label: String, _ cell: Cell, _ tone: Style.Tone? = nil) {
    fields.append((label, cell, tone))
  }

  /// The lines, each ending in a line break, the values in one column, and broken at words where there is a width.
  public var text: String {
    let width = fields.reduce(0) { max($0, $1.label.displayWidth) } + 2
    let indent = String(repeating: " ", count: width)
    return fields.map { field in
      let value = field.cell.humanText(options.zone)
      let text = (value ?? options.nullText).printable
      let lines = options.width.map { text.folded(to: max(TableLayout.least, $0 - width)) } ?? [text]
      let label = options.style.paint(field.label, .strong)
      let gap = String(repeating: " ", count: width - field.label.displayWidth)
      let painted = lines.map { options.style.paint($0, value == nil ? .faint : field.tone) }
      return label + gap + painted.joined(separator: "\n" + indent) + "\n"
    }.joined()
  }
}
