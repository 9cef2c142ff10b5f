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
}
