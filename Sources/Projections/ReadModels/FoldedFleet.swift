import Compliance
import MAMEvents
import Postgres

/// The rows of a log folded afresh, at any instant and as known at any size: what the stored tables cannot tell.
///
/// All rows of the kind asked for are held in memory while they are sorted.
public struct FoldedFleet {
  private let folder: FleetFolder

  /// Folds within bounds.
  public init(connection: Connection, scope: FoldScope) {
    folder = FleetFolder(connection: connection, scope: scope, judging: nil)
  }

  /// The accounts, by the UTF-8 bytes of their names.
  public func accounts() throws -> [AccountRow] {
    var accounts: [AccountRow] = []
    try folder.forEachAccountBatch { rows, _, _ in accounts += rows.accounts }
    return accounts.sorted { $0.account.bytes < $1.account.bytes }
  }

  /// The wipes, by account, then in the order of their opening.
  public func wipes() throws -> [WipeRow] {
    var wipes: [WipeRow] = []
    try folder.forEachAccountBatch { rows, _, _ in wipes += rows.wipes }
    return wipes.sorted { ($0.account.bytes, $0.ordinal) < ($1.account.bytes, $1.ordinal) }
  }

  /// The installations, by app, then device.
  public func installations() throws -> [InstallationRow] {
    var installations: [InstallationRow] = []
    try forEachDevices { installations += $0.installations }
    return installations.sorted { ($0.app.bytes, $0.device.bytes) < ($1.app.bytes, $1.device.bytes) }
  }

  /// The devices.
  public func devices() throws -> [DeviceRow] {
    var devices: [DeviceRow] = []
    try forEachDevices { devices += $0.devices }
    return devices.sorted { $0.device.bytes < $1.device.bytes }
  }

  private func forEachDevices(_ body: (RowSet) -> Void) throws {
    var occupancy = FleetFolder.Occupancy()
    try folder.forEachAccountBatch { _, folds, _ in occupancy.add(folds) }
    try folder.forEachDeviceBatch(occupancy, body)
  }
}
