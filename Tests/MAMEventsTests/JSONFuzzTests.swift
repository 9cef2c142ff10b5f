import Hashing
import MAMEvents
import Testing

@Suite("changed JSON")
struct JSONFuzzTests {
  @Test("20,000 changed events are parsed or refused, never trapped on, and what is taken can be read")
  func mutations() throws {
    let seeds = [
      #"{"specversion":"1.0","id":"a-1","data":{"identity":"Ana@contoso.com","n":[1.5e-3,-0,10],"s":"\u00e9\ud83d"}}"#,
      "{\"a\":\"é€😀\\n\",\"b\":[[],{},null,true,false],\"recordedtime\":\"x\", \"c\" : { \"d\" : 1E400 } }",
    ].map { Array($0.utf8) }
    let alphabet = Array("{}[]\",:\\u0019eE+-. tfn\u{1}\u{7f}".utf8) + [0x80, 0xBF, 0xC3, 0xED, 0xF4, 0xFF]
    var random = SeededRandom(seed: 2026)
    var document = JSONDocument()
    var writer = RecordWriter()
    let hasher = ContentHasher()
    let salts = SaltBook()
    var taken = 0
    for round in 0..<20_000 {
      var text = seeds[round % 2]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<text.count, using: &random)
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch Int.random(in: 0...3, using: &random) {
        case 0: text[at] = byte
        case 1: text.insert(byte, at: at)
        case 2: text.remove(at: at)
        default: text.removeLast(Int.random(in: 0...min(2, text.count - 1), using: &random))
        }
      }
      do throws(JSONError) {
        try document.parse(text)
      } catch {
        #expect(error.offset <= text.count)
        #expect(!error.description.isEmpty)
        continue
      }
      #expect(String(validating: text, as: UTF8.self) != nil)
      taken += 1
      guard document.kind(of: document.root) == .object else { continue }
      let personal = RecordTests.identity(in: document, account: nil)
      let hash = hasher.hash(of: document.root, in: document, personal: personal)
      try writer.write(document.root, of: document, personal: personal, salts: salts)
      guard writer.record.count > 1 else { continue }
      var record = writer.record
      RecordWriter.complete(&record, recordedAt: Timestamp(microseconds: 0))
      try document.parse(record)
      let again = RecordTests.identity(in: document, account: nil)
      #expect(hasher.hash(of: document.root, in: document, personal: again) == hash)
      try writer.write(document.root, of: document, personal: again, salts: salts)
      #expect(writer.record + Array(record.suffix(record.count - writer.record.count)) == record)
      #expect(writer.disclosures.isEmpty)
    }
    #expect(taken > 1000)
  }

  @Test("random values in random spellings are taken")
  func spellings() {
    var random = SeededRandom(seed: 77)
    for _ in 0..<1000 {
      let text = RandomJSON.object(depth: 0, &random).spelled(&random)
      #expect(parseError(text.utf8) == nil, "\(text)")
    }
  }
}
