/// Gives the words of a command line to the command they name.
struct Parser {
  private let command: any ParsableCommand
  private let path: CommandPath
  private let table: OptionTable
  private let places: [Declaration]
  private let declarations: [Declaration]
  private let tokens: [Token]
  private var words: [String] = []

  /// Parses and validates; the command returned is ready to run.
  static func parse(
    _ root: any ParsableCommand.Type, _ arguments: [String]
  ) throws(ParserFailure) -> (command: any ParsableCommand, path: [any ParsableCommand.Type]) {
    let path = try CommandPath(root: root, arguments: arguments)
    var parser = Parser(path)
    do {
      try parser.run()
    } catch {
      throw ParserFailure(error: error, path: path.commands)
    }
    return (parser.command, path.commands)
  }

  private init(_ path: CommandPath) {
    self.path = path
    command = path.commands[path.commands.count - 1].init()
    declarations = command.declarations
    table = OptionTable(declarations)
    places = declarations.filter { $0.form == .argument }
    precondition(
      places.dropLast().allSatisfy { !$0.isRepeating }, "an argument that takes all words must be the last")
    tokens = path.carried + path.tokens
  }

  private mutating func run() throws(ParserError) {
    let beforeTerminator = tokens.prefix { $0 != .terminator }
    if beforeTerminator.contains(where: { $0.asksForHelp && table.extent(of: $0, next: nil) == nil }) {
      throw .helpRequested
    }
    if path.commands.count == 1, !path.commands[0].configuration.version.isEmpty,
      beforeTerminator.contains(where: { $0.asksForVersion && table.extent(of: $0, next: nil) == nil })
    {
      throw .versionRequested
    }
    var filled = Set<String>()
    try takeOptions(&filled)
    try placeWords(&filled)
    let missing = declarations.filter { $0.isRequired && !filled.contains($0.key) }
    guard missing.isEmpty else { throw .missingArguments(missing.map(\.label)) }
    try validate()
  }

  private func validate() throws(ParserError) {
    do {
      try command.validateAll()
    } catch let error as ValidationError {
      throw .invalid(error.message)
    } catch is HelpRequest {
      throw .helpRequested
    } catch {
      throw .invalid(String(describing: error))
    }
  }

  private mutating func takeOptions(_ filled: inout Set<String>) throws(ParserError) {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      switch token {
      case .word(let word):
        words.append(word)
      case .terminator:
        break
      case .long(let name, let value):
        guard let match = table[.long(name)] else {
          throw index <= path.carried.count ? .optionOfAnotherCommand("--\(name)") : table.unknown(token)
        }
        filled.insert(match.declaration.key)
        try take(match, as: "--\(name)", attached: value, at: &index)
      case .short(let letters):
        try takeCluster(letters, token, &index, &filled)
      }
    }
  }

  private func takeCluster(
    _ letters: String, _ token: Token, _ index: inout Int, _ filled: inout Set<String>
  ) throws(ParserError) {
    var rest = Substring(letters)
    while let letter = rest.popFirst() {
      guard let match = table[.short(letter)] else {
        if letter == "h" { throw .helpRequested }
        throw index <= path.carried.count ? .optionOfAnotherCommand("-\(letter)") : table.unknown(token)
      }
      filled.insert(match.declaration.key)
      if match.declaration.form == .option {
        let attached = rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest)
        try take(match, as: "-\(letter)", attached: attached, at: &index)
        return
      }
      if rest.first == "=" {
        throw .unwantedValue(label: "-\(letter)", value: String(rest.dropFirst()))
      }
      try take(match, as: "-\(letter)", attached: nil, at: &index)
    }
  }

  /// Gives an option its value: the attached one, or the next word.
  private func take(
    _ match: OptionTable.Match, as label: String, attached: String?, at index: inout Int
  ) throws(ParserError) {
    guard match.declaration.form == .option else {
      if let attached { throw .unwantedValue(label: label, value: attached) }
      return try give(.flag(!match.isInverse), to: match.declaration, label, "")
    }
    if let attached { return try give(.value(attached), to: match.declaration, label, attached) }
    guard index < tokens.count, case .word(let word) = tokens[index] else {
      let found = index < tokens.count ? tokens[index].text : nil
      throw .missingValue(label: label, valueName: match.declaration.valueName, found: found)
    }
    index += 1
    try give(.value(word), to: match.declaration, label, word)
  }

  private func placeWords(_ filled: inout Set<String>) throws(ParserError) {
    var places = places[...]
    for word in words {
      guard let place = places.first else { throw .unexpectedWord(word, suggestion: nil) }
      if !place.isRepeating { places = places.dropFirst() }
      filled.insert(place.key)
      try give(.value(word), to: place, place.label, word)
    }
  }

  private func give(
    _ input: Declaration.Input, to declaration: Declaration, _ label: String, _ word: String
  ) throws(ParserError) {
    do {
      try declaration.accept(input)
    } catch let refusal as Refusal {
      throw .refusedValue(
        label: label, value: word, expectation: refusal.expectation, candidates: declaration.candidates)
    } catch {
      let reason = (error as? ValidationError)?.message ?? String(describing: error)
      throw .invalidValue(label: label, value: word, reason: reason)
    }
  }
}
