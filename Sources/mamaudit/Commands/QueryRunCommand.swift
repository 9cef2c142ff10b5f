import Arguments
import AuditStore
import MAMEvents
import Postgres
import QueryCatalog
import Rendering

/// The command `mamaudit query run`.
struct QueryRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a report, read only, with the rights of mamaudit_reporting.",
    discussion: """
      Times are written as everywhere: now, today, 24h, 7d, or RFC 3339; they are counted from the store's clock. \
      --tenant is the value of a report's parameter tenant.
      """,
    examples: [
      Example("mamaudit query run enrollment-failures-by-code --arg since=7d", "the failures of a week"),
      Example("mamaudit query run what-changed-in-a-period --arg since=7d", "what a week changed"),
      Example(
        "mamaudit query run enrollment-failures-by-code --format csv > failures.csv", "for a spreadsheet"),
    ])

  @Argument(
    help: "The name of a report, as 'query list' has it.",
    completion: .shellCommand("mamaudit query list --format csv | tail -n +2 | cut -d, -f1"))
  var name: String
  @Option(
    name: .customLong("arg"),
    help: ArgumentHelp("A value for a parameter of the report.", valueName: "name=value"),
    transform: Self.argument)
  var arguments: [(name: String, value: String)] = []
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  static func argument(_ word: String) throws -> (name: String, value: String) {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw ValidationError("'\(word)' is no argument of a report: write --arg name=value")
    }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  func validate() throws {
    let names = arguments.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("--arg \(twice)=… is given twice")
    }
  }

  mutating func run() throws {
    let output = try Output(outputOptions)
    let query = try QueryCatalog.embedded().query(named: name)
    var values = Dictionary(arguments.map { ($0.name, $0.value) }) { first, _ in first }
    if values["tenant"] == nil, query.header.parameter("tenant") != nil {
      values["tenant"] = try LogSelection.tenant(store)?.text
    }
    let session = try Session(store)
    let bound = try query.bind(values) { text in
      try TimeExpression(text).resolve(now: session.now, zone: output.zone).microseconds
    }
    if !bound.resolved.isEmpty { output.note("note: " + bound.resolved) }
    try output.rows(query.header.columns.map(Column.init), title: query.header.summary) { row in
      try InterruptHandler.shared.cancelling(session.connection) {
        try session.connection.withRole(StoreRole.reporting.rawValue) {
          try bound.stream(on: session.connection, columns: query.check) { try row($0.map(Cell.init)) }
        }
      }
      return .complete
    }
  }
}
