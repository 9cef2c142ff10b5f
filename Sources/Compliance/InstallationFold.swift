import MAMEvents

/// Whose identity a scope of an app has.
public enum UserIdentity: Hashable, Sendable {
  /// Nobody has said (nil on the wire): the user interface then has the identity of the process.
  case unset
  /// No user.
  case none
  /// An account.
  case account(AccountID)

  /// The account, where there is one.
  public var account: AccountID? {
    if case .account(let account) = self { account } else { nil }
  }
}

/// The reducer of one installation (an app on a device): section 2 of the state specification.
///
/// Events must come in fold order. Its `enrolledAccounts` follow from the accounts' states:
/// ``enrolledAccounts(on:among:)``.
public struct InstallationFold: Equatable, Sendable {
  /// The installation.
  public let installation: InstallationID
  /// What the last switch of the user interface, or of a window, said.
  public private(set) var userInterface = UserIdentity.unset
  /// What the last switch of the process said.
  public private(set) var process = UserIdentity.unset
  /// What the last switch of a thread said.
  public private(set) var thread = UserIdentity.unset
  /// What the app did last; nil before the first, and for a word that is not in the list.
  public private(set) var phase: LifecyclePhase?
  /// The last configuration; nil before the first.
  public private(set) var configuration: InstallationConfiguration?
  /// The shared user and whose data is still to be cleared here.
  public private(set) var session = SharedSession()

  /// The types that move an installation: a reader need fetch no other.
  public static let types: Set<EventType> = SharedSession.types.union([
    .appLifecycle, .appConfigured, .identitySwitched,
  ])

  /// An installation of which nothing is known yet.
  public init(_ installation: InstallationID) {
    self.installation = installation
  }

  /// The installation after its events.
  ///
  /// - Parameters:
  ///   - installation: the installation.
  ///   - events: in any order; those of other installations are passed over. Linked aliases are resolved
  ///     already.
  ///   - names: what the names in members mean.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    _ installation: InstallationID, events: some Sequence<FoldEvent>, names: AccountDirectory,
    asOf: Timestamp? = nil
  ) {
    self.init(installation)
    for event in events.inFoldOrder(asOf: asOf) { apply(event, names: names) }
  }

  /// `uiIdentity` as reports give it: that of the user interface, or of the process where that is unset.
  public var activeIdentity: UserIdentity { userInterface == .unset ? process : userInterface }

  /// Applies the next event in fold order; one of another installation or type changes nothing.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) {
    guard event.installation == installation else { return }
    switch event.type {
    case .appLifecycle:
      phase = event.facts.word(.phase, of: LifecyclePhase.self)
      if phase == .launched { (userInterface, process, thread) = (.unset, .unset, .unset) }
    case .appConfigured:
      configuration = InstallationConfiguration(event.facts)
    case .identitySwitched:
      applySwitch(event)
    default:
      session.apply(event, names: names)
    }
  }

  private mutating func applySwitch(_ event: FoldEvent) {
    guard event.code == SwitchIdentityResult.success.rawValue else { return }
    let identity: UserIdentity =
      event.account.map(UserIdentity.account) ?? (event.facts.bool(.noUser) == true ? .none : .unset)
    switch event.facts.word(.scope, of: IdentityScope.self) {
    case .ui, .window: userInterface = identity
    case .process: process = identity
    case .thread: thread = identity
    case nil: break
    }
  }

  /// The accounts whose enrollment on an installation is `enrolled` or `unenrolling`, by number.
  public static func enrolledAccounts(
    on installation: InstallationID, among accounts: some Sequence<AccountFold>
  ) -> [AccountID] {
    accounts
      .filter { $0.state.installations[installation]?.state.enrollment.isEnrolledHere ?? false }
      .map(\.account)
      .sorted()
  }
}
