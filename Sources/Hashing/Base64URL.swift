/// Base64 with the URL alphabet and without padding (RFC 4648 section 5, as RFC 9901 uses it).
public enum Base64URL {
  /// The count of characters for a count of bytes.
  public static func encodedCount(_ count: Int) -> Int {
    (count * 4 + 2) / 3
  }

  /// The text of some bytes.
  public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let count = encodedCount(bytes.count)
    return String(unsafeUninitializedCapacity: count) { text in
      write(bytes, to: text)
      return count
    }
  }

  /// The text of some bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { encode($0) }
  }

  /// Adds the text of some bytes to a buffer.
  public static func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let count = encodedCount(bytes.count)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { text in
      write(bytes, to: text)
      output.append(contentsOf: text)
    }
  }

  /// The bytes of a text; nil where the text is not this encoding.
  ///
  /// That is: a character of another alphabet, padding, a length that no bytes give, or bits after the last byte
  /// that are not zero. So bytes have one text.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    var characters = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      characters += 1
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    guard characters % 4 != 1, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return bytes
  }

  /// The bytes of a text; nil where it is not this encoding.
  public static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

  private static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>) {
    var input = 0
    var output = 0
    while input + 2 < bytes.count {
      let group = UInt32(bytes[input]) << 16 | UInt32(bytes[input + 1]) << 8 | UInt32(bytes[input + 2])
      text[output] = character(group >> 18)
      text[output + 1] = character(group >> 12)
      text[output + 2] = character(group >> 6)
      text[output + 3] = character(group)
      input += 3
      output += 4
    }
    let rest = bytes.count - input
    if rest == 0 { return }
    let group = UInt32(bytes[input]) << 16 | (rest == 2 ? UInt32(bytes[input + 1]) << 8 : 0)
    text[output] = character(group >> 18)
    text[output + 1] = character(group >> 12)
    if rest == 2 { text[output + 2] = character(group >> 6) }
  }

  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  @inline(__always)
  private static func character(_ bits: UInt32) -> UInt8 {
    alphabet.utf8Start[Int(bits & 63)]
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): return 62
    case UInt8(ascii: "_"): return 63
    default: return nil
    }
  }
}
