/// The rule for the characters of an attribute: what CloudEvents forbids in a String.
enum AttributeText {
  /// What is wrong with an attribute's text (UTF-8), or nil.
  static func problem(_ text: UnsafeRawBufferPointer) -> String? {
    if text.count > EventLimits.attribute {
      return "has \(text.count) bytes, more than \(EventLimits.attribute)"
    }
    if text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F: return "has the control character \(name(scalar))"
      case 0xFDD0...0xFDEF: return "has the noncharacter \(name(scalar))"
      default:
        if scalar.value & 0xFFFE == 0xFFFE { return "has the noncharacter \(name(scalar))" }
      }
    }
    return nil
  }

  /// A character that no URI-reference has, escaped or not, or nil.
  static func notInURI(_ text: UnsafeRawBufferPointer) -> UInt8? {
    text.first { byte in
      switch byte {
      case 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        true
      default: false
      }
    }
  }

  /// Whether a content type is JSON, whatever its parameters.
  static func isJSON(contentType: UnsafeRawBufferPointer) -> Bool {
    let media = contentType.prefix { $0 != UInt8(ascii: ";") }.map(asciiLowercase)
    let name = media.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
    return Array(name) == Array("application/json".utf8)
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
