import Compliance
import MAMEvents
import Postgres

/// The names behind the numbers of a log: fetched once, kept for the length of a run.
final class NameBook {
  private let connection: Connection
  private let log: Int32
  private var apps: [Int32: String] = [:]
  private var devices: [Int32: String] = [:]
  private var accounts: [AccountID: String] = [:]

  init(connection: Connection, log: Int32) {
    self.connection = connection
    self.log = log
  }

  /// Fetches the names of apps and devices that are not known yet.
  func learn(installations: some Sequence<InstallationID>) throws {
    var newApps: Set<Int32> = []
    var newDevices: Set<Int32> = []
    for installation in installations {
      if apps[installation.app] == nil { newApps.insert(installation.app) }
      if devices[installation.device] == nil { newDevices.insert(installation.device) }
    }
    try learn(apps: newApps, devices: newDevices)
  }

  /// Fetches the names of apps and devices that are not known yet.
  func learn(apps wantedApps: Set<Int32>, devices wantedDevices: Set<Int32>) throws {
    let newApps = wantedApps.filter { apps[$0] == nil }
    if !newApps.isEmpty {
      for row in try connection.execute(FoldSQL.appNames, [.int32(log), .int32Array(Array(newApps))]) {
        apps[try row.int32(0)] = try row.text(1)
      }
    }
    let newDevices = wantedDevices.filter { devices[$0] == nil }
    if !newDevices.isEmpty {
      for row in try connection.execute(FoldSQL.deviceNames, [.int32(log), .int32Array(Array(newDevices))]) {
        devices[try row.int32(0)] = try row.text(1)
      }
    }
  }

  /// Fetches how accounts are shown that are not known yet.
  func learn(accounts wanted: some Sequence<AccountID>) throws {
    let new = Set(wanted).filter { accounts[$0] == nil }
    guard !new.isEmpty else { return }
    let parameters: [Parameter] = [.int32(log), .int32Array(new.map(\.rawValue))]
    for row in try connection.execute(FoldSQL.accountNames, parameters) {
      let account = AccountID(try row.int32(0))
      if let object = try row.uuidOrNull(1) {
        accounts[account] = GUID(high: object.high, low: object.low).text
      } else if let upn = try row.textOrNull(2) {
        accounts[account] = "upn:" + upn
      }
    }
  }

  /// The bundle id of an app.
  func app(_ id: Int32) -> String { apps[id] ?? "app #\(id)" }

  /// The producer's identity of a device.
  func device(_ id: Int32) -> String { devices[id] ?? "device #\(id)" }

  /// How an account is shown: its object id, or `upn:NAME`; an alias whose name was erased keeps its number.
  func account(_ id: AccountID) -> String { accounts[id] ?? "upn:#\(id.rawValue)" }

  /// How a reference is shown.
  func account(_ reference: AccountReference) -> String {
    switch reference {
    case .account(let id): account(id)
    case .name(.object(let guid)): guid.text
    case .name(.upn(let upn)): "upn:" + upn
    }
  }

  /// The UPNs that events have disclosed, by position; those that were erased are missing.
  func identities(at positions: some Collection<Int64>) throws -> [Int64: String] {
    guard !positions.isEmpty else { return [:] }
    var identities: [Int64: String] = [:]
    let parameters: [Parameter] = [.int32(log), .int64Array(Array(positions))]
    for row in try connection.execute(FoldSQL.identities, parameters) {
      identities[try row.int64(0)] = OpenedDisclosure(try row.text(1))?.text
    }
    return identities
  }
}
