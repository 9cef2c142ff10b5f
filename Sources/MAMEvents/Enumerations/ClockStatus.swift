/// Whether the user is clocked in (header `IntuneMAMUserStatus`).
public enum ClockStatus: Int32, CodedEnumeration {
  /// Working time is not configured.
  case notConfigured = 0
  /// The status is unknown.
  case unknown = 1
  /// Clocked in.
  case clockedIn = 2
  /// Clocked out.
  case clockedOut = 3
  /// Clocked in by information that is stale.
  case clockedInStale = 4
  /// Clocked out by information that is stale.
  case clockedOutStale = 5

  /// The header's name of the enumeration.
  public static let enumerationName = "IntuneMAMClockStatus"
  /// What the header's constants begin with.
  public static let prefix = "IntuneMAMClockStatus"

  /// The constant without its prefix.
  public var name: String {
    switch self {
    case .notConfigured: "NotConfigured"
    case .unknown: "Unknown"
    case .clockedIn: "ClockedIn"
    case .clockedOut: "ClockedOut"
    case .clockedInStale: "ClockedInStale"
    case .clockedOutStale: "ClockedOutStale"
    }
  }

  /// What the value means.
  public var meaning: String {
    switch self {
    case .notConfigured: "Working time is not configured."
    case .unknown: "The status is unknown."
    case .clockedIn: "Clocked in."
    case .clockedOut: "Clocked out."
    case .clockedInStale: "Clocked in by information that is stale."
    case .clockedOutStale: "Clocked out by information that is stale."
    }
  }
}
