extension BinaryRow where Self: ~Copyable {
  /// A `smallint[]`, or nil for NULL.
  public func int16Array(_ column: Int) throws(PostgresError) -> [Int16?]? {
    try array(column, .int2, 2) { $0.bigEndian(Int16.self) }
  }

  /// An `integer[]`, or nil for NULL.
  public func int32Array(_ column: Int) throws(PostgresError) -> [Int32?]? {
    try array(column, .int4, 4) { $0.bigEndian(Int32.self) }
  }

  /// A `bigint[]`, or nil for NULL.
  public func int64Array(_ column: Int) throws(PostgresError) -> [Int64?]? {
    try array(column, .int8, 8) { $0.bigEndian(Int64.self) }
  }

  /// A `text[]`, or nil for NULL.
  public func textArray(_ column: Int) throws(PostgresError) -> [String?]? {
    try array(column, .text, nil) { String(decoding: $0, as: UTF8.self) }
  }

  /// A `boolean[]`, or nil for NULL.
  public func boolArray(_ column: Int) throws(PostgresError) -> [Bool?]? {
    try array(column, .bool, 1) { $0[0] != 0 }
  }

  /// A `uuid[]`, or nil for NULL.
  public func uuidArray(_ column: Int) throws(PostgresError) -> [UUIDBits?]? {
    try array(column, .uuid, 16) {
      UUIDBits(high: $0.bigEndian(UInt64.self), low: $0.bigEndian(UInt64.self, at: 8))
    }
  }

  /// A `timestamptz[]` in microseconds since 1970, or nil for NULL.
  public func timestampArray(_ column: Int) throws(PostgresError) -> [Int64?]? {
    try array(column, .timestamptz, 8) { unixMicroseconds(fromPostgres: $0.bigEndian(Int64.self)) }
  }

  /// A `bytea[]`, or nil for NULL.
  public func bytesArray(_ column: Int) throws(PostgresError) -> [[UInt8]?]? {
    try array(column, .bytea, nil) { Array($0) }
  }

  private func array<Element>(
    _ column: Int, _ elementType: OID, _ size: Int?, _ decode: (UnsafeRawBufferPointer) -> Element
  ) throws(PostgresError) -> [Element?]? {
    guard let bytes = try field(column) else { return nil }
    let array = try ArrayReader(bytes)
    guard array.elementType == elementType else { throw mismatch(column, "an array of \(elementType)") }
    var elements: [Element?] = []
    elements.reserveCapacity(array.count)
    var reader = array
    while let element = try reader.next() {
      if let value = element.bytes {
        if let size, value.count != size { throw mismatch(column, "an array of \(elementType)") }
        elements.append(decode(value))
      } else {
        elements.append(nil)
      }
    }
    return elements
  }
}

/// Walks over the elements of an array of one dimension in its binary form, checking every length.
struct ArrayReader {
  /// The type of the elements.
  let elementType: OID
  /// How many elements there are.
  let count: Int
  private let bytes: UnsafeRawBufferPointer
  private var offset: Int
  private var remaining: Int

  init(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) {
    guard bytes.count >= 12 else { throw Self.malformed }
    let dimensions = bytes.bigEndian(Int32.self)
    elementType = OID(rawValue: bytes.bigEndian(UInt32.self, at: 8))
    self.bytes = bytes
    switch dimensions {
    case 0:
      count = 0
      offset = bytes.count
    case 1:
      guard bytes.count >= 20 else { throw Self.malformed }
      count = Int(bytes.bigEndian(Int32.self, at: 12))
      offset = 20
      // Each element has a length word, so that a false count cannot make us reserve more than came.
      guard count >= 0, count <= (bytes.count - offset) / 4 else { throw Self.malformed }
    default:
      throw PostgresError(.decoding, "an array of \(dimensions) dimensions is not supported")
    }
    remaining = count
  }

  /// The next element, nil after the last; its bytes are nil for NULL.
  mutating func next() throws(PostgresError) -> (bytes: UnsafeRawBufferPointer?, index: Int)? {
    guard remaining > 0 else { return nil }
    let index = count - remaining
    remaining -= 1
    guard offset + 4 <= bytes.count else { throw Self.malformed }
    let length = Int(bytes.bigEndian(Int32.self, at: offset))
    offset += 4
    if length < 0 { return (nil, index) }
    guard offset + length <= bytes.count else { throw Self.malformed }
    defer { offset += length }
    return (UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]), index)
  }

  private static var malformed: PostgresError { PostgresError(.decoding, "an array is malformed") }
}
