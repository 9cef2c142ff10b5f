import MAMEvents

/// An account as an event's members name it: by its number where the log has one, else by the name itself.
///
/// The previous user of a shared device, for one, may have no event of its own and hence no number.
public enum AccountReference: Hashable, Sendable {
  /// An account of the log.
  case account(AccountID)
  /// A name that the log has given no number.
  case name(AccountName)
}

/// What the names in members (`accounts`, `current`, `previous`) mean, as a pure value.
public struct AccountDirectory: Sendable {
  private let objects: [GUID: AccountID]
  private let objectIDs: [AccountID: GUID]
  private let aliases: [[UInt8]: AccountID]
  private var links: AliasLinks

  /// Makes a directory.
  ///
  /// - Parameters:
  ///   - objects: the numbers of object ids.
  ///   - aliases: the numbers of UPNs in lower case.
  ///   - links: which aliases belong to which object ids.
  public init(
    objects: [GUID: AccountID] = [:],
    aliases: some Sequence<(upn: String, alias: AccountID)> = [],
    links: AliasLinks = AliasLinks()
  ) {
    self.objects = objects
    objectIDs = Dictionary(objects.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.aliases = Dictionary(
      aliases.map { (Array($0.upn.utf8), $0.alias) }, uniquingKeysWith: { first, _ in first })
    self.links = links
  }

  /// The object id of an account; nil for an alias and for an account that the directory does not know.
  public func object(of account: AccountID) -> GUID? { objectIDs[account] }

  /// The account that a name means at a place in fold order.
  public func reference(to name: AccountName, at point: FoldPoint) -> AccountReference {
    switch name {
    case .object(let guid):
      objects[guid].map(AccountReference.account) ?? .name(name)
    case .upn(let upn):
      aliases[Array(upn.utf8)].map { .account(links.resolve($0, at: point) ?? $0) } ?? .name(name)
    }
  }

  /// The alias of a UPN in lower case; nil where the log has none.
  func alias(of upn: String) -> AccountID? { aliases[Array(upn.utf8)] }

  /// The same names with other links.
  func linked(by links: AliasLinks) -> AccountDirectory {
    var directory = self
    directory.links = links
    return directory
  }
}
