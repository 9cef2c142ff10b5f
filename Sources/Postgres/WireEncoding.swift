import Glibc

/// Microseconds from 1970-01-01 (Unix) to 2000-01-01 (PostgreSQL).
let postgresEpochMicroseconds: Int64 = 946_684_800_000_000

extension [UInt8] {
  /// Appends an integer in network byte order.
  mutating func appendBigEndian<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Writes an integer in network byte order over what is at `offset`.
  mutating func storeBigEndian(_ value: Int32, at offset: Int) {
    let bits = UInt32(bitPattern: value)
    self[offset] = UInt8(truncatingIfNeeded: bits >> 24)
    self[offset + 1] = UInt8(truncatingIfNeeded: bits >> 16)
    self[offset + 2] = UInt8(truncatingIfNeeded: bits >> 8)
    self[offset + 3] = UInt8(truncatingIfNeeded: bits)
  }

  /// Reads an integer in network byte order.
  func loadBigEndianInt32(at offset: Int) -> Int32 {
    var bits: UInt32 = 0
    for index in offset..<offset + 4 { bits = bits << 8 | UInt32(self[index]) }
    return Int32(bitPattern: bits)
  }

  /// Moves bytes within the array; the two ranges may overlap.
  mutating func moveBytes(from source: Int, to destination: Int, count: Int) {
    precondition(source >= 0 && destination >= 0 && Swift.max(source, destination) + count <= self.count)
    withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      memmove(base + destination, base + source, count)
    }
  }

  /// Appends the UTF-8 of a text.
  mutating func appendUTF8(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}

/// Microseconds since 1970 as PostgreSQL counts them, from 2000; the ends of the range mean −infinity and infinity.
func postgresMicroseconds(fromUnix value: Int64) -> Int64 {
  if value == .max || value == .min { return value }
  let (shifted, overflow) = value.subtractingReportingOverflow(postgresEpochMicroseconds)
  // So far before any year that PostgreSQL knows that it is refused by the server, not taken for −infinity.
  return overflow ? .min + 1 : shifted
}

/// PostgreSQL's microseconds since 2000 as microseconds since 1970; infinities become the ends of the range.
func unixMicroseconds(fromPostgres value: Int64) -> Int64 {
  if value == .max || value == .min { return value }
  let (shifted, overflow) = value.addingReportingOverflow(postgresEpochMicroseconds)
  return overflow ? .max : shifted
}
