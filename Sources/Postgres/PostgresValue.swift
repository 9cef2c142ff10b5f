/// A value of a result in the form of its type, for code that does not know the columns beforehand, such as rendering.
public enum PostgresValue: Sendable, Hashable {
  /// NULL
  case null
  /// `boolean`
  case bool(Bool)
  /// `smallint`
  case int16(Int16)
  /// `integer`
  case int32(Int32)
  /// `bigint`
  case int64(Int64)
  /// `oid` and its kin
  case oid(UInt32)
  /// `real`
  case float4(Float)
  /// `double precision`
  case float8(Double)
  /// `numeric`, as its decimal text with all its digits; `NaN`, `Infinity` and `-Infinity` too
  case numeric(String)
  /// `text`, `varchar`, `char(n)`, `name`, and types that a database defines and sends as text, such as enums
  case text(String)
  /// `"char"`, one byte
  case char(UInt8)
  /// `bytea`
  case bytes([UInt8])
  /// `uuid`
  case uuid(UUIDBits)
  /// `timestamp with time zone`, in microseconds since 1970; `Int64.max` and `.min` are infinity and −infinity
  case timestamptz(microsecondsSince1970: Int64)
  /// `timestamp without time zone`, likewise
  case timestamp(microsecondsSince1970: Int64)
  /// `date`, in days since 1970-01-01; `Int32.max` and `.min` are infinity and −infinity
  case date(daysSince1970: Int32)
  /// `time without time zone`, in microseconds since midnight
  case time(microseconds: Int64)
  /// `interval`; its three parts do not convert into each other
  case interval(months: Int32, days: Int32, microseconds: Int64)
  /// `json`
  case json(String)
  /// `jsonb`, its text
  case jsonb(String)
  /// `inet` and `cidr`, as the server writes them
  case inet(String)
  /// An array of one dimension of any type above
  case array([PostgresValue])
  /// A type that is not known here
  case unsupported(OID)
}

extension PostgresValue {
  /// Days from 1970-01-01 to 2000-01-01.
  private static var postgresEpochDays: Int32 { 10_957 }

  /// Reads the binary form of a type.
  ///
  /// - Throws: `PostgresError` with code `decoding` where the bytes are not of that type.
  init(_ bytes: UnsafeRawBufferPointer, type: OID) throws(PostgresError) {
    if let size = Self.fixedSize(of: type), size != bytes.count {
      throw PostgresError(.decoding, "a value of type \(type) has \(bytes.count) bytes")
    }
    switch type {
    case .bool: self = .bool(bytes[0] != 0)
    case .int2: self = .int16(bytes.bigEndian(Int16.self))
    case .int4: self = .int32(bytes.bigEndian(Int32.self))
    case .int8: self = .int64(bytes.bigEndian(Int64.self))
    case .oid: self = .oid(bytes.bigEndian(UInt32.self))
    case .float4: self = .float4(Float(bitPattern: bytes.bigEndian(UInt32.self)))
    case .float8: self = .float8(Double(bitPattern: bytes.bigEndian(UInt64.self)))
    case .numeric: self = .numeric(try NumericText.decode(bytes))
    case .char: self = .char(bytes[0])
    case .bytea: self = .bytes(Array(bytes))
    case .uuid:
      self = .uuid(UUIDBits(high: bytes.bigEndian(UInt64.self), low: bytes.bigEndian(UInt64.self, at: 8)))
    case .timestamptz:
      self = .timestamptz(microsecondsSince1970: unixMicroseconds(fromPostgres: bytes.bigEndian(Int64.self)))
    case .timestamp:
      self = .timestamp(microsecondsSince1970: unixMicroseconds(fromPostgres: bytes.bigEndian(Int64.self)))
    case .date:
      let days = bytes.bigEndian(Int32.self)
      self = .date(daysSince1970: days == .max || days == .min ? days : days &+ Self.postgresEpochDays)
    case .time: self = .time(microseconds: bytes.bigEndian(Int64.self))
    case .interval:
      self = .interval(
        months: bytes.bigEndian(Int32.self, at: 12), days: bytes.bigEndian(Int32.self, at: 8),
        microseconds: bytes.bigEndian(Int64.self))
    case .json: self = .json(String(decoding: bytes, as: UTF8.self))
    case .jsonb:
      guard bytes.first == 1 else { throw PostgresError(.decoding, "a jsonb is not of version 1") }
      self = .jsonb(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case .inet, .cidr: self = .inet(try NetworkText.decode(bytes))
    case .text, .varchar, .bpchar, .name, .unknown: self = .text(String(decoding: bytes, as: UTF8.self))
    case .void: self = .text("")
    default: self = try Self.arrayOrUnknown(bytes, type: type)
    }
  }

  private static func fixedSize(of type: OID) -> Int? {
    switch type {
    case .bool, .char: 1
    case .int2: 2
    case .int4, .oid, .float4, .date: 4
    case .int8, .float8, .timestamptz, .timestamp, .time: 8
    case .uuid, .interval: 16
    default: nil
    }
  }

  private static let arrayTypes: Set<OID> = [
    .boolArray, .byteaArray, .charArray, .nameArray, .int2Array, .int4Array, .textArray, .varcharArray,
    .int8Array,
    .float8Array, .oidArray, .dateArray, .timestamptzArray, .numericArray, .uuidArray, .jsonbArray,
  ]

  private static func arrayOrUnknown(
    _ bytes: UnsafeRawBufferPointer, type: OID
  ) throws(PostgresError) -> PostgresValue {
    guard arrayTypes.contains(type) else { return .unsupported(type) }
    var reader = try ArrayReader(bytes)
    var elements: [PostgresValue] = []
    while let element = try reader.next() {
      if let value = element.bytes {
        elements.append(try PostgresValue(value, type: reader.elementType))
      } else {
        elements.append(.null)
      }
    }
    return .array(elements)
  }
}
