import PlainText
import Testing

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "counts the columns of a terminal, not the characters",
    arguments: [
      ("", 0), ("abc", 3), ("naïve", 5), ("e\u{301}te\u{301}", 3), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4),
      ("한국", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("🙂", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇨🇭", 2), ("☂\u{FE0F}", 2), ("☂", 1),
      ("1\u{FE0F}\u{20E3}", 2),
      ("a\u{200B}b", 2), ("שלום", 4), ("हिन्दी", 5), ("–…", 2), ("\u{AD}", 1), ("\u{1F}", 0),
    ])
  func columns(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test("padding fills up to a width and never cuts")
  func padding() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("longer".padded(to: 3) == "longer")
  }

  @Test("wrapping keeps words whole and line breaks as they are")
  func wrapping() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("unbreakable a".wrapped(to: 4) == ["unbreakable", "a"])
    #expect("a\n\nb".wrapped(to: 10) == ["a", "", "b"])
    #expect("日本 語".wrapped(to: 6) == ["日本", "語"])
  }
}

@Suite("Folding")
struct FoldingTests {
  @Test(
    "text is broken at spaces, between wide characters, after commas, and elsewhere only where it must be",
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("unbreakable a", 4, ["unbr", "eaka", "ble", "a"]),
      ("a  b", 10, ["a  b"]), ("  a", 10, ["  a"]), ("", 5, [""]), ("abc", 3, ["abc"]),
      ("日本語です", 4, ["日本", "語で", "す"]), ("確認。次", 4, ["確", "認。", "次"]), ("a,b,c", 3, ["a,", "b,c"]),
      ("[1,2,3]", 4, ["[1,2", ",3]"]), ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("👩‍👩‍👧‍👦👍🏽", 2, ["👩‍👩‍👧‍👦", "👍🏽"]), ("x 語", 1, ["x", "語"]),
    ] as [(String, Int, [String])])
  func folded(text: String, width: Int, lines: [String]) {
    #expect(text.folded(to: width) == lines)
  }

  @Test("the widest word is what is broken only where it must be")
  func widest() {
    #expect("a wipe of com.contoso.mail".widestWord == 16)
    #expect("日本語".widestWord == 2)
    #expect("".widestWord == 0)
  }
}

@Suite("Printable text")
struct PrintableTextTests {
  @Test(
    "what could steer a terminal is made visible",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "\\x1b[31mred\\x1b[0m"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
      ("\u{9B}2J", "\\x9b2J"),
      ("\u{7}\u{7F}\u{0}", "\\x07\\x7f\\x00"), ("abc\u{202E}txt.exe", "abc\\u{202e}txt.exe"),
      ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
      ("a\r\nb", "a\\r\\nb"), ("\u{2028}", "\\u{2028}"),
    ])
  func escaped(raw: String, printable: String) {
    #expect(raw.printable == printable)
  }

  @Test("ordinary text is left alone", arguments: ["Jürgen", "日本", "👩‍👩‍👧‍👦", "C:\\x1b", "שלום", ""])
  func untouched(text: String) {
    #expect(text.printable == text)
  }
}

@Suite("Nearness")
struct NearnessTests {
  @Test(
    "the word probably meant is found",
    arguments: [
      ("histroy", "history"), ("stat", "state"), ("acounts", "accounts"), ("HISTORY", "history"),
      ("--formt", "--format"),
      ("proj", "projections"),
    ])
  func suggestion(typed: String, meant: String) {
    let known = ["history", "state", "accounts", "projections", "--format"]
    #expect(Nearness.closest(to: typed, in: known) == meant)
  }

  @Test("a word far from all known ones suggests nothing", arguments: ["xyzzy", "", "q"])
  func none(typed: String) {
    #expect(Nearness.closest(to: typed, in: ["history", "state", "a"]) == nil)
  }

  @Test("a swap of neighbours is one edit")
  func distance() {
    #expect(Nearness.editDistance("ab", "ba") == 1)
    #expect(Nearness.editDistance("kitten", "sitting") == 3)
    #expect(Nearness.editDistance("", "abc") == 3)
  }
}
