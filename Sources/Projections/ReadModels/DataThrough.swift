import MAMEvents
import Postgres

/// How far the views of `reporting` over read models go in a log.
public struct DataThrough: Sendable, Hashable {
  /// The tenant.
  public var tenant: GUID
  /// Every event below this position is in all of them.
  public var position: Int64
  /// When the last event that is in was recorded; nil where none is in.
  public var recordedAt: Timestamp?
  /// How many events the log has.
  public var size: Int64

  /// Whether events of the log wait for their projection.
  public var isBehind: Bool { position < size }

  /// Reads how far they are, by tenant; the rights of the reporting role are enough.
  ///
  /// - Parameter tenant: one alone; nil for all.
  public static func read(_ connection: Connection, of tenant: GUID? = nil) throws -> [DataThrough] {
    let parameters: [Parameter] = [tenant.map { .uuid(high: $0.high, low: $0.low) } ?? .null(.uuid)]
    return try connection.execute(sql, parameters).map { row in
      let bits = try row.uuid(0)
      return DataThrough(
        tenant: GUID(high: bits.high, low: bits.low), position: try row.int64(1),
        recordedAt: try row.timestampOrNull(2).map(Timestamp.init(microseconds:)), size: try row.int64(3))
    }
  }

  /// Where one read model has nothing, nothing is in all of them.
  ///
  /// `$1` a tenant, or null for all.
  private static let sql = """
    SELECT
        t.tenant,
        min(t.through_position),
        CASE WHEN min(t.through_position) > 0 THEN min(t.through_recorded_at) END,
        max(t.size)
    FROM reporting.v1_through AS t
    WHERE $1::uuid IS NULL OR t.tenant = $1
    GROUP BY t.tenant
    ORDER BY t.tenant
    """
}
