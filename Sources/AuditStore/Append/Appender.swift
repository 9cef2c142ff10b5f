import MAMEvents
import Postgres

/// Appends batches to logs over a connection of its own, as the writer role.
///
/// Appenders of one process can share a `NameCache`. For many callers with an event each, see ``GroupAppender``.
public final class Appender {
  private static let statement = "mamaudit_append"

  let connection: Connection
  private let names: NameCache

  /// Takes a connection over: its role becomes the writer's, and it gets the time-outs of a writer.
  ///
  /// - Throws: `PostgresError` where the login is not granted the writer's role, or the schema is not there.
  public init(_ connection: Connection, names: NameCache = NameCache()) throws {
    self.connection = connection
    self.names = names
    try connection.script(AppendSQL.session)
    try connection.prepare(Self.statement, AppendSQL.append, types: AppendSQL.appendTypes)
  }

  /// The log of a tenant, made if this is the tenant's first use.
  public func log(of tenant: GUID) throws -> LogID { try names.log(of: tenant, connection) }

  /// Appends a batch in one transaction; when it returns, what was appended is durable.
  ///
  /// - Parameters:
  ///   - batch: at least one event. It can be emptied and filled again afterwards.
  ///   - expectedVersions: the version that an account's last event must have before the call (-1: the account has
  ///     none). It is checked only where an event of the account would be appended.
  ///   - withVersions: whether to return each event's version.
  /// - Throws: `AppendError`, `PostgresError`; nothing was written, unless the connection was lost: then the whole
  ///   batch or nothing was, and appending it again tells.
  public func append(
    _ batch: inout EventBatch, expectedVersions: [AccountName: Int64] = [:], withVersions: Bool = false
  ) throws -> AppendResult {
    precondition(!batch.isEmpty, "a batch without events")
    let log = try log(of: batch.tenant)
    for name in expectedVersions.keys { _ = batch.accountNames.number(of: name) }
    let numbers = try Numbers(batch, in: log, names, connection)
    let expected = expectedVersions.map { name, version in
      (account: numbers.account(batch.accountNames.number(of: name)), version: version)
    }
    let prepared = PreparedBatch(
      &batch, log: log, numbers: numbers, expectedVersions: expected, withVersions: withVersions)
    do {
      let row = try connection.executePrepared(Self.statement, prepared.parameters).single()
      return try AppendResult(row, log, of: batch.count, versions: row.int64Array(7) ?? [])
    } catch let error as PostgresError {
      let accounts = Dictionary(
        expectedVersions.keys.map { (numbers.account(batch.accountNames.number(of: $0)) ?? 0, $0) },
        uniquingKeysWith: { first, _ in first })
      throw AppendError(error, accounts: accounts) ?? error
    }
  }

  /// Appends a batch that a `BatchPreparer` got ready, in one transaction.
  ///
  /// - Throws: `AppendError`, `PostgresError`, as for a batch that was not prepared.
  func append(_ prepared: PreparedBatch) throws -> AppendOutcomes {
    if prepared.count == 0 { return AppendOutcomes(allKnown: prepared.known) }
    do {
      let row = try connection.executePrepared(Self.statement, prepared.parameters).single()
      var outcomes = try AppendOutcomes(row, of: prepared.count)
      outcomes.insert(prepared.known)
      return outcomes
    } catch let error as PostgresError {
      throw AppendError(error, accounts: [:]) ?? error
    }
  }
}
