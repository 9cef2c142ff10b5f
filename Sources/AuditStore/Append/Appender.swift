import MAMEvents
import Postgres

/// Appends batches to logs over a connection of its own, as the writer role.
///
/// Two appenders that share a `NameCache` and alternate on batches keep the server busy: what can be checked without
/// the log's lock is checked while the other one holds it.
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
  public func log(of tenant: GUID) throws -> LogID {
    if let known = names.log(of: tenant) { return known }
    let row = try connection.execute(
      AppendSQL.openLog, [.uuid(high: tenant.high, low: tenant.low)]
    ).single()
    let log = LogID(try row.int32(0))
    names.remember(log, of: tenant)
    return log
  }

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
    let parameters = Self.parameters(&batch, log, numbers, expectedVersions, withVersions)
    do {
      let row = try connection.executePrepared(Self.statement, parameters).single()
      return try AppendResult(row, log, versions: row.int64Array(7) ?? [])
    } catch let error as PostgresError {
      let accounts = Dictionary(
        expectedVersions.keys.map { (numbers.account(batch.accountNames.number(of: $0)) ?? 0, $0) },
        uniquingKeysWith: { first, _ in first })
      throw AppendError(error, accounts: accounts) ?? error
    }
  }

  private static func parameters(
    _ batch: inout EventBatch, _ log: LogID, _ numbers: Numbers, _ expectedVersions: [AccountName: Int64],
    _ withVersions: Bool
  ) -> [Parameter] {
    let expected = expectedVersions.map { name, version in
      (account: numbers.account(batch.accountNames.number(of: name)), version: version)
    }
    return [
      .int32(log.rawValue), batch.keys.finish(), batch.hashes.finish(), numbers.types(batch.types),
      array(batch.accounts) { numbers.account($0) }, array(batch.apps) { numbers.app($0) },
      array(batch.devices) { numbers.device($0) }, batch.codes.finish(), batch.flags.finish(),
      batch.occurred.finish(), batch.facts.finish(), batch.records.finish(),
      batch.disclosureEvents.finish(), batch.disclosureOrdinals.finish(), batch.disclosurePaths.finish(),
      array(batch.disclosureAccounts) { numbers.account($0) }, batch.disclosures.finish(),
      batch.linkEvents.finish(), array(batch.linkAliases) { numbers.account($0) },
      expected.isEmpty ? .null(.int4Array) : .int32Array(expected.map(\.account)),
      expected.isEmpty ? .null(.int8Array) : .int64Array(expected.map(\.version)),
      .bool(withVersions),
    ]
  }

  private static func array(_ values: [Int32], _ number: (Int32) -> Int32?) -> Parameter {
    var builder = Int32ArrayBuilder(capacity: values.count)
    for value in values {
      if let number = number(value) { builder.append(number) } else { builder.appendNull() }
    }
    return builder.finish()
  }
}
