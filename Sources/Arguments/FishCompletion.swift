/// Writes the completion script for fish.
struct FishCompletion {
  var root: CommandDump

  private var function: String { "__\(root.functionName)" }

  var script: String {
    let completions = root.tree.flatMap { path, command in lines(path.joined(separator: " "), command) }
    let valueOptions = root.valueOptionNames.map(quoted).joined(separator: " ")
    return """
      # fish completion for \(root.name). Write it to ~/.config/fish/completions/\(root.name).fish

      # Succeeds if the words before the cursor name this command.
      function \(function)_at
          set -l path \(root.name)
          set -l is_value no
          for word in (commandline -opc)[2..]
              if test $is_value = yes
                  set is_value no
                  continue
              end
              if contains -- $word \(valueOptions)
                  set is_value yes
                  continue
              end
              switch "$path $word"
      \(steps.joined(separator: "\n"))
              end
          end
          test "$path" = "$argv"
      end

      complete -c \(root.name) -f
      \(completions.joined(separator: "\n"))

      """
  }

  private var steps: [String] {
    root.tree.flatMap { path, command in
      let outer = path.joined(separator: " ")
      return command.visibleSubcommands.flatMap { subcommand in
        let patterns = ([subcommand.name] + subcommand.aliases).map { quoted("\(outer) \($0)") }
        return [
          "            case \(patterns.joined(separator: " "))",
          "                set path \(quoted("\(outer) \(subcommand.name)"))",
        ]
      }
    }
  }

  private func lines(_ path: String, _ command: CommandDump) -> [String] {
    let start = "complete -c \(root.name) -n \(quoted("\(function)_at \(path)"))"
    let subcommands = command.visibleSubcommands.map { subcommand in
      "\(start) -a \(quoted(subcommand.name))" + description(subcommand.abstract)
    }
    let arguments = command.visibleArguments.flatMap { argument -> [String] in
      switch argument.kind {
      case .argument:
        let offered = values(argument.completion, forOption: false)
        return offered.isEmpty ? [] : [start + offered + description(argument.abstract)]
      case .option, .flag:
        let value = argument.kind == .option ? values(argument.completion, forOption: true) : ""
        return [argument.names, argument.inverseNames].filter { !$0.isEmpty }.map { names in
          start + names.map(flag).joined() + value + description(argument.abstract)
        }
      }
    }
    return subcommands + arguments
  }

  private func flag(_ name: String) -> String {
    name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
  }

  private func values(_ completion: CompletionKind, forOption: Bool) -> String {
    let exclusive = forOption ? " -x" : ""
    return switch completion {
    case .none: exclusive
    case .list(let values): "\(exclusive) -a \(quoted(values.joined(separator: " ")))"
    case .file: forOption ? " -r -F" : " -F"
    case .directory: "\(exclusive) -a '(__fish_complete_directories)'"
    case .shellCommand(let command): "\(exclusive) -a \(quoted("(\(command) 2> /dev/null)"))"
    }
  }

  private func description(_ text: String) -> String {
    text.isEmpty ? "" : " -d \(quoted(text))"
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
