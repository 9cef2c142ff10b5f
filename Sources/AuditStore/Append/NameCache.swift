import MAMEvents
import Postgres
import Synchronization

/// What appenders know of the store's numbers: logs by tenant, and per log the numbers of names.
///
/// Shared by the appenders of a process. Numbers never change, so nothing in it is ever wrong; it is bounded, and
/// what was dropped is asked for again.
public final class NameCache: Sendable {
  /// The names of one log.
  struct Names: Sendable {
    var accounts: [AccountName: Int32] = [:]
    var apps: [ExactText: Int32] = [:]
    var devices: [ExactText: Int32] = [:]
    var extensionTypes: [ExactText: Int32] = [:]
  }

  private struct State {
    var logs: [GUID: LogID] = [:]
    var names: [LogID: Names] = [:]
  }

  /// How many names of one kind are kept per log.
  private let limit: Int
  private let state = Mutex(State())

  /// Makes an empty cache.
  ///
  /// - Parameter limit: how many names of one kind are kept per log.
  public init(limit: Int = 200_000) {
    self.limit = limit
  }

  func log(of tenant: GUID) -> LogID? { state.withLock { $0.logs[tenant] } }

  /// The log of a tenant; asked for over `connection`, and made there, where it is not known here.
  func log(of tenant: GUID, _ connection: Connection) throws -> LogID {
    if let known = log(of: tenant) { return known }
    let row = try connection.execute(
      AppendSQL.openLog, [.uuid(high: tenant.high, low: tenant.low)]
    ).single()
    let log = LogID(try row.int32(0))
    remember(log, of: tenant)
    return log
  }

  func remember(_ log: LogID, of tenant: GUID) { state.withLock { $0.logs[tenant] = log } }

  /// The numbers of names, nil for those that are not known here.
  func numbers<Name: Hashable & Sendable>(
    of names: [Name], in log: LogID, _ kind: KeyPath<Names, [Name: Int32]>
  ) -> [Int32?] {
    state.withLock { state in
      guard let known = state.names[log]?[keyPath: kind] else {
        return [Int32?](repeating: nil, count: names.count)
      }
      return names.map { known[$0] }
    }
  }

  func remember<Name: Hashable & Sendable>(
    _ numbers: [(name: Name, number: Int32)], in log: LogID,
    _ kind: WritableKeyPath<Names, [Name: Int32]>
  ) {
    if numbers.isEmpty { return }
    state.withLock { state in
      var known = state.names[log, default: Names()]
      state.names[log] = nil
      if known[keyPath: kind].count + numbers.count > limit { known[keyPath: kind].removeAll() }
      for (name, number) in numbers.suffix(limit) { known[keyPath: kind][name] = number }
      state.names[log] = known
    }
  }
}
