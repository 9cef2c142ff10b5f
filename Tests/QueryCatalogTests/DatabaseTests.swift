import Foundation
import Postgres
import QueryCatalog
import TestSupport
import Testing

@Suite("Queries in a database")
struct DatabaseTests {
  private static let area = """
    -- @name numbers
    -- @summary Numbers and words.
    -- @description One row for each number.
    -- @cost bounded
    -- @kind report
    -- @param until integer required -- the last number
    -- @param word text default "it's" -- a word
    -- @param from timestamptz default "2026-03-15T12:00:00Z" -- an instant
    -- @param day date default "2024-02-29" -- a day
    -- @param id uuid default "0a1b2c3d-0000-4000-8000-0000000000ff" -- an id
    -- @param yes boolean default "true" -- a truth
    -- @param share double precision default "0.25" -- a share
    -- @column n integer -- the number
    -- @column word text -- the word
    -- @column at timestamptz -- the instant
    -- @column day date -- the day
    -- @column id uuid -- the id
    -- @column yes boolean -- the truth
    -- @column share double precision -- the share
    -- @column none text -- nothing
    -- @order n
    -- @example until=3
    -- @example until=2 word="'; DROP TABLE x; --" from=1969-12-31T23:59:59.999999Z day=1999-12-31 yes=off share=-1e10
    -- @example until=0
    \\if :{?word} \\else \\set word 'it''s' \\endif
    \\if :{?from} \\else \\set from '2026-03-15T12:00:00Z' \\endif
    \\if :{?day} \\else \\set day '2024-02-29' \\endif
    \\if :{?id} \\else \\set id '0a1b2c3d-0000-4000-8000-0000000000ff' \\endif
    \\if :{?yes} \\else \\set yes 'true' \\endif
    \\if :{?share} \\else \\set share '0.25' \\endif
    SELECT n, :'word'::text AS word, :'from'::timestamptz + make_interval(secs => n) AS at, :'day'::date AS day,
      :'id'::uuid AS id, :'yes'::boolean AS yes, :'share'::double precision AS share, NULL::text AS none
    FROM generate_series(1, :'until'::integer) AS n
    ORDER BY n;
    """

  private func numbers() throws -> StoredQuery {
    let content = file(Self.area, "Queries/numbers.sql")
    return try #require(content.query, "\(content.problems)")
  }

  private func parseTime(_ text: String) throws -> Int64 {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    let seconds = try style.parse(text).timeIntervalSince1970
    return Int64((seconds * 1_000_000).rounded())
  }

  private func psql(_ database: TestDatabase, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database.conninfo] + arguments
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test("each example gives the same rows through psql and through the tool")
  func sameRows() throws {
    let query = try numbers()
    let path = FileManager.default.temporaryDirectory.appending(path: "numbers-\(UUID()).sql")
    try Data(Self.area.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      #expect(query.header.examples.count == 3)
      for example in query.header.examples {
        let variables = example.arguments.flatMap { ["-v", "\($0.name)=\($0.value)"] }
        let expected = try psql(database, variables + ["-f", path.path])
        // The tool's rows go into a table, so that the same psql writes both.
        try connection.script(
          "DROP TABLE IF EXISTS r; CREATE TABLE r (n integer, word text, at timestamptz, day date, id uuid, yes boolean, share float8, none text)"
        )
        var rows = [[PostgresValue]]()
        let bound = try query.bind(example.values, parseTime: parseTime)
        try bound.stream(on: connection) { columns in
          #expect(columns.map(\.name) == query.header.columns.map(\.name))
        } row: {
          rows.append($0)
        }
        for row in rows { try insert(row, connection) }
        #expect(try psql(database, ["-c", "SELECT * FROM r ORDER BY n"]) == expected)
      }
    }
  }

