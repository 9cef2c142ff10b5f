import Arguments
import AuditStore
import Foundation
import MAMEvents
import Postgres
import PrivateCluster
import Projections

/// A connection to the store that a command works with.
struct Session {
  /// Which database a command uses.
  enum Source: String, Equatable {
    /// `--database`
    case option
    /// DATABASE_URL
    case databaseURL
    /// The variables that libpq reads
    case environment
    /// The private cluster
    case privateCluster

    /// How the source is told to people.
    var description: String {
      switch self {
      case .option: "--database"
      case .databaseURL: "DATABASE_URL"
      case .environment: "the PG* variables"
      case .privateCluster: "the private PostgreSQL"
      }
    }
  }

  let connection: Connection
  let target: ConnectionTarget
  let source: Source
  /// The store's clock when the command began; for a later page of an answer, when its first page did.
  var now: Timestamp

  /// What the server shows of the connections.
  static let applicationName = "mamaudit"

  /// Which database the options and the environment name.
  static func choose(
    _ options: StoreOptions, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> (source: Source, target: ConnectionTarget?) {
    if let url = options.database { return (.option, .conninfo(url)) }
    if let url = environment["DATABASE_URL"], !url.isEmpty { return (.databaseURL, .conninfo(url)) }
    let variables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGSERVICE"]
    if variables.contains(where: { environment[$0].map { !$0.isEmpty } ?? false }) {
      return (.environment, .environment)
    }
    return (.privateCluster, nil)
  }

  /// Connects, makes and starts the private cluster where no database is named, and checks the schema.
  ///
  /// - Parameter needsSchema: false for the commands that look after the schema itself.
  init(_ options: StoreOptions, needsSchema: Bool = true) throws {
    let choice = Self.choose(options)
    source = choice.source
    if let target = choice.target {
      self.target = target
      connection = try Connection(target, applicationName: Self.applicationName)
    } else {
      let cluster = try PrivateCluster()
      target = cluster.target
      connection = try cluster.connect(applicationName: Self.applicationName)
    }
    try InterruptHandler.shared.install()
    if needsSchema { try Self.checkSchema(connection, source: source) }
    now = try LogReader(connection).clock()
  }

  private static func checkSchema(_ connection: Connection, source: Source) throws {
    let migrator = try Migrator(connection)
    let status: Migrator.Status
    do {
      status = try migrator.status()
    } catch let error as PostgresError where error.sqlState == "42501" {
      // A login for reports alone may not look at the history; what it lacks, its own statement says.
      return
    }
    if let problem = status.problems.first { throw problem }
    if status.pending.isEmpty { return }
    guard source == .privateCluster else { throw SchemaBehind(pending: status.pending.count) }
    try migrator.up()
  }

  /// Runs a reading command with the rights of a reader, or of another role that may read what the command needs.
  func reading<R>(as role: StoreRole = .reader, _ body: () throws -> R) throws -> R {
    try InterruptHandler.shared.cancelling(connection) {
      try connection.withRole(role.rawValue) { try body() }
    }
  }

  /// A connection for what others may have written: statements of reports.
  ///
  /// In the private cluster it is that of a login that has no more rights than reports have. With a database of the
  /// user's it is the session's own: its login should have no more.
  func reportConnection() throws -> Connection {
    guard source == .privateCluster else { return connection }
    return try PrivateCluster().connectForReports(applicationName: Self.applicationName)
  }

  /// A second connection to the same database.
  func anotherConnection() throws -> Connection {
    try Connection(target, applicationName: Self.applicationName)
  }
}

/// The database has no schema, or an older one.
struct SchemaBehind: Error, CustomStringConvertible {
  let pending: Int

  var description: String {
    "the database lacks \(pending) migration\(pending == 1 ? "" : "s"): run 'mamaudit migrate plan' to see them and "
      + "'mamaudit migrate up' to apply them"
  }
}
