import Glibc
import Postgres

/// A PostgreSQL server that belongs to `mamaudit` alone: made and started on first use, reached by a Unix socket only.
///
/// All lies under one folder: `cluster` (the data directory), `socket`, `lock`. As root the server runs as `postgres`, since PostgreSQL
/// refuses root. Several processes may use the same folder: what changes it happens under a lock.
public struct PrivateCluster: Sendable {
  /// The role that the callers are.
  public static let role = "mamaudit"
  /// The database that is made.
  public static let database = "mamaudit"
  /// It names the socket only; no port is opened.
  static let port = 5432
  /// How long another invocation may take to make or start the cluster, in seconds.
  private static let lockTimeout = 300

  /// The folder of everything.
  public let home: String
  /// The folder of the Unix socket.
  public let socketDirectory: String
  /// Settings that come after ours; for the tests, which keep no data, and nobody else.
  let overrides: [(name: String, value: String)]

  /// The cluster in its usual place: MAMAUDIT_HOME, `/var/lib/mamaudit` for root, else the user's data folder.
  public init() throws(ClusterError) {
    self.init(home: try ClusterLocation.home(environment: Self.variable))
  }

  /// The cluster in a folder, which is made when the cluster is.
  public init(home: String) {
    self.init(home: home, overrides: [])
  }

  package init(home: String, overrides: [(name: String, value: String)]) {
    self.home = ClusterLocation.canonical(home)
    self.overrides = overrides
    socketDirectory = ClusterLocation.socketDirectory(home: self.home) {
      getenv($0).map { String(cString: $0) }
    }
  }

  /// PostgreSQL's data directory.
  public var dataDirectory: String { "\(home)/cluster" }

  /// The server's log.
  public var logFile: String { "\(dataDirectory)/server.log" }

  /// How to connect to the database, for libpq.
  public var conninfo: String { conninfo(database: Self.database) }

  /// How to connect to a database of the cluster, for libpq.
  public func conninfo(database: String) -> String {
    let pairs = [
      ("host", socketDirectory), ("port", String(Self.port)), ("user", Self.role), ("dbname", database),
    ]
    return pairs.map { "\($0)='\(Self.escaped($1))'" }.joined(separator: " ")
  }

  /// The same as a target of a connection.
  public var target: ConnectionTarget { .conninfo(conninfo) }

  /// Connects, and makes or starts the cluster first where that is needed.
  public func connect(applicationName: String) throws -> Connection {
    if let connection = try attempt(target, applicationName) { return connection }
    try ensureRunning()
    return try Connection(target, applicationName: applicationName)
  }

  /// Makes the cluster where there is none, starts it where it does not run, makes the database where it is missing.
  ///
  /// Invocations at the same time wait for each other and end alike. A cluster that was killed recovers.
  public func ensureRunning() throws {
    let account = try ServerAccount.forServer()
    try prepareHome(for: account)
    try underLock {
      if !FileSystem.exists("\(dataDirectory)/PG_VERSION") { try initialise(as: account) }
      if processes.postmaster() == nil { try start(as: account) }
      try makeDatabase()
    }
  }

  /// Stops the server, breaking off what runs in it; nothing committed is lost.
  ///
  /// Does nothing where it does not run.
  public func stop() throws {
    guard FileSystem.exists(dataDirectory) else { return }
    let account = try ServerAccount.forServer()
    try underLock {
      guard processes.postmaster() != nil else { return }
      let programs = try ServerPrograms.locate(major: clusterVersion)
      let outcome = try ChildProcess.run(
        programs.path("pg_ctl"), ["stop", "-D", dataDirectory, "-m", "fast", "-w", "-t", "120", "-s"],
        as: account)
      guard outcome.status == 0 || processes.postmaster() == nil else {
        throw ClusterError(
          .serverFailed, "the server did not stop within two minutes", remedy: "look into \(logFile)")
      }
    }
  }

  // MARK: -

  /// Tells this cluster's processes from others in the process list.
  var clusterName: String { "mamaudit-\(ClusterLocation.hash(home))" }

  var processes: ServerProcesses {
    ServerProcesses(dataDirectory: dataDirectory, clusterName: clusterName)
  }

  /// The major version that made the cluster; nil where there is none.
  var clusterVersion: Int? {
    FileSystem.text("\(dataDirectory)/PG_VERSION").flatMap { Int($0.prefix { $0.isNumber }) }
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      if character == "'" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text
  }

  func underLock<R>(_ body: () throws -> R) throws -> R {
    try FileLock.holding("\(home)/lock", timeout: Self.lockTimeout, body)
  }

  /// Connects; nil where there is no such server or database, other failures are thrown.
  private func attempt(_ target: ConnectionTarget, _ name: String) throws(PostgresError) -> Connection? {
    do {
      return try Connection(target, applicationName: name)
    } catch {
      if error.code == .connectionFailed { return nil }
      throw error
    }
  }

  private func makeDatabase() throws {
    if try attempt(target, "mamaudit") != nil { return }
    let connection = try Connection(maintenanceTarget, applicationName: "mamaudit")
    let known = try connection.execute("SELECT 1 FROM pg_database WHERE datname = $1", [.text(Self.database)])
    if known.isEmpty { try connection.execute("CREATE DATABASE \(quotedIdentifier(Self.database))") }
  }
}
