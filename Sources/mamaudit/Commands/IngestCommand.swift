import Arguments
import AuditStore
import Glibc
import Postgres
import Projections
import Rendering

/// What `ingest` reads.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
  /// CloudEvents 1.0: one event a line, or batch arrays.
  case cloudevents
}

/// The command `mamaudit ingest`.
struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract:
      "Append events to the logs of their tenants; what is there already is found and not written again.",
    discussion: """
      A bad event never stops the rest: it goes to the rejects as it came, one a line, and why stands beside them in \
      FILE.reasons.jsonl. Both may hold personal data. The exit code is 1 where anything was refused.
      """,
    examples: [
      Example("mamaudit ingest events.ndjson", "append a file and bring the read models up"),
      Example("producer | mamaudit ingest --tenant 4cdac1b3-1894-45b6-b00a-65ccd081a3d4", "append a stream"),
      Example("mamaudit ingest monday.ndjson tuesday.ndjson --format json", "a summary for a script"),
    ])

  @Argument(
    help: ArgumentHelp("Files to read; - is standard input, also when none is given.", valueName: "file"))
  var files: [String] = []
  @Option(help: "What the files hold.")
  var from: InputFormat = .cloudevents
  @Option(
    help: ArgumentHelp(
      "Where refused events go. Without it: a new file under $XDG_STATE_HOME/mamaudit/rejects.",
      valueName: "file"))
  var rejects: String?
  @Flag(help: "Leave the read models as they are; 'mamaudit projections run' brings them up.")
  var noProjections: Bool
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    if files.isEmpty, Terminal.isTerminal(STDIN_FILENO) {
      throw ValidationError(
        "no file is given, and standard input is a terminal: name a file, or - to type events")
    }
    let inputs: [IngestInput] =
      files.isEmpty ? [.standardInput] : files.map { $0 == "-" ? .standardInput : .file($0) }
    let output = try Output(outputOptions)
    let tenant = try LogSelection.tenant(store)
    let session = try Session(store)
    let target = session.target
    let ingester = Ingester { try Connection(target, applicationName: "mamaudit ingest") }
    let bar = IngestBar(output)
    let summary: IngestSummary
    do {
      summary = try ingester.run(
        inputs, options: Ingester.Options(tenant: tenant, rejectsPath: rejects), progress: bar.show)
    } catch let error as IngestError {
      bar.clear()
      try report(error.summary, output)
      throw error
    }
    bar.clear()
    try report(summary, output)
    if summary.isInterrupted { throw ExitCode.interrupted }
    if !noProjections {
      try ProjectionWork(session: session, output: output).bringUp(Set(summary.logs.map(\.tenant)))
    }
    if summary.hasRefusals { throw ExitCode.findings }
  }

  private func report(_ summary: IngestSummary, _ output: Output) throws {
    try IngestDocument.write(summary, output)
    if let path = summary.rejectsPath, let reasons = summary.reasonsPath {
      try RefusalNotes.write(reasons, output)
      output.note("refused events are in \(path), the reasons in \(reasons)")
    }
    if summary.isInterrupted {
      output.note("interrupted: run the same again for the rest, what is in already is not written twice")
    }
  }
}

/// The bar of an ingest: by bytes where their number is known, with the rate in events.
final class IngestBar {
  private let output: Output
  private let start = ContinuousClock.now

  init(_ output: Output) {
    self.output = output
  }

  func show(_ progress: Ingester.Progress) {
    guard output.showsProgress else { return }
    let seconds = (ContinuousClock.now - start).seconds
    // The events to come are guessed from the bytes: events are what people count.
    let total = progress.totalBytes.flatMap { total in
      progress.bytes > 0 ? Int(Double(progress.events) * Double(total) / Double(progress.bytes)) : nil
    }
    let bar = ProgressBar("ingest", unit: "events", done: progress.events, total: total, seconds: seconds)
    Terminal.progress(bar.line(width: Terminal.width))
  }

  func clear() {
    if output.showsProgress { Terminal.clearProgress() }
  }
}
