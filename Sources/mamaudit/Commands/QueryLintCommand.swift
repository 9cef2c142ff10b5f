import Arguments
import AuditStore
import Compliance
import Foundation
import MAMEvents
import Postgres
import QueryCatalog
import Rendering

/// The command `mamaudit query lint`.
struct QueryLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check query files against the rules of their format.",
    discussion: "Exit code 1 where a rule is broken.",
    examples: [
      Example("mamaudit query lint", "the reports that are built in"),
      Example("mamaudit query lint my-reports/", "those of a folder"),
      Example("mamaudit query lint --prepare", "also ask the database for types, columns and plans"),
    ])

  @Argument(
    help: "Query files or folders of them; the built-in reports when not given.",
    completion: .file(extensions: ["sql"]))
  var files: [String] = []
  @Flag(help: "Also let the database prepare and plan each statement, and compare types, columns and cost.")
  var prepare: Bool
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let catalog = try files.isEmpty ? QueryCatalog.embedded() : QueryFiles.catalog(files)
    var problems = catalog.problems + catalog.problems(ofRules: RuleID.allCases.map(\.rawValue))
    if prepare { problems += try Self.problems(of: catalog, in: Session(store), zone: output.zone) }
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
    output.note(
      "\(catalog.files.count) \(catalog.files.count == 1 ? "file" : "files"), "
        + "\(problems.count) \(problems.count == 1 ? "problem" : "problems")")
    if !problems.isEmpty { throw ExitCode.findings }
  }

  /// What the database says, asked with the rights of reports and writing nothing.
  private static func problems(
    of catalog: QueryCatalog, in session: Session, zone: TimeZone?
  ) throws -> [QueryProblem] {
    let connection = try session.reportConnection()
    return try connection.withRole(StoreRole.reporting.rawValue) {
      try catalog.queries.flatMap { query in
        let problems = try query.problems(on: connection)
        guard problems.isEmpty else { return problems }
        return try query.costProblems(on: connection) { text in
          try TimeExpression(text).resolve(now: session.now, zone: zone).microseconds
        }
      }
    }
  }
}