  private func insert(_ row: [PostgresValue], _ connection: Connection) throws {
    let parameters = try row.map { value -> Parameter in
      switch value {
      case .null: .null(.text)
      case .int32(let number): .int32(number)
      case .text(let text): .text(text)
      case .timestamptz(let microseconds): .timestamptz(microsecondsSince1970: microseconds)
      case .date(let days): .raw(.date, withUnsafeBytes(of: (days - 10_957).bigEndian) { Array($0) })
      case .uuid(let bits): .uuid(high: bits.high, low: bits.low)
      case .bool(let truth): .bool(truth)
      case .float8(let number): .float8(number)
      default: throw NoCase(value: value)
      }
    }
    _ = try connection.execute("INSERT INTO r VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", parameters)
  }

  private struct NoCase: Error {
    var value: PostgresValue
  }

  @Test("the header is compared with what the server infers")
  func describe() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      #expect(try numbers().problems(on: connection) == [])
      let wrong: [(String, String, String)] = [
        (
          "@column n integer", "@column n bigint",
          "Queries/numbers.sql:13: n is integer, not bigint [database]"
        ),
        (
          "@column yes boolean", "@column yeah boolean",
          "Queries/numbers.sql:18: column 6 is yes, not yeah [database]"
        ),
        (
          "-- @column none text -- nothing\n", "",
          "Queries/numbers.sql:19: the result has 8 columns, the header 7 [database]"
        ),
        (
          "FROM generate_series(", "FROM no_such_function(",
          "Queries/numbers.sql:33: the server refuses the statement: function no_such_function(integer, integer) does not exist [database]"
        ),
      ]
      for (old, new, problem) in wrong {
        let content = file(Self.area.replacing(old, with: new), "Queries/numbers.sql")
        let query = try #require(content.query, "\(content.problems)")
        #expect(try query.problems(on: connection).map(\.description) == [problem])
      }
    }
  }

  @Test("a query cannot write, whatever its file says")
  func readOnly() throws {
    let text = smallFile.replacing(
      "SELECT :", with: "WITH x AS (INSERT INTO t VALUES (1) RETURNING 1) SELECT :")
    let content = file(text, "Queries/small.sql")
    let bound = try #require(content.query, "\(content.problems)").bind(["a": "x"], parseTime: parseTime)
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script("CREATE TABLE t (n integer)")
      let error = #expect(throws: PostgresError.self) {
        try bound.stream(on: connection, columns: { _ in }, row: { _ in })
      }
      #expect(error?.sqlState == "25006")
      #expect(try connection.execute("SELECT count(*) FROM t").single().int64(0) == 0)
    }
  }

  @Test("a query may take longer than the login's statement timeout, which holds again afterwards")
  func timeout() throws {
    let text = smallFile.replacing(
      "SELECT :", with: "SELECT left((SELECT count(*) FROM generate_series(1, 3000000))::text, 0) || :")
    let content = file(text, "Queries/small.sql")
    let bound = try #require(content.query, "\(content.problems)").bind(["a": "x"], parseTime: parseTime)
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      try connection.script("SET statement_timeout TO '100ms'")
      var rows = 0
      try bound.stream(on: connection, columns: { _ in }, row: { _ in rows += 1 })
      #expect(rows == 1)
      let long = try #require(
        small("SELECT :", "SELECT (SELECT count(*) FROM generate_series(1, 2000000000))::text || :").query)
      let longBound = try long.bind(["a": "x"], parseTime: parseTime)
      let ended = #expect(throws: PostgresError.self) {
        try longBound.stream(on: connection, timeout: 1, columns: { _ in }, row: { _ in })
      }
      #expect(ended?.sqlState == "57014")
      #expect(try connection.execute("SHOW statement_timeout").single().text(0) == "100ms")
      let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(0.3)") }
      #expect(error?.sqlState == "57014")
    }
  }

  @Test("a row that is not wanted ends the query, and the connection stays good")
  func stop() throws {
    struct Enough: Error {}
    let bound = try numbers().bind(["until": "1000000"], parseTime: parseTime)
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      var count = 0
      #expect(throws: Enough.self) {
        try bound.stream(on: connection, columns: { _ in }) { _ in
          count += 1
          if count == 10 { throw Enough() }
        }
      }
      #expect(count == 10)
      #expect(try connection.execute("SELECT 1").single().int32(0) == 1)
    }
  }
}
