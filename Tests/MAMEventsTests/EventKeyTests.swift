import Hashing
import MAMEvents
import Testing

@Suite("event keys")
struct EventKeyTests {
  func key(_ source: String, _ id: String) -> EventKey {
    let hasher = SHA256Hasher()
    return Array(source.utf8).withUnsafeBytes { source in
      Array(id.utf8).withUnsafeBytes { id in EventKey(source: source, id: id, hasher: hasher) }
    }
  }

  func hash(_ source: String, _ id: String) -> Digest {
    SHA256Hasher().digest(of: Array(source.utf8) + [0] + Array(id.utf8))
  }

  @Test("an id of no known form gives the first sixteen bytes of the hash")
  func plain() {
    #expect(key("urn:app", "1") == EventKey(high: 0xEED1_A577_9DBE_903B, low: 0x5EB6_2820_EEE6_6E54))
    #expect(key("urn:app", "1") != key("urn:app1", ""))
    #expect(key("urn:app", "a") != key("urn:app", "A"))
  }

  @Test("a UUIDv7 or ULID gives its 48 bits of time and the first ten bytes of the hash")
  func timed() {
    #expect(
      key("urn:app", "01890A5D-AC96-774B-BCCE-B302099A8057")
        == EventKey(high: 0x0189_0A5D_AC96_4505, low: 0x6A81_FDD8_5251_6BD4))
    #expect(
      key("urn:app", "01ARZ3NDEKTSV4RRFFQ69G5FAV")
        == EventKey(high: 0x0156_3E3A_B5D3_6085, low: 0xC022_0378_1DEF_8B9A))
  }

  @Test(
    "the time is read in any case",
    arguments: [
      ("01890a5d-ac96-774b-bcce-b302099a8057", 0x0189_0A5D_AC96),
      ("01890A5D-AC96-774B-8CCE-B302099A8057", 0x0189_0A5D_AC96),
      ("01arz3ndektsv4rrffq69g5fav", 0x0156_3E3A_B5D3),
      ("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0xFFFF_FFFF_FFFF), ("00000000010000000000000000", 1),
      ("000000000J0000000000000000", 18), ("000000000K0000000000000000", 19),
      ("000000000m0000000000000000", 20),
      ("000000000N0000000000000000", 21), ("000000000P0000000000000000", 22),
      ("000000000V0000000000000000", 27),
      ("000000000z0000000000000000", 31),
    ] as [(String, UInt64)])
  func times(id: String, time: UInt64) {
    #expect(key("s", id).high >> 16 == time)
    #expect(key("s", id).high & 0xFFFF == hash("s", id).words.0 >> 48)
  }

  @Test(
    "ids that only look like them are hashed whole",
    arguments: [
      "01890a5d-ac96-474b-bcce-b302099a8057", "01890a5d-ac96-774b-ccce-b302099a8057",
      "01890a5d-ac96-774b-7cce-b302099a8057", "01890a5dac96774bbcceb302099a8057",
      "81ARZ3NDEKTSV4RRFFQ69G5FAV",
      "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVX", "01ARZ3NDEKTSV4RRFFQ69G5FAI",
      "01ARZ3NDEKTSV4RRFFQ69G5FAL", "01ARZ3NDEKTSV4RRFFQ69G5FAo", "01ARZ3NDEKTSV4RRFFQ69G5FAU",
      "01ARZ3NDEKTSV4RRFFQ69G5FA-", "",
    ])
  func lookalikes(id: String) {
    #expect(key("s", id).high == hash("s", id).words.0)
    #expect(key("s", id).low == hash("s", id).words.1)
  }
}
