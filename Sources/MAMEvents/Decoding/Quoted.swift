/// Values of the input as messages show them: short, on one line, and harmless to a terminal.
enum Quoted {
  private static let limit = 60

  /// A text between quotes; control characters, and others that could steer a terminal, as escapes.
  static func text(_ value: String) -> String {
    var result = "\""
    var count = 0
    for scalar in value.unicodeScalars {
      if count == limit {
        return result + "…\""
      }
      count += 1
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      default:
        if isHarmless(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return result + "\""
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    default: return true
    }
  }

  /// What a JSON value is, for messages that must not show it.
  static func kind(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension Quoted {
  /// A name as it is, where it is plain; else as ``text(_:)`` shows it.
  static func plain(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { asciiLowercase($0) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F }
    return isPlain && !name.isEmpty && name.utf8.count <= limit ? name : text(name)
  }
}

extension Quoted {
  /// A token of ASCII, shortened.
  static func short(_ token: String) -> String {
    token.utf8.count <= limit ? token : String(token.prefix(limit)) + "…"
  }
}
