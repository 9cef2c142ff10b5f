/// A GUID as its sixteen bytes, in the order of its text (8-4-4-4-12).
public struct GUID: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  public var high: UInt64
  /// The last eight bytes, big-endian.
  public var low: UInt64

  /// Makes a GUID from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The order of the texts in lower case.
  public static func < (left: GUID, right: GUID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// How an event names an account.
///
/// Names compare by their bytes: Swift's own equality of strings takes composed and decomposed letters for one.
public enum AccountName: Hashable, Sendable {
  /// An Entra object id.
  case object(GUID)
  /// A UPN in lower case by Unicode's default mapping (the key by which UPNs compare).
  case upn(String)

  /// Whether two names are the same object id, or UPNs of the same bytes.
  public static func == (left: AccountName, right: AccountName) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)): left == right
    case (.upn(let left), .upn(let right)): left.hasSameBytes(as: right)
    default: false
    }
  }

  /// Feeds the bytes by which names compare to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .object(let guid):
      hasher.combine(guid)
    case .upn(let name):
      var name = name
      name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)
    }
  }
}
