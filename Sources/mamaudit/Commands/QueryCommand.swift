import Arguments
import AuditStore
import PlainText
import Postgres
import QueryCatalog
import Rendering

/// The command `mamaudit query`.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "The SQL reports: list, read, run and check them.",
    discussion: """
      A report of your own is a file: comments at its head say what it answers (@name, @summary, @kind), what it may be \
      asked with (@param), and what its columns are (@column); a line for psql sets each default; then comes one SELECT. \
      'mamaudit query show NAME --sql' prints one to begin with, 'mamaudit query lint FILE' says what is wrong with \
      yours, and the page OwnReports.md of the documentation has the whole format.
      """,
    examples: [
      Example("mamaudit query list --area wipes", "the reports about wipes"),
      Example("mamaudit query show wipes-not-confirmed", "what one answers, and what it may be asked with"),
      Example("mamaudit query run wipes-not-confirmed", "run it"),
      Example(
        "mamaudit query run findings-by-day --arg since=30d --format csv", "a month of one, for a spreadsheet"
      ),
    ],
    subcommands: [
      QueryListCommand.self, QueryShowCommand.self, QueryRunCommand.self, QueryLintCommand.self,
      QueryDocsCommand.self,
    ])
}

/// The command `mamaudit query list`.
struct QueryListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The reports there are.",
    examples: [
      Example("mamaudit query list", "names and what each answers"),
      Example("mamaudit query list --area wipes", "those about wipes"),
    ])

  @Option(
    help: ArgumentHelp("Only the reports of an area.", valueName: "area"),
    completion: .list(QueryCatalog.embedded().areas))
  var area: String?
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    let areas = QueryCatalog.embedded().areas
    if let area, !areas.contains(area) {
      let meant = Nearness.closest(to: area, in: areas).map { "; did you mean '\($0)'?" } ?? ""
      throw ValidationError(
        "there is no area '\(area.printable)'\(meant): they are \(areas.joined(separator: ", "))")
    }
  }

  mutating func run() throws {
    let output = try Output(outputOptions)
    let isJSON = output.format.isForMachines
    let columns = [
      Column("name"), Column("area"), Column("kind"), Column("summary"),
      Column("parameters", isJSON ? .json : .text),
    ]
    try output.rows(columns, title: "Queries") { row in
      for query in QueryCatalog.embedded().queries where area == nil || query.area == area {
        let header = query.header
        let parameters: Cell =
          try isJSON
          ? .json(JSONWriter.text { $0.array(header.parameters) { $0.string($1.name) } })
          : .text(header.parameters.map(\.name).joined(separator: ", "))
        try row([
          .text(header.name), .text(query.area), .text(header.kind.rawValue), .text(header.summary),
          parameters,
        ])
      }
      return .complete
    }
  }
}

/// The command `mamaudit query show`.
struct QueryShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "What a report answers, its parameters and its columns.",
    examples: [
      Example("mamaudit query show wipes-not-confirmed", "what it needs and gives"),
      Example("mamaudit query show wipes-not-confirmed --sql | psql", "the same report without mamaudit"),
    ])

  @OptionGroup var report: ReportArgument
  @Flag(help: "Print the file as it is, to run in psql.")
  var sql: Bool
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let query = try report.query()
    if sql {
      try output.write(foreign: report.bytes())
    } else if output.format.isForMachines {
      var json = JSONWriter { try output.write($0) }
      QueryDocument.write(query, to: &json)
      json.endLine()
      try json.finish()
    } else {
      try output.write(foreign: Array(query.page.utf8))
    }
    output.finish()
  }
}
