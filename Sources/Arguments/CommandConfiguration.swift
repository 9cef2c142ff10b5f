/// What a command is called, what it says of itself, and which commands it holds.
public struct CommandConfiguration: Sendable {
  /// The name typed; the type's name in kebab case if nil.
  public var commandName: String?
  /// One sentence, shown in the list of commands and at the head of the help.
  public var abstract: String
  /// More, shown after the options; empty for none.
  public var discussion: String
  /// Commands to copy, shown first.
  public var examples: [Example]
  /// The line after `USAGE:`; made from the declarations if nil.
  public var usage: String?
  /// What `--version` prints; empty for no such option.
  ///
  /// Read from the root command alone.
  public var version: String
  /// The commands within this one, in the order of the help.
  public var subcommands: [any ParsableCommand.Type]
  /// The command meant when none is named; must be among ``subcommands``.
  public var defaultSubcommand: (any ParsableCommand.Type)?
  /// Other names for the command.
  ///
  /// They work, and are named in its help alone.
  public var aliases: [String]
  /// False keeps the command out of help, completions and manual pages.
  public var isVisible: Bool

  /// Makes a configuration; everything has a sensible default.
  public init(
    commandName: String? = nil,
    abstract: String = "",
    discussion: String = "",
    examples: [Example] = [],
    usage: String? = nil,
    version: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil,
    aliases: [String] = [],
    visible isVisible: Bool = true
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.usage = usage
    self.version = version
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
    self.aliases = aliases
    self.isVisible = isVisible
  }
}

/// A command to copy, and what it answers.
public struct Example: Sendable, Hashable, Codable {
  /// The whole command line.
  public var command: String
  /// What it answers or does, in one sentence.
  public var says: String

  /// Makes an example.
  public init(_ command: String, _ says: String) {
    self.command = command
    self.says = says
  }
}
