import Hashing
import MAMEvents
import Postgres

extension Appender {
  /// Of each of the log's own events that came in, whether the tenant's log has it with the same content.
  func knows(_ echoes: [PendingBatch.Echo], of tenant: GUID) throws -> [Bool] {
    if echoes.isEmpty { return [] }
    let row = try connection.execute(
      "SELECT audit.known_positions($1, $2, $3)",
      [
        .uuid(high: tenant.high, low: tenant.low),
        .uuidArray(echoes.map { UUIDBits(high: $0.key.high, low: $0.key.low) }),
        .bytesArray(echoes.map(\.contentHash.bytes)),
      ]
    ).single()
    return try row.int64Array(0).map { $0.map { $0 != nil } } ?? echoes.map { _ in false }
  }
}
