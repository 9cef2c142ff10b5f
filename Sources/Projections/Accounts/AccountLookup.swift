import AuditStore
import Compliance
import MAMEvents
import Postgres

/// The log has never seen the account that a command names.
public struct UnknownAccount: Error, CustomStringConvertible {
  /// What was asked for.
  public var asked: String
  /// Names that are like it.
  public var nearest: [String]

  /// What is wrong, and the nearest names.
  public var description: String {
    let like = nearest.isEmpty ? "" : "; like it: " + nearest.joined(separator: ", ")
    return "the log has never seen the account '\(asked)'" + like
  }
}

/// A UPN that belonged to several accounts.
public struct AmbiguousAccount: Error, CustomStringConvertible {
  /// What was asked for.
  public var asked: String
  /// The accounts that it can mean.
  public var candidates: [String]

  /// What is wrong, and what to ask for instead.
  public var description: String {
    "'\(asked)' has been the name of several accounts; ask for one of them:\n"
      + candidates.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// Finds the account that a person names: by object id, UPN or homeAccountId, in any casing.
public struct AccountLookup {
  let connection: Connection
  let scope: FoldScope

  private var log: Int32 { scope.log }

  /// Looks in a log.
  ///
  /// - Parameter scope: the bounds of the question: a UPN means whom it belonged to within them.
  public init(connection: Connection, scope: FoldScope) {
    self.connection = connection
    self.scope = scope
  }

  /// The account.
  ///
  /// - Throws: ``UnknownAccount``, ``AmbiguousAccount``, `PostgresError`
  public func find(_ text: String) throws -> AccountID {
    let found = try candidates(text)
    if found.count == 1 { return found[0] }
    if found.isEmpty { throw UnknownAccount(asked: text, nearest: try nearest(text)) }
    let names = NameBook(connection: connection, log: log)
    try names.learn(accounts: found)
    throw AmbiguousAccount(asked: text, candidates: found.map { names.account($0) })
  }

  /// How reports name an account.
  public func name(of account: AccountID) throws -> String {
    let names = NameBook(connection: connection, log: log)
    try names.learn(accounts: [account])
    return names.account(account)
  }

  private func candidates(_ text: String) throws -> [AccountID] {
    let homeAccount = Array(text.utf8).withUnsafeBytes { HomeAccountID(text: $0) }
    if let object = GUID(text: text) ?? homeAccount?.objectID {
      let parameters: [Parameter] = [
        .int32(log), .uuidArray([UUIDBits(high: object.high, low: object.low)]), .textArray([]),
      ]
      return try seen(
        connection.execute(FoldSQL.accountNumbers, parameters).map { AccountID(try $0.int32(0)) })
    }
    let parameters: [Parameter] = [.int32(log), .uuidArray([]), .textArray([Self.bareName(text)])]
    guard let alias = try connection.execute(FoldSQL.accountNumbers, parameters).first else { return [] }
    let aliasID = AccountID(try alias.int32(0))
    let always = FoldScope(log: log, size: .max)
    let links = try FoldReader(connection: connection).links(of: [aliasID], scope: always)
      .filter { $0.alias == aliasID }
    let within = AliasLinks(links, asOf: scope.asOf, knownSize: scope.size).accounts(of: aliasID)
    // Without a link within the bounds the alias is an account of its own, if it has events; else only later links
    // tell whom the name means.
    let found = try seen(within.sorted())
    return found.isEmpty ? try seen(Set(links.map(\.account)).sorted()) : found
  }

  /// The accounts that have an event: a number alone was given to a name, not to an account that was seen.
  private func seen(_ accounts: [AccountID]) throws -> [AccountID] {
    let parameters: [Parameter] = [.int32(log), .int32Array(accounts.map(\.rawValue))]
    return try connection.execute(AccountSQL.seen, parameters).map { AccountID(try $0.int32(0)) }
  }

  private func nearest(_ text: String) throws -> [String] {
    let name = Self.bareName(text)
    let parameters: [Parameter] = [.int32(log), .text(String(name.prefix(4))), .text(name)]
    return try connection.execute(AccountSQL.nearest, parameters).map { try $0.text(0) }
  }

  /// The name in lower case, without `upn:`.
  private static func bareName(_ text: String) -> String {
    UPN.lowercased(text.lowercased().hasPrefix("upn:") ? String(text.dropFirst(4)) : text)
  }
}

extension AccountSQL {
  /// Which accounts have an event of their own, or an alias with one.
  ///
  /// `$1` log, `$2` accounts.
  static let seen = """
    SELECT wanted.account_id
    FROM unnest($2::int[]) AS wanted (account_id)
    WHERE EXISTS (SELECT FROM audit.narrow AS n WHERE n.log_id = $1 AND n.account_id = wanted.account_id)
        OR EXISTS (
            SELECT
            FROM audit.links AS l
            JOIN audit.narrow AS n ON n.log_id = $1 AND n.account_id = l.alias_id
            WHERE l.log_id = $1 AND l.account_id = wanted.account_id
        )
    ORDER BY wanted.account_id
    """

  /// Names that begin alike, the longer alike the earlier.
  ///
  /// `$1` log, `$2` the first letters in lower case, `$3` all of the name.
  static let nearest = """
    SELECT name
    FROM audit.accounts
    WHERE log_id = $1 AND (starts_with(object_id::text, $2) OR starts_with(upn_key, $2))
    ORDER BY
        (
            SELECT count(*)
            FROM generate_series(1, length($3)) AS n
            WHERE starts_with(coalesce(object_id::text, upn_key), left($3, n))
        ) DESC,
        name COLLATE "C"
    LIMIT 5
    """
}
