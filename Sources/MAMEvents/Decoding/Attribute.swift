/// The attributes of an envelope that have a meaning of their own.
enum Attribute: Int, CaseIterable {
  case specversion, id, source, type, time, subject, tenantid, appid, deviceid, appversion, sdkversion,
    sequence
  case correlationid, traceparent, datacontenttype, data, dataBase64, recordedtime

  /// The attribute's name on the wire.
  var name: String { self == .dataBase64 ? "data_base64" : String(describing: self) }

  /// The attribute of a name, or nil for one that is kept without a meaning.
  static func named(_ bytes: UnsafeRawBufferPointer) -> Attribute? {
    guard bytes.count < byLength.count else { return nil }
    for candidate in byLength[bytes.count] where candidate.utf8.elementsEqual(bytes) {
      return candidate.attribute
    }
    return nil
  }

  private static let byLength: [[(utf8: [UInt8], attribute: Attribute)]] = {
    let all = allCases.map { (utf8: Array($0.name.utf8), attribute: $0) }
    let longest = all.map(\.utf8.count).max() ?? 0
    return (0...longest).map { length in all.filter { $0.utf8.count == length } }
  }()
}
