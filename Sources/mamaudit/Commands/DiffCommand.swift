import Arguments
import AuditStore
import Foundation
import MAMEvents
import Projections
import Rendering

/// The command `mamaudit diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "What changed between two instants, for an account or for all.",
    discussion: """
      Compares what 'state' answers as of --from with what it answers as of --to: an event that counts exactly at --from \
      is in both, one exactly at --to in the later. So it does with the findings that opened or ended between. An account \
      known by its UPN alone at --from that has an object id by --to is one account on both sides. With --known-from and \
      --known-to it compares what was known of the same instant. The exit code is 1 where something differs.
      """,
    examples: [
      Example("mamaudit diff ada@contoso.example --from 7d", "what changed in an account in a week"),
      Example(
        "mamaudit diff --all --from 2026-03-01T00:00:00Z --to 2026-04-01T00:00:00Z",
        "what changed in March, account by account"),
      Example("mamaudit diff --all --from 24h --field status", "whose status changed since yesterday"),
      Example(
        "mamaudit diff --all --as-of 2026-04-01T00:00:00Z --known-from 2026-04-01T00:00:00Z",
        "what has become known of the end of March since then"),
    ])

  @Argument(help: "Object id, UPN or homeAccountId, in any casing; none with --all.")
  var account: String?
  @Flag(help: "Compare every account.")
  var all: Bool
  @Option(help: "Only this field, or the findings; may be given again.")
  var field: [DiffField] = []
  @OptionGroup var period: PeriodOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if (account == nil) == !all { throw ValidationError("name an account, or say --all") }
  }

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let differs = try session.reading {
      let sides = try period.sides(of: log, session, zone: output.zone)
      output.note(sides.note)
      let states = AccountComparison(
        connection: session.connection, from: sides.from.scope, to: sides.to.scope)
      let findings = FindingComparison(connection: session.connection, from: sides.from, to: sides.to)
      let last = try LogReader(session.connection).recordedAt(sides.to.scope.size - 1, in: log.id)
      let document = DiffDocument(
        tenant: log.tenant, sides: sides, account: account, lastRecordedAt: last, fields: Set(field),
        output: output)
      guard let account else { return try document.write(states, findings) }
      let found = try AccountLookup(connection: session.connection, scope: sides.to.scope).find(account)
      return try document.write(states.difference(of: found), findings.differences(of: found))
    }
    output.finish()
    if differs { throw ExitCode.findings }
  }
}

/// What `diff` can be asked for alone.
enum DiffField: Hashable, ExpressibleByArgument {
  /// A field of the state.
  case state(AccountDifference.Field)
  /// The findings.
  case finding

  private static let all = AccountDifference.Field.allCases.map(DiffField.state) + [.finding]

  private var name: String {
    switch self {
    case .state(let field): field.name
    case .finding: "finding"
    }
  }

  /// Reads the name.
  init?(argument: String) {
    guard let field = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = field
  }
  /// The name.
  var defaultValueDescription: String { name }
  /// All names.
  static var allValueStrings: [String] { all.map(\.name) }
}

/// The two sides of a comparison, on both axes of time.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The earlier instant: 24h, 7d, today or RFC 3339.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("The later instant; now when not given.", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp("One instant for both sides, to compare what was known of it.", valueName: "time"))
  var asOf: String?

  @Option(
    help: ArgumentHelp(
      "Only events known then, on both sides: a time, or a number of events.", valueName: "time or N"))
  var knownAt: String?

  @Option(help: ArgumentHelp("What was known, on the earlier side.", valueName: "time or N"))
  var knownFrom: String?

  @Option(
    help: ArgumentHelp(
      "What was known, on the later side; everything when not given.", valueName: "time or N"))
  var knownTo: String?

  func validate() throws {
    if asOf != nil, from != nil || to != nil {
      throw ValidationError("--as-of is both instants: leave out --from and --to")
    }
    if knownAt != nil, knownFrom != nil || knownTo != nil {
      throw ValidationError("--known-at is for both sides: leave out --known-from and --known-to")
    }
    if from == nil, knownFrom == nil {
      throw ValidationError("say what to compare with: --from TIME, or --known-from with --as-of")
    }
    if knownTo != nil, knownFrom == nil {
      throw ValidationError("--known-to needs --known-from, or use --known-at for both sides")
    }
  }

  /// Both sides of a comparison.
  struct Sides {
    var from: FindingComparison.Side
    var to: FindingComparison.Side

    /// The resolved bounds in words.
    var note: String {
      func text(_ side: FindingComparison.Side) -> String {
        "\(CalendarText.machine(side.instant.microseconds)) (\(Quantity.grouped(side.scope.size)) events known)"
      }
      return "from \(text(from)) to \(text(to))"
    }
  }

  /// Resolves the bounds.
  ///
  /// - Throws: `TimeExpression.Refusal` for a time that is none, and where the sides stand the wrong way round.
  func sides(of log: Log, _ session: Session, zone: TimeZone?) throws -> Sides {
    let later = to ?? asOf
    let sides = Sides(
      from: try side(of: log, session, zone, asOf: from ?? later, knownAt: knownFrom ?? knownAt),
      to: try side(of: log, session, zone, asOf: later, knownAt: knownTo ?? knownAt))
    if sides.from.instant > sides.to.instant {
      throw TimeExpression.Refusal(description: "--from is after --to (\(sides.note)): exchange them")
    }
    if sides.from.scope.size > sides.to.scope.size {
      throw TimeExpression.Refusal(
        description: "--known-from knows more than --known-to (\(sides.note)): exchange them")
    }
    return sides
  }

  private func side(
    of log: Log, _ session: Session, _ zone: TimeZone?, asOf: String?, knownAt: String?
  ) throws -> FindingComparison.Side {
    var time = TimeOptions()
    (time.asOf, time.knownAt) = (asOf, knownAt)
    let (scope, instant, _) = try session.scope(of: log, time, zone: zone)
    return FindingComparison.Side(scope: scope, instant: instant)
  }
}
