/// How a command line ended: what to print where, and the status.
public struct CommandExit: Error, Hashable {
  /// The status for the shell.
  public var code: ExitCode
  /// What to print, without a last line break for errors and with one for help; empty for nothing.
  public var message: String

  /// Makes an ending.
  public init(_ code: ExitCode, _ message: String = "") {
    self.code = code
    self.message = message
  }

  /// Whether the message belongs on standard error: all but help and version do.
  public var isFailure: Bool { code != .success }
}

extension ParsableCommand {
  /// Parses a command line (without the program's name) with this command as its root.
  ///
  /// - Returns: The command named, ready to run.
  /// - Throws: An ending with 0 for `--help`, `help` and `--version`, with ``ExitCode/usage`` for what is wrong.
  public static func parseAsRoot(
    _ arguments: [String], helpWidth: Int = 80
  ) throws(CommandExit) -> any ParsableCommand {
    do {
      return try Parser.parse(self, arguments).command
    } catch {
      throw CommandExit(error, helpWidth: helpWidth)
    }
  }

  /// Parses as this very command.
  ///
  /// - Throws: As ``parseAsRoot(_:helpWidth:)``; also when the words name a command within this one.
  public static func parse(_ arguments: [String], helpWidth: Int = 80) throws(CommandExit) -> Self {
    guard let command = try parseAsRoot(arguments, helpWidth: helpWidth) as? Self else {
      throw CommandExit(.usage, "error: the words name a command within '\(name)'")
    }
    return command
  }

  /// Parses a command line and runs the command it names.
  ///
  /// - Parameter failure: Turns any error of `run()` into an ending, except ``CommandExit``, ``ExitCode``,
  ///   ``ValidationError`` and ``HelpRequest``, which say themselves how to end.
  /// - Returns: How it ended; the caller prints the message and exits.
  public static func execute(
    _ arguments: [String], helpWidth: Int = 80, failure: (any Error) -> CommandExit
  ) -> CommandExit {
    do {
      var (command, path) = try Parser.parse(self, arguments)
      do {
        try command.run()
        return CommandExit(.success)
      } catch let error as ValidationError {
        throw ParserFailure(error: .invalid(error.message), path: path)
      } catch is HelpRequest {
        throw ParserFailure(error: .helpRequested, path: path)
      }
    } catch let failure as ParserFailure {
      return CommandExit(failure, helpWidth: helpWidth)
    } catch let exit as CommandExit {
      return exit
    } catch let code as ExitCode {
      return CommandExit(code)
    } catch {
      return failure(error)
    }
  }

  /// The help of the command as the root of its own tree.
  public static func helpMessage(width: Int = 80) -> String {
    HelpText(path: [name], command: CommandDump(self), width: width).text
  }
}

extension CommandExit {
  init(_ failure: ParserFailure, helpWidth: Int) {
    let names = failure.path.map { $0.name }
    switch failure.error {
    case .helpRequested:
      let command = failure.path[failure.path.count - 1]
      let dump = CommandDump(command, isRoot: failure.path.count == 1)
      self.init(.success, HelpText(path: names, command: dump, width: helpWidth).text)
    case .versionRequested:
      self.init(.success, failure.path[0].configuration.version + "\n")
    default:
      let text = ErrorText.message(for: failure.error)
      self.init(.usage, "error: \(text)\nTry '\(names.joined(separator: " ")) --help'.")
    }
  }
}
