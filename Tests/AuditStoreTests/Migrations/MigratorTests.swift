import AuditStore
import Hashing
import Postgres
import TestSupport
import Testing

@Suite struct MigratorTests {
  private static func migration(_ version: Int, _ sql: String) throws -> Migration {
    try Migration(name: "000\(version)_step.sql", bytes: Array(sql.utf8))
  }

  /// The embedded files with the bytes of one of them changed.
  private static func edited(_ version: Int32) throws -> [Migration] {
    try Migration.embedded().map { migration in
      guard migration.version == version else { return migration }
      return try Migration(name: migration.name, bytes: migration.bytes + Array("-- more\n".utf8))
    }
  }

  @Test("an empty database is migrated to the last file, and a second run finds nothing to do")
  func freshAndTwice() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let migrator = try Migrator(connection)
      let files = try Migration.embedded()
      #expect(try migrator.plan() == files)
      #expect(try migrator.up() == files)
      #expect(try migrator.up().isEmpty)
      let status = try migrator.status()
      #expect(status.isCurrent)
      #expect(status.applied.map(\.name) == files.map(\.name))
      #expect(status.applied.map(\.sha256) == files.map(\.sha256.description))
    }
  }

  @Test("plan runs nothing")
  func planRunsNothing() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      _ = try Migrator(connection).plan()
      let schemas = try connection.execute("SELECT nspname FROM pg_namespace WHERE nspname = 'audit'")
      #expect(schemas.isEmpty)
    }
  }

  @Test("an applied file that was edited is an error of every command, and is named")
  func editedFile() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let migrator = try Migrator(connection, migrations: Self.edited(3))
      #expect(throws: MigrationError.edited(name: "0003_log.sql")) { try migrator.verify() }
      #expect(throws: MigrationError.edited(name: "0003_log.sql")) { try migrator.up() }
      #expect(throws: MigrationError.edited(name: "0003_log.sql")) { try migrator.plan() }
      #expect(try migrator.status().problems == [.edited(name: "0003_log.sql")])
    }
  }

  @Test("an applied file that this program does not have is an error")
  func missingFile() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let files = try Migration.embedded()
      let last = try #require(files.last)
      let migrator = try Migrator(connection, migrations: files.dropLast())
      #expect(throws: MigrationError.missing(name: last.name)) { try migrator.up() }
    }
  }

  @Test("a file that fails leaves nothing, and those before it stay")
  func failingFile() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let files = try Migration.embedded()
      let next = Int32(files.count + 1)
      let good = try Migration(
        name: "00\(next < 10 ? "0" : "")\(next)_good.sql", bytes: Array("CREATE TABLE good ()".utf8))
      let bad = try Migration(
        name: "00\(next + 1 < 10 ? "0" : "")\(next + 1)_bad.sql",
        bytes: Array("CREATE TABLE half (); SELECT 1 / 0".utf8))
      let migrator = try Migrator(connection, migrations: files + [good, bad])
      let error = #expect(throws: PostgresError.self) { try migrator.up() }
      #expect(error?.sqlState == "22012")
      #expect(try migrator.status().pending == [bad])
      let tables = try connection.execute("SELECT relname FROM pg_class WHERE relname IN ('good', 'half')")
      #expect(try tables.map { try $0.text(0) } == ["good"])
    }
  }

  @Test("a gap in the files is refused before anything runs")
  func gap() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let files = [try Self.migration(1, "SELECT 1"), try Self.migration(3, "SELECT 3")]
      #expect(throws: MigrationError.gap(expected: 2, found: "0003_step.sql")) {
        try Migrator(connection, migrations: files)
      }
    }
  }

  @Test("a schema that psql made has no history, and is not taken over")
  func unrecorded() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      for migration in try Migration.embedded() {
        try connection.transaction { try connection.script(migration.sql) }
      }
      #expect(throws: MigrationError.unrecorded) { try Migrator(connection).up() }
    }
  }

  @Test("migrators of one database at once: each file runs once")
  func concurrentMigrators() async throws {
    try await TestDatabase.withDatabase { database in
      let applied = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask {
            try await onDedicatedThread { try Migrator(database.connect()).up().count }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let files = try Migration.embedded().count
      #expect(applied.sorted() == [0, 0, 0, 0, 0, files])
      #expect(try Migrator(database.connect()).status().isCurrent)
    }
  }

  @Test("migrators of several databases of one cluster at once share the roles")
  func concurrentDatabases() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await onDedicatedThread {
            try TestDatabase.withDatabase { database in
              let migrator = try Migrator(database.connect())
              try migrator.up()
              return try migrator.status().isCurrent
            }
          }
        }
      }
      for try await isCurrent in group { #expect(isCurrent) }
    }
  }

  @Test("a migrator waits for another one only so long")
  func lockHeld() throws {
    try TestDatabase.withDatabase { database in
      let other = try database.connect()
      try other.execute("SELECT pg_advisory_lock($1)", [.int64(0x6D61_6D61_7564_6974)])
      let migrator = try Migrator(database.connect())
      #expect(throws: MigrationError.locked(seconds: 0)) { try migrator.up(wait: 0) }
      try other.execute("SELECT pg_advisory_unlock_all()")
      #expect(try !migrator.up(wait: 0).isEmpty)
    }
  }

  @Test("drift names each object that differs from what the files make, and nothing in a fresh schema")
  func drift() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      let migrator = try Migrator(connection)
      #expect(try migrator.drift(target: database.target).isEmpty)
      // What a killed rebuild has left is no part of the schema.
      try connection.script(
        "CREATE UNLOGGED TABLE projection.account_1_next (LIKE projection.account INCLUDING ALL)")
      #expect(try migrator.drift(target: database.target).isEmpty)
      try connection.script(
        """
        ALTER TABLE audit.event DISABLE TRIGGER refuse_change;
        CREATE TABLE audit.extra (a integer);
        DROP INDEX audit.link_account;
        GRANT SELECT ON audit.event TO mamaudit_writer;
        ALTER FUNCTION audit.open_log(uuid) SECURITY INVOKER
        """)
      let drift = try migrator.drift(target: database.target)
      #expect(
        drift.map(\.object) == [
          "column audit.extra.a", "function audit.open_log(tenant uuid)", "index audit.link.link_account",
          "relation audit.event", "relation audit.extra", "trigger audit.event.refuse_change",
        ])
      #expect(drift[0].expected == nil)
      #expect(drift[2].found == nil)
      let left = try connection.execute(
        "SELECT datname FROM pg_database WHERE datname LIKE 'mamaudit_drift_%'")
      #expect(left.isEmpty)
    }
  }
}
