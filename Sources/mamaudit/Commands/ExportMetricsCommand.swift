import Arguments
import AuditStore
import Interchange
import MAMEvents
import Projections
import Rendering

extension MetricFormat: ExpressibleByArgument {
  /// Reads the word.
  public init?(argument: String) { self.init(rawValue: argument) }
  /// The word.
  public var defaultValueDescription: String { rawValue }
  /// All words.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// The command `mamaudit export metrics`.
struct ExportMetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Counts for a monitoring system, of all tenants or one: OpenMetrics text.",
    discussion: """
      Events, enrollments, accounts by status, open findings, wipes with the time to confirm, and how far the read \
      models are; no account, device or app is a label. The values are of one instant. The textfile collector of \
      node_exporter and 'promtool check metrics' read the older text format of Prometheus alone: --format prometheus.
      """,
    examples: [
      Example("mamaudit export metrics", "all tenants, as OpenMetrics 1.0"),
      Example(
        "mamaudit export metrics --format prometheus --output /var/lib/prometheus/node-exporter/mamaudit.prom",
        "for node_exporter's textfile collector, once a minute from a timer"),
      Example("mamaudit export metrics | grep open_findings", "what is open, at a glance"),
    ])

  @Option(help: "How to write them.")
  var format: MetricFormat = .openmetrics
  @Option(help: ArgumentHelp("Write to a file, which is there when it is whole.", valueName: "file"))
  var output: String?
  @Flag(name: .shortAndLong, help: "No notes on standard error.")
  var quiet: Bool
  @OptionGroup var store: StoreOptions

  mutating func run() throws {
    var options = OutputOptions()
    options.quiet = quiet
    let face = try Output(options)
    let session = try Session(store)
    let tenant = try LogSelection.tenant(store)
    let figures = try session.reading(as: .reporting) {
      try FiguresReader(session.connection).figures(of: tenant)
    }
    if let tenant, figures.isEmpty {
      throw LogSelection.Refusal(code: .findings, description: "there is no log of tenant \(tenant.text)")
    }
    let text = format.text(MetricsDocument.families(figures, version: Mamaudit.version))
    let target = output.map { ExportTarget.file($0) } ?? .standardOutput
    try target.write(isPublic: true) { try $0.write(Array(text.utf8)) }
    if let output { face.note("the metrics of \(figures.count) tenants are in \(output)") }
  }
}
