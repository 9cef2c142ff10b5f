import Compliance
import MAMEvents

/// Turns folds into the rows that reports give.
struct RowBuilder {
  let names: NameBook

  /// Adds the rows of accounts: their own, those of their installations and of their wipes.
  func add(_ folds: [AccountFold], to rows: inout RowSet) throws {
    try names.learn(accounts: folds.map(\.account))
    try names.learn(installations: folds.lazy.flatMap(\.state.installations.keys))
    for course in folds.lazy.flatMap(\.wipes.courses) {
      try names.learn(
        apps: course.app.map { [$0] } ?? [], devices: course.device.map { [$0] } ?? [])
    }
    let identities = try names.identities(at: folds.compactMap(\.state.identityPosition))
    for fold in folds {
      let identity = fold.state.identityPosition.flatMap { identities[$0] }
      rows.accounts.append(row(of: fold, identity: identity))
      rows.accountInstallations += installationRows(of: fold)
      rows.wipes += wipeRows(of: fold, identity: identity)
    }
  }

  /// Adds the rows of devices and of the installations on them.
  ///
  /// - Parameter enrolled: the accounts that are enrolled on each installation.
  func add(
    _ devices: [FoldedDevice], enrolled: [InstallationID: [AccountID]], to rows: inout RowSet
  ) throws {
    try names.learn(apps: [], devices: Set(devices.map(\.device.device)))
    try names.learn(installations: devices.lazy.flatMap(\.installations).map(\.installation))
    try names.learn(accounts: accounts(in: devices) + enrolled.values.joined())
    for device in devices {
      rows.devices.append(row(of: device.device))
      for fold in device.installations {
        rows.installations.append(row(of: fold, enrolled: enrolled[fold.installation] ?? []))
      }
    }
  }

  /// The rows of findings.
  func rows(
    of owners: [(owner: Int32, findings: [Finding])], by judging: Judging
  ) throws -> [FindingRow] {
    let scopes = owners.lazy.flatMap(\.findings).map(\.scope)
    try names.learn(apps: Set(scopes.compactMap(\.app)), devices: Set(scopes.compactMap(\.device)))
    try names.learn(
      accounts: scopes.compactMap { scope in
        if case .account(let account) = scope.account { account } else { nil }
      })
    return owners.flatMap { owner, findings in
      findings.map { judging.row(of: $0, owner: owner, names: names) }
    }
  }

  func row(of fold: AccountFold, identity: String?) -> AccountRow {
    AccountRow(
      id: fold.account, account: names.account(fold.account), identity: identity, status: fold.state.status,
      installations: Int64(fold.state.installations.count), events: fold.state.events,
      firstEventAt: fold.state.firstEventAt, lastEventAt: fold.state.lastEventAt, openFindings: nil)
  }

  /// The account's installations, ordered by the UTF-8 bytes of app, then device.
  func installationRows(of fold: AccountFold) -> [AccountInstallationRow] {
    fold.state.installations.map { installation, state in
      AccountInstallationRow(
        account: fold.account, installation: installation, app: names.app(installation.app),
        device: names.device(installation.device), state: state.state, events: state.events,
        lastEventAt: state.lastEventAt)
    }.sorted { ($0.app.bytes, $0.device.bytes) < ($1.app.bytes, $1.device.bytes) }
  }

  /// The account's wipes in the order of their opening; those of one request by the UTF-8 bytes of app, then device.
  ///
  /// The fold orders them by number, which depends on what the log has seen first.
  private func wipeRows(of fold: AccountFold, identity: String?) -> [WipeRow] {
    let order = fold.wipes.courses.map { course in
      let app = course.app.map(names.app) ?? ""
      let device = course.device.map(names.device) ?? ""
      return (key: (course.began ?? FoldPoint.first, app.bytes, device.bytes), course: course)
    }
    return order.sorted { $0.key < $1.key }.enumerated().map {
      wipeRow(of: fold.account, identity, $0.offset, $0.element.course)
    }
  }

