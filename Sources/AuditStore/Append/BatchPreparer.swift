import MAMEvents
import Postgres

/// Gets batches ready over a connection of its own, while the appender writes the one before.
///
/// It asks for the log's numbers of new names and looks the keys up. What is in the log with the same content need not
/// be sent again: nothing in the log changes, so what was found stays true. What is not found may still come before
/// the batch does; the unique index of the log decides then.
final class BatchPreparer {
  private static let statement = "mamaudit_probe"

  private let connection: Connection
  private let names: NameCache
  private var underway: [Underway] = []

  /// The keys of a batch that may not be in the log yet.
  private struct Underway {
    var number: Int
    var log: LogID
    var keys: Set<EventKey>
  }

  /// Takes a connection over: its role becomes the writer's.
  init(_ connection: Connection, names: NameCache) throws {
    self.connection = connection
    self.names = names
    try connection.script(AppendSQL.session)
    try connection.prepare(Self.statement, AppendSQL.probe, types: AppendSQL.probeTypes)
  }

  /// Gets a batch ready, and takes out of it what the log has already.
  ///
  /// - Parameters:
  ///   - batch: at least one event.
  ///   - number: its number among the batches, which are appended in the order of their numbers.
  ///   - written: how many batches were appended before this call.
  func prepare(_ batch: inout EventBatch, number: Int, written: Int) throws -> PreparedBatch {
    let log = try names.log(of: batch.tenant, connection)
    let numbers = try Numbers(batch, in: log, names, connection)
    underway.removeAll { $0.number < written }

    let keys = Set(batch.keys)
    let isRepeated =
      keys.count < batch.count
      || underway.contains { earlier in earlier.log == log && !keys.isDisjoint(with: earlier.keys) }
    underway.append(Underway(number: number, log: log, keys: keys))

    let accounts = PreparedBatch.array(batch.accounts) { numbers.account($0) }
    let row = try connection.executePrepared(
      Self.statement,
      [.int32(log.rawValue), PreparedBatch.keys(batch.keys), batch.hashes.finish(), accounts]
    ).single()
    let isSame = try row.boolArray(2) ?? []
    if isSame.contains(false) {
      // A conflict is the store's to find and to write down.
      return PreparedBatch(&batch, log: log, numbers: numbers)
    }
    let known = zip(try row.int32Array(0) ?? [], try row.int64Array(1) ?? []).map { event, position in
      AppendOutcomes.Known(place: Int(event ?? 1) - 1, position: position ?? 0)
    }
    batch.remove(at: known.map(\.place))
    return PreparedBatch(&batch, log: log, numbers: numbers, known: known, isProbed: !isRepeated)
  }
}
