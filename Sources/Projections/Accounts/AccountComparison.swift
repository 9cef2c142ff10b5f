import Compliance
import MAMEvents
import Postgres

/// Compares accounts between two folds of a log: as of two instants, as known at two sizes of the log, or both.
///
/// It follows the person: an alias that is an account of its own in the earlier fold, and an object id's in the later,
/// counts as that object id in both. Its events are folded together with those that the object id had by then.
public struct AccountComparison {
  private let reader: FoldReader
  private let folder: AccountFolder
  private let from: FoldScope
  private let to: FoldScope
  private let builder: RowBuilder

  /// Compares within bounds of one log.
  ///
  /// - Parameters:
  ///   - from: the bounds of the earlier fold.
  ///   - to: those of the later.
  public init(connection: Connection, from: FoldScope, to: FoldScope) {
    reader = FoldReader(connection: connection)
    folder = AccountFolder(reader: reader, scope: .around(from, to))
    (self.from, self.to) = (from, to)
    builder = RowBuilder(names: NameBook(connection: connection, log: from.log))
  }

  /// What is different about an account; without changes where nothing is.
  public func difference(of account: AccountID) throws -> AccountDifference {
    if let difference = try differences(among: [account], keepsEqual: true).first { return difference }
    try builder.names.learn(accounts: [account])
    return AccountDifference(account: builder.names.account(account), newEvents: 0, changes: [])
  }

  /// Compares every account of the log, by the UTF-8 bytes of their names.
  ///
  /// Memory holds the events of some hundred accounts at a time, each read once.
  ///
  /// - Parameter body: gets the accounts that differ.
  /// - Returns: how many accounts have an event in one of the folds.
  @discardableResult
  public func forEachDifference(_ body: (AccountDifference) throws -> Void) throws -> Int {
    var compared = 0
    var roll = AccountRoll(connection: reader.connection, log: from.log)
    while true {
      let accounts = try roll.next(FleetFolder.batchSize)
      if accounts.isEmpty { return compared }
      for difference in try differences(among: accounts, keepsEqual: false, counting: &compared) {
        try body(difference)
      }
    }
  }

  private func differences(among accounts: [AccountID], keepsEqual: Bool) throws -> [AccountDifference] {
    var compared = 0
    return try differences(among: accounts, keepsEqual: keepsEqual, counting: &compared)
  }

  private func differences(
    among accounts: [AccountID], keepsEqual: Bool, counting compared: inout Int
  ) throws -> [AccountDifference] {
    let material = try folder.material(of: accounts)
    let sides = try (
      Side.byAccount(folder.events(in: material, within: from, linkedAsIn: to)),
      Side.byAccount(folder.events(in: material, within: to))
    )
    let pairs = accounts.compactMap { account -> Pair? in
      let pair = Pair(account: account, before: sides.0[account], after: sides.1[account])
      return pair.before == nil && pair.after == nil ? nil : pair
    }
    compared += pairs.count
    let different = pairs.filter { keepsEqual || $0.mayDiffer }
    try learnNames(of: different)
    let identities = try builder.names.identities(at: Set(different.flatMap(\.identityPositions)))
    return different.map { difference(in: $0, identities: identities) }
      .filter { keepsEqual || !$0.changes.isEmpty }
  }

  private func learnNames(of pairs: [Pair]) throws {
    try builder.names.learn(accounts: pairs.map(\.account))
    try builder.names.learn(
      installations: pairs.flatMap { pair in
        [pair.before, pair.after].compactMap { $0 }.flatMap(\.fold.state.installations.keys)
      })
  }

  private func difference(in pair: Pair, identities: [Int64: String]) -> AccountDifference {
    let causes = pair.after?.causes(identities: identities) ?? [:]
    let changes = pair.presence + Side.changes(from: pair.beforeState, to: pair.afterState, identities)
    let order = changes.enumerated().map { offset, change in
      let place = change.place.installation
      let app = place.map { builder.names.app($0.app) } ?? ""
      let device = place.map { builder.names.device($0.device) } ?? ""
      return (key: (place == nil ? 0 : 1, app.bytes, device.bytes, offset), change: change)
    }
    let known = Set(pair.before?.ownPositions ?? [])
    return AccountDifference(
      account: builder.names.account(pair.account), before: row(of: pair.before, identities),
      after: row(of: pair.after, identities),
      newEvents: Int64((pair.after?.ownPositions ?? []).count { !known.contains($0) }),
      changes: order.sorted { $0.key < $1.key }.map { _, change in
        AccountDifference.Change(
          app: change.place.installation.map { builder.names.app($0.app) },
          device: change.place.installation.map { builder.names.device($0.device) },
          field: change.place.field, from: change.from, to: change.to, cause: causes[change.place])
      })
  }

