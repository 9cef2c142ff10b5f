import Rendering

/// Small pieces of the page's sentences.
enum Wording {
  /// `1 wipe`, `2 wipes`, `no wipes`.
  static func counted(_ number: Int64, _ one: String, _ many: String? = nil) -> String {
    let name = number == 1 ? one : many ?? one + "s"
    return (number == 0 ? "no" : Quantity.grouped(number)) + " " + name
  }

  /// `is` or `are`, `was` or `were`.
  static func verb(_ number: Int64, _ one: String, _ many: String) -> String { number == 1 ? one : many }

  /// A part of a whole as a percentage; a dash where there is no whole.
  static func share(_ part: Int64, of whole: Int64) -> String {
    whole == 0 ? "–" : Quantity.percentage(Double(part) / Double(whole))
  }

  /// A word of the log in those of people: `nonCompliant` is `not compliant`, `offlineGrace` is `offline grace`.
  static func words(_ token: String) -> String {
    if token == "nonCompliant" { return "not compliant" }
    return token.reduce(into: "") { words, letter in
      words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
    }
  }

  /// A sentence with a capital at its beginning.
  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A length of time.
  static func duration(_ seconds: Int64) -> String { Quantity.duration(seconds: Double(seconds)) }
}

extension PageTable.Content {
  /// A number, with commas between its thousands.
  static func number(_ number: Int64?) -> PageTable.Content {
    number.map { .text(Quantity.grouped($0)) } ?? .none
  }

  /// A text, or nothing.
  static func optional(_ text: String?) -> PageTable.Content { text.map(PageTable.Content.text) ?? .none }

  /// How much a finding matters, with its mark.
  static func severity(_ severity: String) -> PageTable.Content {
    var html = HTML()
    html.element("span", ["class": "sev sev-\(severity)"], text: severity)
    return .markup(html)
  }
}
