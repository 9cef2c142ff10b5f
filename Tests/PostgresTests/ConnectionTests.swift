import Glibc
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("Connection")
struct ConnectionTests {
  @Test("a statement takes binary parameters and returns binary rows")
  func executes() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let result = try connection.execute(
        "SELECT $1 + 1 AS next, $2 || '!' AS text, $3 AS nothing",
        [.int64(41), .text("größer"), .null(.int4)])
      #expect(result.columns.map(\.name) == ["next", "text", "nothing"])
      #expect(result.columns.map(\.type) == [.int8, .text, .int4])
      let row = try result.single()
      #expect(try row.int64(0) == 42)
      #expect(try row.text(1) == "größer!")
      #expect(try row.int32OrNull(2) == nil)
    }
  }

  @Test("a prepared statement is run many times, and only with parameters of its types")
  func prepared() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.prepare("twice", "SELECT $1 * 2", types: [.int4])
      for value in [Int32](-3...3) {
        #expect(try connection.executePrepared("twice", [.int32(value)]).single().int32(0) == value * 2)
      }
      let error = #expect(throws: PostgresError.self) { try connection.executePrepared("twice", [.int64(1)]) }
      #expect(error?.code == .invalidUse)
      #expect(throws: PostgresError.self) { try connection.executePrepared("unknown") }
    }
  }

  @Test("a statement is described without being run")
  func described() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script("CREATE TABLE t (id bigint, at timestamptz)")
      let description = try connection.describe("SELECT id, at AS moment FROM t WHERE id = $1 AND at < $2")
      #expect(description.parameters == [.int8, .timestamptz])
      #expect(description.columns.map(\.name) == ["id", "moment"])
      #expect(description.columns.map(\.type) == [.int8, .timestamptz])
      #expect(try connection.describe("DELETE FROM t").columns == [])
    }
  }

  @Test("the session speaks UTF-8 and UTC whatever the database says, and has a name")
  func session() throws {
    try TestDatabase.withDatabase { database in
      let admin = try database.connect()
      try admin.script("ALTER DATABASE \(database.name) SET TimeZone = 'Asia/Tokyo'")
      let connection = try database.connect()
      let row = try connection.execute(
        "SELECT current_setting('TimeZone'), current_setting('client_encoding'), current_setting('application_name')"
      ).single()
      #expect(try (0..<3).map { try row.text($0) } == ["UTC", "UTF8", "tests"])
    }
  }

  @Test("notices are kept for the caller")
  func notices() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script("DO $$ BEGIN RAISE WARNING 'careful' USING HINT = 'slowly'; END $$")
      let notice = try #require(connection.takeNotices().first)
      #expect(notice.severity == "WARNING")
      #expect(notice.message == "careful")
      #expect(notice.hint == "slowly")
      #expect(connection.notices.isEmpty)
    }
  }

  @Test("a stream gives every row and can be stopped early; the connection goes on")
  func streams() throws {
    struct Enough: Error {}
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      var sum: Int64 = 0
      try connection.stream("SELECT generate_series(1, $1)", [.int64(10_000)]) { sum += try $0.int64(0) }
      #expect(sum == 50_005_000)
      var seen = 0
      #expect(throws: Enough.self) {
        try connection.stream("SELECT generate_series(1, 100000000)") { _ in
          seen += 1
          if seen == 5 { throw Enough() }
        }
      }
      #expect(seen == 5)
      #expect(try connection.execute("SELECT 1").single().int32(0) == 1)
    }
  }

  @Test("a stream that fails in the middle says why, after the rows before")
  func streamFails() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      var rows = 0
      let error = #expect(throws: PostgresError.self) {
        try connection.stream("SELECT 10 / (5 - n) FROM generate_series(1, 9) AS n") { _ in rows += 1 }
      }
      #expect(rows == 4)
      #expect(error?.sqlState == "22012")
      #expect(try connection.execute("SELECT 1").count == 1)
    }
  }

  @Test("a running statement is cancelled from another thread; the connection goes on")
  func cancels() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let canceller = connection.canceller
      let isDone = Atomic<Bool>(false)
      let other = BackgroundThread {
        while !isDone.load(ordering: .relaxed) {
          usleep(50_000)
          try canceller.cancel()
        }
      }
      let error = failure { try connection.execute("SELECT pg_sleep(600)") }
      isDone.store(true, ordering: .relaxed)
      try other.join()
      #expect(error?.code == .cancelled)
      #expect(error?.sqlState == "57014")
      // A cancel request that was on its way may still hit what comes next.
      _ = failure { try connection.execute("SELECT 1") }
      let count = try connection.execute("SELECT 1").count
      #expect(count == 1)
    }
  }

  private func failure(_ body: () throws -> QueryResult) -> PostgresError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? PostgresError
    }
  }

  /// How many threads have come to one place.
  final class Arrivals: Sendable {
    let count = Mutex(0)
  }

  @Test("blocking work on its own thread does not hold the cooperative pool")
  func dedicatedThreads() async throws {
    // Each waits for all the others: on a pool of as many threads as processors they would wait in vain.
    let count = 40
    let arrivals = Arrivals()
    let seen = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await onDedicatedThread {
            arrivals.count.withLock { $0 += 1 }
            var patience = 60_000
            while arrivals.count.withLock({ $0 }) < count, patience > 0 {
              usleep(1000)
              patience -= 1
            }
            return arrivals.count.withLock { $0 }
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(seen == [count])
  }

  @Test(
    "what a user-given role name holds cannot end its quotes",
    arguments: ["plain", "a\"b", "\"; DROP ROLE x; --", "Größe"])
  func quotesIdentifiers(name: String) throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let row = try connection.execute("SELECT 1 AS \(quotedIdentifier(name))")
      #expect(row.columns.map(\.name) == [name])
    }
  }
}
