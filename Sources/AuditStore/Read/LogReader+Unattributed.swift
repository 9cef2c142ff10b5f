import MAMEvents
import Postgres

/// An event that should name an account and does not.
public struct UnattributedEvent: Sendable, Hashable {
  /// Its place in the log.
  public var position: Int64
  /// Its type.
  public var type: EventType
  /// The bundle id.
  public var app: String?
  /// The producer's device identity.
  public var device: String?
  /// When it happened by the producer's clock.
  public var occurredAt: Timestamp
  /// When it was appended.
  public var recordedAt: Timestamp
}

extension LogReader {
  /// The events of types that may lack a subject (identity types aside) and do, by position.
  ///
  /// They are among the few events without an account, which have an index of their own.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - positions: from the first to before the last.
  ///   - asOf: only events that count at or before this instant; nil for all.
  public func unattributed(
    of log: LogID, positions: Range<Int64>, asOf: Timestamp? = nil, _ body: (UnattributedEvent) throws -> Void
  ) throws {
    let bound: Parameter =
      asOf.map { .timestamptz(microsecondsSince1970: $0.microseconds) } ?? .null(.timestamptz)
    let parameters: [Parameter] = [
      .int32(log.rawValue), .int64(positions.upperBound), .int32(EventFlags.unattributed.rawValue), bound,
      .int64(positions.lowerBound),
    ]
    try connection.stream(ReadSQL.unattributed, parameters) { row in
      guard let type = EventType(rawValue: try row.int16(1)) else { return }
      try body(
        UnattributedEvent(
          position: try row.int64(0), type: type, app: try row.textOrNull(2),
          device: try row.textOrNull(3), occurredAt: Timestamp(microseconds: try row.timestamp(4)),
          recordedAt: Timestamp(microseconds: try row.timestamp(5))))
    }
  }
}
