import Arguments
import AuditStore
import Foundation
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
      --tenant is the value of a report's parameter tenant. A report of your own is a file in the format of those that \
      are built in: 'mamaudit query show NAME --sql' prints one to begin with, and 'mamaudit query lint FILE' checks it. \
      Rows come as they are read, however many there are; --limit cuts them, and a report that says @cursor goes on from \
      there with --cursor. A control has a row for each resource that it judges; with --fail-on alarm the exit code is 1 \
      where one alarms or cannot be judged.
      """,
    examples: [
      Example("mamaudit query run enrollment-failures-by-code --arg since=7d", "the failures of a week"),
      Example("mamaudit query run what-changed-in-a-period --arg since=7d", "what a week changed"),
      Example(
        "mamaudit query run enrollment-failures-by-code --format csv > failures.csv", "for a spreadsheet"),
      Example(
        "mamaudit query run wipes-confirmed-in-time --fail-on alarm", "a control as a gate for scripts"),
      Example("mamaudit query run ./my-report.sql --limit 100", "a report of your own, a hundred rows of it"),
    ])

  @OptionGroup var report: ReportArgument
  @Option(
    name: .customLong("arg"),
    help: ArgumentHelp("A value for a parameter of the report.", valueName: "name=value"),
    transform: Self.argument)
  var arguments: [(name: String, value: String)] = []
  @Option(
    help: ArgumentHelp(
      "Of a control: fail where a resource alarms, or cannot be judged.", valueName: "status"))
  var failOn: FailingStatus = .none
  @OptionGroup var page: PageOptions
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
    let cursor = try page.cursor.map { text throws(PageCursor.Refusal) in try PageCursor(text: text) }
    let query = try report.query()
    guard query.header.kind == .control || failOn == .none else {
      throw ValidationError("--fail-on is for controls, and \(query.name) is a \(query.header.kind.rawValue)")
    }
    var values = Dictionary(arguments.map { ($0.name, $0.value) }) { first, _ in first }
    if values["tenant"] == nil, query.header.parameter("tenant") != nil {
      values["tenant"] = try LogSelection.tenant(store)?.text
    }
    var session = try Session(store)
    if let cursor { session.now = cursor.now }
    let now = session.now
    let bound = try query.bind(values) { text in
      try TimeExpression(text).resolve(now: now, zone: output.zone).microseconds
    }
    let run = ReportRun(session: session, bound: bound, cursor: cursor, limit: page.limit)
    try run.checkCursor()
    if !bound.resolved.isEmpty { output.note("note: " + bound.resolved) }
    var tally = ControlTally()
    let isControl = query.header.kind == .control
    let ending = try run.write(to: output) { values in
      if isControl { tally.add(values[1]) }
    }
    if let limit = page.limit { output.tell(ending, limit: limit) }
    if isControl {
      output.note(tally.summary)
      if failOn == .alarm, tally.fails { throw ExitCode.findings }
    }
    if page.requireComplete, !ending.isComplete { throw ExitCode.incomplete }
  }
}

/// On which status of a control `query run` fails.
enum FailingStatus: String, CaseIterable, ExpressibleByArgument {
  case alarm, none
}

/// How many resources of a control have each status.
private struct ControlTally {
  private static let words = ["alarm", "error", "info", "ok", "skip"]
  private var counts: [String: Int] = [:]

  /// Counts a row; a status that controls do not have is one that cannot be judged.
  mutating func add(_ status: PostgresValue) {
    guard case .text(let word) = status, Self.words.contains(word) else {
      return counts["error", default: 0] += 1
    }
    counts[word, default: 0] += 1
  }

  /// Whether a resource alarms or cannot be judged.
  var fails: Bool { counts["alarm"] != nil || counts["error"] != nil }

  var summary: String {
    guard !counts.isEmpty else { return "no resource" }
    return Self.words.compactMap { word in counts[word].map { "\($0) \(word)" } }.joined(separator: ", ")
  }
}

/// The report that a command is about.
struct ReportArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The name of a report, as 'query list' has it, or the path of a query file of your own.",
      valueName: "name or file"),
    completion: .shellCommand("mamaudit query list --format csv | tail -n +2 | cut -d, -f1"))
  var name: String

  /// Whether the word is a path: no report's name has a slash, or ends like a file.
  private var isPath: Bool { name.contains("/") || name.hasSuffix(".sql") }

  /// The report.
  ///
  /// - Throws: `QueryCatalog.UnknownQuery`, `QueryFiles.Unreadable`, or the first `QueryProblem` of a file.
  func query() throws -> StoredQuery {
    guard isPath else { return try QueryCatalog.embedded().query(named: name) }
    let catalog = try QueryFiles.catalog([name])
    return try catalog.query(named: Self.only(catalog, name).name)
  }

  /// The bytes of the report's file.
  ///
  /// - Throws: as ``query()``.
  func bytes() throws -> [UInt8] {
    if isPath { return try Self.only(QueryFiles.catalog([name]), name).bytes }
    let query = try query()
    return QueryCatalog.embedded().files.first { $0.name == query.name }?.bytes ?? []
  }

  private static func only(_ catalog: QueryCatalog, _ path: String) throws -> QueryCatalog.File {
    guard let file = catalog.files.first, catalog.files.count == 1 else {
      throw QueryFiles.Unreadable(path: path)
    }
    return file
  }
}
