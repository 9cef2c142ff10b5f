import Arguments
import AuditStore
import Foundation
import Glibc
import MAMEvents
import PlainText
import Postgres
import Projections
import Rendering

/// The command `mamaudit projections`.
struct ProjectionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "projections",
    abstract: "The read models: bring them up, rebuild, compare with the log.",
    examples: [
      Example("mamaudit projections run", "bring them up to the end of the log"),
      Example("mamaudit projections watch", "keep them there"),
      Example("mamaudit projections verify", "compare them with the log"),
    ],
    subcommands: [
      ProjectionsStatusCommand.self, ProjectionsRunCommand.self, ProjectionsWatchCommand.self,
      ProjectionsRebuildCommand.self, ProjectionsVerifyCommand.self,
    ])
}

/// The command `mamaudit projections status`.
struct ProjectionsStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "How far each projection of each log has come.",
    examples: [Example("mamaudit projections status", "all logs, or the one of --tenant")])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    let logs = try LogSelection.all(session, store)
    let columns = [
      Column("tenant", .guid), Column("projection"), Column("through", .integer), Column("size", .integer),
      Column("behind", .integer), Column("stale", .integer), Column("throughRecordedAt", .timestamp),
      Column("updatedAt", .timestamp),
    ]
    try session.reading {
      try output.rows(columns, title: "Projections") { row in
        for log in logs {
          let fleet = StoredFleet(connection: session.connection, log: log.id.rawValue)
          let checkpoints = try fleet.checkpoints()
          for projection in Projection.allCases {
            let checkpoint = checkpoints.first { $0.projection == projection }
            let through = checkpoint?.through ?? 0
            try row([
              .guid(log.tenant.text), .text(projection.rawValue), .integer(through), .integer(log.size),
              .integer(log.size - through), .integer(checkpoint?.stale ?? 0),
              Cell(checkpoint?.throughRecordedAt),
              Cell(checkpoint?.updatedAt),
            ])
          }
        }
        return .complete
      }
    }
  }
}

/// The command `mamaudit projections run`.
struct ProjectionsRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Bring the read models up to the head of the log.",
    examples: [Example("mamaudit projections run", "all logs, or the one of --tenant")])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    try ProjectionWork(session: session, output: output)
      .runEach(LogSelection.all(session, store, as: .projector)) { try $0.run(progress: $1) }
  }
}

/// The command `mamaudit projections rebuild`.
struct ProjectionsRebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Fold the whole log into new tables and swap them in; readers see the old ones until then.",
    examples: [Example("mamaudit projections rebuild", "all logs, or the one of --tenant")])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    try ProjectionWork(session: session, output: output)
      .runEach(LogSelection.all(session, store, as: .projector)) { try $0.rebuild(progress: $1) }
  }
}

/// The command `mamaudit projections watch`.
struct ProjectionsWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Keep the read models up as events come, until Ctrl-C.",
    examples: [Example("mamaudit projections watch --interval 500", "look twice a second")])

  @Option(help: ArgumentHelp("How often to look for new events.", valueName: "milliseconds"))
  var interval: UInt32 = 1000
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    let work = ProjectionWork(session: session, output: output)
    while !InterruptHandler.shared.isInterrupted {
      for log in try LogSelection.all(session, store, as: .projector) {
        let fleet = StoredFleet(connection: session.connection, log: log.id.rawValue)
        let through = try session.reading(as: .projector) {
          try fleet.checkpoints().map(\.through).min() ?? 0
        }
        if through < log.size { try work.run(log) { try $0.run(progress: $1) } }
      }
      usleep(max(10, interval) * 1000)
    }
    throw ExitCode.interrupted
  }
}