  private func wipeRow(
    of account: AccountID, _ identity: String?, _ ordinal: Int, _ course: WipeCourse
  ) -> WipeRow {
    WipeRow(
      accountID: account, account: names.account(account), identity: identity, ordinal: Int32(ordinal),
      appID: course.app, deviceID: course.device, app: course.app.map(names.app),
      device: course.device.map(names.device),
      origin: course.request?.origin?.word, reasonCode: course.request?.reasonCode,
      why: course.request?.why?.word,
      requestID: course.requestID, state: course.state.rawValue,
      requestedAt: course.request?.point.effectiveAt,
      requestedPosition: course.request?.point.position, receivedAt: course.received?.effectiveAt,
      handledAt: course.handled?.effectiveAt, wiped: course.wiped, completedAt: course.completed?.effectiveAt,
      failedAt: course.failed?.effectiveAt)
  }

  private func row(of fold: InstallationFold, enrolled: [AccountID]) -> InstallationRow {
    InstallationRow(
      id: fold.installation, app: names.app(fold.installation.app),
      device: names.device(fold.installation.device), identity: nil,
      uiIdentity: fold.activeIdentity.account.map { names.account($0) },
      processIdentity: fold.process.account.map { names.account($0) },
      threadIdentity: fold.thread.account.map { names.account($0) }, phase: fold.phase?.word,
      multiIdentity: fold.configuration?.multiIdentity,
      multiManagedIdentities: fold.configuration?.multiManagedIdentities,
      autoEnrollOnLaunch: fold.configuration?.autoEnrollOnLaunch,
      policyRequired: fold.configuration?.policyRequired, platform: fold.configuration?.platform,
      enrolledAccounts: enrolled.map { names.account($0) }.sortedByBytes(),
      sharedUser: fold.session.user.map { names.account($0) },
      cleanupPending: fold.session.cleanupPending.map { names.account($0) }.sortedByBytes())
  }

  private func row(of fold: DeviceFold) -> DeviceRow {
    var pending: [String: [String]] = [:]
    for (app, accounts) in fold.cleanupPending {
      pending[names.app(app)] = accounts.map { names.account($0) }.sortedByBytes()
    }
    return DeviceRow(
      id: fold.device, device: names.device(fold.device), mode: fold.mode.rawValue,
      sharedUser: fold.sharedUser.map { names.account($0) }, apps: fold.apps.map(names.app).sortedByBytes(),
      cleanupPending: pending, flaggedReasons: fold.flaggedReasons)
  }

  private func accounts(in devices: [FoldedDevice]) -> [AccountID] {
    var accounts: Set<AccountID> = []
    for fold in devices.lazy.flatMap(\.installations) {
      for identity in [fold.userInterface, fold.process, fold.thread] {
        if let account = identity.account { accounts.insert(account) }
      }
      for case .account(let account) in fold.session.cleanupPending { accounts.insert(account) }
      if case .account(let account) = fold.session.user { accounts.insert(account) }
    }
    for fold in devices.lazy.map(\.device) {
      if case .account(let account) = fold.sharedUser { accounts.insert(account) }
      for case .account(let account) in fold.cleanupPending.values.joined() { accounts.insert(account) }
    }
    return Array(accounts)
  }
}

extension FoldPoint {
  /// Before all events.
  fileprivate static let first = FoldPoint(effectiveAt: Timestamp(microseconds: .min), position: -1)
}

extension String {
  /// The text as its UTF-8 bytes, by which texts compare and sort here.
  var bytes: ByteOrdered { ByteOrdered(bytes: Array(utf8)) }
}

/// A text that is equal to another by its UTF-8 bytes alone.
struct ByteText: Hashable {
  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }
}

/// Bytes in their order as unsigned numbers.
struct ByteOrdered: Comparable {
  var bytes: [UInt8]

  static func < (left: ByteOrdered, right: ByteOrdered) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension [String] {
  func sortedByBytes() -> [String] { sorted { $0.bytes < $1.bytes } }
}
