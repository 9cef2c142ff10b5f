import MAMEvents
import Postgres

/// Writes the records of a log, one a line in order of position, every byte as it is stored.
///
/// A line's bytes without its end are the leaf data of the log's tree, and the lines can be ingested again. Memory
/// stays flat: records are streamed in slices of positions.
public struct EventExport {
  /// How many positions are asked for at a time.
  private static let sliceSize: Int64 = 50_000

  private let reader: LogReader
  private let log: Log

  /// Exports from a log, with the rights of the connection's current role.
  public init(_ log: Log, on connection: Connection) {
    self.log = log
    reader = LogReader(connection)
  }

  /// Writes the records of a range of positions.
  ///
  /// - Parameters:
  ///   - range: half open; what is beyond the log is left out.
  ///   - line: gets each record without a line end; the bytes are lent for the call.
  ///   - progress: called with the positions done, after each slice.
  /// - Returns: how many records there were.
  @discardableResult
  public func records(
    _ range: Range<Int64>, progress: (Int64) throws -> Void = { _ in },
    _ line: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int64 {
    let range = range.clamped(to: 0..<log.size)
    var count: Int64 = 0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.sliceSize, range.upperBound)
      try reader.records(of: log.id, positions: start..<end) { _, record in
        try line(record)
        count += 1
      }
      start = end
      try progress(end - range.lowerBound)
    }
    return count
  }

  /// Reads the rows of a range of positions: the typed columns that an export needs, and the record.
  ///
  /// - Parameters:
  ///   - range: half open; what is beyond the log is left out.
  ///   - progress: called with the positions done, after each slice.
  ///   - body: gets each row, and its record without a line end; the bytes are lent for the call.
  public func rows(
    _ range: Range<Int64>, progress: (Int64) throws -> Void = { _ in },
    _ body: (ExportedRow, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let range = range.clamped(to: 0..<log.size)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.sliceSize, range.upperBound)
      try reader.exportedRows(of: log.id, positions: start..<end, body)
      start = end
      try progress(end - range.lowerBound)
    }
  }

  /// Writes the records of a range of positions to a file, or to standard output.
  ///
  /// A file comes to be whole or not at all: it is written beside its place and renamed when the disk has it.
  ///
  /// - Throws: `FileError` where a write fails.
  @discardableResult
  public func write(
    _ range: Range<Int64>, to target: ExportTarget,
    progress: (Int64) throws -> Void = { _ in }
  ) throws -> Int64 {
    try target.write { output in
      try records(range, progress: progress) { record in
        try output.write(record)
        try output.write(0x0A)
      }
    }
  }
}
