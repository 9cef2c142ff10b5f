import Hashing
import Testing

@Suite("base64url")
struct Base64URLTests {
  @Test(
    "the examples of RFC 4648, without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func examples(text: String, encoded: String) {
    #expect(Base64URL.encode([UInt8](text.utf8)) == encoded)
    #expect(Base64URL.decode(encoded) == [UInt8](text.utf8))
    #expect(Base64URL.encodedCount(text.utf8.count) == encoded.utf8.count)
  }

  @Test("the two last characters of the alphabet are - and _")
  func alphabet() {
    #expect(Base64URL.encode([0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]) == "--------".prefix(4) + "____")
    #expect(Base64URL.decode("++++") == nil)
    #expect(Base64URL.decode("////") == nil)
  }

  @Test(
    "what no bytes encode to is refused", arguments: ["A", "AAAAA", "Zg==", "Zh", "Zm9", "Z g", "Zg\n", "é"])
  func refused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("every length comes back")
  func roundTrip() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ count) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      var buffer: [UInt8] = [UInt8(ascii: "<")]
      bytes.withUnsafeBytes { Base64URL.append($0, to: &buffer) }
      #expect(String(decoding: buffer, as: UTF8.self) == "<" + Base64URL.encode(bytes))
    }
  }

  @Test("bytes become two lower-case digits each")
  func hexadecimal() {
    #expect([0x00, 0x9A, 0xFF].withUnsafeBytes { Hex.encode($0) }.count == 48)
    #expect(([0x00, 0x9A, 0xFF] as [UInt8]).withUnsafeBytes { Hex.encode($0) } == "009aff")
    #expect(Hex.decode("009AfF") == [0x00, 0x9A, 0xFF])
    #expect(Hex.decode("009") == nil)
    #expect(Hex.decode("0g") == nil)
  }
}
