/// The packed facts of an event: what reducers and rules need of `data` beyond the typed columns.
///
/// A pure function of the record (but for what ``ofRecord`` leaves out), made once at append, kept in one compact
/// binary column. The layout is a run of entries in rising order of key, each `key` (one byte, ``FactKey``) and a value
/// by the key's kind:
///
/// - boolean: one byte, 0 or 1
/// - word: one byte, its index in the closed list, or 255
/// - integer: eight bytes, big-endian, two's complement
/// - text: two bytes of length, big-endian, then UTF-8
/// - account: one byte 1 and sixteen bytes of GUID, or one byte 2 and a text (a lower-case UPN)
/// - accounts and texts: two bytes of count, big-endian, then that many accounts or texts
public struct Facts: Hashable, Sendable {
  /// The packed bytes.
  public var bytes: [UInt8]

  /// Wraps packed bytes as the store keeps them.
  public init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }
}
