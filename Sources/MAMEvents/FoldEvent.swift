/// A number that stands for an account of one log: an object id, or an alias (an account known by its UPN alone).
public struct AccountID: Hashable, Comparable, Sendable {
  /// The number in the store's lookup table of accounts.
  public var rawValue: Int32

  /// Wraps a number of the lookup table.
  public init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Whether a number stands before another.
  public static func < (left: AccountID, right: AccountID) -> Bool { left.rawValue < right.rawValue }
}

/// Numbers that stand for an app and a device of one log: an installation.
public struct InstallationID: Hashable, Sendable {
  /// The number of the app in the store's lookup table.
  public var app: Int32
  /// The number of the device in the store's lookup table.
  public var device: Int32

  /// Names an installation by its app and device.
  public init(app: Int32, device: Int32) {
    self.app = app
    self.device = device
  }
}

/// What a reducer sees of an event: the narrow columns of its row, never its JSON.
public struct FoldEvent: Sendable {
  /// The event's place in its log, from 0.
  public var position: Int64
  /// The type, or nil for a type that begins with `x.`, which changes no state.
  public var type: EventType?
  /// The account of the row.
  ///
  /// The reader puts the object id's number in place of a linked alias before it folds.
  public var account: AccountID?
  /// The app's number, where the event names one.
  public var app: Int32?
  /// The device's number, where the event names one.
  public var device: Int32?
  /// When it happened by the producer's clock.
  public var occurredAt: Timestamp
  /// When it was appended by the store's clock.
  public var recordedAt: Timestamp
  /// The number of the type's own enumeration (`statusCode`, `status`, `result`, `reason`, `mode`), also an unknown
  /// one; nil for a name that is not in it and for types that have none.
  public var code: Int32?
  /// What the type's members say beyond the columns.
  public var facts: Facts

  /// When it counts: the earlier of ``occurredAt`` and ``recordedAt``.
  public var effectiveAt: Timestamp { min(occurredAt, recordedAt) }

  /// The installation, where the event names both app and device.
  public var installation: InstallationID? {
    guard let app, let device else { return nil }
    return InstallationID(app: app, device: device)
  }

  /// Makes the narrow view of an event.
  public init(
    position: Int64, type: EventType?, account: AccountID?, app: Int32?, device: Int32?,
    occurredAt: Timestamp, recordedAt: Timestamp, code: Int32?, facts: Facts
  ) {
    self.position = position
    self.type = type
    self.account = account
    self.app = app
    self.device = device
    self.occurredAt = occurredAt
    self.recordedAt = recordedAt
    self.code = code
    self.facts = facts
  }

  /// Whether an event folds before another: by ``effectiveAt``, then by ``position``.
  public static func foldsBefore(_ left: FoldEvent, _ right: FoldEvent) -> Bool {
    (left.effectiveAt, left.position) < (right.effectiveAt, right.position)
  }
}
