import Hashing
import MAMEvents
import Testing

@Suite("records")
struct RecordTests {
  /// The value of `data.identity` as the one personal value.
  static func identity(in document: JSONDocument, account: AccountName?) -> [PersonalMember] {
    guard let data = document.member("data", of: document.root),
      let identity = document.member("identity", of: data)
    else { return [] }
    return [PersonalMember(value: identity, path: "data.identity", name: "identity", account: account)]
  }

  func write(
    _ text: String, account: AccountName? = nil, salts: SaltBook = SaltBook()
  ) throws -> (record: String, disclosures: [RecordDisclosure]) {
    var document = JSONDocument()
    try document.parse(text.utf8)
    var writer = RecordWriter()
    try writer.write(
      document.root, of: document, personal: RecordTests.identity(in: document, account: account),
      salts: salts)
    return (String(decoding: writer.record, as: UTF8.self), writer.disclosures)
  }

  @Test(
    "tokens stay as they came, white space between them goes, members keep their order",
    arguments: [
      (#"{"b":1,"a":2}"#, #"{"b":1,"a":2"#),
      (
        " {\t\"b\" : 1.50e+0 ,\r\n \"a\" : [ 1 , \"x y\" , { } , [ ] ] } ",
        #"{"b":1.50e+0,"a":[1,"x y",{},[]]"#
      ),
      (#"{"s":"\u0041\/ \ud800"}"#, #"{"s":"\u0041\/ \ud800""#), (#"{"a":null}"#, #"{"a":null"#),
      (#"{"recordedtime":"x","a":1,"b":2}"#, #"{"a":1,"b":2"#),
      (#"{"a":1 , "recordedtime" : { "x" : [ 1 , 2 ] } , "b" : 2}"#, #"{"a":1,"b":2"#),
      (#"{"a":1,"b":2,"recorded\u0074ime":"x"}"#, #"{"a":1,"b":2"#),
      (#"{"data":{"recordedtime":"y"}}"#, #"{"data":{"recordedtime":"y"}"#),
    ])
  func tokens(text: String, record: String) throws {
    #expect(try write(text).record == record)
  }

  @Test("a record is completed with the time of recording")
  func complete() {
    var record = Array(#"{"a":1"#.utf8)
    RecordWriter.complete(&record, recordedAt: Timestamp(microseconds: 1_773_563_400_000_001))
    #expect(
      String(decoding: record, as: UTF8.self) == #"{"a":1,"recordedtime":"2026-03-15T08:30:00.000001Z"}"#)
  }

  @Test("a personal value gives way to the digest of its disclosure")
  func redaction() throws {
    let ana = AccountName.upn("ana@x")
    let (record, disclosures) = try write(
      #"{"id":"1","data":{ "identity" : "Ana\u0040x" ,"k":1}}"#, account: ana)
    let entry = try #require(disclosures.first)
    #expect(disclosures.count == 1)
    #expect(entry.path == "data.identity")
    #expect(entry.account == ana)
    let digest = SHA256Hasher().digest(of: Array(entry.disclosure.text.utf8))
    #expect(entry.disclosure.digest == digest)
    #expect(record == #"{"id":"1","data":{"identity":{"_sd":"\#(Base64URL.encode(digest.bytes))"},"k":1}"#)

    var array = JSONDocument()
    try array.parse(try #require(Base64URL.decode(entry.disclosure.text)))
    let parts = Array(array.elements(of: array.root))
    #expect(parts.count == 3)
    let salt = try #require(array.string(of: parts[0]))
    #expect(Base64URL.decode(salt)?.count == 16)
    #expect(array.string(of: parts[1]) == "identity")
    #expect(array.token(of: parts[2]) == #""Ana\u0040x""#)
  }

  @Test("a personal value that is no string goes as a whole, without the white space in it")
  func structuredValue() throws {
    let (record, disclosures) = try write(#"{"data":{"identity":[ {"a" : 1} , "b" ], "k":[ 1 ]}}"#)
    let text = try #require(disclosures.first?.disclosure.text)
    let array = String(decoding: try #require(Base64URL.decode(text)), as: UTF8.self)
    #expect(array.hasSuffix(#"","identity",[{"a":1},"b"]]"#))
    #expect(record.hasSuffix(#""},"k":[1]}"#))
    #expect(!record.contains("\"a\""))
  }

  @Test("null, the empty string and a digest stay as they came")
  func stays() throws {
    let digest = Base64URL.encode([UInt8](repeating: 7, count: 32))
    for value in ["null", #""""#, #"{"_sd":"\#(digest)"}"#] {
      let (record, disclosures) = try write(#"{"data":{"identity":\#(value)}}"#)
      #expect(record == #"{"data":{"identity":\#(value)}"#)
      #expect(disclosures.isEmpty)
    }
  }

  @Test("what only looks like a digest is redacted like clear text")
  func lookalikes() throws {
    let digest = Base64URL.encode([UInt8](repeating: 7, count: 32))
    for value in [
      #"{"_sd":"ana@contoso.com"}"#, #"{"_sd":"\#(digest)","name":"Ana"}"#, #"{"_sd":["\#(digest)"]}"#, "{}",
      "[]",
      #"{"_SD":"\#(digest)"}"#, #"{"_sd":"\#(digest)="}"#, "false", "7",
    ] {
      #expect(try write(#"{"data":{"identity":\#(value)}}"#).disclosures.count == 1)
    }
  }

  @Test("personal values in any order and inside each other are each replaced once")
  func several() throws {
    var document = JSONDocument()
    try document.parse(#"{"p":"1" , "q":{"r":"2","s":["3", "4"]},"t":5, "recordedtime":"6"}"#.utf8)
    let root = document.root
    let q = try #require(document.member("q", of: root))
    let nodes = [
      document.member("recordedtime", of: root), document.member("s", of: q), document.member("p", of: root),
      document.member("s", of: q).flatMap { Array(document.elements(of: $0)).last },
    ].compactMap { $0 }
    #expect(nodes.count == 4)
    let personal = nodes.map {
      PersonalMember(value: $0, path: document.token(of: $0), name: "n", account: nil)
    }
    var writer = RecordWriter()
    try writer.write(root, of: document, personal: personal, salts: SaltBook())
    #expect(writer.disclosures.map(\.path) == [#""1""#, #"["3", "4"]"#])
    let digests = writer.disclosures.map { Base64URL.encode($0.disclosure.digest.bytes) }
    let record = String(decoding: writer.record, as: UTF8.self)
    #expect(record == #"{"p":{"_sd":"\#(digests[0])"},"q":{"r":"2","s":{"_sd":"\#(digests[1])"}},"t":5"#)
  }

  @Test("the events of an array are written one by one")
  func batch() throws {
    var document = JSONDocument()
    try document.parse(#" [ {"a" : 1} , { "b" : [ 2 ] , "c":3 } ] "#.utf8)
    var writer = RecordWriter()
    var records: [String] = []
    for event in document.elements(of: document.root) {
      try writer.write(event, of: document, personal: [], salts: SaltBook())
      records.append(String(decoding: writer.record, as: UTF8.self))
    }
    #expect(records == [#"{"a":1"#, #"{"b":[2],"c":3"#])
  }

  @Test("equal account, name and value share a salt within a batch and never beyond it")
  func salts() throws {
    let ana = AccountName.upn("ana@x")
    let salts = SaltBook()
    func disclose(_ value: String, _ name: String, _ account: AccountName?) throws -> Disclosure {
      try salts.disclosure(of: Array(value.utf8), name: name, account: account)
    }
    salts.startBatch()
    let first = try disclose("\"v\"", "n", ana)
    #expect(try disclose("\"v\"", "n", ana) == first)
    let others = [
      try disclose("\"w\"", "n", ana), try disclose("\"v\"", "m", ana), try disclose("\"v\"", "n", nil),
      try disclose("\"v\"", "n", .upn("ana@y")), try disclose("\"v\"", "n", .object(GUID(high: 0, low: 0))),
    ]
    #expect(Set(others + [first]).count == 6)
    #expect(salts.count == 6)
    salts.startBatch()
    #expect(salts.count == 0)
    #expect(try disclose("\"v\"", "n", ana) != first)
  }

  @Test("a member's name is written as JSON in the disclosure, and salts do not repeat")
  func disclosureText() throws {
    let salts = SaltBook()
    var seen: Set<String> = []
    for index in 0..<1000 {
      let made = try salts.disclosure(of: Array("\(index)".utf8), name: "a\"\\\n", account: nil)
      var array = JSONDocument()
      try array.parse(try #require(Base64URL.decode(made.text)))
      let parts = Array(array.elements(of: array.root))
      #expect(array.string(of: parts[1]) == "a\"\\\n")
      seen.insert(try #require(array.string(of: parts[0])))
    }
    #expect(seen.count == 1000)
  }
}
