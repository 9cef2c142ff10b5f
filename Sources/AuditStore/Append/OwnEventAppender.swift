import Hashing
import MAMEvents
import Postgres

/// Appends events of the log's own, with the rights of the keeper.
///
/// Files cannot bring such events: `audit.append` refuses their types, and `audit.append_own`, which takes them, is
/// open to `StoreRole.keeper` alone.
public struct OwnEventAppender {
  private let connection: Connection

  /// Appends over a connection whose login is granted the keeper's role.
  public init(_ connection: Connection) {
    self.connection = connection
  }

  /// Appends events in one transaction; when it returns, they are durable.
  ///
  /// - Parameters:
  ///   - events: at least one.
  ///   - log: the log that they are about.
  ///   - time: when it happened: the store's clock.
  ///   - last: the position of the last event of these types that the caller knows, -1 for none: where the log has a
  ///     later one, nothing is written. Nil expects nothing.
  /// - Throws: ``AppendError``, with ``AppendError/overtaken`` where the log has a later one; `PostgresError`.
  public func append(
    _ events: [OwnEvent], to log: Log, at time: Timestamp, after last: Int64? = nil
  ) throws -> AppendResult {
    precondition(!events.isEmpty, "no events")
    var batch = EventBatch(tenant: log.tenant)
    var decoder = EventDecoder(options: EventDecoder.Options(tenant: log.tenant, takesLogTypes: true))
    for event in events {
      batch.append(try event.line(tenant: log.tenant, at: time).withUnsafeBytes { try decoder.decode($0) })
    }
    return try append(&batch, to: log.id, after: last)
  }

  /// Appends a batch of decoded events of the log's own.
  func append(_ batch: inout EventBatch, to log: LogID, after last: Int64?) throws -> AppendResult {
    let parameters: [Parameter] = [
      .int32(log.rawValue), PreparedBatch.keys(batch.keys), batch.hashes.finish(),
      .int16Array(batch.types.map { Int16(truncatingIfNeeded: $0) }), batch.flags.finish(),
      batch.occurred.finish(), batch.facts.finish(), batch.records.finish(),
      .int32Array(batch.disclosureEvents),
      batch.disclosureOrdinals.finish(), batch.disclosurePaths.finish(), batch.disclosures.finish(),
      last.map { .int64($0) } ?? .null(.int8),
    ]
    do {
      let row = try connection.withRole(StoreRole.keeper.rawValue) {
        try connection.execute(AppendSQL.appendOwn, parameters).single()
      }
      return try AppendResult(row, log, of: batch.count, versions: [])
    } catch let error as PostgresError {
      throw AppendError(error, accounts: [:]) ?? error
    }
  }
}
