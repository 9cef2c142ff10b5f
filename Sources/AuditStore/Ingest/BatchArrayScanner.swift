/// Finds where the elements of a CloudEvents batch array end, byte by byte, so that an array of any length is read
/// in constant memory.
///
/// It follows strings and brackets alone: what an element holds is for the decoder to judge, and a bad element is
/// refused by itself. Where the array itself breaks, nothing tells any more what is an element: at a bracket that
/// closes another one, at a line end within a string, and at a line that begins with `{` where no value can stand
/// (the array was cut short, and an event a line follows).
struct BatchArrayScanner {
  /// What a byte means for the array.
  enum Step: Equatable {
    /// The element goes on, or has not begun.
    case inside
    /// The byte is the comma behind an element.
    case endOfElement
    /// The byte is the array's closing bracket.
    case endOfArray
    /// The array breaks at this byte; the line that the byte is on is not what the array could go on with.
    case broken
    /// The array breaks before this line, which begins like an event.
    case brokenBeforeLine
  }

  /// The line on which the array begins.
  let firstLine: Int
  /// The line of the next byte.
  private(set) var line: Int
  /// The line on which the element begins.
  private(set) var elementLine: Int
  /// Whether the array has had no element yet and this one has not begun.
  private(set) var isEmpty = true

  /// How deep an element may nest before it counts as broken, far beyond what the decoder takes: memory stays bounded.
  private static let depthLimit = 1 << 16
  private var containers: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  private var isLineStart = false
  private var hasBegun = false
  /// The last byte that was no white space.
  private var last = UInt8(ascii: "[")

  /// Starts behind the opening bracket of an array.
  init(line: Int) {
    firstLine = line
    self.line = line
    elementLine = line
  }

  /// Takes the next byte.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Step {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        return .inside
      }
      return byte == 0x0A || byte == 0x0D ? .broken : .inside
    }
    return takeOutsideString(byte)
  }

  private mutating func takeOutsideString(_ byte: UInt8) -> Step {
    switch byte {
    case 0x20, 0x09, 0x0D: return .inside
    case 0x0A:
      line += 1
      isLineStart = true
      return .inside
    default: break
    }
    if isLineStart, byte == UInt8(ascii: "{"), !mayBeginValue { return .brokenBeforeLine }
    isLineStart = false
    let previous = last
    last = byte
    if containers.isEmpty {
      if byte == UInt8(ascii: ",") {
        if !hasBegun { elementLine = line }
        hasBegun = false
        isEmpty = false
        return .endOfElement
      }
      if byte == UInt8(ascii: "]") {
        if !hasBegun { elementLine = line }
        isEmpty = !hasBegun && previous == UInt8(ascii: "[")
        return .endOfArray
      }
    }
    if !hasBegun {
      hasBegun = true
      isEmpty = false
      elementLine = line
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if containers.count == Self.depthLimit { return .broken }
      containers.append(byte)
    case UInt8(ascii: "}"): if containers.popLast() != UInt8(ascii: "{") { return .broken }
    case UInt8(ascii: "]"): if containers.popLast() != UInt8(ascii: "[") { return .broken }
    default: break
    }
    return .inside
  }

  /// Whether a value can stand behind the last byte.
  private var mayBeginValue: Bool {
    switch last {
    case UInt8(ascii: "["), UInt8(ascii: ":"): true
    case UInt8(ascii: ","): containers.last != UInt8(ascii: "{")
    default: false
    }
  }

  /// Whether the element is whole as far as brackets and strings go.
  var isBetweenValues: Bool { containers.isEmpty && !isInString }
}
