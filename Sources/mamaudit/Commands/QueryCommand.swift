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

  @Argument(help: "The name of a report, as 'query list' has it.")
  var name: String
  @Flag(help: "Print the file as it is, to run in psql.")
  var sql: Bool
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let catalog = QueryCatalog.embedded()
    let query = try catalog.query(named: name)
    if sql {
      try output.write(catalog.files.first { $0.name == query.name }?.bytes ?? [])
    } else if output.format.isForMachines {
      var json = JSONWriter { try output.write($0) }
      QueryDocument.write(query, to: &json)
      json.endLine()
      try json.finish()
    } else {
      try output.write(query.markdown)
    }
    output.finish()
  }
}

/// The command `mamaudit query lint`.
struct QueryLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check query files against the rules of their format.",
    discussion: "Exit code 1 where a rule is broken.",
    examples: [
      Example("mamaudit query lint", "the reports that are built in"),
      Example("mamaudit query lint my-reports/", "those of a folder"),
      Example("mamaudit query lint --prepare", "also ask the database for types and columns"),
    ])

  @Argument(
    help: "Query files or folders of them; the built-in reports when not given.",
    completion: .file(extensions: ["sql"]))
  var files: [String] = []
  @Flag(help: "Also let the database prepare each statement, and compare what it infers.")
  var prepare: Bool
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let catalog = try files.isEmpty ? QueryCatalog.embedded() : QueryFiles.catalog(files)
    var problems = catalog.problems
    if prepare {
      let connection = try Session(store).connection
      problems += try connection.withRole(StoreRole.reporting.rawValue) {
        try catalog.queries.flatMap { try $0.problems(on: connection) }
      }
    }
    let columns = [Column("file"), Column("line", .integer), Column("rule"), Column("message")]
    try output.rows(columns, title: "Problems") { row in
      for problem in problems {
        try row([
          .text(problem.file), .integer(Int64(problem.line)), .text(problem.rule.rawValue),
          .text(problem.message),
        ])
      }
      return .complete
    }
    output.note("\(catalog.files.count) files, \(problems.count) problems")
    if !problems.isEmpty { throw ExitCode.findings }
  }
}

/// The command `mamaudit query docs`.
struct QueryDocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "A Markdown page about every report.",
    examples: [Example("mamaudit query docs > queries.md", "to read or to publish")])

  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    try output.write(QueryCatalog.embedded().markdown)
    output.finish()
  }
}
