import MAMEvents
import Testing

@Suite("Fuzzing the decoder")
struct DecoderFuzzTests {
  /// A generator that gives the same numbers in every run.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static let pieces: [[UInt8]] = [
    "null", "true", "0", "-1", "1e999", "9223372036854775808", "\"\"", "{}", "[]", "[[]]", "{\"_sd\":\"x\"}",
    "\"\\ud800\"", "\"\\u0000\"", "\"none\"", "\"upn:\"", "\"@\"", ",", ":", "}", "]", "\"", "\\",
  ].map { Array($0.utf8) }

  @Test("a mutated event is taken or refused, and never anything else", arguments: 0..<8 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let events = (Samples.everyType + DecoderDeriveTests.more).map { Array($0.utf8) }
    var decoder = EventDecoder.ofTool()
    var taken = 0
    var refused: Set<RejectionCode> = []
    for event in events {
      for _ in 0..<20 {
        var bytes = event
        for _ in 0...Int.random(in: 0..<3, using: &random) { Self.mutate(&bytes, &random) }
        do {
          let decoded = try bytes.withUnsafeBytes { try decoder.decode($0) }
          try decoded.columns.facts.validate()
          let (record, columns) = DecoderDeriveTests.finished(decoded)
          var derived = try decoder.derive(record: record)
          derived.flags.remove(.futureDated)
          #expect(derived == columns)
          taken += 1
        } catch let rejection as Rejection {
          refused.insert(rejection.code)
          #expect(!rejection.reason.isEmpty && !rejection.remedy.isEmpty)
        }
      }
    }
    #expect(taken > 100)
    #expect(refused.isSuperset(of: [.syntax, .wrongMemberType, .missingMember, .badAttribute]))
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout Seeded) {
    guard !bytes.isEmpty else { return }
    let at = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: at)
    case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: at)
    case 3: bytes.removeSubrange(at...)
    default: replaceValue(&bytes, from: at, &random)
    }
  }

  /// Puts some other JSON in place of a value.
  private static func replaceValue(_ bytes: inout [UInt8], from start: Int, _ random: inout Seeded) {
    guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return }
    let end = bytes[(colon + 1)...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
    guard let end, let piece = pieces.randomElement(using: &random) else { return }
    bytes.replaceSubrange((colon + 1)..<end, with: piece)
  }

  @Test("a batch is split into its elements")
  func batches() throws {
    func split(_ text: String) throws -> [String] {
      let bytes = Array(text.utf8)
      return try bytes.withUnsafeBytes { buffer in
        try BatchSplitter.elements(of: buffer).map { String(decoding: buffer[$0], as: UTF8.self) }
      }
    }
    #expect(try split("[]") == [])
    #expect(
      try split(" [ {\"a\":[1,2]} ,\n{\"b\":\"],\\\"\"}, ] \n") == [
        "{\"a\":[1,2]}", "{\"b\":\"],\\\"\"}", "",
      ])
    for broken in ["", "{}", "[", "[{}", "[{} ] x", "[\"", "[\"\\"] {
      #expect(throws: Rejection.self) { try split(broken) }
    }
  }
}
