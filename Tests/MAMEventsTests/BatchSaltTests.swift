import MAMEvents
import Testing

@Suite("Salts of a batch")
struct BatchSaltTests {
  private static func event(id: String, tenant: String) -> String {
    var members = Samples.envelope("mam.account.signedIn", data: #"{"identity":"alice@contoso.example"}"#)
    members = members.map { member in
      switch member.name {
      case "id": ("id", "\"\(id)\"")
      case "tenantid": ("tenantid", "\"\(tenant)\"")
      default: member
      }
    }
    return Samples.json(members)
  }

  private static let other = "5cdac1b3-1894-45b6-b00a-65ccd081a3d4"

  private static func disclosure(_ decoder: inout EventDecoder, _ id: String, _ tenant: String) throws
    -> String
  {
    try #require(try decoder.decode(event(id: id, tenant: tenant)).disclosures.first).disclosure.text
  }

  @Test("equal values of one tenant share a salt until its next batch, and two tenants never do")
  func tenants() throws {
    var decoder = EventDecoder()
    let first = try Self.disclosure(&decoder, "1", Samples.tenant)
    let elsewhere = try Self.disclosure(&decoder, "2", Self.other)
    #expect(try Self.disclosure(&decoder, "3", Samples.tenant) == first)
    #expect(elsewhere != first)

    let tenant = try decoder.decode(Self.event(id: "1", tenant: Samples.tenant)).columns.tenant
    decoder.startBatch(of: tenant)
    #expect(try Self.disclosure(&decoder, "4", Samples.tenant) != first)
    #expect(try Self.disclosure(&decoder, "5", Self.other) == elsewhere)

    decoder.startBatch()
    #expect(try Self.disclosure(&decoder, "6", Self.other) != elsewhere)
  }
}
