import Arguments
import AuditStore
import Compliance
import MAMEvents
import Postgres
import Projections
import Rendering

/// The command `mamaudit rules apply`.
struct RulesApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Set what the rules are judged by, from a file; the log records it.",
    discussion: """
      The file holds the whole content, as JSON: what it leaves out is the built-in. It is in force from now on: what \
      began before is judged by what was in force then. The same content again changes nothing and records nothing. \
      The login needs the role mamaudit_keeper.
      """,
    examples: [
      Example("mamaudit rules apply rules.json", "set it, and see what changes"),
      Example("mamaudit rules apply rules.json --dry-run", "see what would change"),
      Example(#"echo '{"rules":{"W1":{"confirmWithin":"12h"}}}' | mamaudit rules apply -"#, "from a pipe"),
      Example("echo '{}' | mamaudit rules apply -", "back to the built-in values"),
    ])

  @Argument(
    help: ArgumentHelp("The file; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String
  @Flag(help: "Say what would change, and record nothing.")
  var dryRun: Bool
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let content = try RulesFile(file)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let last = try session.reading {
      let scope = FoldScope(log: log.id.rawValue, size: log.size)
      return try RuleTimelineReader(connection: session.connection, scope: scope).changes().last
    }
    let current = last?.parameters ?? RuleParameters()
    // What this program does not know of the content in force would go with it.
    let isSame = current == content.parameters && (last?.problems.isEmpty ?? true)
    if !isSame, !dryRun {
      let event = OwnEvent.rulesChanged(parameters: content.parameters.json, sha256: content.sha256)
      let result = try OwnEventAppender(session.connection).append(
        [event], to: log, at: session.now, after: last?.position ?? -1)
      try write(content.parameters.changes(from: current), output)
      if let position = result.firstPosition {
        output.note(
          "in force from \(CalendarText.machine(result.recordedAt.microseconds)) on, by event \(position) of the log"
        )
        output.note("findings that began before keep the parameters they began under")
      }
      try ProjectionWork(session: session, output: output).bringUp([log.tenant], refusal: ProjectionWork.left)
      return
    }
    try write(isSame ? [] : content.parameters.changes(from: current), output)
    if isSame {
      let since = last.map { ", set by event \($0.position) of the log" } ?? ": the built-in values"
      output.note("nothing to change: this is in force already\(since)")
    } else {
      output.note("nothing was recorded: --dry-run")
    }
  }

  private func write(_ changes: [RuleParameterChange], _ output: Output) throws {
    let isPlain = output.format.isForMachines
    func text(_ value: String, isSet: Bool) -> Cell {
      .text(isSet || isPlain ? value : "\(value) (built-in)")
    }
    let flags = isPlain ? [Column("fromBuiltIn", .boolean), Column("toBuiltIn", .boolean)] : []
    let columns = [Column("rule"), Column("parameter"), Column("from"), Column("to")] + flags
    try output.rows(columns, title: "Changes of the rules") { row in
      for change in changes {
        let cells: [Cell] = [
          Cell(change.rule?.rawValue), .text(change.name), text(change.from, isSet: change.wasSet),
          text(change.to, isSet: change.isSet),
        ]
        try row(cells + (isPlain ? [.boolean(!change.wasSet), .boolean(!change.isSet)] : []))
      }
      return .complete
    }
  }
}
