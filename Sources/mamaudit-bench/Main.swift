import Arguments
import Glibc

/// `mamaudit-bench`: makes traces to test and measure with, and measures.
@main
struct MamauditBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mamaudit-bench",
    abstract:
      "Make traces of apps under Intune app protection, of any size, and measure mamaudit with them.",
    subcommands: [GenerateCommand.self, RunCommand.self])

  static func main() {
    // A reader that goes away, as head does, is an error of write and not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    let end = execute(arguments) { CommandExit(($0 as? BenchError)?.code ?? .output, "error: \($0)") }
    if !end.message.isEmpty {
      let output = FileOutput(descriptor: end.isFailure ? STDERR_FILENO : STDOUT_FILENO, name: "the terminal")
      try? output.write(end.isFailure ? end.message + "\n" : end.message)
    }
    exit(end.code.rawValue)
  }
}

extension ExitCode {
  /// An output failed.
  static let output = ExitCode(4)
}
