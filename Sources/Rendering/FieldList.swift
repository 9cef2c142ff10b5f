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

  /// The lines, each ending in a line break, the values in one column.
  public var text: String {
    let width = fields.reduce(0) { max($0, $1.label.displayWidth) }
    return fields.map { field in
      let label = options.style.paint(field.label, .strong)
      let gap = String(repeating: " ", count: width - field.label.displayWidth + 2)
      guard let value = field.cell.humanText(options.zone) else {
        return label + gap + options.style.paint(options.nullText, .faint) + "\n"
      }
      return label + gap + options.style.paint(value.printable, field.tone) + "\n"
    }.joined()
  }
}
