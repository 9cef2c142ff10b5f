import Arguments
import AuditStore
import Foundation
import PrivateCluster
import Rendering

/// The command `mamaudit up`.
struct UpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up",
    abstract: "Make or start the private PostgreSQL and bring its schema up to date.",
    discussion: """
      It lies under MAMAUDIT_HOME, else /var/lib/mamaudit for root, else mamaudit in the user's data folder, and \
      answers on a Unix socket only. The other commands start it by themselves when no database is named.
      """,
    examples: [
      Example("mamaudit up", "start it, and say where it is"),
      Example("psql \"$(mamaudit up --format json | jq -r .conninfo)\"", "look into it with psql"),
    ])

  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let cluster = try PrivateCluster()
    try cluster.ensureRunning()
    let connection = try cluster.connect(applicationName: Session.applicationName)
    let migrator = try Migrator(connection)
    let applied = try migrator.up { output.note("applying \($0.name)") }
    _ = try cluster.connectForReports(applicationName: Session.applicationName)
    let schema = try migrator.status().applied.last?.version
    let status = try cluster.status()
    let other = Session.choose(StoreOptions()).source
    if other != .privateCluster {
      output.note("note: the other commands use the database of \(other.description)")
    }
    try ClusterDocument.write(
      status, cluster: cluster, schema: schema, applied: applied.map(\.name), output: output)
  }
}
