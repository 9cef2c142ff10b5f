import AuditStore
import Hashing
import MAMEvents

/// Small events, decoded as those of files are.
enum Sample {
  static let tenant = GUID(high: 0x1111_1111_1111_4111, low: 0x8111_1111_1111_1111)
  static let otherTenant = GUID(high: 0x2222_2222_2222_4222, low: 0x8222_2222_2222_2222)

  static func account(_ number: UInt64) -> AccountName { .object(GUID(high: 0xAAAA, low: number)) }

  /// An event at 2023-11-14 22:13:20 UTC and `seconds`; `content` is a member of its data.
  static func event(
    _ id: String, content: String = "", type: String = "mam.enrollment.completed", tenant: GUID = tenant,
    account: AccountName? = account(1), app: String = "com.contoso.docs", device: String = "D-1",
    at seconds: Int64 = 0, code: Int = 100, identity: String? = nil
  ) throws -> DecodedEvent {
    let time = Timestamp(microseconds: (1_700_000_000 + seconds) * 1_000_000)
    var text: [UInt8] = []
    time.append(to: &text)
    let subject = account.map { #","subject":"\#($0.text)""# } ?? ""
    let name = identity.map { #","identity":"\#($0)""# } ?? ""
    let line = #"""
      {"specversion":"1.0","id":"\#(id)","source":"urn:sample","type":"\#(type)",\#
      "time":"\#(String(decoding: text, as: UTF8.self))","tenantid":"\#(tenant.text)"\#(subject),\#
      "appid":"\#(app)","deviceid":"\#(device)",\#
      "data":{"statusCode":\#(code),"phase":"launched","content":"\#(content)"\#(name)}}
      """#
    var decoder = EventDecoder()
    return try decoder.decode(line)
  }

  static func batch(_ events: [DecodedEvent], tenant: GUID = tenant) -> EventBatch {
    var batch = EventBatch(tenant: tenant)
    for event in events { batch.append(event) }
    return batch
  }
}
