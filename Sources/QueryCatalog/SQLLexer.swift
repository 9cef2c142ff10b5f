/// A piece of SQL text, as far as psql and the rules for query files care.
struct SQLToken: Hashable {
  enum Kind: Hashable {
    /// White space or a comment.
    case space
    /// A word without quotes, in lower case.
    case word(String)
    /// A literal in any quotes, a quoted identifier, or a number.
    case opaque
    /// `:'name'`
    case variable(String)
    /// `:name` or `:"name"`
    case bareVariable(String)
    /// `$1`
    case position
    /// `::`
    case cast
    /// Any other character.
    case symbol(Unicode.Scalar)
    /// A literal, identifier or comment without its end.
    case unterminated(String)
  }

  var kind: Kind
  var text: String
  /// From 1 within the file.
  var line: Int
}

/// Takes SQL apart as psql does: nothing is a variable inside quotes, dollar quotes or comments.
///
/// It goes by scalars, as psql goes by bytes: a combining mark after a quote does not hide the quote.
struct SQLLexer {
  private var rest: Substring.UnicodeScalarView
  private var line: Int

  /// All tokens of a text whose first line has a number.
  static func tokens(_ text: Substring, line: Int) -> [SQLToken] {
    var lexer = SQLLexer(rest: text.unicodeScalars, line: line)
    var tokens = [SQLToken]()
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private init(rest: Substring.UnicodeScalarView, line: Int) {
    self.rest = rest
    self.line = line
  }

  private mutating func next() -> SQLToken? {
    guard let first = rest.first else { return nil }
    let start = rest
    let startLine = line
    let kind = kind(from: first)
    let text = start[start.startIndex..<rest.startIndex]
    line += text.count { $0 == "\n" }
    return SQLToken(kind: kind, text: String(text), line: startLine)
  }

  /// Takes one token off the rest.
  private mutating func kind(from first: Unicode.Scalar) -> SQLToken.Kind {
    if first.isSpace {
      rest = rest.drop(while: \.isSpace)
      return .space
    }
    if begins(with: "--") {
      // A carriage return ends a comment too.
      rest = rest.drop { $0 != "\n" && $0 != "\r" }
      return .space
    }
    if begins(with: "/*") { return blockComment() }
    if first == "'" { return quoted("'", escapes: false, "literal") }
    if first == "\"" { return quoted("\"", escapes: false, "identifier") }
    if first == "$" { return dollar() }
    if first == ":" { return colon() }
    if first.isDigit {
      rest = rest.drop { $0.isWordPart || $0 == "." }
      return .opaque
    }
    if first.isWordStart { return word() }
    rest.removeFirst()
    return .symbol(first)
  }

  private func begins(with text: String) -> Bool {
    rest.starts(with: text.unicodeScalars)
  }

  private mutating func word() -> SQLToken.Kind {
    let word = rest.prefix { $0.isWordPart || $0 == "$" }
    rest = rest.dropFirst(word.count)
    let name = String(word).lowercased()
    if rest.first == "'", ["e", "b", "x", "n"].contains(name) {
      return quoted("'", escapes: name == "e", "literal")
    }
    return .word(name)
  }

  private mutating func quoted(_ quote: Unicode.Scalar, escapes: Bool, _ what: String) -> SQLToken.Kind {
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if escapes, scalar == "\\" {
        _ = rest.popFirst()
      } else if scalar == quote {
        guard rest.first == quote else { return .opaque }
        rest.removeFirst()
      }
    }
    return .unterminated(what)
  }

  private mutating func blockComment() -> SQLToken.Kind {
    var depth = 0
    while !rest.isEmpty {
      if begins(with: "/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if begins(with: "*/") {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { return .space }
      } else {
        rest.removeFirst()
      }
    }
    return .unterminated("comment")
  }

  private mutating func dollar() -> SQLToken.Kind {
    let tag = rest.dropFirst().prefix(while: \.isWordPart)
    if let digit = tag.first, digit.isDigit {
      rest = rest.dropFirst(1 + tag.count)
      return .position
    }
    guard rest.dropFirst(1 + tag.count).first == "$" else {
      rest.removeFirst()
      return .symbol("$")
    }
    let delimiter = "$\(String(tag))$"
    rest = rest.dropFirst(tag.count + 2)
    while !rest.isEmpty {
      if begins(with: delimiter) {
        rest = rest.dropFirst(tag.count + 2)
        return .opaque
      }
      rest.removeFirst()
    }
    return .unterminated("dollar-quoted literal")
  }

  private mutating func colon() -> SQLToken.Kind {
    rest.removeFirst()
    guard let first = rest.first else { return .symbol(":") }
    if first == ":" {
      rest.removeFirst()
      return .cast
    }
    if first == "'" || first == "\"" {
      let name = rest.dropFirst().prefix(while: \.isWordPart)
      guard !name.isEmpty, rest.dropFirst(1 + name.count).first == first else { return .symbol(":") }
      rest = rest.dropFirst(name.count + 2)
      return first == "'" ? .variable(String(name)) : .bareVariable(String(name))
    }
    guard first.isWordStart else { return .symbol(":") }
    let name = rest.prefix(while: \.isWordPart)
    rest = rest.dropFirst(name.count)
    return .bareVariable(String(name))
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { self == " " || (0x09...0x0D).contains(value) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(value) }
  fileprivate var isWordStart: Bool {
    self == "_" || value >= 0x80 || (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value)
  }
  fileprivate var isWordPart: Bool { isWordStart || isDigit }
}
