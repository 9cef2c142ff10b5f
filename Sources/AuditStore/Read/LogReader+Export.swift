import MAMEvents
import Postgres

/// The typed columns of a row that an export needs beside the record.
public struct ExportedRow: Sendable, Hashable {
  /// The place in the log.
  public var position: Int64
  /// The type; nil for one that begins with `x.`.
  public var type: EventType?
  /// The number of the account, an alias where the event gave only a UPN.
  public var account: AccountID?
  /// The number of the type's own enumeration.
  public var code: Int32?
  /// When it happened by the producer's clock.
  public var occurredAt: Timestamp
  /// When it was appended.
  public var recordedAt: Timestamp
}

extension LogReader {
  /// The rows of a range of positions, in order, in constant memory.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - positions: from the first to before the last.
  ///   - body: gets each row and the bytes of its record without a line end, valid for the time of the call.
  func exportedRows(
    of log: LogID, positions: Range<Int64>, _ body: (ExportedRow, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let integers: [CopyInteger] = [
      .int64(Int64(log.rawValue)), .int64(positions.lowerBound), .int64(positions.upperBound),
    ]
    try connection.copyOut(ReadSQL.exportedRows, integers: integers) { row in
      guard let record = try row.field(6) else { throw PostgresError(.decoding, "a record is NULL") }
      try body(
        ExportedRow(
          position: row.int64(0), type: EventType(rawValue: row.int16(1)),
          account: row.int32OrNull(2).map(AccountID.init), code: row.int32OrNull(3),
          occurredAt: Timestamp(microseconds: row.timestamp(4)),
          recordedAt: Timestamp(microseconds: row.timestamp(5))), record)
    }
  }

  /// How many events of a log were recorded before an instant.
  public func size(of log: LogID, before instant: Timestamp) throws -> Int64 {
    try size(of: log, at: Timestamp(microseconds: instant.microseconds - 1))
  }
}
