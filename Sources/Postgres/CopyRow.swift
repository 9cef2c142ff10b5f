/// A row of a COPY, lent for the time of one call.
public struct CopyRow: BinaryRow, ~Copyable {
  private let bytes: UnsafeRawBufferPointer
  private let offsets: FieldOffsets

  /// How many columns the row has.
  public let columnCount: Int

  init(_ bytes: UnsafeRawBufferPointer, offsets: FieldOffsets) throws(PostgresError) {
    self.bytes = bytes
    self.offsets = offsets
    columnCount = try offsets.read(bytes)
  }

  /// The bytes of a column, nil for NULL, valid only while the row is lent.
  public func field(_ column: Int) throws(PostgresError) -> UnsafeRawBufferPointer? {
    guard column >= 0, column < columnCount else {
      throw PostgresError(.decoding, "there is no column \(column); there are \(columnCount)")
    }
    let start = Int(offsets.values[column])
    let length = Int(bytes.bigEndian(Int32.self, at: start - 4))
    return length < 0 ? nil : UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
  }

  /// A COPY does not say the types of its columns: nil.
  public func type(ofColumn column: Int) -> OID? { nil }
}

/// Where the fields of a row begin; one for a whole COPY, so that a row costs no allocation.
final class FieldOffsets {
  fileprivate var values: [Int32] = []

  /// Finds the fields of a row and checks that they fill it exactly; returns how many there are.
  fileprivate func read(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> Int {
    values.removeAll(keepingCapacity: true)
    guard bytes.count >= 2 else { throw malformed }
    let count = Int(bytes.bigEndian(Int16.self))
    var offset = 2
    for _ in 0..<max(count, 0) {
      guard offset + 4 <= bytes.count else { throw malformed }
      let length = Int(bytes.bigEndian(Int32.self, at: offset))
      offset += 4
      values.append(Int32(truncatingIfNeeded: offset))
      offset += max(length, 0)
    }
    guard count >= 0, offset == bytes.count else { throw malformed }
    return count
  }

  private var malformed: PostgresError {
    PostgresError(.protocolViolation, "a row of the COPY is malformed")
  }
}
