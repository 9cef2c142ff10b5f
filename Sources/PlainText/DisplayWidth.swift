extension StringProtocol {
  /// The number of columns that the text takes on a terminal that follows Unicode.
  ///
  /// East Asian wide and full-width characters and emoji take two, combining marks and format characters none. A
  /// sequence of emoji joined into one picture, and a pair of regional indicators (a flag), take two. Control
  /// characters count as none: make text ``printable`` first.
  public var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x7F && $0 >= 0x20 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text followed by as many spaces as it lacks to the width; wider text is returned whole.
  public func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal: see ``Swift/StringProtocol/displayWidth``.
  public var displayWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    var width = 0
    var joined = false
    var indicators = 0
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x200D:
        joined = true
        continue
      case 0xFE0F where width == 1:  // asks for the picture of a character that is text by default
        width = 2
      case 0x1F1E6...0x1F1FF:
        indicators += 1
        width += 1
      case 0x1F3FB...0x1F3FF where width > 0:  // a skin tone on the picture before it
        break
      default:
        if !(joined && scalar.properties.isEmoji) { width += scalar.ownWidth }
      }
      joined = false
    }
    return indicators == 0 ? width : Swift.min(width, 2)
  }
}

extension Unicode.Scalar {
  fileprivate var ownWidth: Int {
    switch value {
    case 0x00AD: return 1  // the soft hyphen is drawn
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // the rest of a Hangul syllable
    case 0x115F, 0x3164, 0xFFA0: return 0  // Hangul fillers
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: return WideScalars.contains(self) ? 2 : 1
    }
  }
}
