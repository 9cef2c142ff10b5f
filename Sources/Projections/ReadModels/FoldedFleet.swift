import Compliance
import MAMEvents
import Postgres

/// The rows of a log folded afresh, at any instant and as known at any size: what the stored tables cannot tell.
///
/// All rows of the kind asked for are held in memory while they are sorted.
public struct FoldedFleet {
  private let connection: Connection
  private let scope: FoldScope
  private let folder: FleetFolder

  /// Folds within bounds.
  public init(connection: Connection, scope: FoldScope) {
    self.connection = connection
    self.scope = scope
    folder = FleetFolder(connection: connection, scope: scope, judging: nil)
  }

  /// The accounts, by the UTF-8 bytes of their names.
  ///
  /// - Parameter instant: when their findings are counted that are open.
  public func accounts(at instant: Timestamp) throws -> [AccountRow] {
    var accounts: [AccountRow] = []
    var open: [ByteText: Int64] = [:]
    try judge(by: nil) { rows in
      accounts += rows.accounts
      for finding in rows.findings where finding.counts(at: instant) {
        if let account = finding.account { open[ByteText(account), default: 0] += 1 }
      }
    }
    for index in accounts.indices {
      accounts[index].openFindings = open[ByteText(accounts[index].account)] ?? 0
    }
    return accounts.sorted { $0.account.bytes < $1.account.bytes }
  }

  /// The findings that a filter admits, as they stand at its instant, in the order of their opening.
  ///
  /// - Parameter rules: the parameters to judge by; nil for those that the log has.
  public func findings(_ filter: FindingFilter, rules: RuleTimeline? = nil) throws -> [FindingRow] {
    var findings: [FindingRow] = []
    try judge(by: rules) { rows in
      findings += rows.findings.filter(filter.admits)
    }
    return findings.sorted(by: FindingRow.precedes).map { $0.asOf(filter.asOf) }
  }

  /// The finding with an id, however it stands; nil where there is none.
  public func finding(_ id: FindingID) throws -> FindingRow? {
    var found: FindingRow?
    try judge(by: nil) { rows in found = found ?? rows.findings.first { $0.id == id.text } }
    return found
  }

  /// How many findings of each rule and severity are open at an instant, in the order of the rules.
  ///
  /// - Parameter rules: the parameters to judge by; nil for those that the log has.
  public func openFindings(at instant: Timestamp, rules: RuleTimeline? = nil) throws -> [OpenFindings] {
    struct Kind: Hashable {
      var rule: RuleID
      var severity: RuleSeverity
    }
    var open: [Kind: OpenFindings] = [:]
    try judge(by: rules) { rows in
      for finding in rows.findings where finding.status(at: instant) == .open {
        let kind = Kind(rule: finding.rule, severity: finding.severity)
        var sum =
          open[kind]
          ?? OpenFindings(rule: kind.rule, severity: kind.severity, count: 0, oldest: finding.openedAt)
        sum.count += 1
        sum.oldest = min(sum.oldest, finding.openedAt)
        open[kind] = sum
      }
    }
    return Array(open.values).inOrderOfRules()
  }

  /// Folds and judges everything.
  private func judge(by rules: RuleTimeline?, _ body: (RowSet) throws -> Void) throws {
    var judging = try Judging.read(connection: connection, scope: scope)
    if let rules { judging.timeline = rules }
    let folder = FleetFolder(connection: connection, scope: scope, judging: judging)
    var occupancy = FleetFolder.Occupancy()
    try folder.forEachAccountBatch { rows, folds, _ in
      occupancy.add(folds)
      try body(rows)
    }
    try folder.forEachDeviceBatch(occupancy, body)
    try body(LogFolder(connection: connection, scope: scope, judging: judging).judge())
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
    var identities: [ByteText: String] = [:]
    try forEachDevices {
      for account in $0 { identities[ByteText(account.account)] = account.identity }
    } _: {
      installations += $0.installations
    }
    for index in installations.indices {
      let row = installations[index]
      let only = row.enrolledAccounts.count == 1 ? row.enrolledAccounts.first : nil
      installations[index].identity = (row.uiIdentity ?? only).flatMap { identities[ByteText($0)] }
    }
    return installations.sorted { ($0.app.bytes, $0.device.bytes) < ($1.app.bytes, $1.device.bytes) }
  }

  /// The devices.
  public func devices() throws -> [DeviceRow] {
    var devices: [DeviceRow] = []
    try forEachDevices { _ in
    } _: {
      devices += $0.devices
    }
    return devices.sorted { $0.device.bytes < $1.device.bytes }
  }

  private func forEachDevices(_ accounts: ([AccountRow]) -> Void, _ devices: (RowSet) -> Void) throws {
    var occupancy = FleetFolder.Occupancy()
    try folder.forEachAccountBatch { rows, folds, _ in
      occupancy.add(folds)
      accounts(rows.accounts)
    }
    try folder.forEachDeviceBatch(occupancy, devices)
  }
}
