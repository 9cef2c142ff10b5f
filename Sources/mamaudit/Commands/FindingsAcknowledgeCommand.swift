import Arguments
import AuditStore
import Compliance
import MAMEvents
import Postgres
import Projections
import Rendering

/// The command `mamaudit findings acknowledge`.
struct FindingsAcknowledgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract: "Say why an open finding may stand; the log records it.",
    discussion: """
      The finding counts as ended from then on, so that 'mamaudit check' can be green again, and who acknowledged it \
      and why stands in the log. The reason stands there in clear for ever: name nobody in it. A finding that is \
      acknowledged already is left as it is. The login needs the role mamaudit_keeper. Exit code 1 where no such \
      finding is open.
      """,
    examples: [
      Example(
        #"mamaudit findings acknowledge 47e961f16851f965 --reason "device destroyed, ticket 4711""#,
        "the id is the one that 'mamaudit findings' lists")
    ])

  @Argument(help: ArgumentHelp("The finding's id: sixteen hexadecimal digits.", valueName: "id"))
  var finding: String
  @Option(help: ArgumentHelp("Why it may stand.", valueName: "text"))
  var reason: String
  @Option(
    help: ArgumentHelp("Who acknowledges it; the login of the database when not given.", valueName: "name"))
  var by: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  /// A finding that cannot be acknowledged.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  func validate() throws {
    guard FindingID(text: finding) != nil else {
      throw ValidationError(
        "'\(finding)' is no id of a finding: write sixteen hexadecimal digits, as 'mamaudit findings' lists them"
      )
    }
    if reason.allSatisfy(\.isWhitespace) { throw ValidationError("say why with --reason TEXT") }
    if by.map({ $0.allSatisfy(\.isWhitespace) }) ?? false {
      throw ValidationError("name somebody with --by NAME")
    }
  }

  mutating func run() throws {
    guard let id = FindingID(text: finding) else { return }
    let output = try Output(outputOptions)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let work = ProjectionWork(session: session, output: output)
    // What the last events gave ground for may not be there yet.
    try work.bringUp([log.tenant])
    let (row, last, login) = try session.reading {
      let scope = FoldScope(log: log.id.rawValue, size: log.size)
      return (
        try StoredFleet(connection: session.connection, log: log.id.rawValue).finding(id),
        try RuleTimelineReader(connection: session.connection, scope: scope).lastAcknowledgement(),
        try session.connection.execute("SELECT session_user::text").single().text(0)
      )
    }
    guard let row, let status = row.status(at: session.now) else {
      throw Refusal(unknown: id, opensAt: row?.openedAt)
    }
    switch status {
    case .open:
      let event = OwnEvent.findingAcknowledged(finding: id.text, by: by ?? login, reason: reason)
      let result = try OwnEventAppender(session.connection).append(
        [event], to: log, at: session.now, after: last ?? -1)
      try write(row.acknowledged(by: result.firstPosition, at: session.now), of: log, at: session.now, output)
      try work.bringUp([log.tenant])
    case .acknowledged:
      try write(row, of: log, at: session.now, output)
      output.note("nothing was recorded: the finding is acknowledged already")
    case .resolved, .superseded:
      throw Refusal(id, status, closedAt: row.closedAt)
    }
  }

  /// Writes the finding as 'mamaudit findings' lists it.
  private func write(_ row: FindingRow, of log: Log, at instant: Timestamp, _ output: Output) throws {
    let line = FindingLine(finding: row, asOf: instant)
    switch output.format {
    case .json, .jsonl:
      try output.objects { object in
        try object { json in
          json.object { json in
            json.key("tenant")
            json.string(log.tenant.text)
            line.write(to: &json)
          }
        }
      }
    case .table, .csv, .markdown, .html:
      try output.rows(FindingLine.columns, title: "Acknowledged finding") { write in
        try write(line.cells)
        return .complete
      }
    }
  }
}

extension FindingRow {
  /// The finding as an acknowledgement ends it.
  fileprivate func acknowledged(by position: Int64?, at instant: Timestamp) -> FindingRow {
    var row = self
    (row.closedAt, row.closedBy, row.ended) = (max(instant, openedAt), position, .acknowledged)
    return row
  }
}

extension FindingsAcknowledgeCommand.Refusal {
  /// No finding of that id has opened.
  init(unknown id: FindingID, opensAt: Timestamp?) {
    if let opensAt {
      description =
        "finding \(id) is not open yet: its deadline is \(CalendarText.machine(opensAt.microseconds))"
    } else {
      description = "the log has no finding \(id): 'mamaudit findings' lists those that are open"
    }
  }

  /// It has ended otherwise.
  init(_ id: FindingID, _ status: FindingStatus, closedAt: Timestamp?) {
    let since = closedAt.map { " since \(CalendarText.machine($0.microseconds))" } ?? ""
    description = "finding \(id) is \(status.rawValue)\(since): there is nothing to acknowledge"
  }
}
