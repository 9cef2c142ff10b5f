import MAMEvents
import Testing

@Suite("JSON reading")
struct JSONReadTests {
  func document(_ text: String) throws -> JSONDocument {
    var document = JSONDocument()
    try document.parse(text.utf8)
    return document
  }

  @Test("members and elements come in order, with their tokens as they came")
  func walk() throws {
    let document = try document(#" { "b" : 1.50 , "a" : [ "x" , { } , null ] , "c" : "\u0041" } "#)
    let root = document.root
    #expect(document.kind(of: root) == .object)
    #expect(document.count(of: root) == 3)
    let members = Array(document.members(of: root))
    #expect(members.map { document.string(of: $0.name) } == ["b", "a", "c"])
    #expect(members.map { document.token(of: $0.value) } == ["1.50", #"[ "x" , { } , null ]"#, #""\u0041""#])
    let elements = Array(document.elements(of: members[1].value))
    #expect(elements.map { document.kind(of: $0) } == [.string, .object, .null])
    #expect(document.range(of: members[0].value) == 9..<13)
    #expect(Array(document.members(of: members[1].value)).isEmpty)
    #expect(Array(document.elements(of: root)).isEmpty)
  }

  @Test("a member is found by its name, escaped or not")
  func lookup() throws {
    let document = try document(#"{"data":{"x":1},"ti\u006de":"now"}"#)
    let time = try #require(document.member("time", of: document.root))
    #expect(document.string(of: time) == "now")
    #expect(document.member("tim", of: document.root) == nil)
    #expect(document.member("timed", of: document.root) == nil)
    let data = try #require(document.member("data", of: document.root))
    #expect(document.member("x", of: data).map { document.integer(of: $0) } == 1)
    #expect(document.member("x", of: time) == nil)
  }

  @Test(
    "escapes are undone",
    arguments: [
      (#""""#, ""), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
      (#""\u00e9""#, "é"),
      (#""\u20AC\ud83d\ude00!""#, "€😀!"), (#""x\u0000y""#, "x\0y"), ("\"é€😀\"", "é€😀"),
      (#""\uffff""#, "\u{FFFF}"),
    ])
  func strings(token: String, text: String) throws {
    let document = try document(token)
    #expect(document.string(of: document.root).map { Array($0.utf8) } == Array(text.utf8))
    let bytes = Array(text.utf8)
    #expect(bytes.withUnsafeBytes { document.isString(document.root, $0) })
    let longer = bytes + [0x61]
    #expect(!longer.withUnsafeBytes { document.isString(document.root, $0) })
  }

  @Test(
    "a lone surrogate is no text, but its bytes are told apart",
    arguments: [
      (#""\ud800""#, [0xED, 0xA0, 0x80]), (#""\udfffx""#, [0xED, 0xBF, 0xBF, 0x78]),
      (#""\ud800\ud800\udc00""#, [0xED, 0xA0, 0x80, 0xF0, 0x90, 0x80, 0x80]),
      (#""\udc00\ud800""#, [0xED, 0xB0, 0x80, 0xED, 0xA0, 0x80]),
      (#""\ud800\n""#, [0xED, 0xA0, 0x80, 0x0A]),
    ] as [(String, [UInt8])])
  func loneSurrogates(token: String, bytes: [UInt8]) throws {
    let document = try document(token)
    #expect(document.string(of: document.root) == nil)
    var buffer: [UInt8] = []
    #expect(!document.appendText(of: document.root, to: &buffer))
    #expect(buffer == bytes)
  }

  @Test(
    "a number is an integer by its value, not its spelling",
    arguments: [
      ("0", 0), ("-0", 0), ("0.000", 0), ("0e999999999999999999999", 0), ("7", 7), ("-7", -7), ("7.0", 7),
      ("70e-1", 7), ("0.7e1", 7), ("1e3", 1000), ("1E+3", 1000), ("1200.00e-2", 12),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9.223372036854775807e18", .max),
      ("0.00000000000000000000000000000001e32", 1), ("7.5", nil), ("1e-1", nil), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("1e19", nil), ("1e18", 1_000_000_000_000_000_000),
      ("1e999999999999999999999999", nil), ("1e-999999999999999999999999", nil),
    ] as [(String, Int64?)])
  func integers(token: String, value: Int64?) throws {
    let document = try document(token)
    #expect(document.integer(of: document.root) == value)
  }

  @Test("other kinds give nil")
  func kinds() throws {
    let document = try document(#"["1",1,true,false,null]"#)
    let nodes = Array(document.elements(of: document.root))
    #expect(nodes.map { document.integer(of: $0) } == [nil, 1, nil, nil, nil])
    #expect(nodes.map { document.bool(of: $0) } == [nil, nil, true, false, nil])
    #expect(nodes.map { document.string(of: $0) } == ["1", nil, nil, nil, nil])
    #expect(!document.isString(nodes[1], "1"))
    #expect(document.isString(nodes[0], "1"))
  }
}
