/// `\if :{?x} \else \set x '…' \endif`: how psql learns the default of an optional parameter.
struct DefaultBlock: Hashable {
  var name: String
  var value: String

  /// Reads the one line; nil if it is anything else.
  ///
  /// psql reads escapes with `\` inside the quotes; so as to mean one thing alone, a value has none.
  init?(_ line: Substring) {
    var rest = line
    func take(_ word: String) -> Bool {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.hasPrefix(word) else { return false }
      rest = rest.dropFirst(word.count)
      return true
    }
    guard take("\\if"), take(":{?") else { return nil }
    let name = String(rest.prefix { $0 != "}" })
    rest = rest.dropFirst(name.count)
    guard name.isIdentifier, take("}"), take("\\else"), take("\\set"), take(name), take("'") else {
      return nil
    }
    var value = ""
    while let character = rest.popFirst() {
      if character == "\\" { return nil }
      if character == "'" {
        guard rest.first == "'" else { break }
        rest.removeFirst()
      }
      value.append(character)
    }
    guard take("\\endif"), rest.allSatisfy(\.isWhitespace) else { return nil }
    self.name = name
    self.value = value
  }

  /// The line for a parameter.
  static func line(_ name: String, _ value: String) -> String {
    "\\if :{?\(name)} \\else \\set \(name) '\(value.replacing("'", with: "''"))' \\endif"
  }
}
