import Arguments
import AuditStore
import Interchange
import MAMEvents
import Postgres
import Projections
import Rendering

extension OCSFClass: ExpressibleByArgument {
  /// Reads the number or the name.
  public init?(argument: String) { self.init(text: argument) }
  /// The name.
  public var defaultValueDescription: String { name }
  /// All names.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

/// The command `mamaudit export ocsf`.
struct ExportOCSFCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ocsf",
    abstract: "Events and findings as objects of the Open Cybersecurity Schema Framework 1.8.0, one a line.",
    discussion: """
      Events come in order of position, then all findings that have opened by the log's end: one line when a finding \
      opened, and one when it ended. The ranges are about the events. Ids follow from the log, so equal logs give \
      equal bytes, and a collector that keeps the last line of each metadata.uid may be sent a line again. No UPN \
      leaves: accounts go by their object ids. 'mamaudit export mapping' prints which type becomes which class.
      """,
    examples: [
      Example("mamaudit export ocsf --output mam.ocsf.jsonl", "the whole log and its findings"),
      Example(
        "mamaudit export ocsf --events --since 2026-03-01T00:00:00Z --until 2026-04-01T00:00:00Z",
        "the events recorded in March"),
      Example("mamaudit export ocsf --events --from 250000", "what has come since the last export"),
      Example("mamaudit export ocsf --findings", "what the rules have found, open and ended"),
      Example("mamaudit export ocsf --class remediation_activity --class 2003", "wipes, blocks and findings"),
    ])

  @Option(help: ArgumentHelp("The first position.", valueName: "position"))
  var from: Int64?
  @Option(
    help: ArgumentHelp("The position to stop before; the log's end when not given.", valueName: "position"))
  var to: Int64?
  @Option(help: ArgumentHelp("Only events recorded at or after this time.", valueName: "time"))
  var since: String?
  @Option(help: ArgumentHelp("Only events recorded before this time.", valueName: "time"))
  var until: String?
  @Option(
    help: ArgumentHelp("Time zone of local times and of days, such as Europe/Amsterdam.", valueName: "zone"))
  var tz: String?
  @Flag(help: "Only events.")
  var events: Bool
  @Flag(help: "Only findings; with --events both, as without either.")
  var findings: Bool
  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("Only this class, by its name or number; may be given again.", valueName: "class"))
  var classes: [OCSFClass] = []
  @Option(help: ArgumentHelp("Write to a file, which is there when it is whole.", valueName: "file"))
  var output: String?
  @Flag(name: .shortAndLong, help: "No notes and no progress on standard error.")
  var quiet: Bool
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if from != nil || to != nil, since != nil || until != nil {
      throw ValidationError(
        "a range is by position (--from, --to) or by time (--since, --until), not by both")
    }
    if findings, !events, from != nil || to != nil || since != nil || until != nil {
      throw ValidationError("ranges are about events: leave them out, or add --events")
    }
  }

  mutating func run() throws {
    var options = OutputOptions()
    (options.quiet, options.tz) = (quiet, tz)
    let face = try Output(options)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let range = try session.reading { try positions(session, log, face) }
    let target = output.map { ExportTarget.file($0) } ?? .standardOutput
    let progress = ExportProgress(face, isToFile: output != nil, total: range.upperBound - range.lowerBound)
    let pseudonyms = AccountPseudonyms(scope: FoldScope(log: log.id.rawValue, size: log.size)) {
      let connection = try session.anotherConnection()
      try connection.script("SET ROLE \(quotedIdentifier(StoreRole.reader.rawValue))")
      return connection
    }
    var writer = OCSFWriter(
      productVersion: Mamaudit.version, pseudonym: { try pseudonyms.name(ofUPN: $0, row: $1, at: $2) })
    var counts = (events: 0, findings: 0)
    try session.reading {
      try target.write { file in
        if events || !findings {
          try EventExport(log, on: session.connection).rows(range, progress: progress.show) { row, record in
            guard wants(OCSFMapping.of(row.type).ocsfClass) else { return }
            try writer.write(LoggedEvent(row, of: log), record: record)
            try file.write(writer.bytes)
            counts.events += 1
          }
        }
        if findings || !events, wants(.complianceFinding) {
          try stored(session, log, face) { finding in
            counts.findings += try writer.write(JudgedFinding(finding, of: log))
            try file.write(writer.bytes)
          }
        }
      }
    }
    progress.clear()
    if let output {
      face.note(
        "\(Quantity.grouped(counts.events)) events and \(Quantity.grouped(counts.findings)) lines of findings are in \(output)"
      )
    }
  }

  private func wants(_ ocsfClass: OCSFClass) -> Bool { classes.isEmpty || classes.contains(ocsfClass) }

  /// The positions that the options name.
  private func positions(_ session: Session, _ log: Log, _ face: Output) throws -> Range<Int64> {
    func instant(_ text: String?) throws -> Timestamp? {
      try text.map { try TimeExpression($0).resolve(now: session.now, zone: face.zone) }
    }
    let reader = LogReader(session.connection)
    let (since, until) = (try instant(since), try instant(until))
    let start = try from ?? since.map { try reader.size(of: log.id, before: $0) } ?? 0
    let end = min(try to ?? until.map { try reader.size(of: log.id, before: $0) } ?? log.size, log.size)
    if since != nil || until != nil {
      let bounds = [since.map { "at or after \($0)" }, until.map { "before \($0)" }].compactMap(\.self)
      face.note("recorded " + bounds.joined(separator: " and "))
      if start > end { return end..<end }
    }
    guard start >= 0, start <= end else {
      throw ValidationError(
        "there is no range from \(start) to \(to ?? log.size): the log has \(log.size) events")
    }
    if events || !findings {
      face.note("tenant \(log.tenant.text), positions from \(start) to before \(end)")
    }
    return start..<end
  }

  /// The findings as they stand at the last event that they were made of.
  private func stored(
    _ session: Session, _ log: Log, _ face: Output, _ body: (FindingRow) throws -> Void
  ) throws {
    let fleet = StoredFleet(connection: session.connection, log: log.id.rawValue)
    try session.connection.transaction(readOnly: true, isolation: .repeatableRead) {
      let checkpoints = try fleet.checkpoints()
      guard let end = checkpoints.compactMap(\.throughRecordedAt).min() else { return }
      let through = checkpoints.map(\.through).min() ?? 0
      if through < log.size {
        face.note(
          "note: the projections stand at \(through) of \(log.size) events; 'mamaudit projections run' brings them up"
        )
      }
      face.note("findings as of \(end)")
      try fleet.findings(FindingFilter(asOf: end), body)
    }
  }
}

/// The command `mamaudit export mapping`.
struct ExportMappingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mapping",
    abstract: "A Markdown page about what 'export ocsf' makes of each type of event and of findings.",
    examples: [Example("mamaudit export mapping > ocsf.md", "to read or to publish")])

  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    try output.write(OCSFMapping.markdown)
    output.finish()
  }
}
