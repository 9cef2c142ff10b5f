import Arguments
import AuditStore
import Compliance
import MAMEvents
import Postgres
import Projections
import Rendering

/// From which severity on `check` fails.
enum FailingSeverity: String, CaseIterable, ExpressibleByArgument {
  case violation, warning, note, none

  /// Whether a severity is at or over it.
  func includes(_ severity: RuleSeverity) -> Bool {
    switch (self, severity) {
    case (.none, _): false
    case (.note, _), (.warning, .violation), (.warning, .warning), (.violation, .violation): true
    case (.warning, .note), (.violation, .warning), (.violation, .note): false
    }
  }
}

/// The command `mamaudit check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "The rules as a gate for scripts: what is open, rule by rule.",
    discussion: """
      The exit code is 1 where a finding at or over --fail-on is open, else 0. The read models are brought up to the \
      log first where this login may do so; else a note says how far they go.
      """,
    examples: [
      Example("mamaudit check", "fails while a violation is open"),
      Example("mamaudit check --fail-on warning W1 W5", "two rules alone, warnings too"),
      Example("mamaudit check --as-of 2026-04-01T00:00:00Z --fail-on none", "how the quarter ended"),
      Example("mamaudit check --rules stricter.json", "by other parameters, which are not recorded"),
    ])

  @OptionGroup var rule: RuleArguments
  @Option(help: ArgumentHelp("Fail on open findings of this severity or a worse one.", valueName: "severity"))
  var failOn: FailingSeverity = .violation
  @OptionGroup var rules: RulesOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let timeline = try rules.timeline(output)
    let wanted = try rule.ids().map(Set.init)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let isStored = timeline == nil && time.knownAt == nil
    if isStored { try catchUp(session, log, output) }
    var fails = false
    try session.reading {
      let (scope, asOf, _) = try session.scope(of: log, time, zone: output.zone)
      let question = try ListQuestion(session, log, scope, asOf: asOf, isStored: isStored)
      if isStored { try question.noteLag(output) }
      let open =
        try isStored
        ? question.stored.openFindings(at: asOf)
        : question.folded.openFindings(at: asOf, rules: timeline)
      let lines = open.filter { wanted?.contains($0.rule) ?? true }
      let about = About(
        "Open findings by rule", tenant: log.tenant.text, asOf: asOf.microseconds,
        parameters: [
          About.Parameter("rule", list: rule.rule), About.Parameter("failOn", .text(failOn.rawValue)),
        ],
        through: [question.through])
      try output.list(CheckLine.self, tenant: log.tenant, about: about) { row in
        for line in lines { try row(CheckLine(open: line, asOf: asOf)) }
        return .complete
      }
      fails = lines.contains { failOn.includes($0.severity) }
      output.note(Self.summary(lines))
    }
    output.finish()
    if fails { throw ExitCode.findings }
  }

  /// A gate must not pass because nobody has run the projections; where this login may not, the note on the lag tells
  /// how far the answer goes.
  private func catchUp(_ session: Session, _ log: Log, _ output: Output) throws {
    try ProjectionWork(session: session, output: output).bringUp([log.tenant], refusal: nil)
  }

  private static func summary(_ lines: [OpenFindings]) -> String {
    let counts = RuleSeverity.allCases.map { severity in
      let count = lines.filter { $0.severity == severity }.reduce(0) { $0 + $1.count }
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "open: " + counts.joined(separator: ", ")
  }
}

/// What is open of a rule.
struct CheckLine: ListedRow {
  let open: OpenFindings
  let asOf: Timestamp

  static let columns: [Column] = [
    Column("rule"), Column("severity", tones: ["violation": .bad, "warning": .warning]), Column("title"),
    Column("open", .integer), Column("oldest", .timestamp), Column("asOf", .timestamp), Column("remedy"),
  ]

  static let shown = ["rule", "severity", "open", "oldest", "title", "remedy"]

  var cells: [Cell] {
    [
      .text(open.rule.rawValue), .text(open.severity.rawValue), .text(RuleCatalogue[open.rule].title),
      .integer(open.count), Cell(open.oldest), Cell(asOf), .text(RuleCatalogue[open.rule].remedy),
    ]
  }
}
