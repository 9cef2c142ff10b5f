import Glibc
import Hashing
import Postgres

/// Brings a database to the schema of this program: forward only, one file a transaction, one migrator at a time.
public struct Migrator {
  /// A row of the database's history.
  public struct Applied: Sendable, Hashable {
    /// The number of the file.
    public var version: Int32
    /// The name of the file.
    public var name: String
    /// The SHA-256 of its bytes, lower-case hexadecimal.
    public var sha256: String
    /// When, in microseconds since 1970.
    public var appliedAt: Int64
    /// The login that applied it.
    public var appliedBy: String
  }

  /// What was applied and what is left.
  public struct Status: Sendable, Hashable {
    /// The database's history, in order.
    public var applied: [Applied]
    /// The files that are still to apply, in order.
    public var pending: [Migration]
    /// Files that were applied and have other bytes now, or are gone.
    public var problems: [MigrationError]

    /// Whether the database is at the schema of this program.
    public var isCurrent: Bool { pending.isEmpty && problems.isEmpty }
  }

  /// "mamaudit" in ASCII: the advisory lock of the migrators of a database.
  private static let lockKey: Int64 = 0x6D61_6D61_7564_6974

  let connection: Connection
  let migrations: [Migration]

  /// Migrates by the files that are compiled in.
  public init(_ connection: Connection) throws(MigrationError) {
    try self.init(connection, migrations: Migration.embedded())
  }

  /// Migrates by other files.
  ///
  /// - Throws: `MigrationError.gap` where they do not count 1, 2, 3 ….
  public init(_ connection: Connection, migrations: [Migration]) throws(MigrationError) {
    self.connection = connection
    self.migrations = try Migration.inOrder(migrations)
  }

  /// What was applied, what is left, and what is wrong with what was applied.
  ///
  /// - Throws: `MigrationError.unrecorded`, `PostgresError`.
  public func status() throws -> Status {
    let applied = try history()
    var problems: [MigrationError] = []
    for row in applied {
      if let file = migrations.first(where: { $0.version == row.version }), file.name == row.name {
        if file.sha256.description != row.sha256 { problems.append(.edited(name: row.name)) }
      } else {
        problems.append(.missing(name: row.name))
      }
    }
    let last = applied.last?.version ?? 0
    return Status(applied: applied, pending: migrations.filter { $0.version > last }, problems: problems)
  }

  /// The files that `up` would apply; nothing runs.
  ///
  /// - Throws: `MigrationError` where an applied file was edited or is missing, `PostgresError`.
  public func plan() throws -> [Migration] {
    let status = try status()
    if let problem = status.problems.first { throw problem }
    return status.pending
  }

  /// Checks that the files that were applied are the files of this program.
  ///
  /// - Throws: `MigrationError` for the first that is not, `PostgresError`.
  public func verify() throws {
    _ = try plan()
  }

  /// Applies what is left, each file in a transaction of its own.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for another migrator, in seconds.
  ///   - progress: called before each file.
  /// - Returns: the files that were applied.
  /// - Throws: `MigrationError`, and `PostgresError` where a file fails: it and those after it are not applied.
  @discardableResult
  public func up(wait: Int = 60, progress: (Migration) -> Void = { _ in }) throws -> [Migration] {
    try checkServer()
    if try plan().isEmpty { return [] }
    return try withLock(wait: wait) {
      // Again, now that nobody else migrates.
      let pending = try plan()
      for migration in pending {
        progress(migration)
        try apply(migration)
      }
      return pending
    }
  }

  /// Applies one file and records it, in one transaction.
  func apply(_ migration: Migration) throws {
    try connection.transaction {
      try connection.script(migration.sql)
      // A file may end in the role of the objects that it made.
      try connection.script(MigrationSQL.ownRole)
      try connection.execute(
        MigrationSQL.record,
        [.int32(migration.version), .text(migration.name), .bytes(migration.sha256.bytes)])
    }
  }

  private func history() throws -> [Applied] {
    let state = try connection.execute(MigrationSQL.state).single()
    guard try state.bool(0) else { return [] }
    let rows = try connection.execute(MigrationSQL.history)
    if rows.isEmpty { throw MigrationError.unrecorded }
    return try rows.map { row in
      Applied(
        version: try row.int32(0), name: try row.text(1), sha256: try row.text(2),
        appliedAt: try row.timestamp(3), appliedBy: try row.text(4))
    }
  }

  private func checkServer() throws {
    let row = try connection.execute(MigrationSQL.server).single()
    let version = try row.int32(0)
    guard version >= 150_000 else { throw MigrationError.serverTooOld(version: version) }
    let encoding = try row.text(1)
    guard encoding == "UTF8" else { throw MigrationError.wrongEncoding(encoding) }
  }

  /// Polls: a blocking wait deadlocks with CREATE INDEX CONCURRENTLY, which waits for all transactions.
  private func withLock<R>(wait: Int, _ body: () throws -> R) throws -> R {
    let pause: useconds_t = 100_000
    var left = max(0, wait) * 10
    while try !connection.execute(MigrationSQL.tryLock, [.int64(Self.lockKey)]).single().bool(0) {
      guard left > 0 else { throw MigrationError.locked(seconds: wait) }
      left -= 1
      usleep(pause)
    }
    do {
      let value = try body()
      try connection.execute(MigrationSQL.unlock, [.int64(Self.lockKey)])
      return value
    } catch {
      // The lock ends with the session at the latest; the error of the migration is the one that matters.
      _ = try? connection.execute(MigrationSQL.unlock, [.int64(Self.lockKey)])
      throw error
    }
  }
}

/// The statements of the migrator.
enum MigrationSQL {
  static let state = "SELECT pg_catalog.to_regclass('audit.migration') IS NOT NULL"

  static let history = """
    SELECT version, name, pg_catalog.encode(sha256, 'hex'), applied_at, applied_by
      FROM audit.migration ORDER BY version
    """

  static let ownRole = "SET LOCAL ROLE NONE"

  static let record = "INSERT INTO audit.migration (version, name, sha256) VALUES ($1, $2, $3)"

  static let server = """
    SELECT pg_catalog.current_setting('server_version_num')::integer, pg_catalog.current_setting('server_encoding')
    """

  static let tryLock = "SELECT pg_catalog.pg_try_advisory_lock($1)"
  static let unlock = "SELECT pg_catalog.pg_advisory_unlock($1)"
}
