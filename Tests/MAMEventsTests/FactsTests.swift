import Hashing
import MAMEvents
import Testing

@Suite("packed facts")
struct FactsTests {
  let ana = AccountName.object(GUID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10))
  let bo = AccountName.upn("bo@x")

  @Test("the bytes are those of the layout")
  func layout() {
    var builder = FactsBuilder()
    builder.add(.wiped, true)
    builder.add(.origin, word: 255)
    builder.add(.reasonCode, integer: -2)
    builder.add(.requestID, text: "é")
    builder.add(.accounts, accounts: [ana, bo])
    builder.add(.clientCapabilities, texts: ["", "a"])
    #expect(
      builder.bytes == [
        4, 1, 44, 255, 80, 255, 255, 255, 255, 255, 255, 255, 254, 120, 0, 2, 0xC3, 0xA9, 160, 0, 2, 1, 1, 2,
        3, 4,
        5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 2, 0, 4, 98, 111, 64, 120, 180, 0, 2, 0, 0, 0, 1, 97,
      ])
  }

  @Test("what is packed is read again, and what is not is nil")
  func roundTrip() throws {
    var builder = FactsBuilder()
    builder.add(.managed, false)
    builder.add(.phase, word: 3)
    builder.add(.errorCode, integer: .min)
    builder.add(.location, integer: .max)
    builder.add(.policyID, text: "p-1")
    builder.add(.accounts, accounts: [ana, bo])
    builder.add(.current, account: bo)
    builder.add(.owner, account: ana)
    builder.add(.clientCapabilities, texts: ["protapp", ""])
    let facts = builder.facts
    try facts.validate()
    #expect(facts.bool(.managed) == false)
    #expect(facts.bool(.wiped) == nil)
    #expect(facts.word(.phase) == 3)
    #expect(facts.word(.method) == nil)
    #expect(facts.integer(.errorCode) == .min)
    #expect(facts.integer(.location) == .max)
    #expect(facts.integer(.reasonCode) == nil)
    #expect(facts.text(.policyID) == "p-1")
    #expect(facts.text(.nestedErrorDomain) == nil)
    #expect(facts.accounts(.accounts) == [ana, bo])
    #expect(facts.account(.current) == bo)
    #expect(facts.account(.previous) == nil)
    #expect(facts.account(.owner) == ana)
    #expect(facts.texts(.clientCapabilities) == ["protapp", ""])
    #expect(facts.text(.managed) == nil)

    #expect(facts.names(ana, in: .accounts))
    #expect(facts.names(bo, in: .accounts))
    #expect(!facts.names(.upn("bo@y"), in: .accounts))
    #expect(facts.names(bo, in: .current))
    #expect(!facts.names(ana, in: .current))
    #expect(!facts.names(ana, in: .previous))

    builder.removeAll()
    #expect(builder.facts == Facts())
    builder.add(.managed, true)
    #expect(builder.facts.bool(.managed) == true)
  }

  @Test("every key has the kind of its group")
  func kinds() {
    #expect(FactKey.noUser.kind == .boolean)
    #expect(FactKey.method.kind == .word)
    #expect(FactKey.inboundTransfer.kind == .word)
    #expect(FactKey.reasonCode.kind == .integer)
    #expect(FactKey.locationEnum.kind == .integer)
    #expect(FactKey.requestID.kind == .text)
    #expect(FactKey.nestedErrorDomain.kind == .text)
    #expect(FactKey.accounts.kind == .accounts)
    #expect(FactKey.current.kind == .account)
    #expect(FactKey.owner.kind == .account)
    #expect(FactKey.clientCapabilities.kind == .texts)
  }

  @Test("keys of a newer program are passed over")
  func unknownKeys() throws {
    let facts = Facts(bytes: [
      4, 1, 39, 1, 79, 200, 119, 0, 0, 0, 0, 0, 0, 0, 1, 120, 0, 1, 97, 255, 0, 1, 0, 0,
    ])
    try facts.validate()
    #expect(facts.bool(.wiped) == true)
    #expect(facts.text(.requestID) == "a")
  }

  @Test(
    "bytes that are not of the layout are refused and read as nothing",
    arguments: [
      ([4], 0), ([4, 2], 0), ([0, 1], 0), ([4, 1, 4, 1], 2), ([44, 1, 4, 1], 2), ([80, 1, 2, 3], 0),
      ([120, 0], 0), ([120, 0, 2, 97], 0), ([120, 0, 1, 0xFF], 0), ([161, 3], 0), ([161, 1, 2], 0),
      ([160, 0, 1], 0), ([160, 255, 255, 2, 0, 0], 0), ([180, 0, 2, 0, 0], 0),
      ([4, 1, 161, 2, 0, 1, 0xC3], 2),
    ] as [([UInt8], Int)])
  func malformed(bytes: [UInt8], offset: Int) {
    #expect(throws: Facts.Malformed(offset: offset)) { try Facts(bytes: bytes).validate() }
  }

  @Test(
    "a text that is too long keeps its beginning and ends with the digest of the whole, so it differs from others"
  )
  func longText() throws {
    func packed(_ text: String) throws -> String {
      var builder = FactsBuilder()
      builder.add(.requestID, text: text)
      try builder.facts.validate()
      return try #require(builder.facts.text(.requestID))
    }
    let fits = String(repeating: "a", count: 65_533) + "é"
    #expect(try packed(fits) == fits)
    let long = String(repeating: "a", count: 65_467) + String(repeating: "é", count: 500)
    let hex = SHA256Hasher().digest(of: Array(long.utf8)).hex
    // 65,535 less three bytes of the sign and 64 of the digest are 65,468: the é there does not fit.
    #expect(try packed(long) == String(repeating: "a", count: 65_467) + "…" + hex)
    #expect(try packed(long) != packed(long + "x"))
    #expect(try packed(long).utf8.count <= 65_535)
  }

  @Test("in a list of texts that is too long the last place stands for those that are left out")
  func longLists() throws {
    func packed(_ texts: [String]) throws -> [String] {
      var builder = FactsBuilder()
      builder.add(.clientCapabilities, texts: texts)
      try builder.facts.validate()
      return try #require(builder.facts.texts(.clientCapabilities))
    }
    let fits = [String](repeating: "x", count: 65_535)
    #expect(try packed(fits) == fits)
    let one = try packed(fits + ["y"])
    let other = try packed(fits + ["z"])
    #expect(one.count == 65_535 && one.dropLast() == fits.dropLast())
    #expect(one.last == "…" + SHA256Hasher().digest(of: Array("x\0y\0".utf8)).hex)
    #expect(one.last != other.last)
    var builder = FactsBuilder()
    builder.add(.accounts, accounts: [AccountName](repeating: bo, count: 70_000))
    #expect(builder.facts.accounts(.accounts)?.count == 65_535)
  }

  @Test("changed bytes never trap")
  func mutations() {
    var builder = FactsBuilder()
    builder.add(.wiped, true)
    builder.add(.reasonCode, integer: 7)
    builder.add(.requestID, text: "request")
    builder.add(.accounts, accounts: [ana, bo])
    builder.add(.current, account: bo)
    builder.add(.clientCapabilities, texts: ["a", "b"])
    var random = SeededRandom(seed: 11)
    for _ in 0..<20_000 {
      var bytes = builder.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      let facts = Facts(bytes: bytes)
      let isValid = (try? facts.validate()) != nil
      _ = (
        facts.bool(.wiped), facts.integer(.reasonCode), facts.text(.requestID),
        facts.texts(.clientCapabilities)
      )
      _ = (facts.account(.current), facts.names(ana, in: .accounts), facts.names(bo, in: .current))
      if let accounts = facts.accounts(.accounts), isValid {
        #expect(accounts.contains(bo) == facts.names(bo, in: .accounts))
      }
    }
  }
}
