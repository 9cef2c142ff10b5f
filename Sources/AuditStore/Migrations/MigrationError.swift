/// Why the schema cannot be migrated.
public enum MigrationError: Error, Sendable, Hashable {
  /// A file is not named `NNNN_snake_name.sql`.
  case badFileName(String)
  /// The files do not count 1, 2, 3 ….
  case gap(expected: Int32, found: String)
  /// An applied file has other bytes now.
  case edited(name: String)
  /// A file was applied that this program does not have.
  case missing(name: String)
  /// The schema is there, but nothing says which files made it.
  case unrecorded
  /// Another migrator held the lock for the whole wait.
  case locked(seconds: Int)
  /// The server is older than PostgreSQL 15.
  case serverTooOld(version: Int32)
  /// The database does not store text as UTF-8.
  case wrongEncoding(String)
}

extension MigrationError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .badFileName(let name):
      "the migration file \(name) must be named NNNN_snake_name.sql"
    case .gap(let expected, let found):
      "the migration files must count without a gap: number \(expected) is expected, \(found) was found"
    case .edited(let name):
      "\(name) was changed after it was applied; put the file back as it was and write the change as a new migration"
    case .missing(let name):
      "\(name) was applied to this database but is not part of this program; use a newer mamaudit"
    case .unrecorded:
      "the schema audit was made without mamaudit migrate, so its history is unknown; use another database"
    case .locked(let seconds):
      "another migration has been running for more than \(seconds) s; wait for it to end and try again "
        + "(pg_locks shows by locktype = 'advisory' which process holds its lock)"
    case .serverTooOld(let version):
      "PostgreSQL 15 or later is needed; this server is version \(version / 10_000)"
    case .wrongEncoding(let encoding):
      "the database stores text as \(encoding); make one with ENCODING 'UTF8'"
    }
  }
}
