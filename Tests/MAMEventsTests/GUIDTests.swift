import MAMEvents
import Testing

@Suite("GUIDs and account names")
struct GUIDTests {
  let guid = GUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)

  @Test("any case is read, lower case is written")
  func text() {
    #expect(GUID(text: "01234567-89ab-cdef-fedc-ba9876543210") == guid)
    #expect(GUID(text: "01234567-89AB-CDEF-FEDC-BA9876543210") == guid)
    #expect(guid.text == "01234567-89ab-cdef-fedc-ba9876543210")
    var buffer: [UInt8] = []
    guid.append(to: &buffer)
    #expect(buffer == Array(guid.text.utf8))
  }

  @Test(
    "other forms are refused",
    arguments: [
      "", "0123456789abcdeffedcba9876543210", "{01234567-89ab-cdef-fedc-ba9876543210}",
      "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
      "01234567-89ab-cdef-fedcb-a9876543210", "01234567-89ab-cdef-fedc-ba987654321g",
      "01234567 89ab cdef fedc ba9876543210", "01234567-89ab-cdef-fedc-ba98765432é",
    ])
  func refused(text: String) {
    #expect(GUID(text: text) == nil)
  }

  @Test("a subject is a GUID or upn: and a name")
  func accountNames() {
    #expect(AccountName(text: "01234567-89AB-cdef-fedc-ba9876543210") == .object(guid))
    #expect(AccountName(text: "upn:Ana.Lima@Contoso.COM") == .upn("ana.lima@contoso.com"))
    #expect(AccountName(text: "upn:Ana.Lima@Contoso.COM")?.text == "upn:ana.lima@contoso.com")
    #expect(AccountName.object(guid).text == guid.text)
    for text in ["", "upn:", "UPN:ana@contoso.com", "ana@contoso.com", "upn", "oid:1"] {
      #expect(AccountName(text: text) == nil)
    }
  }

  @Test(
    "a UPN is lower-cased by the default mapping, without locale, context or normalisation",
    arguments: [
      ("ÅSA@CONTOSO.SE", "åsa@contoso.se"), ("I@X", "i@x"), ("\u{130}@X", "i\u{307}@x"), ("ΟΔΟΣ@X", "οδοσ@x"),
      ("E\u{301}@X", "e\u{301}@x"), ("\u{C9}@X", "\u{E9}@x"), ("STRASSE\u{1E9E}", "strasse\u{DF}"),
      ("[]^_`{}@AZ", "[]^_`{}@az"), ("\u{212A}", "k"), ("\u{10400}", "\u{10428}"),
    ])
  func upn(name: String, lower: String) {
    let result = Array(name.utf8).withUnsafeBytes { UPN.lowercased($0) }
    #expect(Array(result.utf8) == Array(lower.utf8))
    #expect(Array(UPN.lowercased(name).utf8) == Array(lower.utf8))
  }

  @Test("composed and decomposed names are two accounts")
  func namesCompareByBytes() {
    let composed = AccountName.upn("\u{E9}@x")
    let decomposed = AccountName.upn("e\u{301}@x")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(AccountName.object(guid) != .upn(guid.text))
  }

  @Test("the short digest is of the lower-case text")
  func shortDigest() throws {
    // printf cdbfd949-d404-4d32-a5d6-f6e751eba78f | sha256sum
    let guid = try #require(GUID(text: "CDBFD949-D404-4D32-A5D6-F6E751EBA78F"))
    #expect(guid.shortDigest == 0x1068_F1ED_ED46_B593)
  }

  @Test("homeAccountId splits where it is two GUIDs")
  func homeAccountID() {
    let tenant = "11111111-2222-3333-4444-555555555555"
    let split = Array("\(guid.text.uppercased()).\(tenant)".utf8).withUnsafeBytes { HomeAccountID(text: $0) }
    #expect(split?.objectID == guid)
    #expect(split?.tenantID.text == tenant)
    for text in [guid.text, "\(guid.text).", "\(guid.text)-\(tenant)", "\(guid.text).\(tenant)x", "a.b"] {
      #expect(Array(text.utf8).withUnsafeBytes { HomeAccountID(text: $0) } == nil)
    }
  }
}
