/// What is noteworthy of an event that was kept all the same: the bits of the column `flags`.
///
/// The bits are frozen: bits are added, never changed or used again.
public struct EventFlags: OptionSet, Hashable, Sendable {
  /// The bits as the column has them.
  public let rawValue: Int32

  /// Takes the bits of the column.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// A value of an enumeration that the enumeration does not have.
  public static let unknownCode = EventFlags(rawValue: 1 << 0)
  /// A word that is not in its closed list.
  public static let unknownWord = EventFlags(rawValue: 1 << 1)
  /// The event was dated after its arrival: set at append, by the store's clock.
  public static let futureDated = EventFlags(rawValue: 1 << 2)
  /// A time before 2014, when there was no app protection, or from 2100.
  public static let strangeTime = EventFlags(rawValue: 1 << 3)
  /// A type that may have an account came without one.
  public static let unattributed = EventFlags(rawValue: 1 << 4)
  /// What the event says was inferred from a source record.
  public static let inferred = EventFlags(rawValue: 1 << 5)
  /// An account's id in `data` that is neither an object id nor a UPN.
  public static let unreadableAccount = EventFlags(rawValue: 1 << 6)

  /// Every flag with its name, for the docs and the SQL lookup table.
  public static let all: [(flag: EventFlags, name: String)] = [
    (.unknownCode, "unknownCode"), (.unknownWord, "unknownWord"), (.futureDated, "futureDated"),
    (.strangeTime, "strangeTime"), (.unattributed, "unattributed"), (.inferred, "inferred"),
    (.unreadableAccount, "unreadableAccount"),
  ]
}
