import Glibc
import Postgres
import TestSupport
import Testing

@Suite("Errors")
struct ErrorTests {
  @Test("a violated constraint is named, and the row's values are in debugDescription alone")
  func constraint() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script("CREATE TABLE people (name text CONSTRAINT one_name UNIQUE)")
      let insert = "INSERT INTO people VALUES ($1)"
      try connection.execute(insert, [.text("Ada Lovelace")])
      let error = try #require(
        #expect(throws: PostgresError.self) { try connection.execute(insert, [.text("Ada Lovelace")]) })
      #expect(error.code == .server)
      #expect(error.sqlState == "23505")
      #expect(error.constraint == "one_name")
      #expect(error.table == "people")
      #expect(error.schema == "public")
      #expect(
        error.description
          == "duplicate key value violates unique constraint \"one_name\" (SQLSTATE 23505, constraint one_name)"
      )
      #expect(error.debugDescription.contains("Ada Lovelace"))
    }
  }

  @Test("a value that is refused is not shown")
  func valueIsHidden() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let error = try #require(
        #expect(throws: PostgresError.self) {
          try connection.execute("SELECT $1::uuid", [.text("top secret")])
        })
      #expect(error.sqlState == "22P02")
      #expect(error.description == "a value was refused by the database (SQLSTATE 22P02)")
      #expect(error.debugDescription.contains("top secret"))
    }
  }

  @Test("a mistake in the SQL has its place; terminal escapes do not come through")
  func syntax() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      let error = try #require(
        #expect(throws: PostgresError.self) { try connection.execute("SELECT \u{1B}[31m") })
      #expect(error.sqlState == "42601")
      #expect(error.position == 8)
      #expect(!error.description.unicodeScalars.contains("\u{1B}"))
      let raised = try #require(
        #expect(throws: PostgresError.self) {
          try connection.script(
            "DO $$ BEGIN RAISE EXCEPTION E'a\\nb\\x1b]0;x\\x07' USING ERRCODE = 'MA001', HINT = 'wait'; END $$"
          )
        })
      #expect(raised.sqlState == "MA001")
      #expect(raised.description == "a b ]0;x (SQLSTATE MA001); hint: wait")
      #expect(raised.context?.contains("PL/pgSQL") == true)
    }
  }

  @Test("a cell read as another type, a NULL and a missing column are decoding errors that show no value")
  func decoding() throws {
    try TestDatabase.withDatabase { database in
      let row = try database.connect().execute("SELECT 'secret'::text, NULL::int, 70000, 1.5::float8")
        .single()
      let attempts: [() throws -> Void] = [
        { _ = try row.int64(0) }, { _ = try row.int32(1) }, { _ = try row.int16(2) },
        { _ = try row.int64(3) },
        { _ = try row.text(4) }, { _ = try row.uuid(0) }, { _ = try row.bool(2) },
        { _ = try row.int32Array(0) },
        { _ = try row.text(-1) },
      ]
      for attempt in attempts {
        let error = #expect(throws: PostgresError.self) { try attempt() }
        #expect(error?.code == .decoding)
        #expect(error?.description.contains("secret") == false)
      }
    }
  }

  @Test("a server that is not there is connectionFailed")
  func noServer() {
    let error = #expect(throws: PostgresError.self) {
      try Connection(.conninfo("host=/tmp/no-such-folder dbname=x"), applicationName: "tests")
    }
    #expect(error?.code == .connectionFailed)
    #expect(error?.description.contains("\n") == false)
  }

  @Test("a role that is not ours is authenticationFailed")
  func wrongRole() throws {
    try TestDatabase.withDatabase { database in
      let other = database.conninfo.replacing("user='mamaudit'", with: "user='somebody'")
      let error = #expect(throws: PostgresError.self) {
        try Connection(.conninfo(other), applicationName: "tests")
      }
      #expect(error?.code == .authenticationFailed)
    }
  }

  @Test(
    "a malformed connection string is refused without being quoted",
    arguments: ["password=secret host", "postgresql://u:secret@[::1"])
  func malformedTarget(text: String) {
    let error = #expect(throws: PostgresError.self) {
      try Connection(.conninfo(text), applicationName: "tests")
    }
    #expect(error?.code == .connectionFailed)
    #expect(error?.debugDescription.contains("secret") == false)
  }

  @Test("a connection that the server ends is connectionLost")
  func lost() throws {
    try TestDatabase.withDatabase { database in
      let victim = try database.connect()
      try database.connect().execute("SELECT pg_terminate_backend($1)", [.int32(victim.backendProcess)])
      let error = #expect(throws: PostgresError.self) {
        for _ in 0..<100 {
          try victim.execute("SELECT 1")
          usleep(10_000)
        }
      }
      #expect(error?.code == .connectionLost)
    }
  }
}
