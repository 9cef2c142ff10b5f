import Arguments
import Rendering

extension OutputFormat: ExpressibleByArgument {
  /// Reads the word.
  public init?(argument: String) { self.init(rawValue: argument) }
  /// The word.
  public var defaultValueDescription: String { rawValue }
  /// All words.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// Which database, and which log in it.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Connection string or URI of the database. Without it: DATABASE_URL, else PG* variables, else a private PostgreSQL.",
      valueName: "url"))
  var database: String?

  @Option(help: ArgumentHelp("Tenant id of the log; MAMAUDIT_TENANT is the default.", valueName: "id"))
  var tenant: String?
}

/// When to colour output.
enum ColourChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// How to write the answer.
struct OutputOptions: ParsableArguments {
  @Option(help: "How to write the answer; table on a terminal and jsonl elsewhere when not given.")
  var format: OutputFormat?

  @Option(
    help: ArgumentHelp(
      "Time zone of times in tables, of local times in options and of days, such as Europe/Amsterdam.",
      valueName: "zone"))
  var tz: String?

  @Option(help: "Colours in tables.")
  var color: ColourChoice = .auto

  @Option(
    help: ArgumentHelp(
      "How wide a table may be; that of the terminal when not given, 0 for as wide as it needs.",
      valueName: "columns"))
  var width: Int?

  @Flag(help: "Write straight to the terminal, without a pager.")
  var noPager: Bool

  @Flag(help: "Leave CSV cells as they are, also those that a spreadsheet would take for formulas.")
  var raw: Bool

  @Flag(
    name: .shortAndLong,
    help: "No notes and no progress on standard error; that rows were left out is still said.")
  var quiet: Bool

  func validate() throws {
    if let width, width != 0, width < 20 {
      throw ValidationError(
        "--width \(width) is too narrow for any table: write 20 or more, or 0 for no bound")
    }
  }
}

/// The two axes of time of a question.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only events that count at or before this time: now, 24h, 7d or RFC 3339.", valueName: "time"))
  var asOf: String?

  @Option(
    help: ArgumentHelp(
      "Only events known then: a time, or a number of events (the first N of the log).",
      valueName: "time or N"))
  var knownAt: String?
}

/// Which part of a list or a report is wanted.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "At most so many rows; where there are more, standard error says how to go on.", valueName: "rows"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Go on where a page ended: what it gave as next, with the same question.", valueName: "text"))
  var cursor: String?

  @Flag(help: "Exit code 6 where rows were left out.")
  var requireComplete: Bool

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit) leaves no row: write 1 or more") }
  }
}
