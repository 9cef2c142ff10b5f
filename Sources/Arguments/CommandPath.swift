import PlainText

/// Which command the words name, and which words are left for it.
struct CommandPath {
  /// From the root to the command meant.
  private(set) var commands: [any ParsableCommand.Type]
  /// Options of the outer commands that stood before the inner command's name.
  private(set) var carried: [Token] = []
  /// The words for the command, without its name.
  private(set) var tokens: [Token]

  /// Follows the names of commands as far as there are any.
  init(root: any ParsableCommand.Type, arguments: [String]) throws(ParserFailure) {
    commands = [root]
    tokens = Token.tokenise(arguments)
    while try descend() {}
  }

  private var command: any ParsableCommand.Type { commands[commands.count - 1] }

  private func failure(_ error: ParserError) -> ParserFailure {
    ParserFailure(error: error, path: commands)
  }

  /// Steps into the command named next; false when there is no further one.
  private mutating func descend() throws(ParserFailure) -> Bool {
    let subcommands = command.configuration.subcommands
    guard !subcommands.isEmpty else { return false }
    let table = OptionTable(command.init().declarations)
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      switch token {
      case .word(let word):
        if let next = subcommands.first(where: { $0.answers(to: word) }) {
          carried += tokens[..<index]
          tokens.removeSubrange(...index)
          commands.append(next)
          return true
        }
        if word == "help" { throw help(Array(tokens[(index + 1)...])) }
        return try enterDefault(orThrow: unknownCommand(word))
      case .terminator:
        return try enterDefault(orThrow: .unexpectedWord("--", suggestion: nil))
      case .long, .short:
        if let extent = table.extent(of: token, next: index + 1 < tokens.count ? tokens[index + 1] : nil) {
          index += extent
          continue
        }
        if token.asksForHelp { throw failure(.helpRequested) }
        if token.asksForVersion, commands.count == 1, !command.configuration.version.isEmpty {
          throw failure(.versionRequested)
        }
        return try enterDefault(orThrow: table.unknown(token))
      }
    }
    return try enterDefault(orThrow: nil)
  }

  /// Steps into the default command, if it has a use for the word at hand; nil as error means there is no word.
  private mutating func enterDefault(orThrow error: ParserError?) throws(ParserFailure) -> Bool {
    if let standard = command.configuration.defaultSubcommand {
      if case .unknownCommand = error, !standard.takesWords, standard.configuration.subcommands.isEmpty {
        throw failure(error ?? .helpRequested)
      }
      commands.append(standard)
      return true
    }
    if let error { throw failure(error) }
    return false
  }

  private func unknownCommand(_ word: String) -> ParserError {
    let known = command.configuration.subcommands.filter { $0.configuration.isVisible }.flatMap {
      [$0.name] + $0.configuration.aliases
    }
    return .unknownCommand(word, suggestion: Nearness.closest(to: word, in: known))
  }

  /// `help query run` is `query run --help`.
  private func help(_ tokens: [Token]) -> ParserFailure {
    var path = self
    for case .word(let word) in tokens {
      guard let next = path.command.configuration.subcommands.first(where: { $0.answers(to: word) }) else {
        return path.failure(path.unknownCommand(word))
      }
      path.commands.append(next)
    }
    return path.failure(.helpRequested)
  }
}

extension ParsableCommand {
  static func answers(to word: String) -> Bool {
    name == word || configuration.aliases.contains(word)
  }

  static var takesWords: Bool {
    Self().declarations.contains { $0.form == .argument }
  }
}

extension Token {
  var asksForHelp: Bool { self == .long(name: "help", value: nil) || self == .short(letters: "h") }
  var asksForVersion: Bool { self == .long(name: "version", value: nil) }
}
