import Hashing

/// Writing JSON strings with the fewest escapes: `\"`, `\\`, and `\u00xx` for control characters; the rest as UTF-8.
public enum JSONText {
  /// Adds the string in quotes.
  public static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 { append(byte, to: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// Adds one byte of a string's UTF-8.
  @inline(__always)
  static func append(_ byte: UInt8, to output: inout [UInt8]) {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    } else if byte < 0x20 {
      appendEscape(UInt16(byte), to: &output)
    } else {
      output.append(byte)
    }
  }

  /// Adds a UTF-16 unit as `\u` and four lower-case digits.
  static func appendEscape(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    output.append(UInt8(ascii: "u"))
    for shift: UInt16 in [12, 8, 4, 0] { output.append(Hex.digit(UInt8(unit >> shift & 15))) }
  }
}
