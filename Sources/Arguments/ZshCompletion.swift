/// Writes the completion script for zsh.
struct ZshCompletion {
  var root: CommandDump

  private var function: String { "_\(root.functionName)" }

  var script: String {
    let functions = root.tree.map { path, command in body(path, command) }
    return """
      #compdef \(root.name)
      # zsh completion for \(root.name). Write it to a file _\(root.name) in a folder of $fpath.

      # Offers each line that a command prints.
      \(function)__lines() {
        local -a found
        found=(${(f)"$("$@" 2> /dev/null)"})
        compadd -a found
      }

      \(functions.joined(separator: "\n\n"))

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        \(function) "$@"
      else
        compdef \(function) \(root.name)
      fi

      """
  }

  private func name(_ path: [String]) -> String {
    function
      + path.dropFirst().map { "__" + $0.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() }
      .joined()
  }

  private func body(_ path: [String], _ command: CommandDump) -> String {
    var specs = command.visibleArguments.filter { $0.kind != .argument }.flatMap(optionSpecs)
    let subcommands = command.visibleSubcommands
    guard !subcommands.isEmpty else {
      let places = command.visibleArguments.filter { $0.kind == .argument }
      for (index, place) in places.enumerated() {
        let position = place.isRepeating ? "*" : "\(index + 1)" + (place.isRequired ? "" : ":")
        specs.append(shellQuoted("\(position):\(escaped(place.valueName ?? "")):\(action(place.completion))"))
      }
      return """
        \(name(path))() {
          _arguments -S \\
            \(specs.joined(separator: " \\\n    "))
        }
        """
    }
    let described = subcommands.map { shellQuoted("\(escaped($0.name)):\($0.abstract)") }
    specs += ["'1:command:\(name(path))___commands'", "'*::arguments:->inside'"]
    let cases = subcommands.map { subcommand in
      "        \(([subcommand.name] + subcommand.aliases).joined(separator: " | "))) \(name(path + [subcommand.name])) ;;"
    }
    return """
      \(name(path))___commands() {
        local -a commands
        commands=(
          \(described.joined(separator: "\n    "))
        )
        _describe command commands
      }

      \(name(path))() {
        local curcontext=$curcontext state line
        typeset -A opt_args
        _arguments -C -S \\
          \(specs.joined(separator: " \\\n    "))
        case $state in
          inside)
            case $line[1] in
      \(cases.joined(separator: "\n"))
            esac
            ;;
        esac
      }
      """
  }

  private func optionSpecs(_ argument: ArgumentDump) -> [String] {
    let all = argument.names + argument.inverseNames
    let exclusion = argument.isRepeating ? "*" : all.count > 1 ? "(\(all.joined(separator: " ")))" : ""
    let text = "[\(escaped(argument.abstract))]"
    return all.map { name in
      guard argument.kind == .option else { return shellQuoted(exclusion + name + text) }
      let sign = name.hasPrefix("--") ? "=" : "+"
      return shellQuoted(
        "\(exclusion)\(name)\(sign)\(text):\(escaped(argument.valueName ?? "")):\(action(argument.completion))"
      )
    }
  }

  private func action(_ completion: CompletionKind) -> String {
    switch completion {
    case .none: " "
    case .list(let values):
      "(\(values.map { escaped($0).replacing(" ", with: "\\ ") }.joined(separator: " ")))"
    case .file(let extensions) where extensions.isEmpty: "_files"
    case .file(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    case .directory: "_files -/"
    case .shellCommand(let command): " \(function)__lines \(command)"
    }
  }

  /// For a place where zsh gives brackets, colons and backslashes a meaning.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\:[]()".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}
