import Hashing

/// The sixteen bytes by which the store tells events apart: a pure function of `source` and `id`.
///
/// The first sixteen bytes of SHA-256 over the source, a zero byte and the id. Where the id is a UUIDv7 or a ULID,
/// its 48 bits of time come first and the hash's first ten bytes follow, so that such ids index in order of time. Ids
/// compare by bytes, so two spellings of one UUID have different keys that share the time.
public struct EventKey: Hashable, Sendable {
  /// The first eight bytes, big-endian.
  public var high: UInt64
  /// The last eight bytes, big-endian.
  public var low: UInt64

  /// Wraps the two halves of a key as the store keeps it.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes the key of an event.
  ///
  /// - Parameters:
  ///   - source: The UTF-8 of `source`, which has no zero byte.
  ///   - id: The UTF-8 of `id`.
  ///   - hasher: Used for one message.
  public init(source: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer, hasher: SHA256Hasher) {
    hasher.reset()
    hasher.update(source)
    withUnsafeBytes(of: 0 as UInt8) { hasher.update($0) }
    hasher.update(id)
    let words = hasher.finalize().words
    if let time = EventKey.time(ofUUIDv7: id) ?? EventKey.time(ofULID: id) {
      high = time << 16 | words.0 >> 48
      low = words.0 << 16 | words.1 >> 48
    } else {
      high = words.0
      low = words.1
    }
  }

  /// The milliseconds in a UUID of version 7 (RFC 9562) in text form of any case.
  private static func time(ofUUIDv7 id: UnsafeRawBufferPointer) -> UInt64? {
    guard let guid = GUID(text: id), guid.high >> 12 & 0xF == 7, guid.low >> 62 == 0b10 else { return nil }
    return guid.high >> 16
  }

  /// The milliseconds in a ULID: 26 characters of Crockford's base 32 in any case, of which the first ten are time.
  private static func time(ofULID id: UnsafeRawBufferPointer) -> UInt64? {
    guard id.count == 26, id[0] <= UInt8(ascii: "7") else { return nil }
    var time: UInt64 = 0
    for index in 0..<26 {
      guard let value = crockfordValue(of: id[index]) else { return nil }
      if index < 10 { time = time << 5 | value }
    }
    return time
  }

  /// The value of a character of the alphabet that ULIDs are written in, which leaves out I, L, O and U.
  private static func crockfordValue(of character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      switch character & 0xDF {
      case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "O"), UInt8(ascii: "U"): return nil
      case let letter:
        var value = UInt64(letter - UInt8(ascii: "A")) + 10
        if letter > UInt8(ascii: "I") { value -= 1 }
        if letter > UInt8(ascii: "L") { value -= 1 }
        if letter > UInt8(ascii: "O") { value -= 1 }
        if letter > UInt8(ascii: "U") { value -= 1 }
        return value
      }
    default: return nil
    }
  }
}
