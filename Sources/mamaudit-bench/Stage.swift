import FoundationEssentials
import Glibc
import Postgres
import PrivateCluster

/// What all measures work on: the cluster, its databases, the trace, and the programs.
final class Stage {
  /// The databases of a run.
  enum Database: String {
    /// Migrated and empty: what the others are made from.
    case empty = "bench_empty"
    /// The product's.
    case product = "bench_product"
    /// The limit's.
    case limit = "bench_limit"
    /// The product's, for a trace with repeats.
    case repeats = "bench_repeats"
    /// The product's, for single events.
    case singles = "bench_singles"
    /// The peer's; it has its own tables.
    case peer = "bench_peer"
  }

  /// What an ingest did.
  struct Ingested {
    var seconds: Double
    var peakKiB: Int
  }

  let plan: BenchPlan
  let folder: String
  let cluster: PrivateCluster
  let programs: Programs
  let child: Child
  /// Says on standard error what is going on.
  let say: (String) -> Void

  /// The most memory that the product has taken, by what it did, in KiB.
  private(set) var peaks: [String: Int] = [:]
  private var tracePath: String?
  private var hasLog = false
  private var isSettled = false

  init(plan: BenchPlan, folder: String, programs: Programs, say: @escaping (String) -> Void) throws {
    self.plan = plan
    self.folder = folder
    self.programs = programs
    self.say = say
    child = Child(folder: folder, path: programs.path)
    cluster = PrivateCluster(home: folder)
    say("making a private PostgreSQL in \(folder)")
    try cluster.ensureRunning()
    try administer("CREATE DATABASE \(Database.empty.rawValue)")
    try child.must(programs.mamaudit, ["migrate", "up", "--database", conninfo(.empty)])
  }

  // MARK: Databases

  /// How libpq connects to a database.
  func conninfo(_ database: Database) -> String { cluster.conninfo(database: database.rawValue) }

  /// Connects to a database.
  func connect(_ database: Database) throws -> Connection {
    try Connection(.conninfo(conninfo(database)), applicationName: "mamaudit-bench")
  }

  /// Makes a database anew: migrated and empty; the peer's without anything.
  func create(_ database: Database) throws {
    let template = database == .peer ? "template0" : Database.empty.rawValue
    if database == .product { (hasLog, isSettled) = (false, false) }
    try drop(database)
    try administer("CREATE DATABASE \(database.rawValue) TEMPLATE \(template)")
  }

  /// Removes a database where it is there.
  func drop(_ database: Database) throws {
    try administer("DROP DATABASE IF EXISTS \(database.rawValue) WITH (FORCE)")
  }

  /// Writes everything to the disk, so that nothing of what was before falls into what is measured next.
  func checkpoint() throws { try administer("CHECKPOINT") }

  private func administer(_ sql: String) throws {
    try Interrupts.check()
    let connection = try Connection(
      .conninfo(cluster.conninfo(database: "postgres")), applicationName: "mamaudit-bench")
    try connection.execute(sql)
  }

  // MARK: The product

  /// Runs the product on a database, with its answer thrown away unless it is wanted.
  @discardableResult
  func mamaudit(
    _ words: [String], on database: Database, output: Child.Output = .discarded
  ) throws -> Child.Outcome {
    let outcome = try child.must(
      programs.mamaudit, words + ["--database", conninfo(database)], output: output)
    return outcome
  }

  /// Remembers how much memory something took.
  func note(_ outcome: Child.Outcome, as name: String) {
    peaks[name] = max(peaks[name] ?? 0, outcome.peakKiB)
  }

  /// Ingests a file, after a checkpoint, and checks that it did all.
  ///
  /// - Parameters:
  ///   - appended: how many events must be new; nil where only their sum with the duplicates is known.
  @discardableResult
  func ingest(_ file: String, into database: Database, events: Int, appended: Int?) throws -> Ingested {
    try checkpoint()
    let outcome = try mamaudit(
      [
        "ingest", file, "--no-projections", "--quiet", "--format", "json", "--rejects", "\(folder)/rejects",
      ], on: database, output: .kept)
    struct Summary: Decodable {
      var appended: Int
      var duplicates: Int
    }
    guard
      let summary = try? JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8)),
      summary.appended + summary.duplicates == events, appended == nil || summary.appended == appended
    else { throw BenchError.failed("the ingest of \(file) did not do all: \(outcome.output)") }
    note(outcome, as: "ingest")
    return Ingested(seconds: outcome.seconds, peakKiB: outcome.peakKiB)
  }

  // MARK: psql

  /// Runs a script with psql, in whose answer nobody is interested.
  func psql(_ database: Database, _ script: String) throws -> Child.Outcome {
    let path = "\(folder)/script.sql"
    let file = try FileOutput(creating: path)
    try file.write(script)
    try file.close()
    return try child.must(
      programs.psql,
      [
        "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", conninfo(database), "--file", path,
      ], output: .discarded)
  }

  // MARK: What several measures use

  /// The trace, made when it is first needed.
  func trace() throws -> String {
    if let tracePath { return tracePath }
    say("making a trace of \(plan.events) events")
    let path = try traces.generateWithBusyAccount(
      "trace", events: plan.events, accounts: plan.accounts, busy: plan.busyEvents)
    tracePath = path
    return path
  }

  /// What makes traces.
  var traces: TraceFiles { TraceFiles(child: child, generator: programs.bench, folder: folder) }

  /// Makes the product's database anew and ingests the trace.
  func ingestAnew() throws -> Ingested {
    let trace = try trace()
    try create(.product)
    let ingested = try ingest(trace, into: .product, events: plan.events, appended: plan.events)
    hasLog = true
    return ingested
  }

  /// Sees to it that the product's database holds the trace, and that the server knows its statistics.
  func needLog() throws {
    if !hasLog { _ = try ingestAnew() }
    if isSettled { return }
    try connect(.product).execute("VACUUM (ANALYZE)")
    try checkpoint()
    isSettled = true
  }
}
