import Arguments
import AuditStore
import Compliance
import Hashing
import MAMEvents
import Projections
import Rendering

/// The command `mamaudit findings`.
struct FindingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findings",
    abstract: "What the rules have found, and what became of it.",
    discussion: """
      'mamaudit findings' is 'mamaudit findings list'; 'mamaudit findings list --help' shows the filters. \
      How a finding stands: 'open', it is so; 'resolved', it was so and is over, because what it waited for came or \
      what was wrong was set right; 'acknowledged', somebody has said why it may stand; 'superseded', a late event \
      showed that it had never been so.
      """,
    examples: [
      Example("mamaudit findings", "what is open now"),
      Example("mamaudit findings --severity violation --app com.contoso.mail", "open violations of an app"),
      Example("mamaudit findings --rule W1 --status all", "all late wipes, however they stand"),
      Example("mamaudit findings --rule W", "those of all rules about wipes"),
      Example("mamaudit findings --account ada@contoso.example --status all", "all about one account"),
      Example("mamaudit findings show 47e961f16851f965", "one with the events behind it, however it stands"),
      Example(
        #"mamaudit findings acknowledge 47e961f16851f965 --reason "device destroyed, ticket 4711""#,
        "say why one may stand"),
    ],
    subcommands: [
      FindingsListCommand.self, FindingsShowCommand.self, FindingsAcknowledgeCommand.self,
    ],
    defaultSubcommand: FindingsListCommand.self)
}

