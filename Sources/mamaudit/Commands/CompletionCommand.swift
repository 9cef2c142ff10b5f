import Arguments

/// The command `mamaudit completion`.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "A script that completes commands, options and values in a shell.",
    examples: [
      Example("source <(mamaudit completion bash)", "in this bash"),
      Example(
        "mamaudit completion zsh > ~/.zsh/completions/_mamaudit", "in every zsh, where the folder is in fpath"
      ),
      Example("mamaudit completion fish > ~/.config/fish/completions/mamaudit.fish", "in every fish"),
    ])

  @Argument(help: "The shell.")
  var shell: CompletionShell

  mutating func run() throws {
    let script = CommandDump(Mamaudit.self).completionScript(for: shell)
    try Terminal.write(Array(script.utf8), to: 1, named: "standard output")
  }
}
