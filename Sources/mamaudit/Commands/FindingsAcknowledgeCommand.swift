import Arguments
import AuditStore
import Compliance
import Foundation
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
      acknowledged already is left as it is. 'mamaudit query run acknowledged-findings' shows who acknowledged what, \
      when and why. The login needs the role mamaudit_keeper. Exit code 1 where no such \
      finding is open.
      """,
    examples: [
      Example(
        #"mamaudit findings acknowledge 47e961f16851f965 --reason "device destroyed, ticket 4711""#,
        "the id is the one that 'mamaudit findings' lists"),
      Example("mamaudit query run acknowledged-findings", "who acknowledged what, when and why"),
    ])

  @OptionGroup var id: FindingArgument
  @Option(help: ArgumentHelp("Why it may stand.", valueName: "text"))
  var reason: String
  @Option(
    help: ArgumentHelp(
      "Who acknowledges it; when not given the login of the database, and with the private PostgreSQL the user of the system.",
      valueName: "name"))
  var by: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  /// A finding that cannot be acknowledged.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  func validate() throws {
    if reason.allSatisfy(\.isWhitespace) { throw ValidationError("say why with --reason TEXT") }
    if by.map({ $0.allSatisfy(\.isWhitespace) }) ?? false {
      throw ValidationError("name somebody with --by NAME")
    }
  }

  mutating func run() throws {
    let id = try FindingAnswer.id(id.finding)
    let output = try Output(outputOptions)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let work = ProjectionWork(session: session, output: output)
    // What the last events gave ground for may not be there yet.
    try work.bringUp([log.tenant], refusal: nil)
    let known = try session.reading { try Known(of: id, in: log, session.connection) }
    guard let row = known.finding, let status = row.status(at: session.now) else {
      guard let opensAt = known.finding?.openedAt else {
        throw FindingAnswer.Unknown(id, through: known.through, of: log.size)
      }
      throw Refusal(id, opensAt: opensAt)
    }
    switch status {
    case .open:
      if let acknowledgement = known.acknowledgement {
        let row = row.acknowledged(by: acknowledgement.position, at: acknowledgement.effectiveAt)
        return try write(row, of: log, at: session.now, isNew: false, output)
      }
      let event = OwnEvent.findingAcknowledged(
        finding: id.text, by: by ?? user(of: session) ?? known.login, reason: reason)
      let result = try OwnEventAppender(session.connection).append(
        [event], to: log, at: session.now, after: known.last ?? -1)
      let acknowledged = row.acknowledged(by: result.firstPosition, at: session.now)
      try write(acknowledged, of: log, at: session.now, isNew: true, output)
      try work.bringUp([log.tenant], refusal: ProjectionWork.left)
    case .acknowledged:
      try write(row, of: log, at: session.now, isNew: false, output)
    case .resolved, .superseded:
      throw Refusal(id, status, closedAt: row.closedAt)
    }
  }

  /// Who is at work, where the login of the database is the same for everybody.
  private func user(of session: Session) -> String? {
    session.source == .privateCluster ? ProcessInfo.processInfo.userName : nil
  }

  /// What is known before something is recorded.
  private struct Known {
    var finding: FindingRow?
    /// An acknowledgement that the read models may not have yet.
    var acknowledgement: Acknowledgement?
    /// The position of the last acknowledgement of any finding.
    var last: Int64?
    var login: String
    /// How many events the read models cover.
    var through: Int64

    init(of id: FindingID, in log: Log, _ connection: Connection) throws {
      let stored = StoredFleet(connection: connection, log: log.id.rawValue)
      let words = RuleTimelineReader(
        connection: connection, scope: FoldScope(log: log.id.rawValue, size: log.size))
      finding = try stored.finding(id)
      acknowledgement = try words.acknowledgements().first { $0.finding == id }
      last = try words.lastAcknowledgement()
      login = try LogReader(connection).login()
      through = try stored.checkpoints().map(\.through).min() ?? 0
    }
  }

  /// Writes the finding as 'mamaudit findings' lists it.
  private func write(_ row: FindingRow, of log: Log, at instant: Timestamp, isNew: Bool, _ output: Output)
    throws
  {
    if !isNew { output.note("nothing was recorded: the finding is acknowledged already") }
    let about = About("Acknowledged finding", tenant: log.tenant.text, asOf: instant.microseconds)
    try output.list(FindingLine.self, tenant: log.tenant, about: about) { write in
      try write(FindingLine(finding: row, asOf: instant))
      return .complete
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
  /// It has not opened yet.
  init(_ id: FindingID, opensAt: Timestamp) {
    description =
      "finding \(id) is not open yet: its deadline is \(CalendarText.machine(opensAt.microseconds))"
  }

  /// It has ended otherwise.
  init(_ id: FindingID, _ status: FindingStatus, closedAt: Timestamp?) {
    let since = closedAt.map { " since \(CalendarText.machine($0.microseconds))" } ?? ""
    description =
      "finding \(id) is \(status.rawValue)\(since): there is nothing to acknowledge; 'mamaudit findings show \(id)' tells it"
  }
}
