import MAMEvents

/// One line of JSON as it is written: bytes, member by member, without a tree in between.
///
/// Made to be used again: it keeps its room. Names and literals are plain ASCII that needs no escape; other text goes
/// through ``quote(_:)``, which escapes what JSON demands, and also DEL, C1 controls and characters that turn the
/// direction of writing, so that a line may be shown on a terminal.
struct JSONLine {
  /// What has been written.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Forgets what has been written.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: Structure

  mutating func beginObject() { begin(UInt8(ascii: "{")) }
  mutating func endObject() { end(UInt8(ascii: "}")) }
  mutating func beginArray() { begin(UInt8(ascii: "[")) }
  mutating func endArray() { end(UInt8(ascii: "]")) }

  mutating func beginObject(_ name: StaticString) {
    key(name)
    beginObject()
  }

  mutating func beginArray(_ name: StaticString) {
    key(name)
    beginArray()
  }

  /// The name of a member; its value is the next call.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The name of a member from a string token.
  mutating func key(token name: UnsafeRawBufferPointer) {
    stringToken(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Ends the line.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Values

  mutating func value(_ number: some BinaryInteger) {
    separate()
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var at = buffer.count
      var rest = number.magnitude
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        at -= 1
        buffer[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest != 0
      if number < 0 {
        at -= 1
        buffer[at] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[at...]))
    }
  }

  mutating func value(_ truth: Bool) {
    separate()
    append(truth ? "true" : "false")
  }

  mutating func value(_ text: String) {
    separate()
    quote(text.utf8)
  }

  mutating func value(_ literal: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(literal)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A text from its UTF-8.
  mutating func value(utf8 text: some Sequence<UInt8>) {
    separate()
    quote(text)
  }

  /// A token of JSON as it came: a number, a truth value, null, or a string whose text is as it may be shown.
  mutating func token(_ token: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: token)
  }

  /// A string token as it came, but for raw characters that must not reach a terminal.
  mutating func stringToken(_ token: UnsafeRawBufferPointer) {
    if token.allSatisfy({ $0 < 0x7F }) { return self.token(token) }
    separate()
    bytes.append(UInt8(ascii: "\""))
    // The escapes that are in it stay: a backslash is written as it stands.
    for scalar in String(decoding: token.dropFirst().dropLast(), as: UTF8.self).unicodeScalars {
      if scalar.isASCII, scalar.value != 0x7F { bytes.append(UInt8(scalar.value)) } else { escape(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func member(_ name: StaticString, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }

  mutating func member(_ name: StaticString, _ truth: Bool) {
    key(name)
    value(truth)
  }

  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  mutating func member(_ name: StaticString, literal: StaticString) {
    key(name)
    value(literal)
  }

  // MARK: Internals

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  @inline(__always)
  private mutating func append(_ literal: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  private mutating func quote(_ text: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    var isPlain = true
    for byte in text {
      isPlain =
        isPlain && byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      bytes.append(byte)
    }
    if !isPlain {
      let raw = String(decoding: bytes[start...], as: UTF8.self)
      bytes.removeSubrange(start...)
      for scalar in raw.unicodeScalars { escape(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      append("\\u")
      let digits = String(scalar.value, radix: 16)
      for _ in digits.utf8.count..<4 { bytes.append(UInt8(ascii: "0")) }
      bytes.append(contentsOf: digits.utf8)
    default:
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}
