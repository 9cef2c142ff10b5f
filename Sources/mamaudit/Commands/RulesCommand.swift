import Arguments
import AuditStore
import Compliance
import MAMEvents
import Projections
import Rendering

/// The command `mamaudit rules`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "The compliance rules: read them, and set what they are judged by.",
    examples: [
      Example("mamaudit rules show W", "the rules about wipes, and the limits they are judged by"),
      Example("mamaudit rules apply rules.json", "set limits of your own"),
    ],
    subcommands: [RulesShowCommand.self, RulesApplyCommand.self, RulesDocsCommand.self])
}

/// The command `mamaudit rules show`.
struct RulesShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Every rule with the severity and the parameters in force.",
    discussion: """
      In force at an instant is the last 'rules apply' that was recorded by then; before the first, and for whatever \
      it leaves out, the built-in values are.
      """,
    examples: [
      Example("mamaudit rules show", "all rules"),
      Example("mamaudit rules show W1 W9", "where two of them come from, and what to do about a finding"),
      Example("mamaudit rules show --as-of 2026-03-31T23:59:59Z", "what was in force at the end of March"),
      Example("mamaudit rules show --as-file > rules.json", "what is in force, to edit and to apply"),
    ])

  @OptionGroup var rules: RuleArguments
  @Flag(help: "Print the content in force as a file that 'rules apply' takes.")
  var asFile: Bool
  @OptionGroup var rulesOptions: RulesOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if asFile, !rules.rule.isEmpty {
      throw ValidationError("--as-file prints the whole content: name no rule")
    }
  }

  mutating func run() throws {
    let output = try Output(outputOptions)
    let named = try rules.ids()
    let file = try rulesOptions.file(output)
    let inForce = try file.map { RulesInForce(parameters: $0.parameters) } ?? fromLog(output)
    if asFile {
      try output.write(inForce.parameters.fileText)
      output.finish()
      return
    }
    let lines = (named ?? RuleID.allCases).map { RuleLine(rule: RuleCatalogue[$0], inForce: inForce) }
    try RuleLine.write(lines, areNamed: named != nil, to: output)
    if named == nil { noteRest(inForce, output) }
  }

  private func fromLog(_ output: Output) throws -> RulesInForce {
    let session = try Session(store)
    if try LogSelection.tenant(store) == nil, try session.logs().isEmpty {
      output.note("note: the store is empty: these are the built-in values")
      return RulesInForce(parameters: RuleParameters())
    }
    let log = try LogSelection.one(session, store)
    return try session.reading {
      let (scope, asOf, _) = try session.scope(of: log, time, zone: output.zone)
      let reader = RuleTimelineReader(connection: session.connection, scope: scope)
      let inForce = RulesInForce(log: log, changes: try reader.changes(), at: asOf)
      for problem in inForce.problems {
        output.note(
          "note: event \(inForce.position ?? 0) sets what this program does not know: \(problem.path)")
      }
      return inForce
    }
  }

  private func noteRest(_ inForce: RulesInForce, _ output: Output) {
    if inForce.parameters.wipeActivities != RuleParameters().wipeActivities {
      output.note("audit records of Intune that are wipe requests are set too; --as-file shows them")
    }
    if let position = inForce.position, let recordedAt = inForce.recordedAt {
      output.note(
        "in force since \(CalendarText.machine(recordedAt.microseconds)), by event \(position) of the log")
    }
  }
}

/// The command `mamaudit rules docs`.
struct RulesDocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "A Markdown page about every rule, with the built-in values.",
    examples: [Example("mamaudit rules docs > rules.md", "to read or to publish")])

  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    try output.write(RuleCatalogue.markdown)
    output.finish()
  }
}

/// The parameters in force at an instant, and by which event.
struct RulesInForce {
  /// The tenant of the log; nil for parameters that are no log's.
  var tenant: GUID?
  var parameters: RuleParameters
  /// The position of the event that set them; nil for built-in values and a file's.
  var position: Int64?
  var recordedAt: Timestamp?
  /// What this program does not know of them.
  var problems: [RuleFileProblem] = []

  /// Parameters that no log has set.
  init(parameters: RuleParameters) {
    self.parameters = parameters
  }

  /// Those of a log at an instant.
  init(log: Log, changes: [RecordedRules], at instant: Timestamp) {
    tenant = log.tenant
    let last = changes.last { $0.recordedAt <= instant }
    parameters = last?.parameters ?? RuleParameters()
    position = last?.position
    recordedAt = last?.recordedAt
    problems = last?.problems ?? []
  }

  /// Whether something of a rule is set.
  func sets(_ rule: RuleID) -> Bool {
    parameters.values[rule] != nil || parameters.severities[rule] != nil || !parameters.isOn(rule)
  }
}
