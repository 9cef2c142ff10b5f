extension StringProtocol {
  /// The text with everything that could steer a terminal made visible.
  ///
  /// Control characters (C0, DEL, C1) become `\x1b`-like escapes, `\n`, `\r` and `\t` their short forms, and the
  /// characters that turn the direction of writing, or break lines, become `\u{202e}`-like escapes. All other text
  /// is untouched, so the result is for people to read and not for machines to decode.
  public var printable: String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return String(self) }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.steersTerminal {
        text.append(contentsOf: scalar.visibleEscape.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar must not reach a terminal as it is.
  fileprivate var steersTerminal: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  fileprivate var visibleEscape: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(value, radix: 16)
      guard value > 0xFF else { return digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)" }
      return "\\u{\(digits)}"
    }
  }
}
