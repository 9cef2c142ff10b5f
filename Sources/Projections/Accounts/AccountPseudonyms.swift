import Compliance
import MAMEvents
import Postgres

/// Names for accounts that a log knows by a UPN, without the UPN: for what leaves the store.
///
/// The object id to which the UPN was linked at an event's place in fold order; without a link `upn:#NUMBER`, the
/// number of the alias, which the log gave once and for all. What was looked up is kept, so that a name costs one
/// question each time it is new.
public final class AccountPseudonyms {
  /// Names that are kept; beyond it all are forgotten, so that memory stays flat.
  private static let room = 50_000

  private struct Known {
    var alias: AccountID?
    var links: AliasLinks
    var objects: [AccountID: String]
  }

  private let scope: FoldScope
  private let connect: () throws -> Connection
  private var connection: Connection?
  private var known: [[UInt8]: Known] = [:]

  /// Names the accounts of a log.
  ///
  /// - Parameters:
  ///   - scope: the bounds within which links count.
  ///   - connect: makes a connection with the rights of a reader, other than the one that the events are read on; called
  ///     when the first name is looked up.
  public init(scope: FoldScope, connect: @escaping () throws -> Connection) {
    self.scope = scope
    self.connect = connect
  }

  /// The name of an account that has a UPN, at a place in fold order.
  ///
  /// - Parameters:
  ///   - upn: the UPN in lower case.
  ///   - row: the number of the account of the event, where the UPN is its subject; it stays when the name is erased.
  ///   - point: the place.
  public func name(ofUPN upn: String, row: AccountID?, at point: FoldPoint) throws -> String {
    let key = Array(upn.utf8)
    let found: Known
    if let kept = known[key] {
      found = kept
    } else {
      found = try lookUp(upn)
      if known.count >= Self.room { known.removeAll() }
      known[key] = found
    }
    guard let alias = found.alias ?? row else { return "upn:#" }
    return found.links.resolve(alias, at: point).flatMap { found.objects[$0] } ?? "upn:#\(alias.rawValue)"
  }

  private func lookUp(_ upn: String) throws -> Known {
    let connection = try self.connection ?? connect()
    self.connection = connection
    let parameters: [Parameter] = [.int32(scope.log), .uuidArray([]), .textArray([upn])]
    guard let row = try connection.execute(FoldSQL.accountNumbers, parameters).first else {
      return Known(alias: nil, links: AliasLinks(), objects: [:])
    }
    let alias = AccountID(try row.int32(0))
    let links = AliasLinks(
      try FoldReader(connection: connection).links(of: [alias], scope: scope).filter { $0.alias == alias },
      asOf: scope.asOf, knownSize: scope.size)
    let names = NameBook(connection: connection, log: scope.log)
    let accounts = links.accounts(of: alias).filter { $0 != alias }
    try names.learn(accounts: accounts)
    return Known(
      alias: alias, links: links,
      objects: Dictionary(uniqueKeysWithValues: accounts.map { ($0, names.account($0)) }))
  }
}
