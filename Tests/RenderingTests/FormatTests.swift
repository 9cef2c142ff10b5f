import Rendering
import TestSupport
import Testing

@Suite("CSV")
struct CSVTests {
  @Test("follows RFC 4180, and tells null from the empty text")
  func rules() throws {
    let text = try render(
      .csv, [Column("a"), Column("b"), Column("c")],
      [
        [.text("x"), .null, .text("")], [.text("with,comma"), .text("with \"quotes\""), .text("two\nlines")],
        [.text("日本"), .text(" spaced "), .text("cr\r")],
      ])
    #expect(
      text
        == "a,b,c\r\nx,,\"\"\r\n\"with,comma\",\"with \"\"quotes\"\"\",\"two\nlines\"\r\n日本, spaced ,\"cr\r\"\r\n"
    )
  }

  @Test("text that a spreadsheet would run is neutralised and counted; numbers and times are not")
  func formulas() throws {
    let columns = [Column("t"), Column("n", .integer), Column("d", .decimal), Column("j", .json)]
    let rows: [[Cell]] = [
      [.text("=1+1"), .integer(-5), .decimal("-1.50"), .json("-3")],
      [.text("@SUM(A1)"), .integer(5), .null, .null],
      [.text("+41 44"), .null, .null, .null], [.text("-"), .null, .null, .null],
      [.text("\tx"), .null, .null, .null], [.text("\rx"), .null, .null, .null],
      [.text("a=b"), .null, .null, .null],
    ]
    let box = Box()
    var writer = OutputFormat.csv.writer { box.bytes += $0 }
    try writer.begin(columns)
    for row in rows { try writer.row(row) }
    try writer.end(.complete)
    #expect(
      String(decoding: box.bytes, as: UTF8.self)
        == "t,n,d,j\r\n'=1+1,-5,-1.50,-3\r\n'@SUM(A1),5,,\r\n'+41 44,,,\r\n'-,,,\r\n'\tx,,,\r\n\"'\rx\",,,\r\na=b,,,\r\n"
    )
    #expect(writer.neutralisedCells == 6)
    #expect(
      try render(.csv, [Column("t")], [[.text("=1")]], .complete, WriterOptions(isRaw: true)) == "t\r\n=1\r\n"
    )
  }

  @Test("control characters are data in a file and escapes on a terminal")
  func controls() throws {
    let rows: [[Cell]] = [[.text("\u{1B}[31m")]]
    #expect(try render(.csv, [Column("t")], rows) == "t\r\n\u{1B}[31m\r\n")
    #expect(
      try render(.csv, [Column("t")], rows, .complete, WriterOptions(isTerminal: true))
        == "t\r\n\\x1b[31m\r\n")
  }
}

