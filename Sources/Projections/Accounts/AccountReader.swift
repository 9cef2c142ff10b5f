import Compliance
import MAMEvents
import Postgres

/// Answers questions about one account from the log itself: its state and its history, at any instant and as known at
/// any size of the log.
public struct AccountReader {
  /// The role that reads the log's views.
  public static let role = "mamaudit_reader"

  let connection: Connection
  let scope: FoldScope
  let builder: RowBuilder

  /// Makes a reader of a log within bounds.
  public init(connection: Connection, scope: FoldScope) {
    self.connection = connection
    self.scope = scope
    builder = RowBuilder(names: NameBook(connection: connection, log: scope.log))
  }

  /// The account's state; status unknown, without events and installations, where none of its events is within the scope.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - instant: when its findings are counted that are open; nil counts none.
  public func state(of account: AccountID, at instant: Timestamp? = nil) throws -> AccountAnswer {
    let folder = AccountFolder(reader: FoldReader(connection: connection), scope: scope)
    var fold = AccountFold(account)
    var policies = LastPolicies()
    for step in try folder.events(of: [account]).first?.steps ?? [] {
      let before = fold.state
      fold.apply(step.row.event, as: step.role)
      policies.apply(step.row.event, from: before, to: fold.state)
    }
    var answer = try answer(for: fold)
    policies.fill(&answer.installations)
    if let instant { answer.account.openFindings = try findings(of: account).open(at: instant) }
    return answer
  }

  /// The findings about the account, in the order of their opening, also those that open or end only later.
  public func findings(of account: AccountID) throws -> [FindingRow] {
    try AccountFindingsReader(connection: connection, scope: scope).findings(of: account)
  }

  /// The account's history in fold order: the events that have it as their subject, and those that changed its state.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - withReasons: whether each change is to say why.
  ///   - body: gets the entries one after the other; memory holds the narrow columns of the account's events and the
  ///     records of some hundreds.
  public func history(
    of account: AccountID, withReasons: Bool = false, _ body: (HistoryEntry) throws -> Void
  ) throws {
    let folder = AccountFolder(reader: FoldReader(connection: connection), scope: scope)
    guard let events = try folder.events(of: [account]).first else { return }
    let steps = moving(events)
    let versions = try versions(of: steps)
    let late = latePositions(steps)
    let identities = try builder.names.identities(
      at: steps.filter { $0.row.event.facts.bool(.carriesIdentity) == true }.map(\.row.event.position))
    try builder.names.learn(accounts: [account])
    try builder.names.learn(
      apps: Set(steps.compactMap(\.row.event.app)), devices: Set(steps.compactMap(\.row.event.device)))

    let findings = try findings(of: account)
    var fold = AccountFold(account)
    var policies = LastPolicies()
    let listed = Set(steps.map(\.row.event.position))
    // Every step is applied: a configuration changes nothing by itself, and decides what later events do.
    for batch in events.steps.batches(of: 500) {
      let details = try details(of: batch.map(\.row.event.position).filter(listed.contains))
      for step in batch {
        let before = fold.state
        fold.apply(step.row.event, as: step.role)
        policies.apply(step.row.event, from: before, to: fold.state)
        let position = step.row.event.position
        guard listed.contains(position) else { continue }
        let detail = details[position] ?? EventDetail(record: "", disclosures: [])
        var after = builder.row(
          of: fold, identity: fold.state.identityPosition.flatMap { identities[$0] })
        after.openFindings = findings.open(at: step.row.event.effectiveAt)
        var installations = builder.installationRows(of: fold)
        policies.fill(&installations)
        try body(
          HistoryEntry(
            event: step.row.event, accountVersion: versions[position], isLate: late.contains(position),
            app: step.row.event.app.map(builder.names.app),
            device: step.row.event.device.map(builder.names.device),
            record: detail.record, disclosures: detail.disclosures,
            changes: builder.named(
              AccountState.changes(from: before, to: fold.state), identities: identities
            ) { change in
              guard withReasons else { return nil }
              return change.reason(step.row.event, from: before, to: fold.state)?.text
                ?? (change.field == .status ? statusReason(fold.state) : nil)
            },
            after: AccountAnswer(account: after, installations: installations)))
      }
    }
  }

  private func answer(for fold: AccountFold) throws -> AccountAnswer {
    var rows = RowSet()
    try builder.add([fold], to: &rows)
    return AccountAnswer(account: rows.accounts[0], installations: rows.accountInstallations)
  }

  /// The steps that belong into a history: those of the account, and those that changed it.
  private func moving(_ events: AccountEvents) -> [AccountEvents.Step] {
    var fold = AccountFold(events.account)
    return events.steps.filter { step in
      let before = fold.state
      fold.apply(step.row.event, as: step.role)
      return step.role == .subject || fold.state != before
    }
  }

  /// Each event's ordinal among the events of its row's account, in order of arrival, counted over the whole log.
  private func versions(of steps: [AccountEvents.Step]) throws -> [Int64: Int64] {
    let rowAccounts = Set(steps.compactMap(\.row.rowAccount))
    var versions: [Int64: Int64] = [:]
    for account in rowAccounts {
      var positions: [Int64] = []
      let parameters: [Parameter] = [.int32(scope.log), .int32(account.rawValue), .int64(scope.size)]
      try connection.stream(AccountSQL.positions, parameters) { positions.append(try $0.int64(0)) }
      for (version, position) in positions.enumerated() { versions[position] = Int64(version) }
    }
    return versions
  }

  /// The positions of events that arrived after one that counts later.
  private func latePositions(_ steps: [AccountEvents.Step]) -> Set<Int64> {
    var late: Set<Int64> = []
    var latest: Timestamp?
    for event in steps.map(\.row.event).sorted(by: { $0.position < $1.position }) {
      if let latest, latest > event.effectiveAt { late.insert(event.position) }
      latest = latest.map { max($0, event.effectiveAt) } ?? event.effectiveAt
    }
    return late
  }

  private struct EventDetail {
    var record: String
    var disclosures: [DisclosedMember]
  }

  private func details(of positions: [Int64]) throws -> [Int64: EventDetail] {
    var details: [Int64: EventDetail] = [:]
    let parameters: [Parameter] = [.int32(scope.log), .int64Array(positions)]
    for row in try connection.execute(AccountSQL.records, parameters) {
      details[try row.int64(0)] = EventDetail(record: try row.text(1), disclosures: [])
    }
    for row in try connection.execute(AccountSQL.disclosures, parameters) {
      details[try row.int64(0)]?.disclosures.append(
        DisclosedMember(path: try row.text(1), disclosure: try row.text(2)))
    }
    return details
  }
}

enum AccountSQL {
  /// The positions of an account's rows in order of arrival.
  ///
  /// `$1` log, `$2` account, `$3` size.
  static let positions = """
    SELECT position
    FROM audit.narrow
    WHERE log_id = $1 AND account_id = $2 AND position + 0 < $3
    ORDER BY position
    """

  /// The records of events.
  ///
  /// `$1` log, `$2` positions.
  static let records = "SELECT position, record FROM audit.records WHERE log_id = $1 AND position = ANY ($2)"

  /// What is disclosed of events.
  ///
  /// `$1` log, `$2` positions.
  static let disclosures = """
    SELECT position, path, disclosure
    FROM audit.disclosures
    WHERE log_id = $1 AND position = ANY ($2)
    ORDER BY position, ordinal
    """
}
