import Arguments
import AuditStore
import Compliance
import MAMEvents
import Projections
import Rendering

/// The command `mamaudit findings show ID`.
struct FindingsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "One finding, however it stands: the events behind it, what to do, and what became of it.",
    discussion:
      "The same as 'mamaudit why --finding ID'. Exit code 1 where the log gives no ground for such a finding.",
    examples: [
      Example("mamaudit findings show 47e961f16851f965", "the id is the one that 'mamaudit findings' lists"),
      Example("mamaudit findings show 47e961f16851f965 --as-of 2026-04-01T00:00:00Z", "as it stood then"),
      Example(
        "mamaudit findings show 47e961f16851f965 --format json | jq .rows[].chain", "its events, for programs"
      ),
    ])

  @OptionGroup var finding: FindingArgument
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    try FindingAnswer.write(
      FindingAnswer.id(finding.finding), store: store, time: time, output: Output(outputOptions))
  }
}

/// The finding that a command is about.
struct FindingArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The finding's id: sixteen hexadecimal digits.", valueName: "id"))
  var finding: String

  func validate() throws { _ = try FindingAnswer.id(finding) }
}

/// What is answered about one finding.
enum FindingAnswer {
  /// The log gives no ground for a finding of an id.
  struct Unknown: Error, CustomStringConvertible {
    var description: String

    /// - Parameters:
    ///   - through: how many events the answer covers.
    ///   - size: how many the log has.
    init(_ id: FindingID, through: Int64, of size: Int64) {
      let lag =
        through < size
        ? "; the projections stand at \(through) of \(size) events, and 'mamaudit projections run' brings them up"
        : ""
      description = "the log has no finding \(id): 'mamaudit findings --status all' lists all there are\(lag)"
    }
  }

  /// The id that a text is.
  ///
  /// - Throws: `ValidationError` for a text that is none.
  static func id(_ text: String) throws -> FindingID {
    if let id = FindingID(text: text) { return id }
    throw ValidationError(
      "'\(text)' is no id of a finding: write sixteen hexadecimal digits, as 'mamaudit findings' lists them")
  }

  /// Finds a finding and writes it with the events that explain it.
  static func write(_ id: FindingID, store: StoreOptions, time: TimeOptions, output: Output) throws {
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    try session.reading {
      let (scope, asOf, _) = try session.scope(of: log, time, zone: output.zone)
      let isStored = time.knownAt == nil
      let question = try ListQuestion(session, log, scope, asOf: asOf, isStored: isStored)
      if isStored { try question.noteLag(output) }
      let reader = FindingReader(connection: session.connection, scope: scope)
      guard let finding = try reader.finding(id, isStored: isStored) else {
        throw Unknown(id, through: question.through.position, of: scope.size)
      }
      let header = AnswerHeader(
        tenant: log.tenant, asOf: asOf, knownTime: nil, knownSize: question.through.position,
        lastRecordedAt: question.through.recordedAt.map(Timestamp.init(microseconds:)))
      try write(reader.explanation(of: finding.asOf(asOf)), header, output)
    }
  }

  private static func write(_ explained: FindingExplanation, _ header: AnswerHeader, _ output: Output) throws
  {
    let finding = explained.finding
    let about = About(
      "Finding \(finding.id): \(RuleCatalogue[finding.rule].title)", caption: "The events that explain it",
      tenant: header.tenant.text, asOf: header.asOf.microseconds,
      parameters: [About.Parameter("finding", .text(finding.id))],
      through: [
        About.Through(
          tenant: header.tenant.text, position: header.knownSize,
          recordedAt: header.lastRecordedAt?.microseconds)
      ])
    switch output.format {
    case .json, .jsonl:
      try output.objects(about: about) { object in
        try object { WhyDocument.write(explained, header: header, to: &$0) }
        return .complete
      }
    case .table:
      try output.write(WhyText.text(of: explained, header: header, output: output))
      output.finish()
    case .csv, .markdown, .html:
      try output.rows(WhyDocument.columns, about: about) { row in
        for link in explained.chain { try row(WhyDocument.cells(of: link, in: explained)) }
        return .complete
      }
    }
  }
}
