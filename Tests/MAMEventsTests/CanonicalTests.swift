import Hashing
import MAMEvents
import Testing

@Suite("canonical form and content hash")
struct CanonicalTests {
  /// The canonical form of an event in which the values of `data.identity` are personal.
  func canonical(_ text: String) throws -> String {
    let (form, hash) = try forms(text)
    #expect(hash == SHA256Hasher().digest(of: form))
    return String(decoding: form, as: UTF8.self)
  }

  func forms(_ text: String) throws -> ([UInt8], Digest) {
    var document = JSONDocument()
    try document.parse(text.utf8)
    let personal = RecordTests.identity(in: document, account: nil)
    let hasher = ContentHasher()
    return (
      hasher.canonicalForm(of: document.root, in: document, personal: personal),
      hasher.hash(of: document.root, in: document, personal: personal)
    )
  }

  @Test(
    "members are sorted by the bytes of their names, at every depth",
    arguments: [
      (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#), (#"{"a":{"z":1,"B":2}}"#, #"{"a":{"B":2,"z":1}}"#),
      (#"{"ab":1,"a":2,"":3}"#, #"{"":3,"a":2,"ab":1}"#),
      (#"{"abcdefghi":1,"abcdefgh":2,"abcdefgha":3}"#, #"{"abcdefgh":2,"abcdefgha":3,"abcdefghi":1}"#),
      (
        "{\"\u{10000}\":1,\"\u{FFFD}\":2,\"é\":3,\"z\":4}", "{\"z\":4,\"é\":3,\"\u{FFFD}\":2,\"\u{10000}\":1}"
      ),
      (#"{"b":1,"\u0061":2}"#, #"{"a":2,"b":1}"#), (#"{"a\u0000":1,"a":2}"#, #"{"a":2,"a\u0000":1}"#),
      (#"{"x":[{"b":1,"a":2}, 3]}"#, #"{"x":[{"a":2,"b":1},3]}"#),
    ])
  func order(text: String, form: String) throws {
    #expect(Array(try canonical(text).utf8) == Array(form.utf8))
  }

  @Test(
    "numbers are exact decimals",
    arguments: [
      ("1", "1"), ("1.0", "1"), ("1e0", "1"), ("10e-1", "1"), ("0.1e1", "1"), ("1.50", "15e-1"),
      ("100", "1e2"),
      ("1E+2", "1e2"), ("-0", "0"), ("0.000", "0"), ("0e5", "0"), ("-0.0E-99999999999999999999", "0"),
      ("-1200", "-12e2"), ("0.00120", "12e-4"), ("101", "101"), ("1.01", "101e-2"), ("1010.10", "10101e-1"),
      ("123456789012345678901234567890", "12345678901234567890123456789e1"),
      ("1e0000000000000000000000000005", "1e5"),
      ("10e999999999999999999", "1e1000000000000000000"), ("1e1000000000000000000", "1e1000000000000000000"),
      ("1e1000000000000000000000", "1e1000000000000000000000"),
      ("10e9999999999999999999", "1e10000000000000000000"),
      ("0.1e10000000000000000000", "1e9999999999999999999"),
      ("1.5e-10000000000000000000", "15e-10000000000000000001"),
      ("1000e-10000000000000000000", "1e-9999999999999999997"),
      ("1.000e-1000000000000000000", "1e-1000000000000000000"),
      ("0.1e-9999999999999999999", "1e-10000000000000000000"),
      ("0.1e1000000000000000000", "1e999999999999999999"),
    ])
  func numbers(token: String, form: String) throws {
    #expect(try canonical("{\"n\":\(token)}") == "{\"n\":\(form)}")
  }

  @Test(
    "strings have the fewest escapes",
    arguments: [
      (#""\u0041\/\u00e9""#, "\"A/é\""), (#""\"\\""#, #""\"\\""#),
      (#""\n\u001F\b""#, #""\u000a\u001f\u0008""#),
      (#""\u007f""#, "\"\u{7f}\""), (#""\ud83d\ude00""#, "\"😀\""), (#""\uD800x\uDFFF""#, #""\ud800x\udfff""#),
      (#""\udc00\ud800""#, #""\udc00\ud800""#), (#""\ud7ff\ue000""#, "\"\u{D7FF}\u{E000}\""),
    ])
  func strings(token: String, form: String) throws {
    #expect(Array(try canonical("{\"s\":\(token)}").utf8) == Array("{\"s\":\(form)}".utf8))
  }

  @Test("recordedtime and null attributes are left out at the top alone")
  func leftOut() throws {
    #expect(
      try canonical(#"{"recordedtime":"x","a":null,"data":{"recordedtime":"y","b":null}}"#)
        == #"{"data":{"b":null,"recordedtime":"y"}}"#)
    #expect(try canonical(#"{"recorded\u0074ime":"x","data":null}"#) == "{}")
  }

  @Test("a personal value is null, whatever it was; an absent one stays absent")
  func personal() throws {
    let form = #"{"data":{"identity":null}}"#
    for value in [#""ana@contoso.com""#, #""""#, "null", #"{"_sd":"x"}"#, "[1,{}]", "7"] {
      #expect(try canonical(#"{"data":{"identity":\#(value)}}"#) == form)
    }
    #expect(try canonical(#"{"data":{}}"#) == #"{"data":{}}"#)
  }

  @Test("the hash is that of the form, worked out elsewhere")
  func knownHash() throws {
    let (_, hash) = try forms(#" {"b":"x", "recordedtime":"2026-01-01T00:00:00Z", "a":10e-1} "#)
    #expect(hash.hex == "ecf9e98ec0641e23113ff3ce8bdc78d0ddd249886517fd4a7f68cc83d4e65667")
  }

  @Test("an event of many members and long strings hashes as its form does")
  func large() throws {
    let members = (0..<2000).map {
      "\"m\(($0 * 7919) % 2000)\":\"\(String(repeating: "v", count: $0 % 50))\""
    }
    let long = String(repeating: "é\\n", count: 20_000)
    _ = try canonical("{\(members.joined(separator: ",")),\"long\":\"\(long)\",\"z\":[\"\(long)\",1]}")
  }

  @Test("how an event is spelled does not change its hash; what it says does")
  func invariance() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<400 {
      let value = RandomJSON.object(depth: 0, &random)
      let (_, first) = try forms(value.spelled(&random))
      let (_, second) = try forms(value.spelled(&random))
      #expect(first == second)
      let other = RandomJSON.object([("changed", value)])
      #expect(try forms(other.spelled(&random)).1 != first)
    }
  }

  @Test("the record that is stored, read again, has the event's hash")
  func recordHashesAlike() throws {
    let event =
      #"{"id":"1", "data":{"x":1.50,"identity":"ana@contoso.com"},"recordedtime":"2020-01-01T00:00:00Z"}"#
    var document = JSONDocument()
    try document.parse(event.utf8)
    var writer = RecordWriter()
    try writer.write(
      document.root, of: document, personal: RecordTests.identity(in: document, account: nil),
      salts: SaltBook())
    var record = writer.record
    RecordWriter.complete(&record, recordedAt: Timestamp(microseconds: 0))
    #expect(try forms(event).1 == forms(String(decoding: record, as: UTF8.self)).1)
  }
}
