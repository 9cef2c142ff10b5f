/// A command and all within it as plain data: what help, completions, manual pages and `schema` are made from.
public struct CommandDump: Sendable, Hashable, Codable {
  /// The name typed.
  public var name: String
  /// Other names.
  public var aliases: [String]
  /// One sentence.
  public var abstract: String
  /// More, or empty.
  public var discussion: String
  /// Commands to copy.
  public var examples: [Example]
  /// The configured usage line, if there is one.
  public var usage: String?
  /// What `--version` prints; empty for all but the root.
  public var version: String
  /// Whether help and completions show it.
  public var isVisible: Bool
  /// Whether it is meant when the outer command is given no name.
  public var isDefault: Bool
  /// Arguments, options and flags in the order of the source text, `--help` and `--version` last.
  public var arguments: [ArgumentDump]
  /// The commands within.
  public var subcommands: [CommandDump]

  /// Describes a command as the root of its own tree.
  public init(_ command: any ParsableCommand.Type) {
    self.init(command, isRoot: true, isDefault: false)
  }

  init(_ command: any ParsableCommand.Type, isRoot: Bool, isDefault: Bool = false) {
    let configuration = command.configuration
    name = command.name
    aliases = configuration.aliases
    abstract = configuration.abstract
    discussion = configuration.discussion
    examples = configuration.examples
    usage = configuration.usage
    version = isRoot ? configuration.version : ""
    isVisible = configuration.isVisible
    self.isDefault = isDefault
    arguments = command.init().declarations.map(ArgumentDump.init)
    let taken = Set(arguments.flatMap(\.names))
    if !version.isEmpty, !taken.contains("--version") {
      arguments.append(ArgumentDump(flag: ["--version"], abstract: "Print the version."))
    }
    let help = ["-h", "--help"].filter { !taken.contains($0) }
    if !help.isEmpty { arguments.append(ArgumentDump(flag: help, abstract: "Print this help.")) }
    subcommands = configuration.subcommands.map { subcommand in
      CommandDump(
        subcommand, isRoot: false,
        isDefault: configuration.defaultSubcommand.map { $0 == subcommand } ?? false)
    }
  }
}

/// An argument, option or flag as plain data.
public struct ArgumentDump: Sendable, Hashable, Codable {
  /// What it is.
  public enum Kind: String, Sendable, Codable {
    /// Known by its place.
    case argument
    /// Named, with a value.
    case option
    /// Named, without one.
    case flag
  }

  /// What it is.
  public var kind: Kind
  /// As typed, short ones first: `-f`, `--format`; none for arguments.
  public var names: [String]
  /// The names that say no: `--no-pager`.
  public var inverseNames: [String]
  /// What stands between `<` and `>`; nil for flags.
  public var valueName: String?
  /// One sentence.
  public var abstract: String
  /// More, or empty.
  public var discussion: String
  /// The default as shown.
  public var defaultValue: String?
  /// Whether it must be given.
  public var isRequired: Bool
  /// Whether it may be given more than once.
  public var isRepeating: Bool
  /// Every value accepted, when they can be listed.
  public var values: [String]
  /// How a shell completes the value.
  public var completion: CompletionKind
  /// The title it stands below in the help, if not the usual one.
  public var section: String?
  /// Whether help and completions show it.
  public var isVisible: Bool

  init(_ declaration: Declaration) {
    switch declaration.form {
    case .argument: kind = .argument
    case .option: kind = .option
    case .flag: kind = .flag
    }
    let spellings = declaration.names.map(\.spelling)
    names = spellings.filter { !$0.hasPrefix("--") } + spellings.filter { $0.hasPrefix("--") }
    inverseNames = declaration.inverseNames.map(\.spelling)
    valueName = declaration.form == .flag ? nil : declaration.valueName
    abstract = declaration.help.abstract
    discussion = declaration.help.discussion
    defaultValue = declaration.defaultText
    isRequired = declaration.isRequired
    isRepeating = declaration.isRepeating
    values = declaration.candidates
    completion = declaration.completion
    section = declaration.section
    isVisible = declaration.help.isVisible
  }

  init(flag names: [String], abstract: String) {
    kind = .flag
    self.names = names
    self.abstract = abstract
    inverseNames = []
    discussion = ""
    isRequired = false
    isRepeating = false
    values = []
    completion = .none
    isVisible = true
  }
}
