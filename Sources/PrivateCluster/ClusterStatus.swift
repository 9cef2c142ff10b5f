import Postgres

/// What the private cluster is like at this moment.
public struct ClusterStatus: Sendable, Hashable {
  /// Whether there is a cluster, and whether its server runs.
  public enum State: String, Sendable {
    /// None was made yet.
    case absent
    /// It was made, and its server does not run.
    case stopped
    /// Its server runs.
    case running
  }

  /// A setting as the server has it.
  public struct Setting: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its value with its unit, such as `256MB`.
    public let value: String
  }

  /// Whether there is a cluster, and whether its server runs.
  public let state: State
  /// The server's process, while it runs.
  public let process: Int32?
  /// The server's version (`15.18`), while it runs; else the major version that made the cluster.
  public let version: String?
  /// The data directory.
  public let dataDirectory: String
  /// The path of the Unix socket.
  public let socket: String
  /// The server's log.
  public let logFile: String
  /// What it takes on the disk, in bytes.
  public let size: Int
  /// The settings that make it durable and give it its size, while it runs.
  public let settings: [Setting]
}

extension PrivateCluster {
  /// What the cluster is like at this moment; nothing is made or started.
  ///
  /// - Throws: `PostgresError` where the server runs and does not answer.
  public func status() throws(PostgresError) -> ClusterStatus {
    let process = processes.postmaster()
    var version = clusterVersion.map(String.init)
    var settings: [ClusterStatus.Setting] = []
    if process != nil {
      let connection = try Connection(maintenanceTarget, applicationName: "mamaudit")
      version = try connection.execute("SELECT split_part(current_setting('server_version'), ' ', 1)")
        .single().text(0)
      settings = try Self.settings(of: connection)
    }
    return ClusterStatus(
      state: process != nil ? .running : clusterVersion != nil ? .stopped : .absent, process: process,
      version: version, dataDirectory: dataDirectory, socket: ClusterLocation.socketPath(in: socketDirectory),
      logFile: logFile, size: clusterVersion == nil ? 0 : FileSystem.size(of: dataDirectory),
      settings: settings)
  }

  /// The database that is always there.
  var maintenanceTarget: ConnectionTarget { .conninfo(conninfo(database: "postgres")) }

  static func settings(of connection: Connection) throws(PostgresError) -> [ClusterStatus.Setting] {
    let names: [String?] = [
      "fsync", "synchronous_commit", "full_page_writes", "data_checksums", "shared_buffers", "wal_buffers",
      "max_wal_size", "min_wal_size", "checkpoint_timeout", "wal_compression", "jit", "random_page_cost",
      "max_connections",
    ]
    let result = try connection.execute(
      "SELECT name, current_setting(name) FROM unnest($1) WITH ORDINALITY AS wanted (name, place) ORDER BY place",
      [.textArray(names)])
    var settings: [ClusterStatus.Setting] = []
    for row in result { settings.append(.init(name: try row.text(0), value: try row.text(1))) }
    return settings
  }
}
