import MAMEvents

/// A log's number in this database: the key that leads every table.
public struct LogID: Hashable, Comparable, Sendable {
  /// The number.
  public var rawValue: Int32

  /// Wraps the number of a log.
  public init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// By number.
  public static func < (left: LogID, right: LogID) -> Bool { left.rawValue < right.rawValue }
}

/// A log as `audit.logs` shows it: a tenant's events.
public struct Log: Sendable, Hashable {
  /// Its number in this database.
  public var id: LogID
  /// The tenant.
  public var tenant: GUID
  /// The number of events: the next position.
  public var size: Int64
  /// When the last event was appended; nil in an empty log.
  public var lastRecordedAt: Timestamp?
  /// When the log was made.
  public var createdAt: Timestamp
}

/// The roles that the migrations make; a login is granted them, and none logs in.
public enum StoreRole: String, CaseIterable, Sendable {
  /// Owns the log.
  case owner = "mamaudit_owner"
  /// Owns the views that readers read; nothing runs as it.
  case viewer = "mamaudit_viewer"
  /// Appends, and does nothing else.
  case writer = "mamaudit_writer"
  /// Reads the views of the logs that it is granted.
  case reader = "mamaudit_reader"
  /// Reads the schema `reporting`.
  case reporting = "mamaudit_reporting"
  /// Reads the narrow rows and owns the read models.
  case projector = "mamaudit_projector"
  /// Reads records, writes tiles and seals.
  case sealer = "mamaudit_sealer"
  /// Writes the log's own events: changes the rules, acknowledges findings, erases personal data.
  case keeper = "mamaudit_keeper"
}
