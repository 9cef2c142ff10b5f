import MAMEvents

/// How an event concerns an account.
public enum EventRole: Sendable {
  /// The event's account is this account.
  case subject
  /// The event is about an installation (`app.lifecycle`, `app.configured`), whatever accounts are there.
  case context
  /// The event names the account as displayed (`view.shown`).
  case named
}

/// The reducer of one account and of its installations: a pure value that events are applied to in fold
/// order.
///
/// It is total: an event of any type, with members missing or words unknown, is applied and never traps.
/// Events must come in fold order (``FoldPoint``); one that arrives late is a reason to fold afresh. Rules
/// are functions over these states and their changes, and no part of them.
public struct AccountFold: Equatable, Sendable {
  /// The account.
  public let account: AccountID
  /// What its events, and those of its installations, have made of it.
  public private(set) var state = AccountState()
  /// Its wipes.
  public private(set) var wipes = WipeLedger()
  /// The installations whose last configuration spares the first policy the restart (table 1.2), also from
  /// before the account came there.
  private var activatingAtOnce: Set<InstallationID> = []
  /// The days before the one of the last event.
  private var endedDays = StatusDays()
  private var lastDay: Int32?

  /// The types that move an account without having it as their subject: a reader fetches them for the
  /// installations of the account, beside the account's own events.
  public static let contextTypes: Set<EventType> = [.appLifecycle, .appConfigured, .viewShown]

  /// An account without events.
  public init(_ account: AccountID) {
    self.account = account
  }

  /// The account after its events.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - events: its events and those of ``contextTypes`` of its installations, in any order; one that does
  ///     not concern the account is passed over. Linked aliases are resolved already
  ///     (``AliasLinks/resolve(_:)``).
  ///   - names: what the names in members mean.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    _ account: AccountID, events: some Sequence<FoldEvent>, names: AccountDirectory = AccountDirectory(),
    asOf: Timestamp? = nil
  ) {
    self.init(account)
    for event in events.inFoldOrder(asOf: asOf) {
      if let role = role(of: event, names: names) { apply(event, as: role) }
    }
  }

  /// How an event concerns this account; nil where it does not.
  ///
  /// A subject on an event of ``contextTypes``, and on a type of an extension, is no part of the fold.
  public func role(of event: FoldEvent, names: AccountDirectory) -> EventRole? {
    switch event.type {
    case nil:
      return nil
    case .appLifecycle, .appConfigured:
      return .context
    case .viewShown:
      let shown = event.facts.accounts(.accounts) ?? []
      let isNamed = shown.contains { names.reference(to: $0, at: event.point) == .account(account) }
      return isNamed ? .named : nil
    default:
      return event.account == account ? .subject : nil
    }
  }

  /// The account's status at the ends of days, from its first event on.
  public var statusDays: StatusDays {
    var days = endedDays
    if let lastDay, state.events > 0 { days.end(lastDay, with: state.status) }
    return days
  }

  /// Applies the next event in fold order.
  public mutating func apply(_ event: FoldEvent, as role: EventRole) {
    let day = event.effectiveAt.day
    if lastDay != day {
      if let lastDay, state.events > 0 { endedDays.end(lastDay, with: state.status) }
      lastDay = day
    }
    switch role {
    case .subject: applySubject(event)
    case .context: applyContext(event)
    case .named: applyNamed(event)
    }
  }
}

extension AccountFold {
  /// Applies an event of the account.
  ///
  /// Types of extensions are kept by the log and no part of the fold.
  private mutating func applySubject(_ event: FoldEvent) {
    guard event.type != nil else { return }
    state.events += 1
    state.firstEventAt = state.firstEventAt ?? event.effectiveAt
    state.lastEventAt = event.effectiveAt
    if event.facts.bool(.carriesIdentity) == true { state.identityPosition = event.position }
    if let installation = event.installation {
      let activatesAtOnce = activatingAtOnce.contains(installation)
      state.installations[installation, default: AccountState.Installation()]
        .apply(event, activatesAtOnce: activatesAtOnce)
    } else if event.type == .wipeRequested {
      applyWideWipeRequest(event)
    }
    wipes.apply(event, installations: state.installations.keys)
  }

  private mutating func applyWideWipeRequest(_ event: FoldEvent) {
    for installation in state.installations.keys {
      if let app = event.app, app != installation.app { continue }
      if let device = event.device, device != installation.device { continue }
      state.installations[installation]?.state.applyWideWipeRequest()
    }
  }

  private mutating func applyContext(_ event: FoldEvent) {
    guard let installation = event.installation else { return }
    switch event.type {
    case .appConfigured:
      if InstallationConfiguration(event.facts).activatesAtOnce {
        activatingAtOnce.insert(installation)
      } else {
        activatingAtOnce.remove(installation)
      }
    case .appLifecycle:
      if event.facts.word(.phase, of: LifecyclePhase.self) == .launched {
        state.installations[installation]?.state.applyLaunch()
      }
    default:
      break
    }
  }

  private mutating func applyNamed(_ event: FoldEvent) {
    guard event.type == .viewShown, let installation = event.installation else { return }
    state.installations[installation]?.state.applyShown()
  }
}

extension AccountState.Installation {
  /// Applies an event of the account on the installation.
  fileprivate mutating func apply(_ event: FoldEvent, activatesAtOnce: Bool) {
    events += 1
    lastEventAt = event.effectiveAt
    state.apply(event, activatesAtOnce: activatesAtOnce)
  }
}
