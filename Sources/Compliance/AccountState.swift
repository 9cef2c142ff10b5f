import MAMEvents

/// What the log makes of one account: section 4 of the state specification.
public struct AccountState: Equatable, Sendable {
  /// The account on one installation, with the counters of its events there.
  public struct Installation: Equatable, Sendable {
    /// What the events made of it.
    public internal(set) var state = InstallationAccountState()
    /// How many events have the account as subject and carry both the app and the device.
    public internal(set) var events: Int64 = 0
    /// When the last of them counts; nil only before the first.
    public internal(set) var lastEventAt: Timestamp?
  }

  /// The installations on which the account has an event.
  public internal(set) var installations: [InstallationID: Installation] = [:]
  /// How many events have the account as their subject.
  public internal(set) var events: Int64 = 0
  /// When the first of them counts.
  public internal(set) var firstEventAt: Timestamp?
  /// When the last of them counts.
  public internal(set) var lastEventAt: Timestamp?
  /// The position of the last of them that carries a non-empty `data.identity`.
  ///
  /// The account's `identity` is the value of that member, read from the disclosures, and null once it is
  /// erased.
  public internal(set) var identityPosition: Int64?

  /// No event so far.
  public init() {}

  /// The most pressing word that holds for any of the installations.
  public var status: AccountStatus {
    var best = AccountStatus.unknown
    for installation in installations.values {
      let status = installation.state.status
      if status.rank < best.rank { best = status }
    }
    return best
  }
}

extension InstallationAccountState {
  /// The first word of section 4's list that holds for this installation.
  public var status: AccountStatus {
    if wipe.isPending { return .wipePending }
    if compliance != .unknown, compliance != .compliant { return .nonCompliant }
    switch (enrollment, policy) {
    case (.failed, _), (.unenrollFailed, _): return .enrollmentFailed
    case (_, .restartPending): return .restartPending
    case (_, .active): return .managed
    case (.enrolled, _): return .enrolled
    case (.registered, _), (.unenrolling, _): return .registered
    case (.notTargeted, _): return .notTargeted
    case _ where wipe == .completed: return .wiped
    case (.unenrolled, _): return .unenrolled
    case (.unknown, _): return .unknown
    }
  }
}

extension AccountStatus {
  /// The place in the order of precedence, 0 the most pressing.
  fileprivate var rank: Int {
    switch self {
    case .wipePending: 0
    case .nonCompliant: 1
    case .enrollmentFailed: 2
    case .restartPending: 3
    case .managed: 4
    case .enrolled: 5
    case .registered: 6
    case .notTargeted: 7
    case .wiped: 8
    case .unenrolled: 9
    case .unknown: 10
    }
  }
}
