import MAMEvents

/// A statement of the log that an alias (an account known by its UPN alone) is an object id.
public struct AliasLink: Hashable, Sendable {
  /// The number of the alias.
  public var alias: AccountID
  /// The number of the object id.
  public var account: AccountID
  /// The event that says so.
  public var point: FoldPoint
  /// When that event was appended.
  public var recordedAt: Timestamp

  /// Links an alias to an object id.
  public init(alias: AccountID, account: AccountID, point: FoldPoint, recordedAt: Timestamp) {
    self.alias = alias
    self.account = account
    self.point = point
    self.recordedAt = recordedAt
  }
}

/// The links of a log's aliases, as far as they are known at a size of the log and count at an instant.
///
/// An event that names its account by UPN belongs to the object id of the last link at or before it in fold
/// order, else of the first link after it (section 1 of the wire format).
public struct AliasLinks: Sendable {
  private var links: [AccountID: [AliasLink]] = [:]

  /// Keeps the links within the bounds.
  ///
  /// - Parameters:
  ///   - links: in any order.
  ///   - asOf: leaves out links that count only later than this instant; nil keeps all.
  ///   - knownSize: leaves out links of events beyond the log's first `knownSize`; nil keeps all.
  public init(_ links: some Sequence<AliasLink> = [], asOf: Timestamp? = nil, knownSize: Int64? = nil) {
    for link in links {
      if let asOf, link.point.effectiveAt > asOf { continue }
      if let knownSize, link.point.position >= knownSize { continue }
      self.links[link.alias, default: []].append(link)
    }
    for alias in self.links.keys {
      self.links[alias]?.sort { $0.point < $1.point }
    }
  }

  /// The object id to which an alias belongs at a place in fold order; nil for an alias without a link, which
  /// is an account of its own, and for an account that is no alias.
  public func resolve(_ alias: AccountID, at point: FoldPoint) -> AccountID? {
    guard let known = links[alias] else { return nil }
    let before = known.partitioningIndex { $0.point > point }
    return before > 0 ? known[before - 1].account : known.first?.account
  }

  /// The event with the object id's number in place of a linked alias, as the folds expect it.
  public func resolve(_ event: FoldEvent) -> FoldEvent {
    guard let account = event.account, let linked = resolve(account, at: event.point) else { return event }
    var event = event
    event.account = linked
    return event
  }

  /// The same links, with those that others have of aliases without one here.
  public func completed(by other: AliasLinks) -> AliasLinks {
    var links = self
    links.links.merge(other.links) { own, _ in own }
    return links
  }

  /// The accounts to which an alias's events belong at one place or another: those of its links, or the alias
  /// itself.
  public func accounts(of alias: AccountID) -> Set<AccountID> {
    links[alias].map { Set($0.map(\.account)) } ?? [alias]
  }

  /// The aliases whose events belong to an object id at one place or another.
  public func aliases(of account: AccountID) -> Set<AccountID> {
    Set(links.lazy.filter { $0.value.contains { $0.account == account } }.map(\.key))
  }
}

extension [AliasLink] {
  /// The links of the aliases that events have as their account, or name in their members: no other changes what
  /// the events mean.
  public func mattering(to events: some Sequence<FoldEvent>, names: AccountDirectory) -> [AliasLink] {
    if isEmpty { return [] }
    var aliases: Set<AccountID> = []
    for event in events {
      if let account = event.account { aliases.insert(account) }
      for case .upn(let upn) in event.namedAccounts {
        if let alias = names.alias(of: upn) { aliases.insert(alias) }
      }
    }
    return filter { aliases.contains($0.alias) }
  }
}

extension FoldEvent {
  /// The accounts that the members name.
  public var namedAccounts: [AccountName] {
    switch type {
    case .viewShown:
      facts.accounts(.accounts) ?? []
    case .sharedDeviceAccountChanged, .sharedDeviceAccountQueried:
      [facts.account(.current), facts.account(.previous)].compactMap(\.self)
    case .transferDecided:
      facts.account(.peerAccount).map { [$0] } ?? []
    case .fileProtected:
      facts.account(.owner).map { [$0] } ?? []
    default:
      []
    }
  }
}

extension Array {
  /// The first index whose element satisfies the predicate, in an array where all that do stand behind all
  /// that do not.
  func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsBehind(self[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
