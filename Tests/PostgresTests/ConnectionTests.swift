import Postgres
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
}
