import MAMEvents

/// The reducer of the findings of one device: the rules of the key ``RuleKey/device``, beside the device's
/// fold.
///
/// Events must come in fold order (``FoldPoint``); one that arrives late is a reason to fold afresh.
public struct DeviceFindings: FindingReducer {
  /// What the same events make of the device.
  public private(set) var fold: DeviceFold
  private let timeline: RuleTimeline
  private var ledger = FindingLedger()
  private var rules = SharedDeviceRules()

  /// A device without events.
  ///
  /// - Parameters:
  ///   - device: the number of the device.
  ///   - timeline: the parameters in force over time.
  public init(_ device: Int32, timeline: RuleTimeline = RuleTimeline()) {
    fold = DeviceFold(device)
    self.timeline = timeline
  }

  /// The device after its events.
  ///
  /// - Parameters:
  ///   - device: the number of the device.
  ///   - events: all that name it, in any order; others are passed over. Linked aliases are resolved already.
  ///   - names: what the names in members mean.
  ///   - timeline: the parameters in force over time.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    _ device: Int32, events: some Sequence<FoldEvent>, names: AccountDirectory,
    timeline: RuleTimeline = RuleTimeline(), asOf: Timestamp? = nil
  ) {
    self.init(device, timeline: timeline)
    for event in events.inFoldOrder(asOf: asOf) { apply(event, names: names) }
  }

  /// All findings, also those that open only later, in the order of reports.
  public var findings: [Finding] { ledger.findings }

  /// Hands over the clocks that ended in time since the last call.
  public mutating func takeWithdrawn() -> [Withdrawal] { ledger.takeWithdrawn() }

  /// Applies the next event in fold order; one that does not concern the device changes nothing.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) {
    guard let type = event.type, let here = event.installation, here.device == fold.device else { return }
    fold.apply(event, names: names)
    ledger.turn(to: event, timeline)
    let moment = DeviceMoment(
      event: event, type: type, here: here, names: names, isShared: fold.mode == .shared)
    rules.judge(moment, &ledger)
  }
}

/// An event with what it makes of the judged device.
struct DeviceMoment {
  let event: FoldEvent
  let type: EventType
  let here: InstallationID
  let names: AccountDirectory
  /// The device is in shared mode.
  let isShared: Bool

  var at: Timestamp { event.effectiveAt }

  /// The event's app and device, without an account.
  var place: FindingScope { scope(nil) }

  func scope(_ account: AccountReference?) -> FindingScope {
    FindingScope(account: account, app: here.app, device: here.device)
  }

  /// The account of the event.
  var subject: AccountReference? { event.account.map(AccountReference.account) }

  /// The account that a member names.
  func account(_ key: FactKey) -> AccountReference? {
    event.facts.account(key).map { names.reference(to: $0, at: event.point) }
  }

  /// The accounts that the event uses: those displayed, or the one whose data is accessed.
  var used: Set<AccountReference> {
    switch type {
    case .viewShown:
      Set((event.facts.accounts(.accounts) ?? []).map { names.reference(to: $0, at: event.point) })
    case .dataAccessed:
      Set([subject].compactMap(\.self))
    default:
      []
    }
  }

  /// The app has asked who is signed in.
  var isQuery: Bool {
    switch type {
    case .sharedDeviceAccountQueried: true
    case .sharedDeviceAccountChanged: event.facts.word(.via, of: SharedAccountSource.self) == .query
    default: false
    }
  }
}
