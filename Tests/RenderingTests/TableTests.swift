import PlainText
import Rendering
import Testing

@Suite("Table")
struct TableTests {
  @Test("columns line up whatever the script; numbers to the right; null is not empty")
  func alignment() throws {
    let text = try render(
      .table, [Column("name"), Column("n", .integer), Column("note")],
      [
        [.text("alice"), .integer(5), .text("ok")],
        [.text("田中太郎"), .integer(1234), .text("")],
        [.text("👩‍👩‍👧‍👦"), .null, .null],
        [.text("Zoe\u{308}"), .integer(-7), .text("x")],
      ])
    #expect(
      text == """
        name         n  note
        ────────  ────  ────
        alice        5  ok
        田中太郎  1234
        👩‍👩‍👧‍👦           –  –
        Zoë         -7  x

        """)
  }

  @Test("escape sequences, line breaks and bidi overrides in data are shown, not sent")
  func escapes() throws {
    let text = try render(
      .table, [Column("v\u{1B}")], [[.text("\u{1B}]0;owned\u{7}")], [.text("a\nb\u{202E}c\u{9B}2J")]])
    #expect(
      text == """
        v\\x1b
        ───────────────────
        \\x1b]0;owned\\x07
        a\\nb\\u{202e}c\\x9b2J

        """)
  }

  @Test("after the look-ahead a wider cell widens its own line alone and is whole")
  func lookAhead() throws {
    let text = try render(
      .table, [Column("a"), Column("b")],
      [
        [.text("1"), .text("x")], [.text("22"), .text("y")], [.text("much wider"), .text("z")],
        [.text("3"), .text("w")],
      ],
      .complete, WriterOptions(lookAhead: 2))
    #expect(text == "a   b\n──  ─\n1   x\n22  y\nmuch wider  z\n3   w\n")
  }

  @Test("an empty result has its head")
  func empty() throws {
    #expect(try render(.table, [Column("a"), Column("bb")], []) == "a  bb\n─  ──\n")
  }

  @Test("times are shown in the zone, with its offset, and no more fraction than there is")
  func zone() throws {
    let options = WriterOptions(zone: { $0 < noon ? 3600 : 7200 })
    let text = try render(
      .table, [Column("at", .timestamp)],
      [[.timestamp(noon - 1)], [.timestamp(noon)], [.timestamp(noon + 250_000)], [.timestamp(.max)]],
      .complete, options)
    #expect(
      text == """
        at
        ────────────────────────────────
        2026-03-15T12:59:59.999999+01:00
        2026-03-15T14:00:00+02:00
        2026-03-15T14:00:00.250+02:00
        infinity

        """)
  }

  @Test("colours are written when on, and do not count for the width")
  func colours() throws {
    let columns = [Column("status", tones: ["alarm": .bad]), Column("x")]
    let text = try render(
      .table, columns, [[.text("alarm"), .null], [.text("ok"), .text("y")]], .complete,
      WriterOptions(style: Style(isOn: true)))
    #expect(
      text
        == "\u{1B}[1mstatus\u{1B}[0m  \u{1B}[1mx\u{1B}[0m\n\u{1B}[2m──────\u{1B}[0m  \u{1B}[2m─\u{1B}[0m\n"
        + "\u{1B}[31malarm\u{1B}[0m   \u{1B}[2m–\u{1B}[0m\nok      y\n")
  }

  @Test("a list of fields has its values in one column")
  func fields() {
    var list = FieldList()
    list.add("Account", .text("alice\u{1B}"))
    list.add("名前", .null)
    list.add("Since", .timestamp(noon))
    #expect(list.text == "Account  alice\\x1b\n名前     –\nSince    2026-03-15T12:00:00Z\n")
  }
}

/// Tables on a width: columns that are broken into lines, and blocks where these do not fit.
@Suite("Table on a width")
struct TableWidthTests {
  private static let columns = [Column("id", .guid), Column("n", .integer), Column("reason")]
  private static let rows: [[Cell]] = [
    [.guid("c645a280"), .integer(5), .text("A wipe of the device was asked for and not confirmed.")],
    [.guid("d7"), .integer(12), .text("Nothing.")],
  ]

  private func table(_ width: Int, lookAhead: Int = 500) throws -> String {
    try render(.table, Self.columns, Self.rows, .complete, WriterOptions(width: width, lookAhead: lookAhead))
  }

