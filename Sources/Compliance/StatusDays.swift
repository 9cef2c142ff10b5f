import MAMEvents

/// The status of an account at the end of each day (UTC) on which it became another.
public struct StatusDays: Equatable, Sendable {
  /// A day at whose end the status is another than at the end of the day before.
  public struct Turn: Hashable, Sendable {
    /// The day, in days since 1970-01-01.
    public var day: Int32
    /// The status at its end; nil where there is no such account any more.
    public var status: AccountStatus?

    /// Says what the status is from the end of a day on.
    public init(day: Int32, status: AccountStatus?) {
      (self.day, self.status) = (day, status)
    }
  }

  /// The days, in their order; before the first of them there is no account.
  public private(set) var turns: [Turn] = []

  /// No account on any day.
  public init() {}

  /// The status at the end of a day; nil where there is no account.
  public func status(on day: Int32) -> AccountStatus? {
    let behind = turns.partitioningIndex { $0.day > day }
    return behind > 0 ? turns[behind - 1].status : nil
  }

  /// Says what the status is at the end of a day, which is none before the last.
  public mutating func end(_ day: Int32, with status: AccountStatus?) {
    if turns.last?.day == day { turns.removeLast() }
    if turns.last?.status != status { turns.append(Turn(day: day, status: status)) }
  }

  /// Takes from a day on what others say.
  public mutating func go(on other: StatusDays, from day: Int32) {
    turns.removeLast(turns.count - turns.partitioningIndex { $0.day >= day })
    end(day, with: other.status(on: day))
    for turn in other.turns where turn.day > day { end(turn.day, with: turn.status) }
  }
}

extension Timestamp {
  private static let microsecondsOfDay: Int64 = 86_400_000_000

  /// The day (UTC), in days since 1970-01-01.
  public var day: Int32 {
    let (days, rest) = microseconds.quotientAndRemainder(dividingBy: Self.microsecondsOfDay)
    return Int32(clamping: rest < 0 ? days - 1 : days)
  }

  /// The last instant of a day.
  public static func end(ofDay day: Int32) -> Timestamp {
    Timestamp(microseconds: (Int64(day) + 1) * microsecondsOfDay - 1)
  }
}
