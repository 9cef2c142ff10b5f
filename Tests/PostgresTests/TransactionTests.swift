import Postgres
import TestSupport
import Testing

@Suite("Transactions and roles")
struct TransactionTests {
  struct Refused: Error {}

  func withTable(_ body: (Connection) throws -> Void) throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script("CREATE TABLE t (n int PRIMARY KEY)")
      try body(connection)
    }
  }

  func count(_ connection: Connection) throws -> Int64 {
    try connection.execute("SELECT count(*) FROM t").single().int64(0)
  }

  @Test("what a body did is kept when it returns and undone when it throws")
  func commitsAndRollsBack() throws {
    try withTable { connection in
      let value = try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        return "kept"
      }
      #expect(value == "kept")
      #expect(throws: Refused.self) {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (2)")
          throw Refused()
        }
      }
      #expect(!connection.isInTransaction)
      #expect(try count(connection) == 1)
    }
  }

  @Test("a transaction whose body hid a failed statement does not pretend to have committed")
  func hiddenFailure() throws {
    try withTable { connection in
      let error = #expect(throws: PostgresError.self) {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (1)")
          _ = try? connection.execute("INSERT INTO t VALUES (1)")
        }
      }
      #expect(error?.code == .transactionAborted)
      let rows = try count(connection)
      #expect(rows == 0)
    }
  }

  @Test("a transaction inside a transaction is refused, and the outer one is undone as a whole")
  func nested() throws {
    try withTable { connection in
      let error = #expect(throws: PostgresError.self) {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (1)")
          try connection.transaction { try connection.execute("INSERT INTO t VALUES (2)") }
        }
      }
      #expect(error?.code == .invalidUse)
      let rows = try count(connection)
      #expect(rows == 0)
    }
  }

  /// Returns what a body throws.
  ///
  /// In nested closures Swift 6.3 may mistake the closure of a `#expect(throws:)` for another one: hence this.
  func failure<R>(_ body: () throws -> R) -> (any Error)? {
    do {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("a savepoint undoes its own part alone, at any depth")
  func savepoints() throws {
    try withTable { connection in
      var failures: [(any Error)?] = []
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.savepoint {
          try connection.execute("INSERT INTO t VALUES (2)")
          failures.append(
            failure { try connection.savepoint { try connection.execute("INSERT INTO t VALUES (3), (3)") } })
        }
        failures.append(
          failure {
            try connection.savepoint {
              try connection.execute("INSERT INTO t VALUES (4)")
              throw Refused()
            }
          })
      }
      #expect((failures.first as? PostgresError)?.sqlState == "23505")
      #expect(failures.last is Refused)
      let rows = try connection.execute("SELECT n FROM t ORDER BY n")
      #expect(try rows.map { try $0.int32(0) } == [1, 2])
    }
  }

  @Test("a savepoint outside of a transaction is refused")
  func loneSavepoint() throws {
    try withTable { connection in
      let error = failure { try connection.savepoint {} }
      #expect((error as? PostgresError)?.code == .invalidUse)
    }
  }

  @Test("a read-only transaction refuses to write, and isolation is as asked")
  func modes() throws {
    try withTable { connection in
      let error = #expect(throws: PostgresError.self) {
        try connection.transaction(readOnly: true) { try connection.execute("INSERT INTO t VALUES (1)") }
      }
      #expect(error?.sqlState == "25006")
      let level = try connection.transaction(isolation: .repeatableRead) {
        try connection.execute("SHOW transaction_isolation").single().text(0)
      }
      #expect(level == "repeatable read")
    }
  }

  @Test("a role is taken for the body alone, whether it returns, throws, or fails in a transaction")
  func roles() throws {
    try withTable { connection in
      try connection.script(
        """
        DO $$ BEGIN CREATE ROLE layer_reader; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
        DO $$ BEGIN CREATE ROLE layer_other; EXCEPTION WHEN duplicate_object THEN NULL; END $$
        """)
      func role() throws -> String { try connection.execute("SELECT current_user::text").single().text(0) }
      let read = { try connection.execute("SELECT * FROM t") }
      var seen: [String] = []
      try connection.withRole("layer_reader") {
        seen.append(try role())
        let refused = failure { try read() }
        #expect((refused as? PostgresError)?.sqlState == "42501")
        seen.append(try connection.withRole("layer_other") { try role() })
        seen.append(try role())
      }
      seen.append(try role())
      let inTransaction = failure {
        try connection.transaction { try connection.withRole("layer_reader") { try read() } }
      }
      #expect((inTransaction as? PostgresError)?.sqlState == "42501")
      seen.append(try role())
      #expect(failure { try connection.withRole("layer_reader") { throw Refused() } } is Refused)
      seen.append(try role())
      #expect(seen == ["layer_reader", "layer_other", "layer_reader", "mamaudit", "mamaudit", "mamaudit"])
    }
  }
}
