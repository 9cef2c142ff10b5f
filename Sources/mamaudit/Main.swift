import Arguments
import Foundation

/// `mamaudit`: the command line.
@main
struct Mamaudit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mamaudit",
    abstract: "An audit log of apps under Intune app protection: append events, replay accounts, answer for compliance.",
    version: "mamaudit 0.1.0",
    subcommands: [
      StateCommand.self, HistoryCommand.self, ReplayCommand.self, AccountsCommand.self, InstallationsCommand.self,
      DevicesCommand.self, WipesCommand.self, ProjectionsCommand.self,
    ])

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let exit = execute(arguments, helpWidth: min(100, Terminal.width), failure: Failure.exit)
    if !exit.message.isEmpty {
      if exit.isFailure {
        Terminal.complain(exit.message)
      } else {
        try? Terminal.write(Array(exit.message.utf8), to: 1, named: "standard output")
      }
    }
    Foundation.exit(exit.code.rawValue)
  }
}
