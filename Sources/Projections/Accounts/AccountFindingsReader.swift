import Compliance
import MAMEvents
import Postgres

/// The findings about one account: those of its own events, those of the devices that it is on, and those about the
/// dates of its events.
///
/// Stored findings answer where they cover all that is known; for a smaller size of the log, a log that the
/// projections lag behind, and other parameters, the account and its devices are judged afresh.
public struct AccountFindingsReader {
  let connection: Connection
  let scope: FoldScope

  /// Reads a log within bounds.
  public init(connection: Connection, scope: FoldScope) {
    self.connection = connection
    self.scope = scope
  }

  /// The findings about an account, in the order of their opening, also those that open or end only later.
  ///
  /// The scope's instant bounds only whom a UPN means: ask each row how it stands at an instant.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - rules: the parameters to judge by; nil for those that the log has.
  public func findings(of account: AccountID, rules: RuleTimeline? = nil) throws -> [FindingRow] {
    let names = NameBook(connection: connection, log: scope.log)
    try names.learn(accounts: [account])
    let name = names.account(account)
    let stored = StoredFleet(connection: connection, log: scope.log)
    let through = try stored.checkpoints().map(\.through).min() ?? 0
    let bounds = FoldScope(log: scope.log, size: scope.size, asOf: try turnsLater(account) ? scope.asOf : nil)
    let found =
      try rules == nil && through == scope.size && bounds.asOf == nil
      ? stored.findings(about: [name])
      : judge(account, name, stored, within: bounds, through: through, rules)
        .filter { $0.account?.bytes == name.bytes }
    return found.sorted(by: FindingRow.precedes)
  }

  /// Whether a link that counts only after the scope's instant tells whose events are whose: stored findings, which
  /// heed it, are then those of another account than at the instant.
  private func turnsLater(_ account: AccountID) throws -> Bool {
    guard let asOf = scope.asOf else { return false }
    let links = try FoldReader(connection: connection)
      .links(of: [account], scope: FoldScope(log: scope.log, size: scope.size))
    let (then, now) = (AliasLinks(links, asOf: asOf), AliasLinks(links))
    return Set(links.map(\.alias)).contains { then.accounts(of: $0) != now.accounts(of: $0) }
  }

  /// The devices that have a finding about an account that shares a UPN with this one: at the instant it may be
  /// this one's.
  private func devicesOfLinked(to account: AccountID, _ stored: StoredFleet) throws -> Set<Int32> {
    let links = try FoldReader(connection: connection)
      .links(of: [account], scope: FoldScope(log: scope.log, size: scope.size))
    let linked = Set(links.map(\.account)).union(links.map(\.alias))
    let names = NameBook(connection: connection, log: scope.log)
    try names.learn(accounts: linked)
    return try linked.reduce(into: []) { devices, account in
      devices.formUnion(try stored.devices(withFindingsAbout: names.account(account)))
    }
  }

  private func judge(
    _ account: AccountID, _ name: String, _ stored: StoredFleet, within bounds: FoldScope, through: Int64,
    _ rules: RuleTimeline?
  ) throws -> [FindingRow] {
    var judging = try Judging.read(connection: connection, scope: bounds)
    if let rules { judging.timeline = rules }
    let folder = FleetFolder(connection: connection, scope: bounds, judging: judging)
    var rows = RowSet()
    let folds = try folder.fold([account], into: &rows)
    let installations = folds.flatMap(\.state.installations.keys)
    var devices = Set(installations.map(\.device)).union(try stored.devices(withFindingsAbout: name))
    if bounds.asOf != nil { devices.formUnion(try devicesOfLinked(to: account, stored)) }
    var occupancy = try stored.occupancy(of: Array(devices))
    for installation in installations {
      occupancy[installation.device, default: [:]][installation, default: []].insert(account)
    }
    try addNewcomers(to: &occupancy, since: through)
    try folder.fold(occupancy, enrolled: [:], into: &rows)
    let log = LogFolder(connection: connection, scope: bounds, judging: judging)
    let aliases = try log.reader.links(of: [account], scope: bounds).map(\.alias)
    rows.logFindings = try log.rows(of: log.judge(dated: Set(aliases).union([account])))
    return rows.findings
  }

  /// Adds who has come to the devices since the stored read models: other accounts matter to some rules.
  private func addNewcomers(
    to occupancy: inout [Int32: [InstallationID: Set<AccountID>]], since through: Int64
  ) throws {
    guard through < scope.size else { return }
    try connection.stream(
      FoldSQL.rowsFrom, [.int32(scope.log), .int64(through), .int64(scope.size)]
    ) { row in
      guard let app = try row.int32OrNull(2), let device = try row.int32OrNull(3), occupancy[device] != nil
      else { return }
      let installation = InstallationID(app: app, device: device)
      let account = try row.int32OrNull(1).map(AccountID.init)
      occupancy[device]?[installation, default: []].formUnion(account.map { [$0] } ?? [])
    }
  }
}

extension StoredFleet {
  /// The installations of devices, with the accounts that have events on them.
  func occupancy(of devices: [Int32]) throws -> [Int32: [InstallationID: Set<AccountID>]] {
    var occupancy: [Int32: [InstallationID: Set<AccountID>]] = [:]
    for row in try connection.execute(FindingSQL.occupancy, [.int32(log), .int32Array(devices)]) {
      let installation = InstallationID(app: try row.int32(0), device: try row.int32(1))
      let account = try row.int32OrNull(2).map(AccountID.init)
      occupancy[installation.device, default: [:]][installation, default: []]
        .formUnion(account.map { [$0] } ?? [])
    }
    return occupancy
  }
}
