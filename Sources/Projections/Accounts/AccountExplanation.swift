import Compliance
import MAMEvents

/// An account with the reasons for what it is.
public struct AccountExplanation: Sendable {
  /// An event of a chain.
  public struct Link: Sendable {
    /// The event.
    public var event: FoldEvent
    /// The bundle id; nil where the event names none.
    public var app: String?
    /// The producer's device identity; nil where the event names none.
    public var device: String?
    /// The part's value before it.
    public var from: FieldValue
    /// The part's value after it.
    public var to: FieldValue
    /// Why, in a sentence for people.
    public var reason: String
  }

  /// A part of the state that does not have its start value.
  public struct Part: Sendable {
    /// The bundle id; nil for a field of the account itself.
    public var app: String?
    /// The device; nil for a field of the account itself.
    public var device: String?
    /// The field.
    public var field: StateField
    /// Its value.
    public var value: FieldValue
    /// Why it has this value, in a sentence for people.
    public var reason: String
    /// The events that made it so, in fold order.
    public var chain: [Link]
  }

  /// The account itself.
  public var account: AccountRow
  /// The fields of the account, then those of its installations by the UTF-8 bytes of app, then device.
  public var parts: [Part]
  /// Its open findings, the worst first.
  public var findings: [FindingExplanation]
}

extension AccountReader {
  /// The account with the reasons for what it is; without parts where none of its events is within the scope.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - instant: when its findings are open.
  ///   - rules: the parameters to judge by; nil for those that the log has.
  public func explanation(
    of account: AccountID, at instant: Timestamp, rules: RuleTimeline? = nil
  ) throws -> AccountExplanation {
    let folder = AccountFolder(reader: FoldReader(connection: connection), scope: scope)
    let steps = try folder.events(of: [account]).first?.steps ?? []
    let identities = try builder.names.identities(
      at: steps.filter { $0.row.event.facts.bool(.carriesIdentity) == true }.map(\.row.event.position))
    var trail = StateTrail(account, identities: identities)
    for step in steps { trail.apply(step.row.event, as: step.role) }

    let parts = trail.parts
    let chains = parts.map { trail.chain(of: $0) }
    try builder.names.learn(accounts: [account])
    try builder.names.learn(installations: trail.fold.state.installations.keys)
    let events = chains.joined().map(\.event)
    try builder.names.learn(
      apps: Set(events.compactMap(\.app)), devices: Set(events.compactMap(\.device)))
    let explained = zip(parts, chains).map { explain($0, chain: $1, in: trail) }
    let order = explained.enumerated().map { offset, part in
      (
        key: (part.app == nil ? 0 : 1, (part.app ?? "").bytes, (part.device ?? "").bytes, offset), part: part
      )
    }
    let findings = try AccountFindingsReader(connection: connection, scope: scope)
      .findings(of: account, rules: rules)
    var row = builder.row(
      of: trail.fold, identity: trail.fold.state.identityPosition.flatMap { identities[$0] })
    row.openFindings = findings.open(at: instant)
    let open = findings.filter { $0.status(at: instant) == .open }.map { $0.asOf(instant) }
    return AccountExplanation(
      account: row, parts: order.sorted { $0.key < $1.key }.map(\.part),
      findings: try FindingExplainer(connection: connection, scope: scope, names: builder.names)
        .explain(open, own: steps.map(\.row.event)))
  }

  private func explain(
    _ part: StateTrail.Part, chain: [StateTrail.Link], in trail: StateTrail
  ) -> AccountExplanation.Part {
    let links = chain.map { link in
      AccountExplanation.Link(
        event: link.event, app: link.event.app.map(builder.names.app),
        device: link.event.device.map(builder.names.device), from: link.from, to: link.to,
        reason: link.reason?.text ?? statusReason(trail.fold.state))
    }
    return AccountExplanation.Part(
      app: part.installation.map { builder.names.app($0.app) },
      device: part.installation.map { builder.names.device($0.device) }, field: part.field,
      value: trail.value(of: part), reason: links.last?.reason ?? "", chain: links)
  }

  /// Why the account has its status: the state of the first installation, by name, that gives it.
  func statusReason(_ state: AccountState) -> String {
    let grounds = state.statusGrounds.map { ground in
      (app: builder.names.app(ground.app), device: builder.names.device(ground.device), ground: ground)
    }.sorted { ($0.app.bytes, $0.device.bytes) < ($1.app.bytes, $1.device.bytes) }
    guard let first = grounds.first, let here = state.installations[first.ground]?.state else { return "" }
    return state.status.reason(
      on: here, app: first.app, device: first.device, others: grounds.count - 1)
  }
}
