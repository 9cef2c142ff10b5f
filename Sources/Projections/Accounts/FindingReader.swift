import Compliance
import MAMEvents
import Postgres

/// Answers questions about one finding: what became of it, and the events that explain it.
public struct FindingReader {
  private let connection: Connection
  private let scope: FoldScope

  /// Reads a log within bounds.
  public init(connection: Connection, scope: FoldScope) {
    (self.connection, self.scope) = (connection, scope)
  }

  /// The finding with an id, however it stands and also where it opens only later; nil where the log gives no ground
  /// for one.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - isStored: whether the stored findings are to answer; else the log is judged afresh within the bounds.
  public func finding(_ id: FindingID, isStored: Bool) throws -> FindingRow? {
    if isStored { return try StoredFleet(connection: connection, log: scope.log).finding(id) }
    return try FoldedFleet(connection: connection, scope: scope).finding(id)
  }

  /// The finding with its trail; without one where the event that opened it is not within the bounds.
  public func explanation(of finding: FindingRow) throws -> FindingExplanation {
    let names = NameBook(connection: connection, log: scope.log)
    let explained = try FindingExplainer(connection: connection, scope: scope, names: names)
      .explain([finding], own: own(finding))
    return explained.first ?? FindingExplanation(finding: finding, chain: [])
  }

  /// The events of the account that the finding is about.
  private func own(_ finding: FindingRow) throws -> [FoldEvent] {
    let folder = AccountFolder(reader: FoldReader(connection: connection), scope: scope)
    return try account(of: finding).map { account in
      try folder.events(of: [account]).first?.steps.map(\.row.event) ?? []
    } ?? []
  }

  /// The number of the account that the finding is about; nil where it is about none, or its name was erased.
  private func account(of finding: FindingRow) throws -> AccountID? {
    if RuleCatalogue[finding.rule].key == .account { return AccountID(finding.owner) }
    guard let name = finding.account else { return nil }
    do {
      return try AccountLookup(connection: connection, scope: scope).find(name)
    } catch is UnknownAccount {
      return nil
    } catch is AmbiguousAccount {
      return nil
    }
  }
}
