import MAMEvents
import Postgres

/// A batch as it is sent: the log's numbers stand for names, and what the log has already may have been taken out.
struct PreparedBatch: Sendable {
  /// The log that it goes to.
  let log: LogID
  /// How many events are sent.
  let count: Int
  /// The events that were found in the log, with the same content; they are not sent.
  let known: [AppendOutcomes.Known]
  /// What is sent, in the order of the parameters of `audit.append`.
  let parameters: [Parameter]

  /// Lays a batch out.
  ///
  /// - Parameters:
  ///   - known: the events that were taken out of it.
  ///   - expectedVersions: by the log's number of the account.
  ///   - isProbed: whether none of its events was found in the log or is on its way twice.
  init(
    _ batch: inout EventBatch, log: LogID, numbers: Numbers, known: [AppendOutcomes.Known] = [],
    expectedVersions: [(account: Int32?, version: Int64)] = [], withVersions: Bool = false,
    isProbed: Bool = false
  ) {
    self.log = log
    self.known = known
    count = batch.count
    let accounts = Self.array(batch.accounts) { numbers.account($0) }
    parameters = [
      .int32(log.rawValue), Self.keys(batch.keys), batch.hashes.finish(), numbers.types(batch.types),
      accounts, Self.array(batch.apps) { numbers.app($0) },
      Self.array(batch.devices) { numbers.device($0) }, batch.codes.finish(), batch.flags.finish(),
      batch.occurred.finish(), batch.facts.finish(), batch.records.finish(),
      .int32Array(batch.disclosureEvents), batch.disclosureOrdinals.finish(), batch.disclosurePaths.finish(),
      Self.array(batch.disclosureAccounts) { numbers.account($0) }, batch.disclosures.finish(),
      .int32Array(batch.linkEvents), Self.array(batch.linkAliases) { numbers.account($0) },
      expectedVersions.isEmpty ? .null(.int4Array) : .int32Array(expectedVersions.map(\.account)),
      expectedVersions.isEmpty ? .null(.int8Array) : .int64Array(expectedVersions.map(\.version)),
      .bool(withVersions), .bool(isProbed),
    ]
  }

  /// Keys as they are sent.
  static func keys(_ keys: [EventKey]) -> Parameter {
    var builder = UUIDArrayBuilder(capacity: keys.count)
    for key in keys { builder.append(high: key.high, low: key.low) }
    return builder.finish()
  }

  /// Numbers as they are sent, NULL for none.
  static func array(_ values: [Int32], _ number: (Int32) -> Int32?) -> Parameter {
    var builder = Int32ArrayBuilder(capacity: values.count)
    for value in values {
      if let number = number(value) { builder.append(number) } else { builder.appendNull() }
    }
    return builder.finish()
  }
}
