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

  init(connection: Connection, scope: FoldScope) {
    reader = FoldReader(connection: connection)
    self.scope = scope
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
    var next: Int32 = 0
    while true {
      let accounts = try reader.accounts(from: next, count: Self.batchSize, scope: scope)
      guard let last = accounts.last else { return }
      next = last.rawValue + 1
      let folds = try AccountFolder(reader: reader, scope: scope).fold(accounts)
      var rows = RowSet()
      try builder.add(folds, to: &rows)
      try body(rows, folds, accounts)
    }
  }

  /// Folds every device.
  ///
  /// - Parameters:
  ///   - occupancy: who is where, as ``forEachAccountBatch(_:)`` has found it.
  ///   - body: gets the rows of each batch.
  func forEachDeviceBatch(_ occupancy: Occupancy, _ body: (RowSet) throws -> Void) throws {
    var devices = occupancy.byDevice
    for installation in try reader.installationsWithoutAccount(scope: scope) {
      devices[installation.device, default: [:]][installation, default: []].formUnion([])
    }
    try forEachDeviceBatch(devices, enrolled: occupancy.enrolled, body)
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
      try builder.add(DeviceFolder(reader: reader, scope: scope).fold(part), enrolled: enrolled, to: &rows)
      try body(rows)
    }
  }
}
