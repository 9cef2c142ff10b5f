import MAMEvents

/// The X rules: which transfers of data are allowed, and whether the decision was kept.
struct TransferRules: Sendable {
  /// With whom the policy of an account lets data pass.
  private struct Levels {
    var outbound: TransferLevel
    var inbound: TransferLevel
  }

  /// The last policy of each account; nil where it does not set both levels.
  private var levels: [AccountID: Levels?] = [:]
  /// The accounts with a policy, the one whose policy changed last at the end.
  private var recent: [AccountID] = []
  /// The ids of each account's policies, the last one at the end, as UTF-8.
  private var policies: [AccountID: [[UInt8]]] = [:]
  /// The operations that were blocked, as UTF-8.
  private var blocked: Set<[UInt8]> = []

  mutating func judge(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    switch moment.type {
    case .policyChanged:
      applyPolicy(moment)
    case .transferDecided:
      judgeDecision(moment, &ledger)
      judgeLocation(moment, &ledger)
      judgePolicyID(moment, &ledger)
      keepDecision(moment)
    case .transferPerformed:
      if let operation = moment.utf8(.operationID), blocked.contains(operation) {
        ledger.report(.x14, moment.scope(moment.event.account))
      }
    default:
      break
    }
  }

  private mutating func applyPolicy(_ moment: InstallationMoment) {
    guard let account = moment.event.account else { return }
    recent.removeAll { $0 == account }
    recent.append(account)
    let outbound = moment.event.facts.word(.outboundTransfer, of: TransferLevel.self)
    let inbound = moment.event.facts.word(.inboundTransfer, of: TransferLevel.self)
    if let outbound, let inbound {
      levels[account] = .some(Levels(outbound: outbound, inbound: inbound))
    } else {
      levels[account] = .some(nil)
    }
    if let policy = moment.utf8(.policyID) {
      policies[account, default: []].removeAll { $0 == policy }
      policies[account, default: []].append(policy)
    }
  }

  /// X1 to X12.
  private func judgeDecision(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    let facts = moment.event.facts
    guard let direction = facts.word(.direction, of: TransferDirection.self),
      let decision = facts.word(.decision, of: TransferDecision.self),
      let isPeerManaged = facts.bool(.peerManaged)
    else { return }
    let account = moment.event.account
    // An account that waits for the restart is neither managed nor unmanaged, and so is one of unknown policy.
    if let account, let state = moment.state(of: account) {
      if state.policy == .restartPending || state.hasUnknownPolicy { return }
    }
    let isManaged = account.map { moment.isManaged($0) } ?? false
    guard let isAllowed = expectation(moment, direction, isManaged: isManaged, isPeerManaged: isPeerManaged)
    else { return }
    if isAllowed != (decision == .allowed) {
      let rule = Self.rule(direction, isManaged: isManaged, isPeerManaged: isPeerManaged)
      ledger.report(rule, moment.scope(account), reason: isAllowed ? 1 : 0)
    }
  }

  /// Whether the transfer is to be allowed; nil where it is not judged.
  private func expectation(
    _ moment: InstallationMoment, _ direction: TransferDirection, isManaged: Bool, isPeerManaged: Bool
  ) -> Bool? {
    guard isManaged || isPeerManaged else { return true }
    guard let levels = levelsInForce(moment, isManaged: isManaged) else { return nil }
    if isManaged, isPeerManaged {
      guard moment.isPeerSameAccount else { return nil }
      return levels.outbound != .none && levels.inbound != .none
    }
    // One side is managed: its own setting decides, for what leaves it or for what comes to it.
    let leavesManaged = isManaged == (direction == .send)
    return (leavesManaged ? levels.outbound : levels.inbound) == .allApps
  }

  /// The levels of the identity, or of the managed account here whose policy changed last where the identity is not
  /// managed.
  private func levelsInForce(_ moment: InstallationMoment, isManaged: Bool) -> Levels? {
    if isManaged { return moment.event.account.flatMap { levels[$0] ?? nil } }
    return recent.reversed().lazy.filter { moment.isManaged($0) }.compactMap { levels[$0] ?? nil }.first
  }

  /// The row and column of the document's tables.
  private static func rule(_ direction: TransferDirection, isManaged: Bool, isPeerManaged: Bool) -> RuleID {
    let rows: [RuleID] =
      switch direction {
      case .send: [.x1, .x2, .x3, .x4]
      case .import: [.x5, .x6, .x7, .x8]
      case .receive: [.x9, .x10, .x11, .x12]
      }
    return switch (isManaged, isPeerManaged) {
    case (true, false): rows[0]
    case (true, true): rows[1]
    case (false, true): rows[2]
    case (false, false): rows[3]
    }
  }

  /// X13 and X15.
  private func judgeLocation(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    let (device, local): (Set<Int32>, Int32)
    switch moment.event.facts.integer(.locationEnum) {
    case 0: (device, local) = ([SaveLocation.cameraRoll.rawValue], SaveLocation.localDrive.rawValue)
    case 1:
      (device, local) = (
        [OpenLocation.camera.rawValue, OpenLocation.photos.rawValue], OpenLocation.localStorage.rawValue
      )
    default: return
    }
    guard let location = moment.event.facts.integer(.location).flatMap(Int32.init(exactly:)) else { return }
    if let account = moment.event.account {
      if device.contains(location) { ledger.report(.x13, moment.scope(account)) }
    } else if location == local, moment.takesNoAccountForUnmanaged {
      ledger.report(.x15, moment.scope(nil))
    }
  }

  /// X16.
  private func judgePolicyID(_ moment: InstallationMoment, _ ledger: inout FindingLedger) {
    guard let account = moment.event.account, let policy = moment.utf8(.policyID),
      let known = policies[account]
    else { return }
    if known.dropLast().contains(policy) { ledger.report(.x16, moment.scope(account)) }
  }

  private mutating func keepDecision(_ moment: InstallationMoment) {
    guard let operation = moment.utf8(.operationID) else { return }
    switch moment.event.facts.word(.decision, of: TransferDecision.self) {
    case .blocked: blocked.insert(operation)
    case .allowed: blocked.remove(operation)
    case nil: break
    }
  }
}

extension InstallationMoment {
  /// The peer's account is that of the decision.
  fileprivate var isPeerSameAccount: Bool {
    guard let peer = event.facts.account(.peerAccount), let account = event.account else { return false }
    return names.reference(to: peer, at: event.point) == .account(account)
  }

  /// The SDK is one that takes no account for an unmanaged one: 15.1.0 or later.
  fileprivate var takesNoAccountForUnmanaged: Bool {
    guard let version = event.facts.text(.sdkVersion) else { return false }
    // What follows the digits of a part, such as a word for a preview, does not count.
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
      .map { Int($0.prefix { $0.isASCII && $0.isWholeNumber }) }
    guard let major = parts[0] else { return false }
    let minor = parts.count > 1 ? parts[1] ?? 0 : 0
    return (major, minor) >= (15, 1)
  }

  /// A text as UTF-8: Swift's own equality takes composed and decomposed letters for one.
  fileprivate func utf8(_ key: FactKey) -> [UInt8]? { event.facts.text(key).map { Array($0.utf8) } }
}