extension RuleSeverity: ExpressibleByArgument {
  /// Reads the word.
  public init?(argument: String) { self.init(rawValue: argument) }
  /// The word.
  public var defaultValueDescription: String { rawValue }
  /// All words.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// How findings stand that are wanted.
enum WantedStatus: String, CaseIterable, ExpressibleByArgument {
  case open, resolved, acknowledged, superseded, all
}

/// The command `mamaudit findings list`, which is `mamaudit findings`.
struct FindingsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "The findings of a log; the open ones unless told otherwise.",
    discussion: """
      A finding is open from the instant at which it opened until it is resolved, acknowledged, or superseded by a \
      late event that takes its ground away. A deadline opens its finding when it passes, whoever looks when. \
      'mamaudit why ACCOUNT' tells the events behind the findings of an account.
      """,
    examples: [
      Example("mamaudit findings", "what is open now"),
      Example("mamaudit findings --severity violation --older-than 7d", "violations open for a week or more"),
      Example("mamaudit findings --open-at 2026-04-01T00:00:00Z", "what was open at the end of the quarter"),
      Example(
        "mamaudit findings --status resolved --status acknowledged --opened-until 2026-04-01T00:00:00Z "
          + "--closed-since 2026-04-01T00:00:00Z", "and what became of those that have ended since"),
      Example(
        "mamaudit findings --opened-until 2026-04-01T00:00:00Z", "those of them that are still open"),
      Example(
        "mamaudit findings --status all --closed-since 30d --rule W1", "late wipes that ended in 30 days"),
      Example("mamaudit findings --account ada@contoso.example --status all", "all about one account"),
      Example("mamaudit findings --known-at 1000", "what the first thousand events gave ground for"),
    ])

  @Option(
    help: ArgumentHelp(
      "Only findings of this rule, such as W1, or of all that begin so, such as W; may be given again.",
      valueName: "rule"),
    completion: .list(RuleID.allCases.map(\.rawValue)))
  var rule: [String] = []
  @Option(help: "Only findings of this severity; may be given again.")
  var severity: [RuleSeverity] = []
  @Option(help: "Only findings that stand so; may be given again. Open ones when not given.")
  var status: [WantedStatus] = []
  @Option(
    help: ArgumentHelp(
      "Only findings about this account: object id, UPN or homeAccountId.", valueName: "account"))
  var account: String?
  @Option(help: ArgumentHelp("Only findings about this app.", valueName: "bundle id"))
  var app: String?
  @Option(help: "Only findings about this device.")
  var device: String?
  @Option(
    help: ArgumentHelp("What was open at this time, with all that is known now.", valueName: "time"))
  var openAt: String?
  @Option(help: ArgumentHelp("Only findings that opened at or after this time.", valueName: "time"))
  var openedSince: String?
  @Option(help: ArgumentHelp("Only findings that opened before this time.", valueName: "time"))
  var openedUntil: String?
  @Option(help: ArgumentHelp("Only findings that ended at or after this time.", valueName: "time"))
  var closedSince: String?
  @Option(help: ArgumentHelp("Only findings that ended before this time.", valueName: "time"))
  var closedUntil: String?
  @Option(
    help: ArgumentHelp("Only findings that opened at least so long ago, such as 7d.", valueName: "duration"))
  var olderThan: String?
  @OptionGroup var rules: RulesOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if let olderThan, TimeExpression.duration(olderThan) == nil {
      throw ValidationError("'\(olderThan)' is no duration: write one such as 24h or 7d")
    }
    if openAt != nil, time.asOf != nil || !status.isEmpty {
      throw ValidationError("--open-at says both when and how: leave out --as-of and --status")
    }
    _ = try RuleArguments.ids(rule)
  }

  private static let kind = ListQuestion.Kind(
    name: "findings", title: "Findings", projections: ListQuestion.Kind.state, coversInstants: true,
    changesWithTime: true)

  mutating func run() throws {
    var time = time
    if let openAt { time.asOf = openAt }
    let (command, output) = (self, try Output(outputOptions))
    let file = try rules.file(output)
    let timeline = file.map { RuleTimeline(always: $0.parameters) }
    try ListQuestion.list(
      FindingLine.self, Self.kind, store: store, time: time, page: page, usesStored: timeline == nil,
      output: output
    ) { question in
      try command.parameters(command.filter(question, output), rules: file)
    } _: { question, row in
      let filter = try command.filter(question, output)
      let write: (FindingRow) throws -> Void = { try row(FindingLine(finding: $0, asOf: filter.asOf)) }
      if question.isStored {
        try question.stored.findings(filter, after: question.afterFinding, write)
      } else {
        try question.folded.findings(filter, rules: timeline).forEach(write)
      }
    }
  }

  /// What was asked for, with its times resolved.
  private func parameters(_ filter: FindingFilter, rules: RulesFile?) -> [About.Parameter] {
    func instants(_ range: Range<Timestamp>?, _ name: String) -> [About.Parameter] {
      let unbounded = [Int64.min, Int64.max]
      return [("Since", range?.lowerBound), ("Until", range?.upperBound)].compactMap { end, instant in
        instant.flatMap { unbounded.contains($0.microseconds) ? nil : About.Parameter(name + end, Cell($0)) }
      }
    }
    let lists = [
      About.Parameter("rule", list: RuleID.allCases.filter(filter.rules.contains).map(\.rawValue)),
      About.Parameter(
        "severity", list: RuleSeverity.allCases.filter(filter.severities.contains).map(\.rawValue)),
      About.Parameter(
        "status", list: FindingStatus.allCases.filter(filter.statuses.contains).map(\.rawValue)),
    ]
    let names = [
      About.Parameter("account", Cell(filter.account)), About.Parameter("app", Cell(filter.app)),
      About.Parameter("device", Cell(filter.device)), About.Parameter("rulesSHA256", Cell(rules?.sha256.hex)),
    ]
    return lists + names.given + instants(filter.opened, "opened") + instants(filter.closed, "closed")
  }

  private func filter(_ question: ListQuestion, _ output: Output) throws -> FindingFilter {
    func instant(_ text: String?) throws -> Timestamp? {
      try text.map { try TimeExpression($0).resolve(now: question.session.now, zone: output.zone) }
    }
    func range(_ since: Timestamp?, _ until: Timestamp?) -> Range<Timestamp>? {
      if since == nil, until == nil { return nil }
      let since = since ?? Timestamp(microseconds: .min)
      let until = until ?? Timestamp(microseconds: .max)
      return since..<max(since, until)
    }
    var filter = FindingFilter(asOf: question.asOf)
    filter.rules = Set(try RuleArguments.ids(rule))
    filter.severities = Set(severity)
    let isPeriod = closedSince != nil || closedUntil != nil
    let wanted: [WantedStatus] = status.isEmpty ? (isPeriod ? [.all] : [.open]) : status
    if !wanted.contains(.all) {
      filter.statuses = Set(wanted.compactMap { FindingStatus(rawValue: $0.rawValue) })
    }
    filter.account = try account.map { try question.name(of: $0) }
    try question.expect(app: app, device: device)
    (filter.app, filter.device) = (app, device)
    let oldest = olderThan.flatMap(TimeExpression.duration).map {
      Timestamp(microseconds: question.asOf.microseconds - $0 + 1)
    }
    let until = [try instant(openedUntil), oldest].compactMap(\.self).min()
    filter.opened = range(try instant(openedSince), until)
    filter.closed = range(try instant(closedSince), try instant(closedUntil))
    return filter
  }
}

extension ListQuestion {
  /// How findings name an account that a person names: stored ones by all links that are known, whenever they count.
  fileprivate func name(of account: String) throws -> String {
    let bounds = isStored ? FoldScope(log: scope.log, size: scope.size) : scope
    let lookup = AccountLookup(connection: session.connection, scope: bounds)
    return try lookup.name(of: lookup.find(account))
  }

  /// When the finding before the page opened, and its id.
  fileprivate var afterFinding: (openedAt: Timestamp, id: String)? {
    guard let after, after.count == 2, case .integer(let microseconds) = after[0] else { return nil }
    return (Timestamp(microseconds: microseconds), after[1].machineText ?? "")
  }
}
