import PlainText

/// HTML in the making: text that is added is escaped, markup is taken as it is.
public struct HTML: Sendable {
  /// What there is so far.
  public private(set) var markup = ""

  /// Begins with nothing.
  public init() {}

  /// Adds text, which reads as itself whatever is in it.
  public mutating func text(_ text: String) { markup += HTML.escaped(text) }

  /// Adds markup of our own.
  public mutating func add(_ markup: String) { self.markup += markup }

  /// Adds an element with what `body` puts into it.
  public mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ body: (inout HTML) -> Void
  ) {
    tag(name, attributes)
    body(&self)
    markup += "</\(name)>"
  }

  /// Adds an element with text in it.
  public mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// Adds an element without content, such as `br`; the value `nil` of an attribute leaves only its name.
  public mutating func tag(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    markup += "<\(name)"
    for (key, value) in attributes { markup += " \(key)=\"\(HTML.escaped(value))\"" }
    markup += ">"
  }

  /// Adds the end of a line of the file, which shows nowhere.
  public mutating func line() { markup += "\n" }

  /// The text as content of an element or a value in double quotes.
  ///
  /// Characters that steer, turn the direction of writing or break lines become visible escapes, as everywhere in the
  /// product's output: a name can neither leave its place nor pass for another.
  public static func escaped(_ text: String) -> String {
    guard
      text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E || [0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0) })
    else { return text }
    return text.printable.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
