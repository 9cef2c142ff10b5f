import Postgres

/// What a database is, whatever is in it.
public struct StoreStatus: Sendable, Hashable {
  /// The server's version, such as `15.18`.
  public var serverVersion: String
  /// The host name, address, or directory of the Unix socket.
  public var host: String
  /// The port.
  public var port: String
  /// The name of the database.
  public var database: String
  /// The login.
  public var user: String
  /// What the database takes on the server's disk, in bytes.
  public var size: Int64

  /// Asks the server.
  ///
  /// - Throws: `PostgresError`.
  public init(_ connection: Connection) throws(PostgresError) {
    let row = try connection.execute(StoreStatusSQL.read).single()
    serverVersion = try row.text(0)
    size = try row.int64(1)
    host = connection.host
    port = connection.port
    database = connection.databaseName
    user = connection.userName
  }
}

enum StoreStatusSQL {
  static let read = """
    SELECT
        pg_catalog.split_part(pg_catalog.current_setting('server_version'), ' ', 1),
        pg_catalog.pg_database_size(pg_catalog.current_database())
    """
}
