import PlainText

/// CSV after RFC 4180: lines end in CR LF, a null is nothing at all and an empty text is `""`.
///
/// A text that begins with `=`, `+`, `-`, `@`, TAB or CR is what a spreadsheet takes for a formula: it gets a leading
/// apostrophe, and is counted. Numbers, times and all other kinds are left alone.
struct CSVWriter: RowWriter {
  private var output: ByteBuffer
  private let isRaw: Bool
  private let isTerminal: Bool
  private(set) var neutralisedCells = 0

  init(_ options: WriterOptions, _ sink: @escaping ByteSink) {
    output = ByteBuffer(sink)
    isRaw = options.isRaw
    isTerminal = options.isTerminal
  }

  mutating func begin(_ columns: [Column]) throws {
    line(columns.map { .text($0.name) })
    neutralisedCells = 0
    try output.check()
  }

  mutating func row(_ cells: [Cell]) throws {
    line(cells)
    try output.check()
  }

  mutating func end(_ ending: Ending) throws {
    try output.flush()
  }

  private mutating func line(_ cells: [Cell]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      guard var text = cell.machineText else { continue }
      if case .text = cell, !isRaw, let first = text.utf8.first, Self.formulaStarts.contains(first) {
        text = "'" + text
        neutralisedCells += 1
      }
      write(isTerminal ? text.printable : text)
    }
    output.append("\r\n")
  }

  private static let formulaStarts: [UInt8] = Array("=+-@\t\r".utf8)

  private mutating func write(_ text: String) {
    let needsQuotes = text.isEmpty || text.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }
    guard needsQuotes else { return output.append(text) }
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
