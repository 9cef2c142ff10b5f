/// A JSON value that can be spelled in many ways.
indirect enum RandomJSON {
  case null
  case bool(Bool)
  /// coefficient and exponent of ten
  case number(Int, Int)
  /// UTF-16 units, so that lone surrogates are among them
  case string([UInt16])
  case array([RandomJSON])
  case object([(String, RandomJSON)])

  static func object(depth: Int, _ random: inout SeededRandom) -> RandomJSON {
    let names = ["a", "b", "é", "data", "identity", "\u{1}", "long-member-name", "😀", "", "type"]
    let chosen = names.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
    return .object(chosen.map { ($0, value(depth: depth + 1, &random)) })
  }

  static func value(depth: Int, _ random: inout SeededRandom) -> RandomJSON {
    switch Int.random(in: 0...(depth < 4 ? 6 : 3), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2:
      return .number(Int.random(in: -5000...5000, using: &random), Int.random(in: -6...6, using: &random))
    case 3:
      let units: [UInt16] = [
        0x41, 0x22, 0x5C, 0x0A, 0, 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xED, 0xD7FF, 0x7F, 0x2F,
      ]
      return .string(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in units.randomElement(using: &random) ?? 0 })
    case 4:
      return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default: return object(depth: depth, &random)
    }
  }

  /// One of the texts that say this value: any order, white space, escapes and spelling of numbers.
  func spelled(_ random: inout SeededRandom) -> String {
    func space() -> String { [" ", "", "\t", "\r\n", ""].randomElement(using: &random) ?? "" }
    func list(_ parts: [String]) -> String { parts.map { space() + $0 + space() }.joined(separator: ",") }
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let coefficient, let exponent):
      let zeros = Int.random(in: 0...3, using: &random)
      let digits = "\(coefficient)" + (coefficient == 0 ? "" : String(repeating: "0", count: zeros))
      let shift = coefficient == 0 ? 0 : -zeros
      let fraction = Bool.random(using: &random) ? ".000" : ""
      return digits + fraction + (Bool.random(using: &random) ? "E" : "e") + "\(exponent + shift)"
    case .string(let units): return RandomJSON.quoted(units, &random)
    case .array(let elements):
      return "[" + list(elements.map { $0.spelled(&random) }) + "]"
    case .object(let members):
      let texts = members.shuffled(using: &random).map { name, value in
        RandomJSON.quoted(Array(name.utf16), &random) + space() + ":" + space() + value.spelled(&random)
      }
      return "{" + (texts.isEmpty ? space() : list(texts)) + "}"
    }
  }

  private static func quoted(_ units: [UInt16], _ random: inout SeededRandom) -> String {
    var text = "\""
    var index = 0
    func escape(_ unit: UInt16) -> String {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    while index < units.count {
      let unit = units[index]
      let isPair = unit == 0xD83D && index + 1 < units.count && units[index + 1] == 0xDE00
      if isPair, Bool.random(using: &random) {
        text += "😀"
        index += 2
        continue
      }
      let scalar = Unicode.Scalar(unit)
      if let scalar, unit >= 0x20, unit != 0x22, unit != 0x5C, Bool.random(using: &random) {
        text.unicodeScalars.append(scalar)
      } else if unit == 0x0A, Bool.random(using: &random) {
        text += "\\n"
      } else {
        text += escape(unit)
      }
      index += 1
    }
    return text + "\""
  }
}
