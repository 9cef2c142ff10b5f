import PlainText

/// The options and flags of one command by their names.
struct OptionTable {
  struct Match {
    var declaration: Declaration
    /// The name was one of those that say no.
    var isInverse: Bool
  }

  private var matches: [OptionName: Match] = [:]
  private var visibleNames: [String] = []

  init(_ declarations: [Declaration]) {
    for declaration in declarations {
      for (names, isInverse) in [(declaration.names, false), (declaration.inverseNames, true)] {
        for name in names {
          let previous = matches.updateValue(
            Match(declaration: declaration, isInverse: isInverse), forKey: name)
          precondition(previous == nil, "two options of a command are named \(name.spelling)")
        }
        if declaration.help.isVisible { visibleNames += names.map(\.spelling) }
      }
    }
  }

  subscript(name: OptionName) -> Match? { matches[name] }

  /// How many tokens an option takes with its value; nil if a name in the token is unknown.
  func extent(of token: Token, next: Token?) -> Int? {
    func extent(_ match: Match, hasValue: Bool) -> Int {
      guard match.declaration.form == .option, !hasValue, case .word? = next else { return 1 }
      return 2
    }
    switch token {
    case .long(let name, let value):
      return self[.long(name)].map { extent($0, hasValue: value != nil) }
    case .short(let letters):
      for (offset, letter) in letters.enumerated() {
        guard let match = self[.short(letter)] else { return nil }
        if match.declaration.form == .option { return extent(match, hasValue: offset + 1 < letters.count) }
      }
      return 1
    case .word, .terminator:
      return nil
    }
  }

  /// The error for a token of which a name is unknown.
  func unknown(_ token: Token) -> ParserError {
    switch token {
    case .long(let name, _):
      let spelling = "--\(name)"
      return .unknownOption(
        spelling, suggestion: Nearness.closest(to: spelling, in: visibleNames + ["--help"]))
    case .short(let letters):
      let unknown = letters.first { self[.short($0)] == nil } ?? "-"
      // `-format` for `--format` is the commonest slip.
      let long = "--" + letters.prefix { $0 != "=" }
      return .unknownOption(
        "-\(unknown)", suggestion: letters.count > 2 && visibleNames.contains(long) ? long : nil)
    case .word, .terminator:
      return .unexpectedWord(token.text, suggestion: nil)
    }
  }
}
