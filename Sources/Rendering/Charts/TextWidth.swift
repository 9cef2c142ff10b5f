import PlainText

/// How wide texts come out, roughly: the page has no fonts of its own, so nobody knows exactly.
enum TextWidth {
  /// The width of a text in pixels, rather too much than too little.
  static func of(_ text: String, size: Double = 12) -> Double {
    text.reduce(0.0) { $0 + width(of: $1) } * size
  }

  /// The text, cut in its middle where it is wider than there is room.
  ///
  /// The end is what tells bundle ids apart, the beginning what tells names apart: both stay.
  static func fitted(_ text: String, to room: Double, size: Double = 12) -> String {
    guard of(text, size: size) > room else { return text }
    var characters = Array(text)
    var head = characters.count / 3
    while characters.count > 2, of(String(characters), size: size) + size > room {
      head = min(head, characters.count - 1)
      characters.remove(at: head)
      head = characters.count / 3
    }
    return String(characters[..<head]) + "…" + String(characters[head...])
  }

  /// Of one character, in parts of the size of the font.
  private static func width(of character: Character) -> Double {
    guard let ascii = character.asciiValue else { return character.displayWidth > 1 ? 1.05 : 0.66 }
    switch ascii {
    case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "%"),
      UInt8(ascii: "@"):
      return 0.92
    case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "j"), UInt8(ascii: "I"), UInt8(ascii: "."),
      UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: " "):
      return 0.32
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "-"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "/"):
      return 0.41
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return 0.70
    default: return 0.61
    }
  }
}
