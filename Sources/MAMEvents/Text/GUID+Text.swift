import Hashing

extension GUID {
  /// The length of a GUID's text.
  public static let textCount = 36

  /// Reads 8-4-4-4-12 hexadecimal digits of any case; nil for anything else (braces, no hyphens, white space).
  public init?(text bytes: UnsafeRawBufferPointer) {
    guard bytes.count == GUID.textCount, bytes[8] == GUID.hyphen, bytes[13] == GUID.hyphen,
      bytes[18] == GUID.hyphen, bytes[23] == GUID.hyphen,
      let first = GUID.hex(bytes, 0..<8), let second = GUID.hex(bytes, 9..<13),
      let third = GUID.hex(bytes, 14..<18), let fourth = GUID.hex(bytes, 19..<23),
      let fifth = GUID.hex(bytes, 24..<36)
    else { return nil }
    self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
  }

  /// Reads 8-4-4-4-12 hexadecimal digits of any case; nil for anything else.
  public init?(text: some StringProtocol) {
    let bytes = [UInt8](text.utf8)
    guard let guid = bytes.withUnsafeBytes({ GUID(text: $0) }) else { return nil }
    self = guid
  }

  /// The text in lower case, 8-4-4-4-12.
  public var text: String {
    String(unsafeUninitializedCapacity: GUID.textCount) { write(to: $0) }
  }

  /// Adds the text in lower case to a buffer.
  public func append(to output: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: GUID.textCount) { text in
      _ = write(to: text)
      output.append(contentsOf: text)
    }
  }

  private static let hyphen = UInt8(ascii: "-")

  @inline(__always)
  private static func hex(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    for index in range {
      guard let digit = Hex.value(of: bytes[index]) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  private func write(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var at = 0
    for nibble in 0..<32 {
      if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
        text[at] = GUID.hyphen
        at += 1
      }
      let half = nibble < 16 ? high : low
      text[at] = Hex.digit(UInt8(truncatingIfNeeded: half >> UInt64(60 - nibble % 16 * 4) & 15))
      at += 1
    }
    return at
  }
}

extension GUID: CustomStringConvertible {
  /// The text in lower case.
  public var description: String { text }
}
