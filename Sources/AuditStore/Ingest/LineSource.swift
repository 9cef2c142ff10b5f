import Glibc
import MAMEvents

/// Cuts an input into events: one a line, or the elements of CloudEvents batch arrays.
///
/// Lines end with LF or CR LF, the last one also without; blank lines are skipped, and so is a byte order mark at the
/// start. A line whose first character is `[` begins an array, which may end on any later line; what follows it on
/// its last line is a line by itself. Memory is bounded: what is longer than the limit is passed on in pieces.
///
/// Where an array breaks (see ``BatchArrayScanner``), the elements before are events, the broken one is refused to
/// the end of its line, and reading goes on line by line. Where the input ends inside an array, the element that has
/// no comma or bracket behind it is refused.
final class LineSource {
  /// What comes next.
  ///
  /// Bytes stay valid until the next call.
  enum Item {
    /// An event to decode: a line without its end, or an element without the white space around it.
    case event(UnsafeRawBufferPointer, line: Int)
    /// What no event can be made of.
    case refused(UnsafeRawBufferPointer, line: Int, Rejection)
    /// A piece of what is too large; the last one says so.
    case oversized(UnsafeRawBufferPointer, line: Int, isLast: Bool)
    /// Nothing came in time.
    case nothingYet
    /// The input has ended.
    case end
  }

  private enum Mode: Equatable {
    case beginning
    case lineStart
    case line
    case oversizedLine
    case array
    case oversizedElement
    case brokenArray
    case oversizedBrokenArray
  }

  private static let chunk = 1 << 20

  /// How many bytes were read.
  private(set) var bytesRead = 0

  private let reader: InputReader
  private let limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// The first byte that was not passed on, the first that was not looked at, and the end of what was read.
  private var start = 0
  private var scan = 0
  private var end = 0
  private var isAtEnd = false
  private var mode = Mode.beginning
  private var line = 1
  private var scanner = BatchArrayScanner(line: 1)
  /// Where the array's line begins, counted from `start`.
  private var arrayLineStart = 0
  private var breakLine = 1

