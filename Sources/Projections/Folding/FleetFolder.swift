import Compliance
import MAMEvents
import Postgres

/// Folds all accounts and devices of a log, batch by batch: memory grows with the accounts of a batch and with the
/// number of accounts on installations, never with events.
struct FleetFolder {
  /// How many accounts, or devices, are folded at a time.
  static let batchSize = 200

  let reader: FoldReader
  let scope: FoldScope
  let builder: RowBuilder
  /// What findings are judged by; nil where none are wanted.
  let judging: Judging?

  init(connection: Connection, scope: FoldScope, judging: Judging?) {
    reader = FoldReader(connection: connection)
    self.scope = scope
    self.judging = judging
    builder = RowBuilder(names: NameBook(connection: connection, log: scope.log))
  }

  /// Who is on which installation, and who is enrolled there.
  struct Occupancy {
    var accounts: [InstallationID: Set<AccountID>] = [:]
    var enrolled: [InstallationID: [AccountID]] = [:]

    mutating func add(_ folds: [AccountFold]) {
      for fold in folds {
        for (installation, state) in fold.state.installations {
          accounts[installation, default: []].insert(fold.account)
          if state.state.enrollment.isEnrolledHere {
            enrolled[installation, default: []].append(fold.account)
          }
        }
      }
    }

    /// The installations by device.
    var byDevice: [Int32: [InstallationID: Set<AccountID>]] {
      var devices: [Int32: [InstallationID: Set<AccountID>]] = [:]
      for (installation, accounts) in accounts {
        devices[installation.device, default: [:]][installation] = accounts
      }
      return devices
    }
  }

  /// Folds every account, in rising order of number.
  ///
  /// - Parameter body: gets the rows of each batch, the folds that they come from, and all account numbers it covers.
  func forEachAccountBatch(
    _ body: (_ rows: RowSet, _ folds: [AccountFold], _ accounts: [AccountID]) throws -> Void
  ) throws {
    try forEachBatchOfAccounts { accounts in
      var rows = RowSet()
      let folds = try fold(accounts, into: &rows)
      try body(rows, folds, accounts)
    }
  }

  /// All accounts in rising order of number, batch by batch; none is folded.
  func forEachBatchOfAccounts(_ body: ([AccountID]) throws -> Void) throws {
    var next: Int32 = 0
    while true {
      let accounts = try reader.accounts(from: next, count: Self.batchSize, scope: scope)
      guard let last = accounts.last else { return }
      next = last.rawValue + 1
      try body(accounts)
    }
  }

  /// Folds some accounts, and judges them where findings are wanted.
  func fold(_ accounts: [AccountID], into rows: inout RowSet) throws -> [AccountFold] {
    let folder = AccountFolder(reader: reader, scope: scope)
    guard let judging else {
      let folds = try folder.fold(accounts)
      try builder.add(folds, to: &rows)
      return folds
    }
    let judged = try folder.judge(accounts, by: judging)
    let folds = judged.compactMap(\.fold)
    try builder.add(folds, to: &rows)
    rows.accountDays += judged.flatMap { $0.days.rows(of: $0.account) }
    rows.accountFindings += try builder.rows(
      of: judged.map { (owner: $0.account.rawValue, findings: $0.findings) }, by: judging)
    return folds
  }

  /// Folds some devices, and judges them where findings are wanted.
  ///
  /// - Parameters:
  ///   - devices: for each device its installations, with the accounts that have events on them.
  ///   - enrolled: the accounts that are enrolled on each installation.
  ///   - rows: where the rows go.
  /// - Returns: how many devices were there.
  @discardableResult
  func fold(
    _ devices: [Int32: [InstallationID: Set<AccountID>]], enrolled: [InstallationID: [AccountID]],
    into rows: inout RowSet
  ) throws -> Int {
    let folder = DeviceFolder(reader: reader, scope: scope)
    guard let judging else {
      let folded = try folder.fold(devices)
      try builder.add(folded, enrolled: enrolled, to: &rows)
      return folded.count
    }
    let judged = try folder.judge(devices, by: judging)
    try builder.add(judged, enrolled: enrolled, to: &rows)
    rows.deviceFindings += try builder.rows(
      of: judged.map { (owner: $0.device.device, findings: $0.findings) }, by: judging)
    return judged.count
  }

  /// Folds every device.
  ///
  /// - Parameters:
  ///   - occupancy: who is where, as ``forEachAccountBatch(_:)`` has found it.
  ///   - body: gets the rows of each batch.
  func forEachDeviceBatch(_ occupancy: Occupancy, _ body: (RowSet) throws -> Void) throws {
    try forEachDeviceBatch(try devices(occupancy), enrolled: occupancy.enrolled, body)
  }

  /// All devices, each with its installations and the accounts that have events on them.
  func devices(_ occupancy: Occupancy) throws -> [Int32: [InstallationID: Set<AccountID>]] {
    var devices = occupancy.byDevice
    for installation in try reader.installationsWithoutAccount(scope: scope) {
      devices[installation.device, default: [:]][installation, default: []].formUnion([])
    }
    return devices
  }

  /// Folds some devices.
  func forEachDeviceBatch(
    _ devices: [Int32: [InstallationID: Set<AccountID>]], enrolled: [InstallationID: [AccountID]],
    _ body: (RowSet) throws -> Void
  ) throws {
    let order = devices.keys.sorted()
    var start = 0
    while start < order.count {
      let batch = order[start..<min(start + Self.batchSize, order.count)]
      start += batch.count
      var part: [Int32: [InstallationID: Set<AccountID>]] = [:]
      for device in batch { part[device] = devices[device] }
      var rows = RowSet()
      try fold(part, enrolled: enrolled, into: &rows)
      try body(rows)
    }
  }
}