  private func row(of side: Side?, _ identities: [Int64: String]) -> AccountRow? {
    side.map { side in
      builder.row(of: side.fold, identity: side.fold.state.identityPosition.flatMap { identities[$0] })
    }
  }
}

/// A field of an account or of one of its installations.
private struct Place: Hashable {
  var installation: InstallationID?
  var field: AccountDifference.Field
}

private struct PlaceChange {
  var place: Place
  var from: FieldValue
  var to: FieldValue
}

/// An account in one of the folds.
private struct Side {
  var events: AccountEvents
  var fold: AccountFold

  static func byAccount(_ events: [AccountEvents]) -> [AccountID: Side] {
    var sides: [AccountID: Side] = [:]
    for events in events {
      var fold = AccountFold(events.account)
      for step in events.steps { fold.apply(step.row.event, as: step.role) }
      sides[events.account] = Side(events: events, fold: fold)
    }
    return sides
  }

  /// The positions of the events that have the account as their subject.
  var ownPositions: [Int64] { events.steps.filter { $0.role == .subject }.map(\.row.event.position) }

  /// The event that gave each field its value.
  func causes(identities: [Int64: String]) -> [Place: FoldEvent] {
    var causes: [Place: FoldEvent] = [:]
    var fold = AccountFold(events.account)
    for step in events.steps {
      let before = fold.state
      fold.apply(step.row.event, as: step.role)
      let present = Pair.presence(from: before, to: fold.state)
      for change in present + Self.changes(from: before, to: fold.state, identities) {
        causes[change.place] = step.row.event
      }
    }
    return causes
  }

  static func changes(
    from before: AccountState, to after: AccountState, _ identities: [Int64: String]
  ) -> [PlaceChange] {
    AccountState.changes(from: before, to: after).disclosed(by: identities).map {
      PlaceChange(
        place: Place(installation: $0.installation, field: .state($0.field)), from: $0.from, to: $0.to)
    }
  }
}

/// An account in both folds.
private struct Pair {
  var account: AccountID
  var before: Side?
  var after: Side?

  var beforeState: AccountState { before?.fold.state ?? AccountState() }
  var afterState: AccountState { after?.fold.state ?? AccountState() }

  /// Whether a field may differ; an identity only may, since two events can carry the same one.
  var mayDiffer: Bool {
    !presence.isEmpty || !AccountState.changes(from: beforeState, to: afterState).isEmpty
  }

  /// The positions of the events that carry an identity.
  var identityPositions: [Int64] {
    let later = after?.events.steps.lazy.filter { $0.row.event.facts.bool(.carriesIdentity) == true }
      .map(\.row.event.position)
    return (later.map(Array.init) ?? []) + [beforeState.identityPosition].compactMap { $0 }
  }

  var presence: [PlaceChange] { Self.presence(from: beforeState, to: afterState) }

  /// What has come or gone: the account, and installations of it.
  static func presence(from before: AccountState, to after: AccountState) -> [PlaceChange] {
    func change(_ installation: InstallationID?, _ was: Bool, _ is: Bool) -> PlaceChange {
      PlaceChange(
        place: Place(installation: installation, field: .present), from: .bool(was), to: .bool(`is`))
    }
    var changes: [PlaceChange] = []
    if (before.events > 0) != (after.events > 0) {
      changes.append(change(nil, before.events > 0, after.events > 0))
    }
    let (old, new) = (Set(before.installations.keys), Set(after.installations.keys))
    for installation in old.symmetricDifference(new) {
      changes.append(change(installation, old.contains(installation), new.contains(installation)))
    }
    return changes
  }
}
