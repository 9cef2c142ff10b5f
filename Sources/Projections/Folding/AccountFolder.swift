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

/// An account with what the rules have found.
struct JudgedAccount {
  /// The account.
  var account: AccountID
  /// Its fold; nil where it has no event within the scope.
  var fold: AccountFold?
  /// Its findings, also those of an alias that belongs to another account now.
  var findings: [Finding]
  /// Its status at the ends of days.
  var days: StatusDays
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
    try events(in: material(of: accounts), within: scope)
  }

  /// What the log has about accounts, before it is settled whose each event is.
  struct Material {
    var accounts: [AccountID]
    /// The accounts and their aliases.
    var rowAccounts: Set<AccountID>
    var links: [AliasLink]
    /// Their rows, in no order.
    var rows: [FoldEvent]
    /// What happened on their installations without an account's name on it: launches, configurations, views.
    var context: [InstallationID: [FoldEvent]]
  }

  /// Reads what the scope has about accounts: once, also where it is folded within several narrower scopes.
  func material(of accounts: [AccountID]) throws -> Material {
    let links = try reader.links(of: accounts, scope: scope)
    let wanted = Set(accounts)
    let rowAccounts = wanted.union(links.lazy.filter { wanted.contains($0.account) }.map(\.alias))
    let rows = try reader.rows(of: Array(rowAccounts), scope: scope).filter(scope.covers)
    return Material(
      accounts: accounts, rowAccounts: rowAccounts, links: links, rows: rows,
      context: try contextEvents(of: Set(rows.compactMap(\.installation))))
  }

  /// The events of accounts that have any within a scope, in the order in which they were asked for.
  ///
  /// - Parameters:
  ///   - material: what the log has about them.
  ///   - scope: the same as that of the material, or narrower.
  ///   - later: whose links tell to whom an alias belongs that the scope has no link of; nil leaves such an alias an
  ///     account of its own.
  func events(
    in material: Material, within scope: FoldScope, linkedAsIn later: FoldScope? = nil
  ) throws -> [AccountEvents] {
    var aliasLinks = AliasLinks(material.links, asOf: scope.asOf, knownSize: scope.size)
    if let later {
      aliasLinks = aliasLinks.completed(
        by: AliasLinks(material.links, asOf: later.asOf, knownSize: later.size))
    }
    let wanted = Set(material.accounts)
    var own: [AccountID: [FoldRow]] = [:]
    for event in material.rows where scope.covers(event) {
      let resolved = aliasLinks.resolve(event)
      guard let account = resolved.account, wanted.contains(account) else { continue }
      own[account, default: []].append(FoldRow(event: resolved, rowAccount: event.account))
    }
    let context =
      scope == self.scope ? material.context : material.context.mapValues { $0.filter(scope.covers) }
    let directory = try reader.directory(
      accounts: material.rowAccounts, names: [], links: aliasLinks, scope: scope)
    return material.accounts.compactMap { account in
      own[account].map { rows in
        AccountEvents(
          account: account, steps: steps(of: account, own: rows, context: context, names: directory))
      }
    }
  }

  /// The folds of accounts with their findings, in the order given.
  func judge(_ accounts: [AccountID], by judging: Judging) throws -> [JudgedAccount] {
    let links = try reader.links(of: accounts, scope: scope)
    let aliasLinks = AliasLinks(links, asOf: scope.asOf, knownSize: scope.size)
    let wanted = Set(accounts)
    let rowAccounts = wanted.union(links.map(\.alias))
    let rows = Dictionary(
      grouping: try reader.rows(of: Array(rowAccounts), scope: scope), by: \.account)
    let context = try contextEvents(
      of: Set(rows.values.lazy.joined().compactMap(\.installation)))
    let directory = try reader.directory(
      accounts: rowAccounts, names: [], links: AliasLinks(), scope: scope)
    return accounts.map { account in
      let aliases = Set(links.lazy.filter { $0.account == account }.map(\.alias)).union([account])
      let ownLinks = links.filter { aliases.contains($0.alias) }
      let own = aliases.flatMap { rows[$0] ?? [] }
      let around = Set(own.compactMap(\.installation)).flatMap { context[$0] ?? [] }
      let judged = JudgedEvents(
        own + around, links: ownLinks, names: directory, asOf: scope.asOf,
        by: AccountFindings(account, timeline: judging.timeline))
      let isThere = own.contains { scope.covers($0) && aliasLinks.resolve($0).account == account }
      let byDay = AccountEventsByDay(
        account: account, own: own.filter(scope.covers), around: around, links: ownLinks.filter(scope.covers))
      return JudgedAccount(
        account: account, fold: isThere ? judged.reducer.fold : nil, findings: judged.findings,
        days: byDay.statusDays(judged.reducer.fold))
    }
  }

  /// What happened on installations without an account's name on it: launches, configurations, views.
  private func contextEvents(of installations: Set<InstallationID>) throws -> [InstallationID: [FoldEvent]] {
    var context: [InstallationID: [FoldEvent]] = [:]
    for event in try reader.rows(of: Array(installations), scope: scope) where scope.covers(event) {
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
