import Hashing

/// Walks the bytes that a string token stands for, its escapes undone.
///
/// A pair of surrogates becomes its scalar; a lone surrogate becomes the three bytes that UTF-8 would give it
/// ("WTF-8"), so that two strings are the same exactly where these bytes are.
struct UnescapedBytes {
  private var at: Int
  private let end: Int
  private var pending: UInt32 = 0
  /// A lone surrogate has been passed.
  private(set) var hasLoneSurrogates = false

  /// Starts at the first byte inside the quotes.
  init(_ entry: JSONEntry) {
    at = Int(entry.start) + 1
    end = Int(entry.end) - 1
  }

  /// The next byte, or nil at the end.
  mutating func next(_ text: Span<UInt8>) -> UInt8? {
    if pending != 0 {
      // The bytes still to come are never zero: all but the first of a sequence are 0x80 and above.
      let byte = UInt8(truncatingIfNeeded: pending)
      pending >>= 8
      return byte
    }
    guard at < end else { return nil }
    let byte = text[at]
    guard byte == UInt8(ascii: "\\") else {
      at += 1
      return byte
    }
    let escape = text[at + 1]
    at += 2
    switch escape {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"): return begin(codePoint(text))
    default: return escape
    }
  }

  /// The code point of a `\u` escape whose digits begin at `at`, with the low half of a pair.
  private mutating func codePoint(_ text: Span<UInt8>) -> UInt32 {
    let unit = hexUnit(text, at)
    at += 4
    guard unit & 0xF800 == 0xD800 else { return unit }
    if unit < 0xDC00, at + 6 <= end, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u") {
      let low = hexUnit(text, at + 2)
      if low & 0xFC00 == 0xDC00 {
        at += 6
        return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      }
    }
    hasLoneSurrogates = true
    return unit
  }

  private func hexUnit(_ text: Span<UInt8>, _ start: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in start..<start + 4 { unit = unit << 4 | UInt32(Hex.value(of: text[index]) ?? 0) }
    return unit
  }

  /// The first byte of a code point; the others wait.
  private mutating func begin(_ point: UInt32) -> UInt8 {
    func trail(_ shift: UInt32) -> UInt32 { 0x80 | (point >> shift) & 0x3F }
    if point < 0x80 { return UInt8(point) }
    if point < 0x800 {
      pending = trail(0)
      return UInt8(0xC0 | point >> 6)
    }
    if point < 0x10000 {
      pending = trail(6) | trail(0) << 8
      return UInt8(0xE0 | point >> 12)
    }
    pending = trail(12) | trail(6) << 8 | trail(0) << 16
    return UInt8(0xF0 | point >> 18)
  }
}