  /// Reads from an input.
  ///
  /// - Parameter limit: the most bytes of an event that are held; a longer one comes in pieces.
  init(_ reader: InputReader, limit: Int = EventLimits.line) {
    self.reader = reader
    self.limit = limit
    buffer = .allocate(byteCount: 2 * Self.chunk, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The next event.
  ///
  /// - Parameter patience: how long to wait for bytes, in milliseconds.
  func next(patience: Int32) throws(FileError) -> Item {
    while true {
      let item =
        switch mode {
        case .beginning: skipMark()
        case .lineStart: beginLine()
        case .line: takeLine()
        case .array: takeElement()
        case .brokenArray: takeBroken()
        case .oversizedLine, .oversizedElement, .oversizedBrokenArray: takePiece()
        }
      switch item {
      case .item(let item): return item
      case .again: continue
      case .more: if try !fill(patience) { return .nothingYet }
      }
    }
  }

  private enum Progress {
    case item(Item)
    case again
    case more
  }

  // MARK: - Lines

  private func skipMark() -> Progress {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let count = min(mark.count, end - start)
    let isMark = buffer[start..<start + count].elementsEqual(mark.prefix(count))
    if isMark, count < mark.count, !isAtEnd { return .more }
    if isMark, count == mark.count { start += count }
    scan = start
    mode = .lineStart
    return .again
  }

  private func beginLine() -> Progress {
    while scan < end, isBlank(buffer[scan]) { scan += 1 }
    if scan == end {
      if isAtEnd { return .item(.end) }
      if end - start <= limit { return .more }
      mode = .oversizedLine
      scan = start
      return .again
    }
    if buffer[scan] == 0x0A {
      scan += 1
      start = scan
      line += 1
    } else if buffer[scan] == UInt8(ascii: "[") {
      scan += 1
      start = scan
      scanner = BatchArrayScanner(line: line)
      arrayLineStart = 0
      mode = .array
    } else {
      mode = .line
    }
    return .again
  }

  private func takeLine() -> Progress {
    guard let lineEnd = nextLineEnd() else { return isOverLimit(.oversizedLine) ? .again : .more }
    let bytes = slice(start, withoutReturn(lineEnd))
    if bytes.count > limit {
      mode = .oversizedLine
      scan = start
      return .again
    }
    let item = Item.event(bytes, line: line)
    endLine(lineEnd)
    return .item(item)
  }

  /// The end of the line: its LF, or the end of the input; nil where more has to be read.
  private func nextLineEnd() -> Int? {
    if scan < end, let base = buffer.baseAddress, let found = memchr(base + scan, 0x0A, end - scan) {
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
    scan = end
    return isAtEnd ? end : nil
  }

  private func endLine(_ lineEnd: Int) {
    start = min(lineEnd + 1, end)
    scan = start
    line += 1
    mode = .lineStart
  }

  private func isOverLimit(_ next: Mode) -> Bool {
    guard end - start > limit + 1 else { return false }
    // What was looked at stays so: a broken element may have begun some lines before.
    mode = next
    return true
  }

  // MARK: - Arrays

  private func takeElement() -> Progress {
    while scan < end {
      let byte = buffer[scan]
      let step = scanner.take(byte)
      if step == .inside {
        scan += 1
        if byte == 0x0A { arrayLineStart = scan - start }
        continue
      }
      line = scanner.line
      let elementEnd = step == .brokenBeforeLine ? start + arrayLineStart : scan
      let element = trimmed(start, elementEnd)
      switch step {
      case .inside: break
      case .endOfElement, .endOfArray:
        scan += 1
        start = scan
        arrayLineStart = 0
        if step == .endOfArray { mode = .lineStart }
        if step == .endOfArray, scanner.isEmpty { return .again }
        return .item(.event(element, line: scanner.elementLine))
      case .brokenBeforeLine:
        let isWhole = scanner.isBetweenValues
        start = elementEnd
        scan = start
        mode = .lineStart
        return .item(
          isWhole
            ? .event(element, line: scanner.elementLine)
            : .refused(element, line: scanner.elementLine, broken(atLine: line)))
      case .broken:
        breakLine = line
        mode = .brokenArray
        return .again
      }
    }
    if end - start > limit {
      mode = .oversizedElement
      return .again
    }
    if !isAtEnd { return .more }
    line = scanner.line
    let rest = trimmed(start, end)
    start = end
    mode = .lineStart
    return .item(.refused(rest, line: scanner.elementLine, unfinished))
  }

  /// The broken element, to the end of its line.
  private func takeBroken() -> Progress {
    guard let lineEnd = nextLineEnd() else { return isOverLimit(.oversizedBrokenArray) ? .again : .more }
    let item = Item.refused(
      trimmed(start, lineEnd), line: scanner.elementLine, broken(atLine: breakLine))
    endLine(lineEnd)
    return .item(item)
  }

  private func broken(atLine line: Int) -> Rejection {
    Rejection(
      .syntax,
      reason:
        "the batch array of line \(scanner.firstLine) breaks at line \(line); what follows was read line by line",
      remedy: "send a JSON array of events, or one event a line")
  }

  private var unfinished: Rejection {
    Rejection(
      .syntax, reason: "the batch array of line \(scanner.firstLine) ends too early",
      remedy: "send the array whole, or one event a line")
  }

  // MARK: - What is too large

  /// The next piece of an event that is too large to be held.
  private func takePiece() -> Progress {
    if mode == .oversizedElement { return takePieceOfElement() }
    let itemLine = mode == .oversizedLine ? line : scanner.elementLine
    if let lineEnd = nextLineEnd() {
      let item = Item.oversized(slice(start, withoutReturn(lineEnd)), line: itemLine, isLast: true)
      endLine(lineEnd)
      return .item(item)
    }
    // A CR waits for the byte behind it: it may be part of the line's end.
    let pieceEnd = withoutReturn(end)
    guard pieceEnd > start else { return .more }
    let item = Item.oversized(slice(start, pieceEnd), line: itemLine, isLast: false)
    start = pieceEnd
    return .item(item)
  }

  private func takePieceOfElement() -> Progress {
    while scan < end {
      let byte = buffer[scan]
      let step = scanner.take(byte)
      if step == .inside {
        scan += 1
        continue
      }
      line = scanner.line
      if step == .broken {
        mode = .oversizedBrokenArray
        return .again
      }
      let piece = slice(start, scan)
      if step != .brokenBeforeLine { scan += 1 }
      start = scan
      arrayLineStart = 0
      mode = step == .endOfElement ? .array : .lineStart
      return .item(.oversized(piece, line: scanner.elementLine, isLast: true))
    }
    if isAtEnd {
      line = scanner.line
      mode = .lineStart
    } else if start == end {
      return .more
    }
    let piece = slice(start, end)
    start = end
    scan = end
    return .item(.oversized(piece, line: scanner.elementLine, isLast: isAtEnd))
  }

  // MARK: - Bytes

  /// Reads more behind what is there; false where nothing came in time.
  private func fill(_ patience: Int32) throws(FileError) -> Bool {
    if start > 0, buffer.count - end < Self.chunk {
      if let base = buffer.baseAddress { memmove(base, base + start, end - start) }
      scan -= start
      end -= start
      start = 0
    }
    if buffer.count - end < Self.chunk { grow() }
    switch try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]), patience: patience)
    {
    case .nothingYet: return false
    case .end: isAtEnd = true
    case .read(let count):
      end += count
      bytesRead += count
    }
    return true
  }

  private func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
    buffer.deallocate()
    buffer = larger
  }

  private func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[from..<max(from, to)])
  }

  /// The place of a CR before a line's end, or the end itself.
  private func withoutReturn(_ lineEnd: Int) -> Int {
    lineEnd > start && buffer[lineEnd - 1] == 0x0D ? lineEnd - 1 : lineEnd
  }

  private func trimmed(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    var from = from
    var to = to
    while from < to, isWhite(buffer[from]) { from += 1 }
    while to > from, isWhite(buffer[to - 1]) { to -= 1 }
    return slice(from, to)
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
  private func isWhite(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0A }
}
