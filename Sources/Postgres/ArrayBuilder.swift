/// A kind of element of an array that goes to the server.
public protocol ArrayElementKind {
  /// The type of one element.
  static var elementType: OID { get }
  /// The type of the array.
  static var arrayType: OID { get }
  /// The usual size of one element in bytes, with its length word; only a guess for kinds of varying size.
  static var expectedSize: Int { get }
}

/// Builds a one-dimensional array in the form in which it is sent, element by element, without an allocation per element.
///
/// Keep one builder per column of a batch: `removeAll` keeps its memory. The parameter shares the builder's bytes, so drop it
/// before filling the builder again, else the first append copies them.
public struct ArrayBuilder<Kind: ArrayElementKind>: Sendable {
  /// Number of dimensions, null flag, element type, length, lower bound.
  private static var headerSize: Int { 20 }

  /// How many elements there are, nulls counted.
  public private(set) var count = 0
  /// The bytes so far, header included; it is completed by `finish`.
  private var bytes: [UInt8]
  private var hasNull = false

  /// Makes an empty builder with room for so many elements.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(Self.headerSize + capacity * Kind.expectedSize)
    writeHeader()
  }

  /// The size of what is sent, in bytes.
  public var byteCount: Int { bytes.count }

  /// Removes all elements and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
    hasNull = false
    writeHeader()
  }

  /// Appends a NULL.
  public mutating func appendNull() {
    bytes.appendBigEndian(Int32(-1))
    hasNull = true
    count += 1
  }

  /// The array as a parameter; its header is completed in place, so that the bytes are shared and not copied.
  public mutating func finish() -> Parameter { .raw(Kind.arrayType, finishedBytes()) }

  /// The array in binary; of no dimensions when it is empty, as the server itself sends it.
  mutating func finishedBytes() -> [UInt8] {
    if count == 0 {
      var empty: [UInt8] = []
      empty.appendBigEndian(Int32(0))
      empty.appendBigEndian(Int32(0))
      empty.appendBigEndian(Kind.elementType.rawValue)
      return empty
    }
    bytes.storeBigEndian(hasNull ? 1 : 0, at: 4)
    bytes.storeBigEndian(Int32(truncatingIfNeeded: count), at: 12)
    return bytes
  }

  /// Drops elements and keeps the rest in order.
  ///
  /// - Parameter places: their places from 0, in ascending order, each once.
  public mutating func remove(at places: [Int]) {
    guard let first = places.first else { return }
    var read = Self.headerSize
    var write = read
    var drop = places[...]
    hasNull = false
    for place in 0..<count {
      let size = bytes.loadBigEndianInt32(at: read)
      let width = 4 + max(0, Int(size))
      if place == drop.first {
        drop.removeFirst()
      } else {
        hasNull = hasNull || size < 0
        if place > first { bytes.moveBytes(from: read, to: write, count: width) }
        write += width
      }
      read += width
    }
    bytes.removeLast(read - write)
    count -= places.count
  }

  private mutating func writeHeader() {
    bytes.appendBigEndian(Int32(1))
    bytes.appendBigEndian(Int32(0))
    bytes.appendBigEndian(Kind.elementType.rawValue)
    bytes.appendBigEndian(Int32(0))
    bytes.appendBigEndian(Int32(1))
  }

  fileprivate mutating func appendFixed<Value: FixedWidthInteger>(_ value: Value) {
    bytes.appendBigEndian(Int32(truncatingIfNeeded: MemoryLayout<Value>.size))
    bytes.appendBigEndian(value)
    count += 1
  }

  fileprivate mutating func appendVarying(_ element: UnsafeRawBufferPointer) {
    bytes.appendBigEndian(Int32(truncatingIfNeeded: element.count))
    bytes.append(contentsOf: element)
    count += 1
  }

  fileprivate mutating func appendPair(_ high: UInt64, _ low: UInt64) {
    bytes.appendBigEndian(Int32(16))
    bytes.appendBigEndian(high)
    bytes.appendBigEndian(low)
    count += 1
  }
}

/// Elements of `smallint[]`.
public enum Int16Element: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .int2 }
  /// The type of the array.
  public static var arrayType: OID { .int2Array }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 6 }
}

/// Elements of `integer[]`.
public enum Int32Element: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .int4 }
  /// The type of the array.
  public static var arrayType: OID { .int4Array }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 8 }
}

