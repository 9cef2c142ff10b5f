import MAMEvents
import Testing

/// Parses a text and gives the error, or nil where it is taken.
func parseError(_ text: some Sequence<UInt8>, maximumDepth: Int = JSONDocument.depthLimit) -> JSONError? {
  var document = JSONDocument()
  do {
    try document.parse(text, maximumDepth: maximumDepth)
    return nil
  } catch {
    return error
  }
}

@Suite("JSON parsing")
struct JSONParseTests {
  @Test(
    "what RFC 8259 allows is taken",
    arguments: [
      "null", " true ", "\t\r\n false", "0", "-0", "10", "-1.5e+10", "1E400", "0.0e-0", "\"\"", "[]", "{}",
      "[ ]", "{ }", "[[],[{}]]", #"{"a":1,"b":[true,false,null]}"#, #""\u0000""#, #""\ud800""#,
      #""\udc00\ud800""#, #""\"\\\/\b\f\n\r\t\u00e9""#, "\"\u{7f}é€😀\u{10FFFF}\"", "{\"\":0}",
    ])
  func legal(text: String) {
    #expect(parseError(text.utf8) == nil)
  }

  @Test(
    "what it does not allow is refused at the first wrong byte",
    arguments: [
      ("", .truncated, 0), ("  ", .truncated, 2), ("tru", .truncated, 3), ("trux", .unexpectedCharacter, 3),
      ("nul", .truncated, 3), ("True", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0),
      ("+1", .unexpectedCharacter, 0), ("01", .invalidNumber, 0), ("-01", .invalidNumber, 0),
      ("1.", .truncated, 2), ("[1.]", .invalidNumber, 1), (".5", .unexpectedCharacter, 0),
      ("1e", .truncated, 2), ("[1e+]", .invalidNumber, 1), ("-", .truncated, 1), ("-x", .invalidNumber, 0),
      ("1 2", .trailingBytes, 2), ("{}x", .trailingBytes, 2), ("0x10", .trailingBytes, 1),
      ("[1,]", .unexpectedCharacter, 3), ("[,1]", .unexpectedCharacter, 1),
      ("[1 2]", .unexpectedCharacter, 3),
      ("[1", .truncated, 2), ("[1}", .unexpectedCharacter, 2), ("]", .unexpectedCharacter, 0),
      ("{\"a\"}", .unexpectedCharacter, 4), ("{\"a\":}", .unexpectedCharacter, 5),
      ("{\"a\":1,}", .unexpectedCharacter, 7), ("{a:1}", .unexpectedCharacter, 1),
      ("{\"a\":1", .truncated, 6),
      ("{\"a\"", .truncated, 4), ("{\"a\":1]", .unexpectedCharacter, 6), ("\"abc", .truncated, 4),
      ("\"a\u{1}\"", .controlCharacter, 2), ("\"12345678901\n\"", .controlCharacter, 12),
      ("\"\\x\"", .invalidEscape, 1), ("\"\\u12g4\"", .invalidEscape, 1), ("\"\\u12", .truncated, 5),
      ("\"\\", .truncated, 2), ("'a'", .unexpectedCharacter, 0), ("/**/1", .unexpectedCharacter, 0),
      ("\u{FEFF}1", .unexpectedCharacter, 0),
    ] as [(String, JSONError.Code, Int)])
  func illegal(text: String, code: JSONError.Code, offset: Int) {
    #expect(parseError(text.utf8) == JSONError(code, at: offset, path: parseError(text.utf8)?.path ?? ""))
  }

  @Test(
    "bytes that are not UTF-8 are refused",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82, 0x28], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    for before in [0, 1, 7, 8, 9] {
      let text = [0x22] + [UInt8](repeating: 0x61, count: before) + bytes + [0x22, 0x20, 0x20, 0x20]
      #expect(parseError(text) == JSONError(.invalidUTF8, at: 1 + before))
    }
    #expect(parseError([0x22] + bytes.prefix(bytes.count - 1)) != nil)
  }

  @Test("sixty-four containers inside each other are taken, sixty-five refused")
  func depth() {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(parseError(deepest.utf8) == nil)
    #expect(parseError("[\(deepest)]".utf8)?.code == .tooDeep)
    #expect(parseError("[\(deepest)]".utf8)?.offset == 64)
    #expect(parseError("[\(deepest)]".utf8, maximumDepth: 65) == nil)
    let endless = String(repeating: "{\"a\":", count: 100_000)
    #expect(parseError(endless.utf8)?.code == .tooDeep)
  }

  @Test(
    "two members of one name are refused at any depth, also where escapes differ",
    arguments: [
      (#"{"a":1,"a":2}"#, 7, "a"), (#"{"a":{"b":1,"c":2,"b":3}}"#, 18, "a.b"),
      (#"[0,{"x":1,"\u0078":2}]"#, 10, "[1].\"\\u0078\""), (#"{"\ud83d\ude00":1,"😀":2}"#, 18, "\"????\""),
      (#"{"":1,"":2}"#, 6, "\"\""), (#"{"data":[{"k":1},{"k":{"z":1,"z":1}}]}"#, 29, "data[1].k.z"),
      (#"{"\ud800":1,"\uD800":2}"#, 12, "\"\\uD800\""),
    ])
  func duplicates(text: String, offset: Int, path: String) {
    #expect(parseError(text.utf8) == JSONError(.duplicateName, at: offset, path: path))
  }

  @Test(
    "names that differ are not taken for one",
    arguments: [
      #"{"a":1,"A":2}"#, "{\"e\u{301}\":1,\"\u{e9}\":2}", #"{"a":{"a":{"a":1}}}"#, #"{"ab":1,"a":2,"abc":3}"#,
      #"{"abcdefgh1":1,"abcdefgh2":2}"#, #"{"\u0000":1,"":2}"#, #"{"\ud800":1,"\udc00":2,"\ufffd":3}"#,
      #"{"\\u0061":1,"a":2}"#,
    ])
  func distinct(text: String) {
    #expect(parseError(text.utf8) == nil)
  }

  @Test("an object of 100,000 members is searched for duplicates without long work")
  func manyMembers() {
    let members = (0..<100_000).map { "\"member-\($0)\":0" }.joined(separator: ",")
    #expect(parseError("{\(members)}".utf8) == nil)
    #expect(parseError("{\(members),\"member-77\":1}".utf8)?.code == .duplicateName)
  }

  @Test("the error says where in words")
  func description() {
    let error = parseError(#"{"data":{"accounts":[1,2,nul]}}"#.utf8)
    #expect(error?.description == "not JSON: unexpected character at byte 28, in data.accounts[2]")
    #expect(parseError("{".utf8)?.description == "JSON ends too early at byte 1")
    let escape = parseError("{\"a\u{1B}[31m\":x}".utf8)
    #expect(escape?.code == .controlCharacter)
    let quoted = parseError(#"{"a b\u001b":x}"#.utf8)
    #expect(quoted?.path == #""a b\u001b""#)
  }

  @Test("after a failure the document holds null, and is used again")
  func reuse() throws {
    var document = JSONDocument()
    #expect(document.kind(of: document.root) == .null)
    try document.parse("[1,2]".utf8)
    #expect(document.count(of: document.root) == 2)
    #expect(throws: JSONError.self) { try document.parse("[1,2".utf8) }
    #expect(document.kind(of: document.root) == .null)
    #expect(document.count(of: document.root) == 0)
    #expect(Array(document.elements(of: document.root)).isEmpty)
    #expect(document.token(of: document.root) == "")
    try document.parse("{\"a\":[]}".utf8)
    #expect(document.count(of: document.root) == 1)
  }
}
