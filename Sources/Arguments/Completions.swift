/// A shell for which there are completions.
public enum CompletionShell: String, CaseIterable, Sendable, ExpressibleByArgument {
  case bash, zsh, fish
}

extension CommandDump {
  /// A script that teaches a shell the commands, options and values of the tool, this command being its root.
  ///
  /// Equal declarations give equal bytes. Nothing that a `shellCommand` prints is ever run by the shell.
  public func completionScript(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: BashCompletion(root: self).script
    case .zsh: ZshCompletion(root: self).script
    case .fish: FishCompletion(root: self).script
    }
  }

  /// The visible commands from this one inwards, each with the names that lead to it.
  var tree: [(path: [String], command: CommandDump)] {
    [([name], self)]
      + subcommands.filter(\.isVisible).flatMap { subcommand in
        subcommand.tree.map { ([name] + $0.path, $0.command) }
      }
  }

  var visibleArguments: [ArgumentDump] { arguments.filter(\.isVisible) }
  var visibleSubcommands: [CommandDump] { subcommands.filter(\.isVisible) }

  /// All names of options with a value anywhere in the tree, in order.
  var valueOptionNames: [String] {
    Set(tree.flatMap { $0.command.visibleArguments.filter { $0.kind == .option }.flatMap(\.names) }).sorted()
  }

  /// The name as a part of a function's name.
  var functionName: String { name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }
}

/// A word in single quotes, as bash and zsh read it.
func shellQuoted(_ text: String) -> String {
  "'" + text.replacing("'", with: #"'\''"#) + "'"
}