  @Test("texts are broken at words until the table fits, ids and numbers are not")
  func words() throws {
    #expect(
      try table(40) == """
        id         n  reason
        ────────  ──  ──────────────────────────
        c645a280   5  A wipe of the device was
                      asked for and not
                      confirmed.
        d7        12  Nothing.

        """)
  }

  @Test("a table that fits is not touched")
  func fits() throws {
    #expect(try table(67) == (try render(.table, Self.columns, Self.rows)))
  }

  @Test("where the columns do not fit each row is a block, its values beside one another as far as they fit")
  func blocks() throws {
    #expect(
      try table(29) == """
        ── 1 ────────────────────────
        id: c645a280   n: 5
        reason: A wipe of the device
                was asked for and not
                confirmed.
        ── 2 ────────────────────────
        id: d7         n: 12
        reason: Nothing.

        """)
    var writer = OutputFormat.table.writer(WriterOptions(width: 29)) { _ in }
    try writer.begin(Self.columns)
    for row in Self.rows { try writer.row(row) }
    try writer.end(.complete)
    // 8 for the id, 2 for the number, 16 for the reason, and two gaps.
    #expect(writer.neededWidth == 30)
  }

  @Test(
    "a later value that is wider than its column, or than its place in a block, is broken within its own row")
  func later() throws {
    let columns = [Column("id", .guid), Column("text")]
    let rows: [[Cell]] = [
      [.guid("ab"), .text("short")], [.guid("abcdef"), .text("rather longer")], [.guid("x"), .null],
    ]
    #expect(
      try render(.table, columns, rows, .complete, WriterOptions(width: 20, lookAhead: 1)) == """
        id  text
        ──  ─────
        ab  short
        ab  rather longer
        cd
        ef
        x   –

        """)
    let wide = [Column("first", .guid), Column("second", .guid), Column("third")]
    let long: [[Cell]] = [
      [.guid("0123456789"), .guid("0123456789"), .text("a")],
      [.guid("01234567890123456789"), .guid("1"), .text("b")],
    ]
    #expect(
      try render(.table, wide, long, .complete, WriterOptions(width: 22, lookAhead: 1)) == """
        ── 1 ─────────────────
        first: 0123456789
        second: 0123456789
        third: a
        ── 2 ─────────────────
        first: 012345678901234
               56789
        second: 1
        third: b

        """)
  }

  @Test("heads are broken at words too")
  func heads() throws {
    let columns = [Column("openFindings", .integer), Column("installationsOfTheAccount", .integer)]
    #expect(
      try render(.table, columns, [[.integer(1), .integer(2)]], .complete, WriterOptions(width: 24)) == """
            open   installations
        findings  of the account
        ────────  ──────────────
               1               2

        """)
  }

  @Test("whatever the script, no line is wider than the width and no character is lost", arguments: 20...140)
  func properties(width: Int) throws {
    let words = [
      "wipe", "Löschung", "ワイプは確認されていません。", "擦除未确认", "👩‍👩‍👧‍👦👍🏽", "e\u{301}cole", "אישור", "हिन्दी", "ไม่ได้รับการยืนยัน",
      "0d6e4c97-6f6e-4a74-a0e8-d28bfb29c356", "mam.wipe.requested", "🇨🇭", "\u{202E}x", "a,b;c", "",
    ]
    var state = UInt64(width)
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func text() -> String { (0..<next(12)).map { _ in words[next(words.count)] }.joined(separator: " ") }
    let columns = [
      Column("a"), Column("bId", .guid), Column("countOfThings", .integer), Column("text"),
      Column("openedAt", .timestamp),
    ]
    let rows: [[Cell]] = (0..<20).map { _ in
      [
        next(5) == 0 ? .null : .text(words[next(words.count)]), .guid(words[9]),
        .integer(Int64(next(100_000))),
        .text(text()), .timestamp(noon + Int64(next(1_000_000))),
      ]
    }
    for colour in [false, true] {
      let options = WriterOptions(style: Style(isOn: colour), width: width, lookAhead: 10)
      let plain = try render(.table, columns, rows, .complete, options)
        .replacing(/\u{1B}\[\d+m/, with: "")
      for line in plain.split(separator: "\n") { #expect(line.displayWidth <= width, "\(line)") }
      func letters(_ text: String) -> [Character: Int] {
        text.filter { !" \n─:–".contains($0) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      let blocks = plain.hasPrefix("── 1 ")
      let heads = columns.map(\.title).joined()
      let values = rows.joined().map { cell in
        if case .timestamp(let instant) = cell { return CalendarText.human(instant) }
        return cell.machineText ?? ""
      }
      let numbers = blocks ? (1...rows.count).map(String.init).joined() : ""
      let expected =
        values.map(\.printable).joined() + numbers
        + (blocks ? String(repeating: heads, count: rows.count) : heads)
      #expect(letters(plain) == letters(expected))
    }
  }
}

@Suite("Streaming")
struct StreamingTests {
  @Test("every format hands its bytes over in blocks, long before the end", arguments: OutputFormat.allCases)
  func blocks(format: OutputFormat) throws {
    let box = Box()
    var writer = format.writer { box.blocks.append($0.count) }
    try writer.begin([Column("n", .integer), Column("text")])
    for number in 0..<20_000 {
      try writer.row([.integer(Int64(number)), .text("some text to fill the line")])
    }
    #expect(box.blocks.count >= 5)
    #expect(box.blocks.allSatisfy { $0 < 128 * 1024 })
    let before = box.blocks.count
    try writer.end(.complete)
    #expect(box.blocks.count > before)
  }

  @Test("what the sink throws comes out of the row that filled the block", arguments: OutputFormat.allCases)
  func failure(format: OutputFormat) throws {
    struct Full: Error {}
    var writer = format.writer { _ in throw Full() }
    try writer.begin([Column("text")])
    #expect(throws: Full.self) {
      for _ in 0..<20_000 { try writer.row([.text("some text to fill the line")]) }
    }
    #expect(throws: Full.self) { try writer.end(.complete) }
  }

  @Test("an instant and the time since it have heads of their own; an empty list is none")
  func distinctHeads() throws {
    let columns = Column.distinct([
      Column("oldest_open_at", .timestamp), Column("oldest_open_s", .integer, unit: .seconds),
      Column("last_event_at", .timestamp), Column("apps", .json),
    ])
    #expect(columns.map(\.title) == ["oldest open at", "oldest open", "last event", "apps"])
    let text = try render(.table, [Column("apps", .json)], [[.list([])], [.list(["a", "b"])]])
    #expect(text == "apps\n────\nnone\na, b\n")
  }
}
