/// Takes a line of the header apart from left to right.
struct WordScanner {
  private var remaining: Substring

  init(_ text: String) {
    remaining = text[...]
  }

  /// What has not been taken.
  var rest: String { String(remaining).trimmed }

  /// The next word.
  mutating func next() -> String? {
    remaining = remaining.drop(while: \.isWhitespace)
    let word = remaining.prefix { !$0.isWhitespace }
    remaining = remaining.dropFirst(word.count)
    return word.isEmpty ? nil : String(word)
  }

  /// The next text in double quotes, in which a quote is doubled; nil, and nothing taken, if there is none.
  mutating func quoted() -> String? {
    var scan = remaining.drop(while: \.isWhitespace)
    guard scan.popFirst() == "\"" else { return nil }
    var text = ""
    while let character = scan.popFirst() {
      if character != "\"" {
        text.append(character)
      } else if scan.first == "\"" {
        scan.removeFirst()
        text.append(character)
      } else {
        remaining = scan
        return text
      }
    }
    return nil
  }

  /// The next `name=value` or `name="value"`; nil, and nothing taken, if there is none.
  mutating func assignment() -> (name: String, value: String)? {
    let start = remaining.drop(while: \.isWhitespace)
    let name = start.prefix { $0 != "=" && !$0.isWhitespace }
    guard !name.isEmpty, start.dropFirst(name.count).first == "=" else { return nil }
    var scan = WordScanner("")
    scan.remaining = start.dropFirst(name.count + 1)
    let value: String
    if scan.remaining.first == "\"" {
      guard let quoted = scan.quoted() else { return nil }
      value = quoted
    } else if scan.remaining.first.map(\.isWhitespace) ?? true {
      value = ""
    } else {
      value = scan.next() ?? ""
    }
    remaining = scan.remaining
    return (String(name), value)
  }
}
