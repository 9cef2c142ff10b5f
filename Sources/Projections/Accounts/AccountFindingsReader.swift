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
  /// The scope's instant bounds nothing here: ask each row how it stands at an instant.
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
    let found =
      try rules == nil && through == scope.size
      ? stored.findings(about: [name])
      : judge(account, name, stored, through: through, rules).filter { $0.account?.bytes == name.bytes }
    return found.sorted(by: FindingRow.precedes)
  }

  private func judge(
    _ account: AccountID, _ name: String, _ stored: StoredFleet, through: Int64, _ rules: RuleTimeline?
  ) throws -> [FindingRow] {
    let whole = FoldScope(log: scope.log, size: scope.size)
    var judging = try Judging.read(connection: connection, scope: whole)
    if let rules { judging.timeline = rules }
    let folder = FleetFolder(connection: connection, scope: whole, judging: judging)
    var rows = RowSet()
    let folds = try folder.fold([account], into: &rows)
    let installations = folds.flatMap(\.state.installations.keys)
    let devices = Set(installations.map(\.device)).union(try stored.devices(withFindingsAbout: name))
    var occupancy = try stored.occupancy(of: Array(devices))
    for installation in installations {
      occupancy[installation.device, default: [:]][installation, default: []].insert(account)
    }
    try addNewcomers(to: &occupancy, since: through)
    try folder.fold(occupancy, enrolled: [:], into: &rows)
    let log = LogFolder(connection: connection, scope: whole, judging: judging)
    let aliases = try log.reader.links(of: [account], scope: whole).map(\.alias)
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
