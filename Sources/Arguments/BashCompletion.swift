/// Writes the completion script for bash.
struct BashCompletion {
  var root: CommandDump

  private var function: String { "_\(root.functionName)" }

  var script: String {
    """
    # bash completion for \(root.name). Load it with: source <(\(root.name) completion bash)

    # Offers the lines of standard input that begin with the word, quoted so that none is expanded.
    \(function)_offer() {
      local line
      while IFS= read -r line; do
        if [[ $line == "$word"* ]]; then COMPREPLY+=("$(printf '%q' "$line")"); fi
      done
    }

    \(function)_complete() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} path=\(root.name) index
      COMPREPLY=()
      # Bash takes --name=value apart into three words.
      if [[ $word == "=" ]]; then
        word=""
      elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          \(root.valueOptionNames.isEmpty ? "''" : root.valueOptionNames.joined(separator: " | ")))
            if [[ ${COMP_WORDS[index + 1]} == "=" ]]; then index=$((index + 1)); fi
            index=$((index + 1))
            continue
            ;;
        esac
        case "$path ${COMP_WORDS[index]}" in
    \(steps.joined(separator: "\n"))
        esac
      done
      case $path in
    \(root.tree.map(section).joined(separator: "\n"))
      esac
    }

    complete -F \(function)_complete \(root.name)

    """
  }

  /// From a command and a word to the command it names.
  private var steps: [String] {
    root.tree.flatMap { path, command in
      let outer = path.joined(separator: " ")
      return command.visibleSubcommands.map { subcommand in
        let patterns = ([subcommand.name] + subcommand.aliases).map { "\"\(outer) \($0)\"" }
        return "      \(patterns.joined(separator: " | "))) path=\"\(outer) \(subcommand.name)\" ;;"
      }
    }
  }

  private func section(_ path: [String], _ command: CommandDump) -> String {
    let options = command.visibleArguments.filter { $0.kind == .option }
    var lines = ["    \"\(path.joined(separator: " "))\")"]
    if !options.isEmpty {
      lines.append("      case $previous in")
      for option in options {
        lines.append("        \(option.names.joined(separator: " | ")))")
        lines += offers(option.completion).map { "          " + $0 }
        lines += ["          return", "          ;;"]
      }
      lines.append("      esac")
    }
    let names = command.visibleArguments.flatMap { $0.names + $0.inverseNames }
    var words = offer(command.visibleSubcommands.map(\.name))
    words += command.visibleArguments.filter { $0.kind == .argument }.flatMap { offers($0.completion) }
    lines.append("      if [[ $word == -* ]]; then")
    lines += offer(names).map { "        " + $0 }
    if !words.isEmpty {
      lines.append("      else")
      lines += words.map { "        " + $0 }
    }
    lines += ["      fi", "      ;;"]
    return lines.joined(separator: "\n")
  }

  private func offer(_ words: [String]) -> [String] {
    words.isEmpty
      ? [] : ["\(function)_offer < <(printf '%s\\n' \(words.map(shellQuoted).joined(separator: " ")))"]
  }

  private func offers(_ completion: CompletionKind) -> [String] {
    switch completion {
    case .none:
      return []
    case .list(let values):
      return offer(values)
    case .file(let extensions):
      let files =
        extensions.isEmpty
        ? ["compgen -f -- \"$word\""]
        : ["compgen -d -- \"$word\""]
          + extensions.map { "compgen -f -X \(shellQuoted("!*." + $0)) -- \"$word\"" }
      return ["compopt -o filenames"] + files.map { "mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\($0))" }
    case .directory:
      return ["compopt -o filenames", "mapfile -t COMPREPLY < <(compgen -d -- \"$word\")"]
    case .shellCommand(let command):
      return ["\(function)_offer < <(\(command) 2> /dev/null)"]
    }
  }
}
