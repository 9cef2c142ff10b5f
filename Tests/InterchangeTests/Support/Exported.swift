import Compliance
import Foundation
import Hashing
import MAMEvents

@testable import Interchange

/// Events on the wire, and what the export makes of them.
enum Exported {
  static let tenant = "7e4a0000-0000-4000-8000-0000000000aa"
  static let ada = "a0000000-0000-4000-8000-00000000000a"
  static let bob = "b0000000-0000-4000-8000-00000000000b"

  /// A line of the wire: every attribute that any type needs, unless told otherwise.
  static func wire(
    _ type: String, data: String? = nil, id: String = "e-1", source: String = "urn:relay",
    time: String = "2026-03-01T09:00:00.123999Z", subject: String? = Exported.ada,
    app: String? = "com.contoso.mail", device: String? = "D-1", more: String = ""
  ) -> String {
    var line = #"{"specversion":"1.0","id":"\#(id)","source":"\#(source)","type":"\#(type)""#
    line += #","time":"\#(time)","tenantid":"\#(tenant)""#
    if let subject { line += #","subject":"\#(subject)""# }
    if let app { line += #","appid":"\#(app)""# }
    if let device { line += #","deviceid":"\#(device)""# }
    line += more
    if let data { line += #","data":\#(data)"# }
    return line + "}"
  }

  /// Names an alias by the number of its row, and any other UPN by the length of its name.
  static let pseudonym: @Sendable (String, AccountID?, FoldPoint) throws -> String = { upn, row, _ in
    "upn:#\(row.map { Int($0.rawValue) } ?? 1000 + upn.utf8.count)"
  }

  /// A record as the store has it, with its columns, appended at 09:00:05.5 on 1 March 2026 at position 7.
  static func stored(
    _ wire: String, position: Int64 = 7, recordedAt: String = "2026-03-01T09:00:05.5Z"
  ) throws -> (event: LoggedEvent, record: [UInt8]) {
    var decoder = EventDecoder(options: EventDecoder.Options(takesLogTypes: true))
    let decoded = try decoder.decode(wire)
    var record = decoded.record
    let instant = try Timestamp(rfc3339: recordedAt)
    RecordWriter.complete(&record, recordedAt: instant)
    var account: AccountID?
    if case .upn? = decoded.columns.account { account = AccountID(3) }
    let event = LoggedEvent(
      tenant: decoded.columns.tenant, position: position, type: decoded.columns.type, account: account,
      code: decoded.columns.code, occurredAt: decoded.columns.occurredAt, recordedAt: instant)
    return (event, record)
  }

  static func writer() -> OCSFWriter { OCSFWriter(productVersion: "9.9.9", pseudonym: pseudonym) }

  /// The line of OCSF that an event becomes, without its end; digests, which no test can know, are masked.
  static func line(_ wire: String, recordedAt: String = "2026-03-01T09:00:05.5Z") throws -> String {
    var writer = writer()
    let (event, record) = try stored(wire, recordedAt: recordedAt)
    try record.withUnsafeBytes { try writer.write(event, record: $0) }
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
      .replacing(#/"_sd":"[^"]{43}"/#, with: #""_sd":"…""#)
  }

  /// The same as an object.
  static func object(_ wire: String, recordedAt: String = "2026-03-01T09:00:05.5Z") throws -> OCSFObject {
    try OCSFObject(line(wire, recordedAt: recordedAt))
  }
}

/// A line of OCSF to be looked into.
struct OCSFObject {
  private let root: Any

  init(_ line: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
  }

  /// What stands at a path such as `entity.user.uid` or `resources.0.uid`, as JSON; `-` where nothing does.
  subscript(_ path: String) -> String {
    var value: Any? = root
    for part in path.split(separator: ".") {
      if let list = value as? [Any], let index = Int(part) {
        value = list.indices.contains(index) ? list[index] : nil
      } else {
        value = (value as? [String: Any])?[String(part)]
      }
    }
    guard let value else { return "-" }
    let bytes = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }
}
