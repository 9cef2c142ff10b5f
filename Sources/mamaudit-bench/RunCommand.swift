import Arguments
import Glibc

/// `mamaudit-bench run`: measures mamaudit against PostgreSQL itself and against a peer.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measure mamaudit against what PostgreSQL itself can do, and against a peer, in one run.",
    discussion: """
      It makes a private PostgreSQL of its own with the settings of mamaudit's, durable as that, measures in rounds \
      (mamaudit, the limit, the peer, in turn), and removes everything. A ratio above 1 means that mamaudit is the \
      better one; the bar is what it is to reach. A bar that is missed changes the exit code only with --strict. The \
      page Benchmarks says what each row is.
      """,
    examples: [
      Example("mamaudit-bench run --quick", "A look in less than two minutes; small sizes, no peer."),
      Example("mamaudit-bench run -o bench.json", "All but growth at full size, with the figures as JSON."),
      Example("mamaudit-bench run --only P1,P3 --rounds 5", "Ingest and rebuild, in five rounds."),
      Example("mamaudit-bench run --only P7", "Ingest into a log of ten million events; takes long."),
    ])

  @Flag(help: "Small sizes: less than two minutes, and no peer unless asked for.")
  var quick = false

  @Option(help: ArgumentHelp("The measures, such as P1,P3; all but P7 when not given.", valueName: "list"))
  var only: MeasureList?

  @Flag(help: "Growth (P7) too; it takes long.")
  var growth = false

  @Option(help: "The events of the trace; 1,000,000, or 100,000 with --quick.")
  var events: Int?

  @Option(help: "The accounts of the trace; 10,000, or 1,000 with --quick.")
  var accounts: Int?

  @Option(help: "How often each measure is taken, after one that is thrown away; 3, or 1 with --quick.")
  var rounds: Int?

  @Option(help: "The size of the log that growth (P7) goes up to.")
  var growthEvents = 10_000_000

  @Option(help: "How many seconds single events (P2) are appended in a round; 10, or 3 with --quick.")
  var seconds: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Run the peer, python eventsourcing, which is fetched from PyPI; on unless --quick.")
  var peer: Bool?

  @Option(help: "How many events of the trace the peer appends at most.")
  var peerEvents = 200_000

  @Option(
    help: ArgumentHelp(
      "Where the temporary folder is made: on a disk like the one to be judged.", valueName: "folder"))
  var folder = "/var/tmp"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A file for all figures as JSON, beside the table.", valueName: "file"))
  var output: String?

  @Flag(help: "End with 1 where a bar is not met.")
  var strict = false

  /// What the options come to.
  var plan: BenchPlan {
    var measures = only?.measures ?? Measure.allCases.filter { $0 != .growth }
    if growth, !measures.contains(.growth) { measures.append(.growth) }
    let events = self.events ?? (quick ? 100_000 : 1_000_000)
    return BenchPlan(
      measures: measures, isQuick: quick, events: events,
      accounts: accounts ?? min(events, quick ? 1_000 : 10_000), rounds: rounds ?? (quick ? 1 : 3),
      hasPeer: peer ?? !quick, peerEvents: min(peerEvents, events), seconds: seconds ?? (quick ? 3 : 10),
      questions: quick ? 3 : 15, growthEvents: growthEvents)
  }

  func validate() throws {
    let plan = plan
    for (name, value, least) in [
      ("--events", plan.events, 100), ("--accounts", plan.accounts, 1), ("--rounds", plan.rounds, 1),
      ("--growth-events", plan.growthEvents, 100), ("--seconds", plan.seconds, 1),
      ("--peer-events", plan.peerEvents, 1),
    ] where value < least { throw ValidationError("\(name) must be \(least) or more") }
    if !folder.hasPrefix("/") { throw ValidationError("--folder must be a path from the root") }
  }

  func run() throws {
    let file = try output.map { try ReportFile($0) }
    let errors = FileOutput(descriptor: STDERR_FILENO, name: "standard error")
    let report: Report
    do {
      report = try BenchRun(plan: plan, parent: folder) { try? errors.write($0 + "\n") }.report()
    } catch {
      file?.discard()
      throw error
    }
    try file?.write(report.json())
    try FileOutput(descriptor: STDOUT_FILENO, name: "standard output").write(report.table())
    if strict, report.hasMissedBar { throw ExitCode(1) }
  }
}
