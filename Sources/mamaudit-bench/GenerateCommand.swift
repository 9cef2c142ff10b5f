import Arguments
import Glibc
import MAMEvents
import Workload

/// `mamaudit-bench generate`: writes a trace.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write a trace of a fleet: one event a line, as mamaudit ingests them.",
    discussion: """
      Equal options write equal bytes on every machine. Every type that a producer may send occurs in a trace of a \
      few thousand events. The names are made up, and the domains end in .example.
      """,
    examples: [
      Example(
        "mamaudit-bench generate --events 1000000 --accounts 10000 -o million.ndjson", "A large trace."),
      Example(sampleFleet, "The sample fleet that comes with mamaudit, byte for byte."),
      Example("mamaudit-bench generate --events 5000 | mamaudit ingest -", "A small one, ingested at once."),
    ])

  /// The command that wrote the sample fleet.
  static let sampleFleet =
    "mamaudit-bench generate --seed 93 --events 3000 --accounts 64 --devices 52 --from 2026-02-25T00:00:00Z "
    + "--days 35 --late 2.5 --repeats 1.5 --upn-only 8"

  @Option(help: "How many lines, repeated ones among them.")
  var events = WorkloadOptions().events

  @Option(help: "How many accounts.")
  var accounts = WorkloadOptions().accounts

  @Option(help: "How many devices; some more than accounts unless given.")
  var devices: Int?

  @Option(help: "How many tenants.")
  var tenants = WorkloadOptions().tenants

  @Option(help: "What the trace is drawn from: another number, another trace.")
  var seed = WorkloadOptions().seed

  @Option(help: ArgumentHelp("The beginning of the period, such as 2026-03-01T00:00:00Z.", valueName: "time"))
  var from = StartTime(WorkloadOptions().start)

  @Option(help: "The length of the period, within which all events happen.")
  var days = WorkloadOptions().days

  @Option(help: ArgumentHelp("The share of lines that stand well after later events.", valueName: "percent"))
  var late = WorkloadOptions().latePercent

  @Option(help: ArgumentHelp("The share of lines that repeat an earlier one.", valueName: "percent"))
  var repeats = WorkloadOptions().repeatPercent

  @Option(
    help: ArgumentHelp(
      "The share of accounts known by their UPN alone at first; most are linked later.", valueName: "percent")
  )
  var upnOnly = WorkloadOptions().upnOnlyPercent

  @Option(help: ArgumentHelp("How event ids are made.", valueName: "kind"))
  var ids = WorkloadOptions().ids

  @Flag(help: "Let some events happen at the same instant.")
  var ties = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
  var output = "-"

  /// The options of the trace.
  var workload: WorkloadOptions {
    var options = WorkloadOptions()
    options.events = events
    options.accounts = accounts
    options.devices = devices
    options.tenants = tenants
    options.seed = seed
    options.start = from.instant
    options.days = days
    options.latePercent = late
    options.repeatPercent = repeats
    options.upnOnlyPercent = upnOnly
    options.ids = ids
    options.allowsTies = ties
    return options
  }

  func validate() throws {
    do {
      try workload.validate()
    } catch {
      throw ValidationError(error.message)
    }
  }

  func run() throws {
    let trace = try Workload(workload)
    if output == "-" {
      let stream = FileOutput(descriptor: STDOUT_FILENO, name: "standard output")
      try trace.write { try stream.write($0) }
    } else {
      let file = try FileOutput(creating: output)
      try trace.write { try file.write($0) }
      try file.close()
    }
  }
}

/// An instant on the command line: RFC 3339 with an offset.
struct StartTime: ExpressibleByArgument {
  /// The instant.
  var instant: Timestamp

  /// Takes an instant.
  init(_ instant: Timestamp) {
    self.instant = instant
  }

  init?(argument: String) {
    guard let instant = try? Timestamp(rfc3339: argument) else { return nil }
    self.instant = instant
  }

  var defaultValueDescription: String { instant.rfc3339 }

  static var expectation: String? { "a time with an offset, such as 2026-03-01T00:00:00Z" }
}

extension WorkloadOptions.IDs: ExpressibleByArgument {}
