/// A row whose fields are in PostgreSQL's binary form: of a result, of a stream, or of a COPY.
///
/// Columns count from 0. The accessors named after a type throw `PostgresError` with code `decoding` where the column does
/// not exist, is of another type, or is NULL; those that end in `OrNull` return nil for NULL.
public protocol BinaryRow: ~Copyable {
  /// How many columns the row has.
  var columnCount: Int { get }

  /// The bytes of a column as they came, nil for NULL; they are valid only as long as the row is.
  func field(_ column: Int) throws(PostgresError) -> UnsafeRawBufferPointer?

  /// The declared type of a column; nil where the protocol does not say, as in a COPY.
  func type(ofColumn column: Int) -> OID?
}

extension BinaryRow where Self: ~Copyable {
  /// Whether a column is NULL.
  public func isNull(_ column: Int) throws(PostgresError) -> Bool { try field(column) == nil }

  /// A `smallint`.
  public func int16(_ column: Int) throws(PostgresError) -> Int16 {
    try required(int16OrNull(column), column)
  }
  /// An `integer` or narrower.
  public func int32(_ column: Int) throws(PostgresError) -> Int32 {
    try required(int32OrNull(column), column)
  }
  /// A `bigint` or narrower, or an `oid`.
  public func int64(_ column: Int) throws(PostgresError) -> Int64 {
    try required(int64OrNull(column), column)
  }
  /// A `double precision` or `real`.
  public func float8(_ column: Int) throws(PostgresError) -> Double {
    try required(float8OrNull(column), column)
  }
  /// A `boolean`.
  public func bool(_ column: Int) throws(PostgresError) -> Bool { try required(boolOrNull(column), column) }
  /// A text of any kind, JSON too.
  public func text(_ column: Int) throws(PostgresError) -> String { try required(textOrNull(column), column) }
  /// The binary form of a column of any type; of a `bytea`, its bytes.
  public func bytes(_ column: Int) throws(PostgresError) -> [UInt8] {
    try required(bytesOrNull(column), column)
  }
  /// A `uuid`.
  public func uuid(_ column: Int) throws(PostgresError) -> UUIDBits {
    try required(uuidOrNull(column), column)
  }
  /// A `timestamptz`, in microseconds since 1970; `Int64.max` and `.min` are infinity and −infinity.
  public func timestamp(_ column: Int) throws(PostgresError) -> Int64 {
    try required(timestampOrNull(column), column)
  }

  /// A `smallint`, or nil.
  public func int16OrNull(_ column: Int) throws(PostgresError) -> Int16? {
    guard let value = try int64OrNull(column) else { return nil }
    guard let narrow = Int16(exactly: value) else { throw mismatch(column, "int16") }
    return narrow
  }

  /// An `integer` or narrower, or nil.
  public func int32OrNull(_ column: Int) throws(PostgresError) -> Int32? {
    guard let value = try int64OrNull(column) else { return nil }
    guard let narrow = Int32(exactly: value) else { throw mismatch(column, "int32") }
    return narrow
  }

  /// A `bigint` or narrower, or nil.
  public func int64OrNull(_ column: Int) throws(PostgresError) -> Int64? {
    guard let bytes = try field(column) else { return nil }
    let type = type(ofColumn: column)
    switch (bytes.count, type) {
    case (8, nil), (8, .int8?): return bytes.bigEndian(Int64.self)
    case (4, nil), (4, .int4?): return Int64(bytes.bigEndian(Int32.self))
    case (2, nil), (2, .int2?): return Int64(bytes.bigEndian(Int16.self))
    case (4, .oid?), (4, .regclass?): return Int64(bytes.bigEndian(UInt32.self))
    default: throw mismatch(column, "int64")
    }
  }

  /// A `double precision` or `real`, or nil.
  public func float8OrNull(_ column: Int) throws(PostgresError) -> Double? {
    guard let bytes = try field(column) else { return nil }
    switch (bytes.count, type(ofColumn: column)) {
    case (8, nil), (8, .float8?): return Double(bitPattern: bytes.bigEndian(UInt64.self))
    case (4, nil), (4, .float4?): return Double(Float(bitPattern: bytes.bigEndian(UInt32.self)))
    default: throw mismatch(column, "float8")
    }
  }

  /// A `boolean`, or nil.
  public func boolOrNull(_ column: Int) throws(PostgresError) -> Bool? {
    guard let bytes = try field(column) else { return nil }
    switch (bytes.count, type(ofColumn: column)) {
    case (1, nil), (1, .bool?): return bytes[0] != 0
    default: throw mismatch(column, "bool")
    }
  }

  /// A text of any kind, JSON too, or nil.
  public func textOrNull(_ column: Int) throws(PostgresError) -> String? {
    guard var bytes = try field(column) else { return nil }
    switch type(ofColumn: column) {
    case nil, .text?, .varchar?, .bpchar?, .name?, .unknown?, .json?, .char?: break
    case .jsonb?: bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    // Types that a database defines itself: an enum or a citext is sent as its text.
    case let other? where other.rawValue >= 16_384: break
    default: throw mismatch(column, "text")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The binary form of a column of any type, or nil.
  public func bytesOrNull(_ column: Int) throws(PostgresError) -> [UInt8]? {
    guard let bytes = try field(column) else { return nil }
    return Array(bytes)
  }

  /// A `uuid`, or nil.
  public func uuidOrNull(_ column: Int) throws(PostgresError) -> UUIDBits? {
    guard let bytes = try field(column) else { return nil }
    switch (bytes.count, type(ofColumn: column)) {
    case (16, nil), (16, .uuid?):
      return UUIDBits(high: bytes.bigEndian(UInt64.self), low: bytes.bigEndian(UInt64.self, at: 8))
    default: throw mismatch(column, "uuid")
    }
  }

  /// A `timestamptz`, in microseconds since 1970, or nil.
  public func timestampOrNull(_ column: Int) throws(PostgresError) -> Int64? {
    guard let bytes = try field(column) else { return nil }
    switch (bytes.count, type(ofColumn: column)) {
    case (8, nil), (8, .timestamptz?), (8, .timestamp?):
      return unixMicroseconds(fromPostgres: bytes.bigEndian(Int64.self))
    default: throw mismatch(column, "timestamp")
    }
  }

  private func required<Value>(_ value: Value?, _ column: Int) throws(PostgresError) -> Value {
    guard let value else { throw PostgresError(.decoding, "column \(column) is NULL") }
    return value
  }

  func mismatch(_ column: Int, _ wanted: String) -> PostgresError {
    let type = type(ofColumn: column).map { "of type \($0)" } ?? "of another size"
    return PostgresError(.decoding, "column \(column) is \(type), which is not read as \(wanted)")
  }
}

extension UnsafeRawBufferPointer {
  /// The integer in network byte order at an offset; the caller has checked that it is inside.
  func bigEndian<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int = 0) -> Value
  {
    Value(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
