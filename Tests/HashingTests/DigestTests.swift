import Hashing
import Testing

@Suite("SHA-256")
struct DigestTests {
  @Test(
    "the examples of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(message: String, hex: String) {
    let hasher = SHA256Hasher()
    #expect(hasher.digest(of: [UInt8](message.utf8)).hex == hex)
  }

  @Test("a hasher is used again, whatever was begun before")
  func reuse() {
    let hasher = SHA256Hasher()
    let empty = hasher.finalize()
    #expect(empty.hex.hasPrefix("e3b0c442"))
    hasher.update([1, 2, 3])
    #expect(hasher.digest(of: []) == empty)
    hasher.update([1, 2, 3])
    hasher.reset()
    #expect(hasher.finalize() == empty)
  }

  @Test("a message in pieces is the message")
  func pieces() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let hasher = SHA256Hasher()
    let whole = hasher.digest(of: message)
    for cut in [0, 1, 63, 64, 65, 999, 1000] {
      hasher.update(Array(message[..<cut]))
      hasher.update(Array(message[cut...]))
      #expect(hasher.finalize() == whole)
    }
  }

  @Test("a digest is its bytes, its hexadecimal text and four big-endian words")
  func forms() throws {
    let digest = try #require(Digest(bytes: 0..<32))
    #expect(digest.bytes == Array(0..<32))
    #expect(digest.hex == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
    #expect(digest.words.0 == 0x0001_0203_0405_0607)
    #expect(digest.words.3 == 0x1819_1A1B_1C1D_1E1F)
    #expect(Digest(hex: digest.hex.uppercased()) == digest)
    #expect(Digest(hex: String(digest.hex.dropLast())) == nil)
    #expect(Digest(hex: String(digest.hex.dropLast()) + "g") == nil)
    #expect(Digest(bytes: 0..<31) == nil)
    let next = try #require(Digest(bytes: [0, 1, 3] + Array(3..<32)))
    #expect(digest < next)
    #expect(digest != next)
  }

  @Test("random bytes are as many as asked for and differ")
  func random() throws {
    let first = try secureRandomBytes(32)
    let second = try secureRandomBytes(32)
    #expect(first.count == 32)
    #expect(first != second)
    #expect(try secureRandomBytes(0) == [])
  }
}