/// The command `mamaudit projections verify`.
struct ProjectionsVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Fold the log afresh and compare every stored row with it.",
    examples: [Example("mamaudit projections verify --format json", "exit code 5 where a row differs")])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    var isOK = true
    for log in try LogSelection.all(session, store, as: .projector) {
      let runner = ProjectionRunner(connection: session.connection, log: log.id.rawValue)
      let result = try InterruptHandler.shared.cancelling(session.connection) { try runner.verify() }
      isOK = isOK && result.isOK
      if result.isOutdated {
        output.note(
          "note: another version made the projections of \(log.tenant.text), so nothing was compared; "
            + "'mamaudit projections run' makes them anew")
      }
      if output.format == .table {
        try output.write(text(of: result, tenant: log.tenant.text) + "\n")
      } else {
        var json = JSONWriter { try output.write($0) }
        write(result, to: &json)
        json.endLine()
        try json.finish()
      }
    }
    output.finish()
    if !isOK { throw ExitCode.integrity }
  }

  private func text(of result: ProjectionVerification, tenant: String) -> String {
    let checked = Quantity.grouped(result.checked)
    guard let bad = result.firstBad else { return "\(tenant): ok, \(checked) rows compared" }
    return """
      \(tenant): differs at row \(checked)
        table     \(bad.projection)
        key       \(bad.key.printable)
        field     \(bad.field)
        expected  \(bad.expected.printable)
        found     \(bad.found.printable)
      'mamaudit projections rebuild' makes the tables anew; the log itself is checked apart from them.
      """
  }

  private func write(_ result: ProjectionVerification, to json: inout JSONWriter) {
    json.object { json in
      json.key("ok")
      json.boolean(result.isOK)
      json.key("checked")
      json.integer(result.checked)
      json.key("firstBad")
      guard let bad = result.firstBad else { return json.null() }
      json.object { json in
        for (name, value) in [
          ("projection", bad.projection), ("key", bad.key), ("field", bad.field), ("expected", bad.expected),
          ("found", bad.found),
        ] {
          json.key(name)
          json.string(value)
        }
      }
    }
  }
}

/// The read models of some logs could not be made; those of the others were.
struct ProjectionsFailed: Error, CustomStringConvertible {
  let first: any Error
  let description: String
}

/// Runs and rebuilds with a bar of progress, and says what was done.
struct ProjectionWork {
  let session: Session
  let output: Output

  /// Does the work for each log; one that fails does not keep the others from theirs.
  ///
  /// - Throws: the error of the only log; ``ProjectionsFailed`` where some of several failed.
  func runEach(
    _ logs: [Log], _ body: (ProjectionRunner, ProjectionRunner.Progress) throws -> ProjectionRun
  ) throws {
    var failures: [(tenant: GUID, error: any Error)] = []
    for log in logs {
      do {
        try run(log, body)
      } catch {
        let code = (error as? PostgresError)?.code
        let isOver = InterruptHandler.shared.isInterrupted || code == .connectionLost
        if logs.count == 1 || isOver { throw error }
        failures.append((log.tenant, error))
      }
    }
    if let first = failures.first {
      throw ProjectionsFailed(
        first: first.error,
        description: failures.map { "tenant \($0.tenant.text): \($0.error)" }.joined(separator: "\n"))
    }
  }

  func run(
    _ log: Log, _ body: (ProjectionRunner, ProjectionRunner.Progress) throws -> ProjectionRun
  ) throws {
    let runner = ProjectionRunner(connection: session.connection, log: log.id.rawValue)
    let start = ContinuousClock.now
    var shown = start
    let run = try InterruptHandler.shared.cancelling(session.connection) {
      try body(runner) { done, total in
        guard output.showsProgress, ContinuousClock.now - shown > .milliseconds(100) else { return }
        shown = .now
        let bar = ProgressBar(
          "projections", unit: "accounts", done: done, total: total,
          seconds: (ContinuousClock.now - start).seconds)
        Terminal.progress(bar.line(width: Terminal.width))
      }
    }
    if output.showsProgress { Terminal.clearProgress() }
    let seconds = (ContinuousClock.now - start).seconds
    output.note(
      "\(log.tenant.text): projections through \(Quantity.grouped(run.through)) events, "
        + "\(Quantity.grouped(run.accounts)) accounts and \(Quantity.grouped(run.devices)) devices folded in "
        + String(format: "%.1f s", seconds)
        + (run.stale > 0 ? "; \(run.stale) could not be folded and are marked stale" : ""))
  }
}

extension ProjectionWork {
  /// What is said where a login may write the log's own events and not the read models.
  static let left = "the read models were left as they are: 'mamaudit projections run' brings them up"

  /// Brings up the read models of the logs of tenants after something was appended, unless the login may not.
  ///
  /// Those too to which nothing new came: an ingest that was killed has left them behind.
  ///
  /// - Parameter refusal: what to say where the login may not.
  func bringUp(
    _ tenants: Set<GUID>,
    refusal: String? = "the read models were left as they are, since this login may only append"
  ) throws {
    do {
      for log in try session.logs(as: .projector) where tenants.contains(log.tenant) {
        let stored = StoredFleet(connection: session.connection, log: log.id.rawValue)
        let through = try session.reading(as: .projector) {
          try stored.checkpoints().map(\.through).min() ?? 0
        }
        if through >= log.size { continue }
        try run(log) { try $0.run(progress: $1) }
      }
    } catch let error as PostgresError where error.sqlState == "42501" {
      if let refusal { output.note(refusal) }
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
