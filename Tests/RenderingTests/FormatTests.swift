import Rendering
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
        == #"{"columns":[{"name":"id","kind":"guid"},{"name":"n","kind":"integer"},{"name":"at","kind":"timestamp"},"#
        + #"{"name":"j","kind":"json"}],"rows":[{"id":"a-b","n":9223372036854775807,"#
        + #""at":"2026-03-15T12:00:00.000000Z","j":{"a b":[1,2]}},{"id":null,"n":null,"at":null,"j":null}],"#
        + #""complete":false,"next":"c1"}"# + "\n")
    #expect(
      try render(.json, columns, [], .complete, WriterOptions(listsColumns: false))
        == #"{"rows":[],"complete":true,"next":null}"# + "\n")
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
        | a\|b | n |
        | --- | ---: |
        | x \| y<br>z | 1 |
        | &lt;img src=x&gt; &amp; \`c\` \*b\* \_i\_ a_b \[l\](u) \\ |  |
        | \x1b\[0m<br>q | 2 |

        """#.replacing("\\x1b", with: "\\\\x1b"))
  }

  @Test("nothing in the data is taken for HTML")
  func html() throws {
    let text = try render(
      .html, [Column("<b>"), Column("n", .integer), Column("at", .timestamp)],
      [
        [.text("<script>alert('x')</script> & \"q\""), .integer(3), .timestamp(noon)], [.null, .null, .null],
      ],
      Ending(isComplete: false), WriterOptions(zone: { _ in 3600 }, title: "A & <B>"))
    #expect(text.contains("<title>A &amp; &lt;B&gt;</title>"))
    #expect(
      text.contains(
        #"<tr><th scope="col">&lt;b&gt;</th><th scope="col" class="n">n</th><th scope="col">at</th></tr>"#))
    #expect(
      text.contains(
        "<tr><td>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;q&quot;</td><td class=\"n\">3</td>"
          + "<td><time datetime=\"2026-03-15T12:00:00.000000Z\">2026-03-15T13:00:00+01:00</time></td></tr>"))
    #expect(text.contains("<tr><td class=\"null\">–</td>"))
    #expect(text.hasSuffix("<p>Incomplete: there are more rows than these.</p>\n</body>\n</html>\n"))
    #expect(!text.contains("<script"))
  }
}