@Suite("JSON")
struct JSONTests {
  @Test("a document says whether it is complete")
  func document() throws {
    let columns = [Column("id", .guid), Column("n", .integer), Column("at", .timestamp), Column("j", .json)]
    let rows: [[Cell]] = [
      [.guid("a-b"), .integer(.max), .timestamp(noon), .json("{ \"a b\" : [1,\n 2] }")],
      [.null, .null, .null, .null],
    ]
    #expect(
      try render(.json, columns, rows, Ending(isComplete: false, next: "c1"))
        == #"{"title":"Result","tenant":null,"asOf":null,"through":[],"parameters":{},"#
        + #""columns":[{"name":"id","kind":"guid"},{"name":"n","kind":"integer"},{"name":"at","kind":"timestamp"},"#
        + #"{"name":"j","kind":"json"}],"rows":[{"id":"a-b","n":9223372036854775807,"#
        + #""at":"2026-03-15T12:00:00.000000Z","j":{"a b":[1,2]}},{"id":null,"n":null,"at":null,"j":null}],"#
        + #""complete":false,"next":"c1"}"# + "\n")
    #expect(
      try render(.json, columns, [], .complete, WriterOptions(listsColumns: false))
        == #"{"title":"Result","tenant":null,"asOf":null,"through":[],"parameters":{},"rows":[],"complete":true,"next":null}"#
        + "\n")
  }

  @Test("a document says what was asked, of which log, and how far its data go")
  func about() throws {
    let about = About(
      "Wipes", tenant: "t-1", asOf: noon,
      parameters: [
        About.Parameter("open", .boolean(true)), About.Parameter("rule", list: ["W1", "W2"]),
        About.Parameter("since", .timestamp(noon)),
      ],
      through: [About.Through(tenant: "t-1", position: 7, recordedAt: noon)])
    #expect(
      try render(.json, [], [], .complete, WriterOptions(listsColumns: false, about: about))
        == #"{"title":"Wipes","tenant":"t-1","asOf":"2026-03-15T12:00:00.000000Z","#
        + #""through":[{"tenant":"t-1","position":7,"recordedAt":"2026-03-15T12:00:00.000000Z"}],"#
        + #""parameters":{"open":true,"rule":["W1","W2"],"since":"2026-03-15T12:00:00.000000Z"},"#
        + #""rows":[],"complete":true,"next":null}"# + "\n")
  }

  @Test("what could steer a terminal is an escape also in JSON that comes ready made")
  func rawControls() throws {
    #expect(
      try JSONWriter.text { $0.raw("{ \"a\u{9B}\" : \"\u{202E}b é\u{FFF9}\" }") }
        == #"{"a\u009b":"\u202eb é\ufff9"}"#)
  }

  @Test("texts in a list are an array, and people read them with commas between")
  func list() throws {
    let columns = [Column("l", .json)]
    #expect(try render(.jsonl, columns, [[.list(["a", "\""])]]) == #"{"l":["a","\""]}"# + "\n")
    #expect(try render(.csv, columns, [[.list(["a", "b"])]]) == "l\r\n\"[\"\"a\"\",\"\"b\"\"]\"\r\n")
    #expect(try render(.table, columns, [[.list(["a", "b"])]]) == "l\n────\na, b\n")
  }

  @Test("lines are objects, each in one line, nulls included")
  func lines() throws {
    let text = try render(
      .jsonl, [Column("a"), Column("b", .json)],
      [[.null, .json("[\n]")], [.text("x\ny"), .json("\"a \\\" b\"")]])
    #expect(text == "{\"a\":null,\"b\":[]}\n{\"a\":\"x\\ny\",\"b\":\"a \\\" b\"}\n")
    #expect(try render(.jsonl, [Column("a")], []).isEmpty)
  }

  @Test(
    "strings are escaped as JSON and terminals need",
    arguments: [
      ("a\"b\\c/", #""a\"b\\c/""#), ("\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1F}", #""\u0000\u0001\b\t\n\f\r\u001f""#),
      ("é日🙂", "\"é日🙂\""), ("\u{7F}\u{9B}\u{202E}", #""\u007f\u009b\u202e""#), ("", "\"\""),
      ("\r\n", #""\r\n""#), ("e\u{301}", "\"e\u{301}\""),
    ])
  func strings(text: String, json: String) throws {
    #expect(try JSONWriter.text { $0.string(text) } == json)
  }

  @Test(
    "numbers read back as themselves, and what is no number is a string",
    arguments: [
      (Cell.real(5), "5"), (.real(0.1), "0.1"), (.real(-1e-7), "-1e-07"), (.real(.nan), "\"NaN\""),
      (.real(-.infinity), "\"-Infinity\""), (.decimal("12345678901234567890.10"), "12345678901234567890.10"),
      (.decimal("NaN"), "\"NaN\""), (.boolean(false), "false"), (.date(20_527), "\"2026-03-15\""),
      (.timestamp(.min), "\"-infinity\""),
    ])
  func values(cell: Cell, json: String) throws {
    #expect(try JSONWriter.text { $0.cell(cell) } == json)
  }

  @Test("objects and arrays nest")
  func nesting() throws {
    let text = try JSONWriter.text { json in
      json.object { json in
        json.key("list")
        json.array([1, 2]) { $0.integer($1) }
        json.key("empty")
        json.object { _ in }
        json.key("in")
        json.beginArray()
        json.beginArray()
        json.endArray()
        json.null()
        json.endArray()
        json.key("none")
        json.integer(nil as Int?)
        json.key("raw")
        json.raw("{ \"k\": 1 }")
      }
    }
    #expect(text == #"{"list":[1,2],"empty":{},"in":[[],null],"none":null,"raw":{"k":1}}"#)
  }

  @Test("a member without its name is a mistake of the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      _ = try JSONWriter.text { json in
        json.beginObject()
        json.null()
      }
    }
  }
}

