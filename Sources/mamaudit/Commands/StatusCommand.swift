import Arguments
import AuditStore
import PrivateCluster
import Projections
import Rendering

/// The command `mamaudit status`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Which database is used and why, its schema, its logs, and how far their projections are.",
    discussion: "Exit code 3 where the database cannot be reached, or the private one does not run.",
    examples: [
      Example("mamaudit status", "at a glance; nothing is made or started"),
      Example("mamaudit status --format json | jq .schema", "for programs"),
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let source = Session.choose(store).source
    var cluster: (cluster: PrivateCluster, status: ClusterStatus)?
    if source == .privateCluster {
      let found = try PrivateCluster()
      cluster = (found, try found.status())
    }
    guard cluster.map({ $0.status.state == .running }) ?? true else {
      try StatusDocument(source: source, cluster: cluster).write(to: output)
      throw ExitCode.store
    }
    let session = try Session(store, needsSchema: false)
    var document = StatusDocument(source: source, cluster: cluster)
    document.database = try StoreStatus(session.connection)
    let schema = try Migrator(session.connection).status()
    document.schema = schema
    if schema.isCurrent {
      let logs = try LogSelection.all(session, store)
      document.logs = try session.reading {
        try logs.map { log in
          let fleet = StoredFleet(connection: session.connection, log: log.id.rawValue)
          return StatusDocument.LogStatus(log: log, checkpoints: try fleet.checkpoints())
        }
      }
    }
    try document.write(to: output)
  }
}
