import Arguments
import Foundation

/// `mamaudit`: the command line.
@main
struct Mamaudit: ParsableCommand {
  /// The version of the program.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "mamaudit",
    abstract:
      "An audit log of apps under Intune app protection: append events, replay accounts, answer for compliance.",
    examples: [
      Example(
        "mamaudit up", "start a private PostgreSQL; with --database URL or DATABASE_URL yours is used instead"
      ),
      Example("mamaudit ingest events.ndjson", "append events: CloudEvents, one JSON object a line"),
      Example("mamaudit accounts --status nonCompliant", "which accounts need attention"),
      Example("mamaudit wipes --open --older-than 24h", "which wipes were never confirmed"),
      Example(
        "mamaudit history ada@contoso.example", "what happened to an account, and what each event changed"),
      Example("mamaudit state ada@contoso.example --as-of 7d", "what it was a week ago"),
      Example("mamaudit why ada@contoso.example", "which events made it what it is, and for what reason"),
      Example("mamaudit query list", "the reports that are built in, each the answer to a question"),
    ],
    version: "mamaudit \(version)",
    subcommands: [
      UpCommand.self, DownCommand.self, StatusCommand.self, DoctorCommand.self, LogsCommand.self,
      MigrateCommand.self, IngestCommand.self, HistoryCommand.self, ReplayCommand.self, StateCommand.self,
      DiffCommand.self, WhyCommand.self, AccountsCommand.self, InstallationsCommand.self, DevicesCommand.self,
      WipesCommand.self, FindingsCommand.self, CheckCommand.self, RulesCommand.self,
      UnattributedCommand.self, QueryCommand.self, ProjectionsCommand.self, ExportCommand.self,
      SchemaCommand.self, CompletionCommand.self, ManualCommand.self,
    ])

  static func main() {
    Terminal.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let exit = execute(arguments, helpWidth: min(100, Terminal.width), failure: Failure.exit)
    if !exit.message.isEmpty {
      if exit.isFailure {
        Terminal.complain(exit.message)
      } else {
        do { try Terminal.write(Array(exit.message.utf8), to: STDOUT_FILENO, named: "standard output") } catch
        {
          Terminal.complain("error: \(error)")
          Foundation.exit(ExitCode.output.rawValue)
        }
      }
    }
    Foundation.exit(exit.code.rawValue)
  }
}
