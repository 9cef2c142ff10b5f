import Glibc
import Postgres
import PrivateCluster
import Rendering

/// A run: makes the stage, takes the measures, and removes everything whatever happens.
struct BenchRun {
  let plan: BenchPlan
  /// The folder in which the run's own is made.
  let parent: String
  /// Says on standard error what is going on.
  let say: (String) -> Void

  /// Measures.
  ///
  /// - Throws: `BenchError` where something is missing, failed, or the run was interrupted; nothing is left then either.
  func report() throws -> Report {
    let programs = try Programs(needsPgbench: plan.measures.contains(.singles))
    Interrupts.install()
    let folder = try TemporaryFolder(in: parent)
    let result = Result { try measure(programs, folder) }
    Interrupts.ignore()
    try folder.remove()
    if Interrupts.isInterrupted { throw BenchError.interrupted }
    return try result.get()
  }

  private func measure(_ programs: Programs, _ folder: TemporaryFolder) throws -> Report {
    guard folder.freeBytes >= plan.neededBytes else {
      throw BenchError.missing(
        "\(parent) has \(Quantity.bytes(folder.freeBytes)) free, and the run needs about "
          + "\(Quantity.bytes(plan.neededBytes)): name another folder with --folder, or take fewer events")
    }
    let startedAt = Self.now
    let machine = Machine.facts(folder: folder.path)
    let busy = Machine.warning(load: Machine.load, cores: Machine.cores)
    let stage = try Stage(plan: plan, folder: folder.path, programs: programs, say: say)
    var notes = [busy].compactMap { $0 }
    if Machine.isInMemory(folder.path) {
      notes.append("The folder is in memory: nothing was durable, and the figures say little.")
    }
    if Self.isDebugBuild {
      notes.append("Built without optimisation: the figures say nothing of the product.")
    }
    if plan.isQuick { notes.append("Quick: small sizes, which say little of large ones.") }
    let peer = try peer(stage, &notes)
    let rows = try rows(stage, peer)
    if let failure = peer?.failure { notes.append("The peer failed and was left out: \(failure)") }
    return Report(
      startedAt: startedAt, isQuick: plan.isQuick, isDebugBuild: Self.isDebugBuild, options: options,
      machine: machine, versions: try versions(stage, peer), settings: try settings(stage), rows: rows,
      notes: notes)
  }

  /// The peer, where it is wanted and needed; why not, where it cannot be had.
  private func peer(_ stage: Stage, _ notes: inout [String]) throws -> Peer? {
    guard !Set(plan.measures).isDisjoint(with: [.ingest, .singles, .rebuild]) else { return nil }
    guard plan.hasPeer else {
      notes.append("The peer was not run.")
      return nil
    }
    do { return try Peer(stage) } catch {
      try Interrupts.check()
      notes.append("The peer could not be installed: \(error)")
      return nil
    }
  }

  private func rows(_ stage: Stage, _ peer: Peer?) throws -> [ReportRow] {
    var rows: [ReportRow] = []
    let wants = { (measure: Measure) in plan.measures.contains(measure) }
    if wants(.ingest) || wants(.repeats) {
      var measure = IngestMeasure(stage, peer)
      rows += try measure.rows()
    }
    if wants(.rebuild) { rows.append(try RebuildMeasure(stage, peer).row()) }
    if wants(.account) { rows += try AccountMeasure(stage).rows() }
    if wants(.sealing) {
      rows.append(
        ReportRow(
          measure: .sealing, work: "seal; full verification: not there yet", unit: .eventsPerSecond,
          product: []))
    }
    if wants(.memory) { rows += try MemoryMeasure(stage).rows() }
    if wants(.growth) { rows.append(try GrowthMeasure(stage).row()) }
    // After the measures of memory: its callers are of this process, and a child begins as its parent.
    if wants(.singles) { rows += try SingleEventMeasure(stage, peer).rows() }
    return Measure.allCases.flatMap { measure in rows.filter { $0.measure == measure } }
  }

  private var options: [Report.Fact] {
    [
      .init(name: "measures", value: plan.measures.map(\.rawValue).joined(separator: " ")),
      .init(name: "events", value: String(plan.events)),
      .init(name: "accounts", value: String(plan.accounts)),
      .init(name: "rounds", value: String(plan.rounds)),
      .init(name: "peerEvents", value: plan.hasPeer ? String(plan.peerEvents) : "0"),
      .init(name: "seconds", value: String(plan.seconds)),
      .init(name: "growthEvents", value: plan.measures.contains(.growth) ? String(plan.growthEvents) : "0"),
    ]
  }

  private func versions(_ stage: Stage, _ peer: Peer?) throws -> [Report.Fact] {
    let version = try stage.child.must(stage.programs.mamaudit, ["--version"]).output
    let server = try stage.connect(.empty).execute("SELECT current_setting('server_version')").single().text(
      0)
    return [
      .init(
        name: "mamaudit",
        value: version.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "unknown"),
      .init(name: "postgresql", value: server),
    ] + (peer == nil ? [] : [.init(name: "peer", value: Peer.packages.joined(separator: " "))])
  }

  private func settings(_ stage: Stage) throws -> [Report.Fact] {
    try stage.cluster.status().settings.map { .init(name: $0.name, value: $0.value) }
  }

  private static var now: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return CalendarText.machine(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  private static var isDebugBuild: Bool {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug
  }
}
