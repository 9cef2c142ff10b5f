import MAMEvents

/// Who is signed in on a shared device as one app, or the whole device, has seen it.
public struct SharedSession: Equatable, Sendable {
  /// The shared user: the last of `signedIn`, `accountChanged` and `accountQueried`; nil where nobody is.
  public private(set) var user: AccountReference?
  /// The accounts that have stopped being the shared user and whose data has not been cleared since, in the
  /// order in which they stopped.
  public private(set) var cleanupPending: [AccountReference] = []

  /// Nobody, and nothing to clear.
  public init() {}

  /// The types that move a session.
  public static let types: Set<EventType> = [
    .sharedDeviceSignedIn, .sharedDeviceSignedOut, .sharedDeviceAccountChanged, .sharedDeviceAccountQueried,
    .sharedDeviceDataCleared,
  ]

  /// Applies the next event in fold order; one of another type changes nothing.
  public mutating func apply(_ event: FoldEvent, names: AccountDirectory) {
    switch event.type {
    case .sharedDeviceSignedIn:
      if let account = event.account { become(.account(account)) }
    case .sharedDeviceSignedOut:
      if event.facts.bool(.success) == true { become(nil) }
    case .sharedDeviceAccountChanged, .sharedDeviceAccountQueried:
      become(event.facts.account(.current).map { names.reference(to: $0, at: event.point) })
    case .sharedDeviceDataCleared:
      if let account = event.account { cleanupPending.removeAll { $0 == .account(account) } }
    default:
      break
    }
  }

  private mutating func become(_ next: AccountReference?) {
    if let user, user != next, !cleanupPending.contains(user) { cleanupPending.append(user) }
    if let next { cleanupPending.removeAll { $0 == next } }
    user = next
  }
}
