/// An instant: microseconds since 1970-01-01T00:00:00Z in the proleptic Gregorian calendar, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the Unix epoch; negative before it.
  public var microseconds: Int64

  /// Makes an instant from microseconds since the Unix epoch.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether an instant is earlier than another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}
