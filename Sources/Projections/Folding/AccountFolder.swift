import Compliance
import MAMEvents

/// The events of one account in fold order, each with the part it plays.
struct AccountEvents {
  /// An event and what it is to the account.
  struct Step {
    var row: FoldRow
    var role: EventRole
  }

  /// The account.
  var account: AccountID
  /// Its steps, in fold order.
  var steps: [Step]
}

/// Folds accounts from their own events: the one way by which states, histories, projections and verifications
/// come about.
struct AccountFolder {
  let reader: FoldReader
  let scope: FoldScope

  /// The folds of accounts that have an event within the scope, in the order given.
  func fold(_ accounts: [AccountID]) throws -> [AccountFold] {
    try events(of: accounts).map { events in
      var fold = AccountFold(events.account)
      for step in events.steps { fold.apply(step.row.event, as: step.role) }
      return fold
    }
  }

  /// The events of accounts that have any within the scope, in the order given.
  func events(of accounts: [AccountID]) throws -> [AccountEvents] {
    let links = try reader.links(of: accounts, scope: scope)
    let aliasLinks = AliasLinks(links, asOf: scope.asOf, knownSize: scope.size)
    let wanted = Set(accounts)
    let rowAccounts = wanted.union(links.lazy.filter { wanted.contains($0.account) }.map(\.alias))

    var own: [AccountID: [FoldRow]] = [:]
    for event in try reader.rows(of: Array(rowAccounts), scope: scope) where counts(event) {
      let resolved = aliasLinks.resolve(event)
      guard let account = resolved.account, wanted.contains(account) else { continue }
      own[account, default: []].append(FoldRow(event: resolved, rowAccount: event.account))
    }

    let context = try contextEvents(of: Set(own.values.lazy.joined().compactMap(\.event.installation)))
    let directory = try reader.directory(accounts: rowAccounts, names: [], links: aliasLinks, scope: scope)
    return accounts.compactMap { account in
      own[account].map { rows in
        AccountEvents(
          account: account, steps: steps(of: account, own: rows, context: context, names: directory))
      }
    }
  }

  private func counts(_ event: FoldEvent) -> Bool {
    scope.asOf.map { event.effectiveAt <= $0 } ?? true
  }

  /// What happened on installations without an account's name on it: launches, configurations, views.
  private func contextEvents(of installations: Set<InstallationID>) throws -> [InstallationID: [FoldEvent]] {
    var context: [InstallationID: [FoldEvent]] = [:]
    for event in try reader.rows(of: Array(installations), scope: scope) where counts(event) {
      switch event.type {
      case .appLifecycle, .appConfigured, .viewShown:
        if let installation = event.installation { context[installation, default: []].append(event) }
      default:
        break
      }
    }
    return context
  }

  private func steps(
    of account: AccountID, own: [FoldRow], context: [InstallationID: [FoldEvent]], names: AccountDirectory
  ) -> [AccountEvents.Step] {
    let fold = AccountFold(account)
    var steps = own.map { AccountEvents.Step(row: $0, role: .subject) }
    for installation in Set(own.compactMap(\.event.installation)) {
      for event in context[installation] ?? [] {
        guard let role = fold.role(of: event, names: names) else { continue }
        steps.append(AccountEvents.Step(row: FoldRow(event: event, rowAccount: nil), role: role))
      }
    }
    steps.sort { FoldEvent.foldsBefore($0.row.event, $1.row.event) }
    return steps
  }
}
