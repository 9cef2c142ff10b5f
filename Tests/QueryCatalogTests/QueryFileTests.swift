import QueryCatalog
import Testing

@Suite("Query files")
struct QueryFileTests {
  @Test("a good file is read whole")
  func header() throws {
    let good = file(goodFile)
    #expect(good.problems == [])
    let query = try #require(good.query)
    #expect(query.name == "wipes-of-app" && query.area == "wipes")
    #expect(query.header.summary == "Wipes of an app in a period.")
    #expect(
      query.header.description == "One row a wipe. Those without an end have none.\nA second paragraph.")
    #expect(query.header.kind == .report && query.header.cost == .bounded)
    #expect(query.header.order == ["wipes desc", "app"] && query.header.cursor == ["wipes", "app"])
    #expect(query.header.parameters.map(\.name) == ["app", "since", "least", "state", "ratio"])
    #expect(query.header.parameters.map(\.type) == [.text, .timestamptz, .bigint, .text, .doublePrecision])
    #expect(query.header.parameters.map(\.standard) == [nil, "-infinity", "0", "it's", "0.5"])
    #expect(query.header.parameters[3].values == ["open", "closed", "it's"])
    #expect(query.header.parameters[0].text == "the app's bundle id")
    #expect(query.header.columns.map(\.type) == [.text, .bigint, .doublePrecision])
    #expect(
      query.header.examples.map(\.values) == [
        ["app": "com.contoso.mail"], ["app": "a \"b\" c", "since": "2026-03-15T12:00:00Z", "least": "3"],
        ["app": ""],
      ])
  }

  @Test("each use becomes the $n of its parameter, and nothing inside quotes or comments does")
  func rendering() throws {
    let query = try #require(file(goodFile).query)
    #expect(
      query.sql == #"""
        WITH w AS (
          -- :'app' in a comment is no use
          SELECT $1::text AS app, ':''since'' $x$ :z $x$ ; /* :z /* */ " */ '::text AS t,
            (ARRAY[1, 2, 3])[1:2] AS slice, E'\'; :q' AS e
          WHERE now() >= $2::timestamptz
        )
        SELECT app, count(*)::bigint AS wipes, $5::double precision * 2 AS ratio
        FROM w
        WHERE $4::text <> $$ :'n' $$ AND app = $1::text
        GROUP BY app
        HAVING count(*) >= $3::bigint
        ORDER BY wipes DESC, app
        """#)
  }

  @Test("a position of the server is a line of the file")
  func positions() throws {
    let query = try #require(file(goodFile).query)
    #expect(query.line(atPosition: 1) == query.line)
    let from = try #require(query.sql.firstRange(of: "FROM w")).lowerBound
    let position = query.sql.unicodeScalars.distance(from: query.sql.startIndex, to: from) + 1
    let lines = goodFile.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[query.line(atPosition: position) - 1] == "FROM w")
  }

  static let bad: [(String, String, Int, QueryProblem.Rule)] = [
    ("@name small", "@name other", 1, .name),
    ("@name small", "@name Small", 1, .name),
    ("-- @name small\n", "", 1, .missing),
    ("SELECT :", "-- @cost full\nSELECT :", 12, .header),
    ("@summary A small one.", "@summary", 2, .header),
    ("@summary A", "@sumary A", 2, .header),
    ("-- @kind report\n", "", 1, .missing),
    ("@kind report", "@kind chart", 3, .header),
    ("@kind report", "@kind control", 1, .missing),
    ("@kind report", "@kind control", 6, .control),
    ("-- @description One row with both.\n", "", 1, .undocumented),
    ("-- @cost bounded\n", "", 1, .undocumented),
    ("-- @example a=x\n", "", 1, .undocumented),
    ("@description One row with both.", "@description A small, SMALL one", 9, .description),
    ("@description One row with both.", "@description A small one, smaller.", 0, .description),
    ("@cost bounded", "@cost small", 10, .header),
    ("@cost bounded", "@cost bounded\n-- @severity grave", 11, .header),
    ("@kind report", "@kind report\n-- @severity note", 4, .control),
    ("@kind report", "@kind report\n-- @kind report", 4, .repeated),
    ("a text required", "a txt required", 4, .header),
    ("a text required", "A text required", 4, .header),
    ("a text required", "a numeric required", 4, .header),
    ("a text required", "a text", 4, .header),
    ("a text required", "a text required default \"x\"", 4, .header),
    ("a text required", "a text optional", 4, .header),
    ("default \"7\"", "default 7", 5, .header),
    ("default \"7\"", "default \"8\"", 11, .metaCommand),
    ("default \"7\"", "default \"7\" enum 1|2", 5, .header),
    ("b bigint default \"7\"", "b bigint required", 11, .metaCommand),
    ("@param b", "@param a", 5, .repeated),
    ("@column b", "@column a", 7, .repeated),
    ("\\if :{?b} \\else \\set b '7' \\endif", "", 5, .metaCommand),
    ("\\set b '7'", "\\set b 7", 11, .metaCommand),
    ("\\set b '7'", "\\set b '\\\\7'", 11, .metaCommand),
    ("\\set b '7' \\endif", "\\set b '7'", 11, .metaCommand),
    ("\\if :{?b}", "\\echo :{?b}", 11, .metaCommand),
    ("\\endif\n", "\\endif\n\\i other.sql\n", 12, .metaCommand),
    ("\\endif\n", "\\endif\n\\if :{?b} \\else \\set b '7' \\endif\n", 12, .repeated),
    ("\\endif\n", "\\endif\n\\if :{?c} \\else \\set c '7' \\endif\n", 12, .undeclared),
    (" AS b;", " AS b\n\\gexec\n;", 13, .metaCommand),
    (":'a'::text AS a", ":'c'::text AS a", 12, .undeclared),
    (":'a'::text AS a", "'x'::text AS a", 4, .unused),
    (":'a'::text AS a", "':''a''' AS a", 4, .unused),
    (":'b'::bigint", ":'b'", 12, .uncast),
    (":'b'::bigint", ":'b'::int", 12, .uncast),
    (":'b'::bigint", ":'b' :: bigint", 12, .uncast),
    (":'a'::text", ":'a'::text[]", 12, .uncast),
    (":'b'::bigint AS", ":b AS", 12, .bare),
    ("AS b;", "AS :\"b\";", 12, .bare),
    (":'b'::bigint", "$1::bigint", 12, .bare),
    ("AS b;", "AS b", 12, .statement),
    ("AS b;", "AS b; SELECT 1;", 12, .statement),
    ("AS b;", "AS b;;", 12, .statement),
    ("AS b;", "AS b; -- the end\n/* really */", 0, .statement),
    ("SELECT :", "DELETE :", 12, .statement),
    ("SELECT :'a'::text AS a, :'b'::bigint AS b;", "", 12, .statement),
    ("AS b;", "AS b WHERE 'x' = 'y;", 12, .statement),
    ("AS b;", "AS b, $q$;", 12, .statement),
    ("AS b;", "AS b /* ;", 12, .statement),
    ("SELECT :", "SELECT *, :", 12, .star),
    ("AS b;", "AS b,\n t.* FROM t;", 13, .star),
    ("AS b;", "AS b, * FROM t;", 12, .star),
    ("@kind report", "@kind report\n-- @order b", 13, .order),
    ("@kind report", "@kind report\n-- @cursor b", 13, .order),
    ("@kind report", "@kind report\n-- @order c", 4, .order),
    ("@kind report", "@kind report\n-- @order b\n-- @cursor a", 5, .order),
    ("@kind report", "@kind report\n-- @order b desc, a\n-- @cursor b", 5, .order),
    ("@example a=x", "@example", 8, .example),
    ("@example a=x", "@example a=x b=many", 8, .example),
    ("bigint default \"7\"", "bigint default \"many\"", 5, .header),
    ("@example a=x", "@example a=x c=y", 8, .example),
    ("@example a=x", "@example a=x a=y", 8, .example),
    ("@example a=x", "@example a=x what", 8, .example),
    ("AS a, ", "AS a, '\u{0}', ", 12, .encoding),
  ]

  @Test("what breaks a rule is found at its line", arguments: bad)
  func problems(old: String, new: String, line: Int, rule: QueryProblem.Rule) throws {
    try #require(smallFile.contains(old))
    let content = small(old, new)
    guard line > 0 else {
      // The mutation is harmless, and must stay so.
      #expect(content.problems == [])
      return
    }
    #expect((content.query == nil) == !rule.allowsRun)
    #expect(
      content.problems.contains { $0.line == line && $0.rule == rule && $0.file == "Queries/small.sql" },
      "\(content.problems)")
  }

  @Test(
    "a parameter whose declaration cannot be read is one problem, and none of what uses it",
    arguments: ["b bigint", "b bigint default 7", "b bigit default \"7\"", "b bigint optional", "b"])
  func brokenParameter(declaration: String) {
    let text = smallFile.replacing("b bigint default \"7\"", with: declaration)
      .replacing("@example a=x", with: "@example a=x b=8")
    let problems = file(text, "Queries/small.sql").problems
    #expect(problems.map(\.rule) == [.header] && problems.map(\.line) == [5], "\(problems)")
  }

  @Test("the unchanged file has no problem")
  func good() {
    #expect(small().problems == [] && small().query != nil)
  }

  @Test("bytes that are no UTF-8 are found at their line")
  func encoding() {
    let content = QueryFile("Queries/x.sql", bytes: Array("-- @name x\n".utf8) + [0x2D, 0x2D, 0xFF, 0x0A])
    #expect(content.problems.map(\.rule) == [.encoding] && content.problems.map(\.line) == [2])
  }

  @Test("an ORDER BY inside brackets does not order the result")
  func innerOrder() {
    let text = smallFile.replacing("@kind report", with: "@kind report\n-- @order b")
    let inner = text.replacing("AS b;", with: "AS b WHERE EXISTS (SELECT 1 ORDER BY 1);")
    #expect(file(inner, "Queries/small.sql").problems.map(\.rule) == [.order])
    #expect(file(text.replacing("AS b;", with: "AS b ORDER BY b;"), "Queries/small.sql").problems == [])
  }

  @Test("a problem reads as file, line, message and rule")
  func description() {
    #expect(
      small(":'b'::bigint", ":'b'").problems.first?.description
        == "Queries/small.sql:12: b is written :'b'::bigint [uncast]")
  }

  @Test("a quote with a combining mark is a quote all the same")
  func combining() {
    #expect(small("AS a,", "AS a, '\u{301} :c ' AS c,").problems == [])
  }
}
