import MAMEvents

/// The fold of an account that remembers, for each part of the state, the chain of events that made it what it is.
///
/// A chain begins where the part last left a value at which nothing is under way: its start value, or the end of an
/// earlier course (unenrolled, policy removed, compliant, wipe completed); a registration too begins the enrollment
/// anew. Of the fields that tell but the last of something it holds that last event. So memory does not grow with
/// the account's events.
public struct StateTrail: Sendable {
  /// A part of the state.
  public struct Part: Hashable, Sendable {
    /// The installation; nil for a field of the account.
    public var installation: InstallationID?
    /// The field.
    public var field: StateField

    /// Names a part.
    public init(_ installation: InstallationID?, _ field: StateField) {
      (self.installation, self.field) = (installation, field)
    }
  }

  /// An event of a chain.
  public struct Link: Sendable {
    /// The event.
    public var event: FoldEvent
    /// The part's value before it.
    public var from: FieldValue
    /// The part's value after it; the same as before for the request that the next event answers.
    public var to: FieldValue
    /// Why it changed the part; nil for the status, whose reason is the state of an installation.
    public var reason: StateReason?
  }

  /// The fold itself.
  public private(set) var fold: AccountFold
  private let identities: [Int64: String]
  private var chains: [Part: [Link]] = [:]
  /// The last request about blocking on each installation.
  private var blockRequests: [InstallationID: FoldEvent] = [:]

  /// An account without events.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - identities: the disclosed UPNs, by the position of the event that carries them.
  public init(_ account: AccountID, identities: [Int64: String]) {
    fold = AccountFold(account)
    self.identities = identities
  }

  /// Applies the next event in fold order.
  public mutating func apply(_ event: FoldEvent, as role: EventRole) {
    let before = fold.state
    fold.apply(event, as: role)
    let changes = AccountState.changes(from: before, to: fold.state).disclosed(by: identities)
    for change in changes { take(change, event, change.reason(event, from: before, to: fold.state)) }
    if role == .subject, event.type == .accountBlockRequested, let installation = event.installation {
      blockRequests[installation] = event
    }
  }

  /// The parts that do not have their start value: those of the account, then those of installations by number.
  public var parts: [Part] {
    let ofAccount = [StateField.status, .identity].map { Part(nil, $0) }
    let installations = fold.state.installations.keys.sorted { ($0.app, $0.device) < ($1.app, $1.device) }
    let ofInstallations = installations.flatMap { installation in
      StateField.ofInstallation.map { Part(installation, $0) }
    }
    return (ofAccount + ofInstallations).filter { value(of: $0) != Self.startValue(of: $0.field) }
  }

  /// The value of a part.
  public func value(of part: Part) -> FieldValue {
    switch part.field {
    case .status: return .text(fold.state.status.rawValue)
    case .identity:
      return fold.state.identityPosition.flatMap { identities[$0] }.map(FieldValue.text) ?? .null
    default:
      let state = part.installation.flatMap { fold.state.installations[$0]?.state }
      return (state ?? InstallationAccountState()).value(of: part.field)
    }
  }

  /// The events that made a part what it is, in fold order.
  public func chain(of part: Part) -> [Link] { chains[part] ?? [] }

  // MARK: -

  private mutating func take(_ change: FieldChange, _ event: FoldEvent, _ reason: StateReason?) {
    let part = Part(change.installation, change.field)
    var chain = Self.beginsAnew(change) ? [] : chains[part] ?? []
    if change.field == .blocked, let installation = change.installation,
      let request = blockRequests[installation]
    {
      let reason = request.code.flatMap(BlockAccountReason.init(rawValue:))
      chain.append(
        Link(event: request, from: change.from, to: change.from, reason: .blockRequested(reason)))
    }
    chain.append(Link(event: event, from: change.from, to: change.to, reason: reason))
    chains[part] = chain
  }

  /// Whether what came before has no part in what a field is now.
  private static func beginsAnew(_ change: FieldChange) -> Bool {
    func left(_ values: String...) -> Bool { values.contains { change.from == .text($0) } }
    switch change.field {
    case .enrollment:
      return left(EnrollmentState.unknown.rawValue, EnrollmentState.unenrolled.rawValue)
        || change.to == .text(EnrollmentState.registered.rawValue)
    case .policy:
      return left(PolicyState.none.rawValue, PolicyState.removed.rawValue)
    case .compliance:
      return left(ComplianceState.unknown.rawValue, ComplianceState.compliant.rawValue)
    case .wipe:
      return left(WipeState.none.rawValue, WipeState.completed.rawValue)
    case .registered, .enrollmentCode, .managed, .blocked, .dataPresent, .lastCheckInAt, .nextRetryAt,
      .identity, .status:
      return true
    }
  }

  private static func startValue(of field: StateField) -> FieldValue {
    field == .status
      ? .text(AccountStatus.unknown.rawValue) : InstallationAccountState().value(of: field)
  }
}
