import Hashing

/// The grammar of single tokens (RFC 8259 sections 6 and 7): each finds the end of its token or says what is wrong.
enum JSONToken {
  @inline(__always)
  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The byte after the closing quote of a string that opens at `start`, and whether it has escapes.
  static func endOfString(
    _ text: Span<UInt8>, _ start: Int
  ) throws(JSONError) -> (end: Int, hasEscapes: Bool) {
    let raw = text.bytes
    var at = start + 1
    var hasEscapes = false
    while true {
      while at + 8 <= text.count {
        let stops = specialBytes(raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
        if stops != 0 {
          at += stops.trailingZeroBitCount / 8
          break
        }
        at += 8
      }
      guard at < text.count else { throw JSONError(.truncated, at: at) }
      let byte = text[at]
      if byte == UInt8(ascii: "\"") { return (at + 1, hasEscapes) }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        at = try endOfEscape(text, at)
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter, at: at)
      } else if byte < 0x80 {
        at += 1
      } else {
        at = try endOfScalar(text, at)
      }
    }
  }

  /// A high bit in the lowest byte that is a quote, a backslash, a control character or not ASCII; bytes above it
  /// may be marked wrongly (the borrow of the subtraction runs upward), the lowest never is.
  @inline(__always)
  private static func specialBytes(_ littleEndianWord: UInt64) -> UInt64 {
    let word = littleEndianWord.littleEndian
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let marks =
      word | ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes)
      | ((backslashes &- ones) & ~backslashes)
    return marks & (ones &* 0x80)
  }

  private static func endOfEscape(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    guard start + 1 < text.count else { throw JSONError(.truncated, at: start + 1) }
    switch text[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      for index in start + 2..<start + 6 {
        guard index < text.count else { throw JSONError(.truncated, at: index) }
        guard Hex.value(of: text[index]) != nil else { throw JSONError(.invalidEscape, at: start) }
      }
      return start + 6
    default:
      throw JSONError(.invalidEscape, at: start)
    }
  }

  /// The byte after a UTF-8 sequence of more than one byte (Unicode table 3-7: no overlong forms, no surrogates,
  /// nothing above U+10FFFF).
  private static func endOfScalar(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch text[start] {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw JSONError(.invalidUTF8, at: start)
    }
    for index in start + 1..<start + length {
      guard index < text.count else { throw JSONError(.truncated, at: index) }
      let allowed = index == start + 1 ? second : 0x80...0xBF
      guard allowed.contains(text[index]) else { throw JSONError(.invalidUTF8, at: start) }
    }
    return start + length
  }

  /// The byte after a number that begins at `start`.
  static func endOfNumber(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    var at = start
    if text[at] == UInt8(ascii: "-") { at += 1 }
    let integer = at
    at = try endOfDigits(text, at, start)
    if text[integer] == UInt8(ascii: "0"), at > integer + 1 { throw JSONError(.invalidNumber, at: start) }
    if at < text.count, text[at] == UInt8(ascii: ".") { at = try endOfDigits(text, at + 1, start) }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") { at += 1 }
      at = try endOfDigits(text, at, start)
    }
    return at
  }

  private static func endOfDigits(
    _ text: Span<UInt8>, _ first: Int, _ start: Int
  ) throws(JSONError) -> Int {
    var at = first
    while at < text.count, text[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    if at > first { return at }
    throw JSONError(at < text.count ? .invalidNumber : .truncated, at: at < text.count ? start : at)
  }
}
