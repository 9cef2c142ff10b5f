import CLibpq

extension Connection {
  /// Runs `COPY … FROM STDIN (FORMAT binary)` with the rows that `body` writes.
  ///
  /// The server reports an error only after all was sent (a duplicate in row 2 of 100,000 too): keep one COPY to some ten
  /// thousand rows. Where `body` throws, the COPY is given up, nothing is inserted, and the error is passed on.
  ///
  /// - Returns: how many rows the server took.
  @discardableResult
  public func copyIn(_ sql: String, _ body: (inout CopyWriter) throws -> Void) throws -> Int {
    try begin(sql, expecting: PGRES_COPY_IN)
    var writer = CopyWriter(pointer)
    do {
      try body(&writer)
      try writer.finish()
    } catch {
      PQputCopyEnd(pointer, "the client gave up")
      // The server's own error, where it has one, is the reason why sending failed.
      do { try finishCopy() } catch let reason where error is ServerStoppedListening { throw reason } catch {}
      throw error is ServerStoppedListening ? PostgresError.connection(pointer) : error
    }
    guard PQputCopyEnd(pointer, nil) == 1 else { throw PostgresError.connection(pointer) }
    return try finishCopy()
  }
}

/// The connection took no more data.
struct ServerStoppedListening: Error {}

/// Writes the rows of a COPY in binary: `beginRow`, then each column in order with the type that the table has.
public struct CopyWriter: ~Copyable {
  /// About how much is gathered before it is sent; from 8 KiB to 64 KiB all are alike.
  private static let chunkSize = 65_536

  private let connection: OpaquePointer
  private var buffer: [UInt8]
  /// How many columns the current row still lacks.
  private var missing = 0

  init(_ connection: OpaquePointer) {
    self.connection = connection
    buffer = []
    buffer.reserveCapacity(Self.chunkSize + 4096)
    buffer.append(contentsOf: CopyFormat.signature)
    buffer.appendBigEndian(Int64(0))
  }

  /// Begins a row of so many columns.
  ///
  /// - Throws: `invalidUse` where the row before lacks columns, `connectionLost`.
  public mutating func beginRow(columns: Int16) throws {
    guard missing == 0 else { throw PostgresError(.invalidUse, "the row before lacks \(missing) columns") }
    if buffer.count >= Self.chunkSize { try send() }
    buffer.appendBigEndian(columns)
    missing = Int(columns)
  }

  /// Writes NULL.
  public mutating func null() throws(PostgresError) { try begin(-1) }

  /// Writes a `smallint`.
  public mutating func int16(_ value: Int16) throws(PostgresError) { try fixed(value) }

  /// Writes an `integer`.
  public mutating func int32(_ value: Int32) throws(PostgresError) { try fixed(value) }

  /// Writes a `bigint`.
  public mutating func int64(_ value: Int64) throws(PostgresError) { try fixed(value) }

  /// Writes a `double precision`.
  public mutating func float8(_ value: Double) throws(PostgresError) { try fixed(value.bitPattern) }

  /// Writes a `boolean`.
  public mutating func bool(_ value: Bool) throws(PostgresError) { try fixed(value ? UInt8(1) : 0) }

  /// Writes a `timestamptz`; `Int64.max` and `.min` are infinity and −infinity.
  public mutating func timestamptz(microsecondsSince1970 value: Int64) throws(PostgresError) {
    try fixed(postgresMicroseconds(fromUnix: value))
  }

  /// Writes a `uuid`.
  public mutating func uuid(high: UInt64, low: UInt64) throws(PostgresError) {
    try begin(16)
    buffer.appendBigEndian(high)
    buffer.appendBigEndian(low)
  }

  /// Writes a `text`, `varchar` or `json`.
  public mutating func text(_ value: String) throws(PostgresError) {
    var value = value
    let count = value.utf8.count
    try begin(Int32(truncatingIfNeeded: count))
    value.withUTF8 { buffer.append(contentsOf: $0) }
  }

  /// Writes a `jsonb` by its text.
  public mutating func jsonb(_ text: String) throws(PostgresError) {
    try begin(Int32(truncatingIfNeeded: text.utf8.count + 1))
    buffer.append(1)
    buffer.appendUTF8(text)
  }

  /// Writes a `bytea`, or any type by its binary form.
  public mutating func bytes(_ value: [UInt8]) throws(PostgresError) {
    try begin(Int32(truncatingIfNeeded: value.count))
    buffer.append(contentsOf: value)
  }

  /// Writes a `bytea`, or any type by its binary form; UTF-8 of a text, for example.
  public mutating func bytes(_ value: UnsafeRawBufferPointer) throws(PostgresError) {
    try begin(Int32(truncatingIfNeeded: value.count))
    buffer.append(contentsOf: value)
  }

  /// Writes any parameter, arrays too.
  public mutating func value(_ value: Parameter) throws(PostgresError) {
    if let wire = value.wire { try bytes(wire) } else { try null() }
  }

  // MARK: -

  private mutating func begin(_ length: Int32) throws(PostgresError) {
    guard missing > 0 else { throw PostgresError(.invalidUse, "the row has no more columns") }
    missing -= 1
    buffer.appendBigEndian(length)
  }

  private mutating func fixed<Value: FixedWidthInteger>(_ value: Value) throws(PostgresError) {
    try begin(Int32(truncatingIfNeeded: MemoryLayout<Value>.size))
    buffer.appendBigEndian(value)
  }

  private mutating func send() throws(ServerStoppedListening) {
    let sent = buffer.withUnsafeBytes { bytes in
      PQputCopyData(
        connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(truncatingIfNeeded: bytes.count))
    }
    guard sent == 1 else { throw ServerStoppedListening() }
    buffer.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func finish() throws {
    guard missing == 0 else { throw PostgresError(.invalidUse, "the last row lacks \(missing) columns") }
    buffer.appendBigEndian(Int16(-1))
    try send()
  }
}
