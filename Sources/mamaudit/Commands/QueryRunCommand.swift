import Arguments
import AuditStore
import Foundation
import MAMEvents
import PlainText
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
      there with --cursor. The server ends a report after --timeout, in which the time counts that its rows wait for a \
      pager or a disk; that of the login does not count here. A report may call no function that may do more than read: \
      those that PostgreSQL calls VOLATILE, a few such as random() aside. With --database, for files that others wrote, use a login that is granted \
      mamaudit_reporting and nothing else. A control has a row for each resource that it judges; with --fail-on alarm the exit code is 1 \
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
  @Option(
    help: ArgumentHelp(
      "After how long the server ends the report, such as 10m or 12h; none for never.", valueName: "duration")
  )
  var timeout = "1h"
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  static func argument(_ word: String) throws -> (name: String, value: String) {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw ValidationError("'\(word)' is no argument of a report: write --arg name=value")
    }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// The seconds of --timeout; nil for none.
  private func timeoutSeconds() throws -> Int? {
    if timeout == "none" { return nil }
    // The server counts milliseconds in 32 bits.
    guard let microseconds = TimeExpression.duration(timeout),
      let seconds = Int(exactly: microseconds / 1_000_000),
      (1...2_000_000).contains(seconds)
    else {
      throw ValidationError(
        "--timeout '\(timeout.printable)' is no duration from a second to 23 days: write one such as 10m or 12h, or none"
      )
    }
    return seconds
  }

  func validate() throws {
    _ = try timeoutSeconds()
    let names = arguments.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("--arg \(twice)=… is given twice")
    }
  }

  /// Refuses values of what has one meaning in all reports and is checked by none of their types.
  private static func check(_ values: [String: String], of query: StoredQuery) throws(QueryArgumentError) {
    if let tenant = values["tenant"], !tenant.isEmpty, query.header.parameter("tenant") != nil,
      GUID(text: tenant) == nil
    {
      throw .invalid(
        name: "tenant", value: tenant, reason: "is not a tenant id, as 0a1b2c3d-0000-4000-8000-000000000000")
    }
    if let limit = values["limit"], query.header.parameter("limit") != nil,
      Int64(limit).map({ $0 < 0 }) == true
    {
      throw .invalid(name: "limit", value: limit, reason: "is not 0 or more")
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
    try Self.check(values, of: query)
    var session = try Session(store)
    if let cursor { session.now = cursor.now }
    let now = session.now
    let bound = try query.bind(values) { text in
      try TimeExpression(text).resolve(now: now, zone: output.zone).microseconds
    }
    let run = ReportRun(
      session: session, bound: bound, cursor: cursor, limit: page.limit, timeout: try timeoutSeconds())
    try run.checkCursor()
    if !bound.resolved.isEmpty { output.note("note: " + bound.resolved) }
    var tally = ControlTally()
    let isControl = query.header.kind == .control
    let ending: Ending
    do {
      ending = try run.write(to: output) { values in
        if isControl { tally.add(values[1]) }
      }
    } catch let error as PostgresError where error.code == .cancelled {
      throw ReportEnded(name: query.name, timeout: timeout)
    } catch let error as PostgresError where error.sqlState?.hasPrefix("22") == true && !arguments.isEmpty {
      // The server does not say which value it was.
      throw ReportRefused(error: error, arguments: arguments.map(\.name))
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

/// The server refused a value in a report that was given arguments.
struct ReportRefused: Error, CustomStringConvertible {
  let error: PostgresError
  let arguments: [String]

  var description: String {
    "\(error.description); it may come of "
      + arguments.map { "--arg \($0.printable)" }.joined(separator: " or ")
  }
}

/// The server ended a report.
struct ReportEnded: Error, CustomStringConvertible {
  let name: String
  let timeout: String

  var description: String {
    "the server ended the report \(name): --timeout is \(timeout); give it longer, or ask for less"
  }
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
  /// - Throws: `QueryCatalog.UnknownQuery`, `QueryFiles.Unreadable`, or the `QueryProblems` of a file.
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
