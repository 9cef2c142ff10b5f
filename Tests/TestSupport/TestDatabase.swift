import AuditStore
import Glibc
import Postgres
import PrivateCluster
import Synchronization

/// An empty database of one test, apart from those of all others.
public struct TestDatabase: Sendable {
  /// Its name.
  public let name: String
  /// How to connect to it, for libpq or as the value of `--database`.
  public let conninfo: String

  /// The same as a target of a connection.
  public var target: ConnectionTarget { .conninfo(conninfo) }

  /// Connects as the owner of the database, who is a superuser.
  public func connect() throws(PostgresError) -> Connection {
    try Connection(target, applicationName: "tests")
  }

  /// Runs a test with a database that is dropped afterwards.
  ///
  /// - Parameter migrated: whether it has the product's schema, or nothing.
  public static func withDatabase<R>(
    migrated: Bool = false, _ body: (TestDatabase) throws -> R
  ) throws -> R {
    let database = try make(migrated: migrated)
    defer { database.drop() }
    return try body(database)
  }

  /// Runs an asynchronous test with a database that is dropped afterwards.
  ///
  /// - Parameter migrated: whether it has the product's schema, or nothing.
  public static func withDatabase<R>(
    migrated: Bool = false, _ body: (TestDatabase) async throws -> R
  ) async throws -> R {
    let database = try make(migrated: migrated)
    defer { database.drop() }
    return try await body(database)
  }

  // MARK: -

  private static let counter = Atomic<Int>(0)

  /// A database with the schema, made once and copied for each test that wants it.
  private static let migratedTemplate = Result {
    let template = try create("migrated", from: "template0")
    try Migrator(template.connect()).up()
    return template.name
  }

  private static func make(migrated: Bool) throws -> TestDatabase {
    try create(
      "test_\(counter.add(1, ordering: .relaxed).newValue)",
      from: migrated ? migratedTemplate.get() : "template0")
  }

  private static func create(_ name: String, from template: String) throws -> TestDatabase {
    let cluster = try TestCluster.shared()
    try administrate("CREATE DATABASE \(name) TEMPLATE \(template)")
    return TestDatabase(name: name, conninfo: cluster.conninfo(database: name))
  }

  private func drop() {
    // A test that has failed matters more than a database that stays until the server goes.
    try? Self.administrate("DROP DATABASE \(name) WITH (FORCE)")
  }

  private static func administrate(_ sql: String) throws {
    let target = ConnectionTarget.conninfo(try TestCluster.shared().conninfo(database: "postgres"))
    try Connection(target, applicationName: "tests").execute(sql)
  }
}

/// Why a test could not be set up.
struct TestSupportError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