@Suite("Markdown and HTML")
struct MarkupTests {
  @Test("nothing in the data is taken for Markdown")
  func markdown() throws {
    let text = try render(
      .markdown, [Column("a|b"), Column("n", .integer)],
      [
        [.text("x | y\nz"), .integer(1)], [.text("<img src=x> & `c` *b* _i_ a_b [l](u) \\"), .null],
        [.text("\u{1B}[0m\r\nq"), .integer(2)],
      ])
    #expect(
      text
        == #"""
        # Result

        | a\|b | n |
        | --- | ---: |
        | x \| y<br>z | 1 |
        | &lt;img src=x&gt; &amp; \`c\` \*b\* \_i\_ a_b \[l\](u) \\ |  |
        | \x1b\[0m<br>q | 2 |

        3 rows; complete.

        """#.replacing("\\x1b", with: "\\\\x1b"))
  }

  @Test("nothing in the data is taken for HTML")
  func html() throws {
    let text = try render(
      .html, [Column("<b>"), Column("n", .integer), Column("at", .timestamp)],
      [
        [.text("<script>alert('x')</script> & \"q\""), .integer(3), .timestamp(noon)], [.null, .null, .null],
      ],
      Ending(isComplete: false), WriterOptions(zone: { _ in 3600 }, about: About("A & <B>")))
    #expect(text.contains("<title>A &amp; &lt;B&gt;</title>"))
    #expect(
      text.contains(
        #"<tr><th scope="col">&lt;b&gt;</th><th scope="col" class="n">n</th><th scope="col">at</th></tr>"#))
    #expect(
      text.contains(
        "<tr><td>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;q&quot;</td><td class=\"n\">3</td>"
          + "<td><time datetime=\"2026-03-15T12:00:00.000000Z\">2026-03-15T13:00:00+01:00</time></td></tr>"))
    #expect(text.contains("<tr><td class=\"null\">–</td>"))
    #expect(
      text.hasSuffix(
        "<p>2 rows; incomplete: there are more rows than these.</p>\n</main>\n</body>\n</html>\n"))
    #expect(!text.contains("<script"))
    // People read whole seconds, programs all of it.
    #expect(
      try render(.html, [Column("at", .timestamp)], [[.timestamp(noon + 999_999)], [.timestamp(-1)]])
        .contains(
          "<td><time datetime=\"2026-03-15T12:00:00.999999Z\">2026-03-15T12:00:00Z</time></td></tr>\n"
            + "<tr><td><time datetime=\"1969-12-31T23:59:59.999999Z\">1969-12-31T23:59:59Z</time>"))
  }

  private static let about = About(
    "Wipes of ada", caption: "A row for each wipe", tenant: "t-1", asOf: noon,
    parameters: [
      About.Parameter("rule", list: ["W1", "W2"]), About.Parameter("app", .text("a<b|c")),
      About.Parameter("since", .timestamp(noon)), About.Parameter("severity", list: []),
      About.Parameter("text", .text("")),
    ],
    through: [About.Through(tenant: "t-1", position: 7, recordedAt: noon)])

  @Test("both say what was asked, of which log, how far the data go, and how many rows there are")
  func about() throws {
    let options = WriterOptions(zone: { _ in 3600 }, about: Self.about)
    let columns = [Column("openedAt", .timestamp), Column("age_s", .integer, unit: .seconds)]
    let rows: [[Cell]] = [[.timestamp(noon), .integer(3661)]]
    #expect(
      try render(.markdown, columns, rows, .complete, options) == """
        # Wipes of ada

        - Tenant: t-1
        - As of: 2026-03-15T13:00:00+01:00
        - Data through: position 7, recorded 2026-03-15T13:00:00+01:00
        - Parameters: rule=W1, W2; app=a&lt;b\\|c; since=2026-03-15T13:00:00+01:00; text=""

        | opened | age |
        | --- | ---: |
        | 2026-03-15T13:00:00+01:00 | 1 h 1 min |

        1 row; complete.

        """)
    let html = try render(.html, columns, rows, .complete, options)
    for part in [
      #"<html lang="en">"#, "<title>Wipes of ada</title>", #"<h1 id="title">Wipes of ada</h1>"#,
      "<caption>A row for each wipe</caption>", "<dt>Tenant</dt><dd>t-1</dd>",
      "<dt>As of</dt><dd>2026-03-15T13:00:00+01:00</dd>",
      "<dt>Data through</dt><dd>position 7, recorded 2026-03-15T13:00:00+01:00</dd>",
      "<dt>Parameters</dt><dd>rule=W1, W2; app=a&lt;b|c; since=2026-03-15T13:00:00+01:00; text=&quot;&quot;</dd>",
      #"<td class="n"><data value="3661">1 h 1 min</data></td>"#, "<p>1 row; complete.</p>",
      #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>"#,
      "prefers-color-scheme: dark", "@media print",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(try render(.html, columns, rows, .complete, options) == html)
    #expect(try XMLElements(html).texts(of: "td") == ["2026-03-15T13:00:00+01:00", "1 h 1 min"])
  }

  @Test("a mark that combines with a character of markup leaves it harmless")
  func combining() throws {
    let cell = Cell.text("<\u{301}b>\"\u{301} |\u{301}x")
    let html = try render(.html, [Column("c")], [[cell]])
    #expect(html.contains("<td>&lt;\u{301}b&gt;&quot;\u{301} |\u{301}x</td>"))
    #expect(
      try render(.markdown, [Column("c")], [[cell]]).contains("| &lt;\u{301}b&gt;\"\u{301} \\|\u{301}x |"))
  }

  @Test(
    "a table as wide as paper stays a table; a wider one turns the sheet, then stands in blocks with its heads"
  )
  func shape() throws {
    func style(_ columns: [Column]) throws -> String { try render(.html, columns, [], .complete) }
    let narrow = try style([Column("app"), Column("wipes", .integer)])
    #expect(!narrow.contains("landscape") && !narrow.contains("::before") && narrow.contains("<table>"))
    #expect(!narrow.contains("class=\"hint\""))
    let turned = try style((1...5).map { Column("at_\($0)", .timestamp) })
    #expect(turned.contains("@page { size: landscape; }") && turned.contains("<table class=\"split\">"))
    let far = try style((1...8).map { Column("seen_\($0)", .timestamp) } + [Column("a</style>\"\\")])
    #expect(far.contains("<table class=\"split far\">") && far.contains("class=\"hint\""))
    #expect(far.contains(".far td:nth-child(2)::before { content: \"seen 2\"; }"))
    #expect(far.contains("content: \"a\\3c \\2f style\\3e \\22 \\5c \"; }"))
    #expect(far.count(of: "</style>") == 1)
  }

  @Test("a page that names accounts says that it holds personal data, unless names were left out")
  func personal() throws {
    let notice = "This page holds personal data"
    func page(_ columns: [Column], _ parameters: [About.Parameter] = []) throws -> Bool {
      try render(
        .html, columns, [], .complete, WriterOptions(about: About("Result", parameters: parameters))
      ).contains(notice)
    }
    #expect(try page([Column("app"), Column("previous_identity")]) && page([Column("account")]))
    #expect(try !page([Column("app"), Column("accounts", .integer)]))
    #expect(try !page([Column("account")], [About.Parameter("identities", .text("no"))]))
    #expect(try page([Column("account")], [About.Parameter("identities", .text("yes"))]))
  }

  @Test("a title is one line, whatever is in it")
  func title() throws {
    let html = try render(.html, [], [], .complete, WriterOptions(about: About("a\n<b>\u{1B}\"")))
    #expect(html.contains("<title>a\\n&lt;b&gt;\\x1b&quot;</title>"))
    #expect(try XMLElements(html).texts(of: "h1") == ["a\\n<b>\\x1b\""])
  }
}

@Suite("Columns")
struct ColumnTests {
  @Test(
    "heads are the words of the stable names, whichever way these are written",
    arguments: [
      (Column("lastCheckInAt", .timestamp), "last check in"),
      (Column("last_check_in_at", .timestamp), "last check in"),
      (Column("openFindings", .integer), "open findings"),
      (Column("ageSeconds", .integer, unit: .seconds), "age"),
      (Column("overdue_s", .integer, unit: .seconds), "overdue"), (Column("requestId"), "request id"),
      (Column("sha256"), "sha256"), (Column("at", .timestamp), "at"), (Column("seen_at"), "seen at"),
      (Column("uiIdentity", title: "UI identity"), "UI identity"), (Column("_"), "_"),
      (Column("?column?"), "?column?"),
    ])
  func words(column: Column, title: String) {
    #expect(column.title == title)
  }

  @Test("machine formats keep the stable names and exact numbers, people read words and lengths of time")
  func machine() throws {
    let columns = [Column("firstEventAt", .timestamp), Column("age_s", .integer, unit: .seconds)]
    let rows: [[Cell]] = [[.timestamp(noon), .integer(90_061)]]
    #expect(
      try render(.csv, columns, rows) == "firstEventAt,age_s\r\n2026-03-15T12:00:00.000000Z,90061\r\n")
    #expect(
      try render(.jsonl, columns, rows)
        == #"{"firstEventAt":"2026-03-15T12:00:00.000000Z","age_s":90061}"# + "\n")
    #expect(
      try render(.table, columns, rows)
        == "first event               age\n────────────────────  ───────\n2026-03-15T12:00:00Z  1 d 1 h\n")
  }
}
