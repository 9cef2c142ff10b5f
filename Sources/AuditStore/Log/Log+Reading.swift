import MAMEvents
import Postgres

extension Log {
  /// The logs that the current role reads, by tenant.
  public static func all(on connection: Connection) throws -> [Log] {
    let sql = "SELECT log_id, tenant, size, last_recorded_at, created_at FROM audit.logs ORDER BY tenant"
    return try connection.execute(sql).map { row in
      let tenant = try row.uuid(1)
      return Log(
        id: LogID(try row.int32(0)), tenant: GUID(high: tenant.high, low: tenant.low), size: try row.int64(2),
        lastRecordedAt: try row.timestampOrNull(3).map(Timestamp.init(microseconds:)),
        createdAt: Timestamp(microseconds: try row.timestamp(4)))
    }
  }

  /// When the event at a position was recorded; nil beyond the log's end.
  public func recordedAt(_ position: Int64, on connection: Connection) throws -> Timestamp? {
    try connection.execute(
      "SELECT recorded_at FROM audit.narrow WHERE log_id = $1 AND position = $2",
      [.int32(id.rawValue), .int64(position)]
    ).first.map { Timestamp(microseconds: try $0.timestamp(0)) }
  }

  /// How many events were recorded at or before an instant.
  ///
  /// Record times never go back along positions, so a binary search over the primary key finds the place.
  public func size(at instant: Timestamp, on connection: Connection) throws -> Int64 {
    var low: Int64 = 0
    var high = size
    while low < high {
      let middle = low + (high - low) / 2
      guard let recorded = try recordedAt(middle, on: connection) else { return low }
      if recorded <= instant {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
