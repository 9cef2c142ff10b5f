import MAMEvents

/// The events that a finding can be explained by.
///
/// Of each kind that its rule looks at, in its scope: the last before the event that opened it, that event itself,
/// and the last after it. A kind is a type with its code, of one account; so the trail is short however long the
/// finding has stood.
public struct FindingTrail: Sendable {
  /// What an event is to a finding.
  public enum Part: String, CaseIterable, Sendable {
    /// It came before the finding.
    case before
    /// It started the clock, or completed the pattern.
    case opened
    /// It came since.
    case since
  }

  /// An event of the trail.
  public struct Link: Sendable {
    /// The event.
    public var event: FoldEvent
    /// What it is to the finding.
    public var part: Part
  }

  private struct Kind: Hashable {
    var part: Part
    var type: EventType
    var code: Int32?
    var phase: UInt8?
    var account: AccountID?
  }

  private let rule: RuleID
  private let opener: FoldEvent
  private let app: Int32?
  private let device: Int32?
  private var last: [Kind: FoldEvent] = [:]

  /// The trail of a finding without other events.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - opener: the event that opened it (``Finding/openedBy``).
  ///   - app: the number of the app in the finding's scope; nil for any.
  ///   - device: the number of the device in the finding's scope; nil for any.
  public init(_ rule: RuleID, opener: FoldEvent, app: Int32?, device: Int32?) {
    self.rule = rule
    self.opener = opener
    (self.app, self.device) = (app, device)
  }

  /// Looks at an event, in any order; one that says nothing about the finding is passed over.
  public mutating func take(_ event: FoldEvent) {
    guard let type = event.type, event.position != opener.position, rule.looks(at: event), covers(event)
    else { return }
    let part: Part = FoldEvent.foldsBefore(event, opener) ? .before : .since
    let kind = Kind(
      part: part, type: type, code: event.code, phase: event.facts.word(.phase), account: event.account)
    if let known = last[kind], FoldEvent.foldsBefore(event, known) { return }
    last[kind] = event
  }

  /// Whether the event is in the finding's scope: what either does not name speaks against none, and a session on a
  /// shared device is one of all its apps.
  private func covers(_ event: FoldEvent) -> Bool {
    let isOfSession = event.type == .sharedDeviceSignedIn || event.type == .sharedDeviceSignedOut
    return (app == nil || event.app == nil || app == event.app || isOfSession)
      && (device == nil || event.device == nil || device == event.device)
  }

  /// The trail in fold order.
  public var links: [Link] {
    (last.map { Link(event: $1, part: $0.part) } + [Link(event: opener, part: .opened)])
      .sorted { FoldEvent.foldsBefore($0.event, $1.event) }
  }
}
