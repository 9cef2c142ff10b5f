/// A value bound to `$n` of a statement, sent in binary with its type.
public enum Parameter: Sendable, Hashable {
  /// `smallint`
  case int16(Int16)
  /// `integer`
  case int32(Int32)
  /// `bigint`
  case int64(Int64)
  /// `double precision`
  case float8(Double)
  /// `boolean`
  case bool(Bool)
  /// `text`
  case text(String)
  /// `bytea`
  case bytes([UInt8])
  /// `uuid`, its first and last eight bytes
  case uuid(high: UInt64, low: UInt64)
  /// `timestamp with time zone`; `Int64.max` and `.min` are infinity and −infinity
  case timestamptz(microsecondsSince1970: Int64)
  /// NULL of a type
  case null(OID)
  /// A value in its binary form already, such as what an array builder makes
  case raw(OID, [UInt8])
  /// `smallint[]`
  case int16Array([Int16?])
  /// `integer[]`
  case int32Array([Int32?])
  /// `bigint[]`
  case int64Array([Int64?])
  /// `text[]`
  case textArray([String?])
  /// `boolean[]`
  case boolArray([Bool?])
  /// `uuid[]`
  case uuidArray([UUIDBits?])
  /// `timestamp with time zone[]`, microseconds since 1970
  case timestamptzArray([Int64?])
  /// `bytea[]`
  case bytesArray([[UInt8]?])
}

/// The sixteen bytes of a `uuid`.
public struct UUIDBits: Hashable, Sendable {
  /// The first eight bytes, most significant first.
  public var high: UInt64
  /// The last eight bytes, most significant first.
  public var low: UInt64

  /// Makes a value from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension Parameter {
  /// The type that is declared to the server.
  public var type: OID {
    switch self {
    case .int16: .int2
    case .int32: .int4
    case .int64: .int8
    case .float8: .float8
    case .bool: .bool
    case .text: .text
    case .bytes: .bytea
    case .uuid: .uuid
    case .timestamptz: .timestamptz
    case .null(let type): type
    case .raw(let type, _): type
    case .int16Array: .int2Array
    case .int32Array: .int4Array
    case .int64Array: .int8Array
    case .textArray: .textArray
    case .boolArray: .boolArray
    case .uuidArray: .uuidArray
    case .timestamptzArray: .timestamptzArray
    case .bytesArray: .byteaArray
    }
  }

  /// The binary form; nil is NULL.
  var wire: [UInt8]? {
    switch self {
    case .int16(let value): scalar(value)
    case .int32(let value): scalar(value)
    case .int64(let value): scalar(value)
    case .float8(let value): scalar(value.bitPattern)
    case .bool(let value): [value ? 1 : 0]
    case .text(let value): Array(value.utf8)
    case .bytes(let value): value
    case .uuid(let high, let low): scalar(high) + scalar(low)
    case .timestamptz(let value): scalar(postgresMicroseconds(fromUnix: value))
    case .null: nil
    case .raw(_, let bytes): bytes
    case .int16Array(let values): array(Int16ArrayBuilder.self, values) { $0.append($1) }
    case .int32Array(let values): array(Int32ArrayBuilder.self, values) { $0.append($1) }
    case .int64Array(let values): array(Int64ArrayBuilder.self, values) { $0.append($1) }
    case .textArray(let values): array(TextArrayBuilder.self, values) { $0.append($1) }
    case .boolArray(let values): array(BoolArrayBuilder.self, values) { $0.append($1) }
    case .uuidArray(let values):
      array(UUIDArrayBuilder.self, values) { $0.append(high: $1.high, low: $1.low) }
    case .timestamptzArray(let values):
      array(TimestamptzArrayBuilder.self, values) { $0.append(microsecondsSince1970: $1) }
    case .bytesArray(let values): array(BytesArrayBuilder.self, values) { $0.append($1) }
    }
  }

  private func scalar<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(value)
    return bytes
  }

  private func array<Kind, Element>(
    _ type: ArrayBuilder<Kind>.Type, _ values: [Element?],
    _ append: (inout ArrayBuilder<Kind>, Element) -> Void
  ) -> [UInt8] {
    var builder = ArrayBuilder<Kind>(capacity: values.count)
    for value in values {
      if let value { append(&builder, value) } else { builder.appendNull() }
    }
    return builder.finishedBytes()
  }
}
