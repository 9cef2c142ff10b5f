import Arguments
import Foundation

/// The command `mamaudit manual`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "The manual pages: a page for each command.",
    examples: [
      Example("mamaudit manual query run | man -l -", "read the page of a command"),
      Example("mamaudit manual --output ~/.local/share/man/man1", "write all pages where man finds them"),
    ])

  @Option(
    help: ArgumentHelp(
      "Write all pages into this folder, a file each; it is made where it is missing.", valueName: "folder"),
    completion: .directory)
  var output: String?
  @Argument(help: "The command, as typed after mamaudit; the page of mamaudit itself when none is given.")
  var command: [String] = []

  func validate() throws {
    if output != nil, !command.isEmpty {
      throw ValidationError("--output writes the pages of all commands: leave the command out")
    }
  }

  mutating func run() throws {
    let pages = CommandDump(Mamaudit.self).manual(Self.sections)
    if let output {
      try write(pages, into: output)
      return
    }
    let file = (["mamaudit"] + command).joined(separator: "-") + ".1"
    guard let page = pages.first(where: { $0.file == file }) else {
      throw ValidationError(
        "there is no command '\(command.joined(separator: " "))': mamaudit --help lists them")
    }
    try Terminal.write(Array(page.text.utf8), to: STDOUT_FILENO, named: "standard output")
  }

  private func write(_ pages: [ManualPage], into folder: String) throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for page in pages {
        try Data(page.text.utf8).write(
          to: folder.appending(path: page.file).resolvingSymlinksInPath(), options: .atomic)
      }
    } catch {
      throw OutputFailure(target: folder.path, reason: error.localizedDescription)
    }
  }

  /// What every page ends with.
  private static let sections = [
    ManualSection(
      "EXIT STATUS",
      [
        .init("0", "Answered; events that were there already count as answered."),
        .init(
          "1",
          "Findings at or over the limit, differences, an unknown account, or at least one line refused or in conflict."
        ),
        .init("2", "The command line is wrong."),
        .init("3", "The store cannot be reached, or does not let the user do this."),
        .init("4", "A query or an output failed."),
        .init("5", "The evidence or the schema is not what it has to be."),
        .init("6", "The answer is incomplete, and --require-complete was given."),
        .init("129", "Ended by SIGHUP: the terminal went away."),
        .init("130", "Interrupted."),
        .init("143", "Ended by SIGTERM."),
      ]),
    ManualSection(
      "ENVIRONMENT",
      [
        .init("DATABASE_URL", "The database, where --database is not given."),
        .init(
          "PGHOST, PGPORT, PGDATABASE, PGUSER, PGSERVICE, PGPASSFILE …",
          "The database as libpq reads it, where DATABASE_URL is not set either."),
        .init("MAMAUDIT_TENANT", "The tenant, where --tenant is not given."),
        .init("MAMAUDIT_HOME", "The folder of the private PostgreSQL."),
        .init(
          "XDG_DATA_HOME, XDG_STATE_HOME", "Where the private PostgreSQL and refused events of a user lie."),
        .init("PAGER", "What shows tables on a terminal; less where it is not set."),
        .init("NO_COLOR, CLICOLOR_FORCE", "Never colour, or always, where --color does not say."),
        .init("COLUMNS", "The width of tables, where it cannot be asked of a terminal."),
      ]),
  ]
}