/// Elements of `bigint[]`.
public enum Int64Element: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .int8 }
  /// The type of the array.
  public static var arrayType: OID { .int8Array }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 12 }
}

/// Elements of `boolean[]`.
public enum BoolElement: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .bool }
  /// The type of the array.
  public static var arrayType: OID { .boolArray }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 5 }
}

/// Elements of `uuid[]`.
public enum UUIDElement: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .uuid }
  /// The type of the array.
  public static var arrayType: OID { .uuidArray }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 20 }
}

/// Elements of `timestamp with time zone[]`.
public enum TimestamptzElement: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .timestamptz }
  /// The type of the array.
  public static var arrayType: OID { .timestamptzArray }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 12 }
}

/// Elements of `text[]`.
public enum TextElement: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .text }
  /// The type of the array.
  public static var arrayType: OID { .textArray }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 32 }
}

/// Elements of `bytea[]`.
public enum BytesElement: ArrayElementKind {
  /// The type of one element.
  public static var elementType: OID { .bytea }
  /// The type of the array.
  public static var arrayType: OID { .byteaArray }
  /// The size of an element with its length word, in bytes.
  public static var expectedSize: Int { 36 }
}

/// Builds a `smallint[]`.
public typealias Int16ArrayBuilder = ArrayBuilder<Int16Element>
/// Builds an `integer[]`.
public typealias Int32ArrayBuilder = ArrayBuilder<Int32Element>
/// Builds a `bigint[]`.
public typealias Int64ArrayBuilder = ArrayBuilder<Int64Element>
/// Builds a `boolean[]`.
public typealias BoolArrayBuilder = ArrayBuilder<BoolElement>
/// Builds a `uuid[]`.
public typealias UUIDArrayBuilder = ArrayBuilder<UUIDElement>
/// Builds a `timestamp with time zone[]`.
public typealias TimestamptzArrayBuilder = ArrayBuilder<TimestamptzElement>
/// Builds a `text[]`.
public typealias TextArrayBuilder = ArrayBuilder<TextElement>
/// Builds a `bytea[]`.
public typealias BytesArrayBuilder = ArrayBuilder<BytesElement>

extension ArrayBuilder where Kind == Int16Element {
  /// Appends one element.
  public mutating func append(_ value: Int16) { appendFixed(value) }
}

extension ArrayBuilder where Kind == Int32Element {
  /// Appends one element.
  public mutating func append(_ value: Int32) { appendFixed(value) }
}

extension ArrayBuilder where Kind == Int64Element {
  /// Appends one element.
  public mutating func append(_ value: Int64) { appendFixed(value) }
}

extension ArrayBuilder where Kind == BoolElement {
  /// Appends one element.
  public mutating func append(_ value: Bool) { appendFixed(value ? UInt8(1) : 0) }
}

extension ArrayBuilder where Kind == UUIDElement {
  /// Appends one element by its first and last eight bytes.
  public mutating func append(high: UInt64, low: UInt64) { appendPair(high, low) }
}

extension ArrayBuilder where Kind == TimestamptzElement {
  /// Appends one instant; `Int64.max` and `.min` are infinity and −infinity.
  public mutating func append(microsecondsSince1970 value: Int64) {
    appendFixed(postgresMicroseconds(fromUnix: value))
  }
}

extension ArrayBuilder where Kind == TextElement {
  /// Appends a text.
  public mutating func append(_ value: String) {
    var value = value
    value.withUTF8 { appendVarying(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a text by its UTF-8; the server refuses (22021) what is not valid UTF-8 or holds NUL.
  public mutating func append(_ utf8: [UInt8]) { utf8.withUnsafeBytes { appendVarying($0) } }

  /// Appends a text by its UTF-8.
  public mutating func append(_ utf8: ArraySlice<UInt8>) { utf8.withUnsafeBytes { appendVarying($0) } }

  /// Appends a text by its UTF-8.
  public mutating func append(_ utf8: UnsafeRawBufferPointer) { appendVarying(utf8) }
}

extension ArrayBuilder where Kind == BytesElement {
  /// Appends bytes.
  public mutating func append(_ value: [UInt8]) { value.withUnsafeBytes { appendVarying($0) } }

  /// Appends bytes.
  public mutating func append(_ value: ArraySlice<UInt8>) { value.withUnsafeBytes { appendVarying($0) } }

  /// Appends bytes.
  public mutating func append(_ value: UnsafeRawBufferPointer) { appendVarying(value) }
}
