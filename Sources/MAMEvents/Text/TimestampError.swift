/// Why a text is not an instant that the log takes.
public enum TimestampError: Error, Hashable, Sendable {
  /// Not RFC 3339.
  case notATime
  /// RFC 3339 as far as it goes, but without `Z` or an offset: no one can say which instant it is.
  case noOffset
  /// RFC 3339 in form, but there is no such date, time of day or offset, or it lies before the year 0001 in UTC.
  case outOfRange
}

extension TimestampError: CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    switch self {
    case .notATime: "not an RFC 3339 time (such as 2026-03-15T08:30:00.25Z)"
    case .noOffset: "a time without an offset: add Z or one such as +02:00"
    case .outOfRange: "there is no such time"
    }
  }
}
