import MAMEvents

/// Whether a device is in shared mode (`mode`); raw values are the words of the output.
public enum DeviceSharing: String, CaseIterable, Sendable {
  /// Nothing has said anything about it yet.
  case unknown
  /// A device of one user.
  case `default`
  /// A device in shared mode.
  case shared
}

/// The reducer of one device: section 3 of the state specification.
///
/// Events must come in fold order. `flaggedReasons` come with the import of registrations and are empty until
/// then.
public struct DeviceFold: Equatable, Sendable {
  /// The number of the device.
  public let device: Int32
  /// The mode that was detected last; a value that is not in the enumeration changes nothing.
  public private(set) var mode = DeviceSharing.unknown
  /// The shared user and whose data is still to be cleared, as each app has seen it (see
  /// ``InstallationFold``).
  private var sessions: [Int32: SharedSession] = [:]
  /// The same over all apps; only its user counts.
  private var anySession = SharedSession()
  /// The apps that an event on the device has named.
  public private(set) var apps: Set<Int32> = []
  /// Why the service has flagged the device, by the last snapshot of its registration.
  public let flaggedReasons: [String] = []

  /// The types that move ``mode``, ``sharedUser`` and ``cleanupPending``.
  ///
  /// Every event of the device adds its app to ``apps``: a reader that fetches these alone adds the others
  /// with ``sawApp(_:)``.
  public static let types: Set<EventType> = SharedSession.types.union([.deviceModeDetected])

  /// A device of which nothing is known yet.
  public init(_ device: Int32) {
    self.device = device
  }

  /// The device after its events.
  ///
  /// - Parameters:
  ///   - device: the number of the device.
  ///   - events: in any order; those of other devices are passed over. Linked aliases are resolved already.
  ///   - names: what the names in members mean.
  ///   - asOf: leaves out the events that count only later than this instant; nil folds all.
  public init(
    _ device: Int32, events: some Sequence<FoldEvent>, names: AccountDirectory, asOf: Timestamp? = nil
  ) {
    self.init(device)
    for event in events.inFoldOrder(asOf: asOf) { apply(event, names: names) }
  }

  /// The device's shared user: the last that any app has seen.
  public var sharedUser: AccountReference? { anySession.user }

  /// For each app, the accounts whose data is still to be cleared; apps without any are left out.
  public var cleanupPending: [Int32: [AccountReference]] {
    sessions.mapValues(\.cleanupPending).filter { !$0.value.isEmpty }
  }

  /// Adds an app that an event on the device has named.
  public mutating func sawApp(_ app: Int32) {
    apps.insert(app)
  }

  /// Applies the next event in fold order; one of another device changes nothing.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) {
    guard let type = event.type, event.device == device else { return }
    if let app = event.app { sawApp(app) }
    if type == .deviceModeDetected {
      switch event.code.flatMap(DeviceMode.init(rawValue:)) {
      case .default: mode = .default
      case .shared: mode = .shared
      case nil: break
      }
    }
    if let app = event.app, SharedSession.types.contains(type) {
      sessions[app, default: SharedSession()].apply(event, names: names)
      anySession.apply(event, names: names)
    }
  }
}
