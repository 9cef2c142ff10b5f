import Postgres
import TestSupport
import Testing

@Suite("COPY")
struct CopyTests {
  struct Enough: Error {}

  func withTable(_ body: (Connection) throws -> Void) throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script(
        "CREATE TABLE t (id bigint PRIMARY KEY, name text, at timestamptz, data jsonb, bytes bytea)")
      try body(connection)
    }
  }

  func write(_ ids: [Int64], _ connection: Connection) throws -> Int {
    try connection.copyIn("COPY t (id, name, at) FROM STDIN (FORMAT binary)") { writer in
      for id in ids {
        try writer.beginRow(columns: 3)
        try writer.int64(id)
        if id % 3 == 0 { try writer.null() } else { try writer.text("name \(id)") }
        try writer.timestamptz(microsecondsSince1970: id)
      }
    }
  }

  @Test("rows written by COPY are read by COPY, nulls too")
  func roundTrip() throws {
    try withTable { connection in
      #expect(try write(Array(1...20_000), connection) == 20_000)
      var next: Int64 = 1
      try connection.copyOut("COPY (SELECT id, name, at FROM t ORDER BY id) TO STDOUT (FORMAT binary)") {
        row in
        let (id, name, at) = (try row.int64(0), try row.textOrNull(1), try row.timestamp(2))
        if id != next || name != (id % 3 == 0 ? nil : "name \(id)") || at != id || row.columnCount != 3 {
          Issue.record("row \(next) is \(id), \(name ?? "NULL"), \(at)")
        }
        next += 1
      }
      #expect(next == 20_001)
    }
  }

  @Test("an empty COPY is no row, in and out")
  func empty() throws {
    try withTable { connection in
      #expect(try write([], connection) == 0)
      try connection.copyOut("COPY t TO STDOUT (FORMAT binary)") { _ in Issue.record("a row came") }
    }
  }

  @Test("jsonb and bytea are written in their binary forms")
  func otherTypes() throws {
    try withTable { connection in
      try connection.copyIn("COPY t (id, data, bytes) FROM STDIN (FORMAT binary)") { writer in
        try writer.beginRow(columns: 3)
        try writer.int64(1)
        try writer.jsonb(#"{"b": 1, "a": "ü"}"#)
        try writer.bytes([0, 255, 10])
      }
      let row = try connection.execute("SELECT data, bytes FROM t").single()
      #expect(try row.value(0) == .jsonb(#"{"a": "ü", "b": 1}"#))
      #expect(try row.bytes(1) == [0, 255, 10])
    }
  }

  @Test("a server error in the middle of a COPY comes out with its constraint and line; nothing is inserted")
  func serverError() throws {
    try withTable { connection in
      let error = #expect(throws: PostgresError.self) {
        _ = try write([1, 2, 2] + Array(3...50_000), connection)
      }
      #expect(error?.sqlState == "23505")
      #expect(error?.constraint == "t_pkey")
      #expect(error?.context?.contains("COPY t, line 3") == true)
      let rows = try connection.execute("SELECT count(*) FROM t").single().int64(0)
      #expect(rows == 0)
    }
  }

  @Test("a COPY whose body throws is given up, and the connection goes on")
  func givenUp() throws {
    try withTable { connection in
      #expect(throws: Enough.self) {
        try connection.copyIn("COPY t (id) FROM STDIN (FORMAT binary)") { writer in
          try writer.beginRow(columns: 1)
          try writer.int64(1)
          throw Enough()
        }
      }
      let written = try write([5], connection)
      #expect(written == 1)
      #expect(throws: Enough.self) {
        try connection.copyOut("COPY (SELECT generate_series(1, 100000000)) TO STDOUT (FORMAT binary)") { _ in
          throw Enough()
        }
      }
      #expect(try connection.execute("SELECT id FROM t").single().int64(0) == 5)
    }
  }

  @Test("rows with too many or too few columns are refused here")
  func wrongColumns() throws {
    try withTable { connection in
      let few = #expect(throws: PostgresError.self) {
        try connection.copyIn("COPY t (id, name) FROM STDIN (FORMAT binary)") { writer in
          try writer.beginRow(columns: 2)
          try writer.int64(1)
        }
      }
      #expect(few?.code == .invalidUse)
      let many = #expect(throws: PostgresError.self) {
        try connection.copyIn("COPY t (id) FROM STDIN (FORMAT binary)") { writer in
          try writer.beginRow(columns: 1)
          try writer.int64(1)
          try writer.int64(2)
        }
      }
      #expect(many?.code == .invalidUse)
      let rows = try connection.execute("SELECT 1 FROM t")
      #expect(rows.isEmpty)
    }
  }

  @Test("integers stand for placeholders of a COPY, outside of quotes and comments only")
  func integers() throws {
    try withTable { connection in
      _ = try write([1, 2, 3, 4], connection)
      var found: [Int64] = []
      try connection.copyOut(
        """
        COPY (SELECT id, '$9' AS "$8" FROM t -- $7
          WHERE id > $1 AND id = ANY ($2) ORDER BY id) TO STDOUT (FORMAT binary)
        """, integers: [.int64(-1), .int64Array([2, 4, 9])]
      ) { row in
        found.append(try row.int64(0))
        #expect(try row.text(1) == "$9")
      }
      #expect(found == [2, 4])
    }
  }

  @Test(
    "a placeholder without a value, or a value without a placeholder, is refused",
    arguments: [
      "COPY (SELECT $2) TO STDOUT (FORMAT binary)", "COPY (SELECT 1) TO STDOUT (FORMAT binary)",
      "SELECT $1, $x$",
    ])
  func wrongPlaceholders(sql: String) throws {
    try withTable { connection in
      let error = #expect(throws: PostgresError.self) {
        try connection.copyOut(sql, integers: [.int64(1)]) { _ in }
      }
      #expect(error?.code == .invalidUse)
    }
  }

  @Test("a COPY in another format or direction is refused, and the connection goes on")
  func wrongFormat() throws {
    try withTable { connection in
      _ = try write([1], connection)
      for sql in ["COPY t TO STDOUT", "COPY t FROM STDIN (FORMAT binary)", "SELECT 1"] {
        let error = #expect(throws: PostgresError.self) { try connection.copyOut(sql) { _ in } }
        #expect(error?.code == .invalidUse, "\(sql)")
        #expect(try connection.execute("SELECT 1").count == 1)
      }
      #expect(throws: PostgresError.self) { try connection.script("COPY t TO STDOUT") }
      #expect(throws: PostgresError.self) { try connection.execute("COPY t FROM STDIN") }
      #expect(try connection.execute("SELECT 1").count == 1)
    }
  }
}
