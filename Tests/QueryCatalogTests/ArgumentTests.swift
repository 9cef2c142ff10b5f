import Postgres
import QueryCatalog
import Testing

@Suite("Arguments of queries")
struct ArgumentTests {
  struct NoTime: Error, CustomStringConvertible {
    var description: String { "has no zone" }
  }

  private func parseTime(_ text: String) throws -> Int64 {
    guard text == "noon" else { throw NoTime() }
    return 42
  }

  private func query(_ type: String, standard: String = "required") throws -> StoredQuery {
    let block = standard == "required" ? "" : "\\if :{?x} \\else \\set x '7' \\endif\n"
    let words = [
      "integer": "1", "bigint": "1", "boolean": "true", "double precision": "1", "date": "2026-03-15",
      "uuid": "0a1b2c3d-0000-4000-8000-0000000000ff",
    ]
    let text = """
      -- @name q
      -- @summary A query.
      -- @description One row with the value.
      -- @cost bounded
      -- @kind report
      -- @param x \(type) \(standard) -- the value
      -- @column x text -- it
      -- @example x=\(words[type] ?? "noon")
      \(block)SELECT :'x'::\(type) AS x;
      """
    let content = file(text, "Queries/q.sql")
    return try #require(content.query, "\(content.problems)")
  }

  static let accepted: [(String, String, Parameter)] = [
    ("text", "", .text("")), ("text", "a' OR '1'='1", .text("a' OR '1'='1")),
    ("integer", "-7", .int32(-7)), ("bigint", "9223372036854775807", .int64(.max)),
    ("boolean", "Yes", .bool(true)), ("boolean", "off", .bool(false)),
    ("double precision", "1e3", .float8(1000)),
    (
      "uuid", "0A1B2C3D-0000-4000-8000-0000000000ff",
      .uuid(high: 0x0A1B_2C3D_0000_4000, low: 0x8000_0000_0000_00FF)
    ),
    ("date", "2000-01-01", .raw(.date, [0, 0, 0, 0])), ("date", "2000-03-01", .raw(.date, [0, 0, 0, 60])),
    ("date", "1999-12-31", .raw(.date, [255, 255, 255, 255])),
    ("timestamptz", "noon", .timestamptz(microsecondsSince1970: 42)),
    ("timestamptz", "-infinity", .timestamptz(microsecondsSince1970: .min)),
  ]

  @Test("a word becomes a value of the parameter's type", arguments: accepted)
  func accepts(type: String, word: String, parameter: Parameter) throws {
    #expect(try query(type).bind(["x": word], parseTime: parseTime).parameters == [parameter])
  }

  static let refused: [(String, String, String)] = [
    ("integer", "3000000000", "is not a whole number from -2147483648 to 2147483647"),
    ("bigint", "1.5", "is not a whole number"), ("bigint", "", "is not a whole number"),
    ("boolean", "maybe", "is not true or false"), ("double precision", "nan", "is not a number"),
    ("uuid", "0a1b2c3d00004000800000000000000f", "is not a UUID, as 0a1b2c3d-0000-4000-8000-000000000000"),
    (
      "uuid", "0a1b2c3d-0000-4000-8000-00000000000g", "is not a UUID, as 0a1b2c3d-0000-4000-8000-000000000000"
    ),
    ("date", "2026-02-29", "is not a date, as 2026-03-15"),
    ("date", "15.3.2026", "is not a date, as 2026-03-15"),
    ("timestamptz", "2026-03-15T12:00:00", "has no zone"), ("text", "\u{0}", "is not text without NUL"),
  ]

  @Test("a word of another type is refused with what is expected", arguments: refused)
  func refuses(type: String, word: String, reason: String) throws {
    let query = try query(type)
    #expect(throws: QueryArgumentError.invalid(name: "x", value: word, reason: reason)) {
      _ = try query.bind(["x": word], parseTime: parseTime)
    }
  }

  @Test("unknown and missing names, and values that are none of the listed, say what to do")
  func names() throws {
    let good = try #require(file(goodFile).query)
    func message(_ arguments: [String: String]) -> String? {
      #expect(throws: QueryArgumentError.self) { _ = try good.bind(arguments, parseTime: parseTime) }?
        .description
    }
    #expect(message(["ap": "x"]) == "the query has no parameter 'ap'; did you mean 'app'?")
    #expect(
      message(["zzzz": "x"]) == "the query has no parameter 'zzzz'; it has app, since, least, state, ratio")
    #expect(message([:]) == "missing --arg app=…")
    #expect(
      message(["app": "x", "state": "opne"])
        == "'opne' for state is none of: open, closed, it's; did you mean 'open'?")
  }

  @Test("what is not given has its default, and the words are kept for the record")
  func defaults() throws {
    let good = try #require(file(goodFile).query)
    let bound = try good.bind(["app": "x", "least": "3"], parseTime: parseTime)
    #expect(
      bound.parameters == [
        .text("x"), .timestamptz(microsecondsSince1970: .min), .int64(3), .text("it's"), .float8(0.5),
      ])
    #expect(bound.arguments.map(\.value) == ["x", "-infinity", "3", "it's", "0.5"])
  }
}
