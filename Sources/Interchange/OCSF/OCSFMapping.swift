import MAMEvents

/// What a type of event is exported as: its class, and how its activity and status follow from the event.
///
/// One declaration for each type (``of(_:)``), which the writer and the reference page both read.
public struct OCSFMapping: Sendable {
  /// How the activity follows from the event.
  enum ActivityRule {
    case always(OCSFActivity)
    /// By a word of `data`; another word is unknown.
    case word(StaticString, [(StaticString, OCSFActivity)])
    /// By a boolean of `data`.
    case flag(StaticString, yes: OCSFActivity, no: OCSFActivity)
    /// By the typed code: one number, every other known number; an unknown one is unknown.
    case code(Int32, OCSFActivity, otherwise: OCSFActivity)
    /// By `data.activityOperationType` of an audit record.
    case auditOperation
  }

  /// How the status follows from the event.
  enum StatusRule {
    case none
    case always(OCSFStatus)
    case word(StaticString, [(StaticString, OCSFStatus)])
    case flag(StaticString, yes: OCSFStatus, no: OCSFStatus)
    /// By the typed code: those that succeed, those that say something else; every other known number is a
    /// failure, and so is an unknown one from `failsFrom` on.
    case code(success: [Int32], other: [(Int32, OCSFStatus)] = [], failsFrom: Int32? = nil)
    /// A failure where there is a code, else a success.
    case failureWithCode
    /// By the error code of a sign-in record.
    case signIn
    /// By `data.activityResult` of an audit record.
    case auditResult
  }

  /// What `entity` is in Entity Management.
  enum Entity {
    /// The account.
    case user
    /// The policy.
    case policy
    /// The first resource of an audit record.
    case auditResource
    /// A record of the service: what it is called; the whole record is `entity.data`.
    case record(StaticString)
  }

  /// The class.
  public let ocsfClass: OCSFClass
  let activity: ActivityRule
  let status: StatusRule
  /// How much it matters, and how much where it failed.
  let severity: (usual: OCSFSeverity, failed: OCSFSeverity)
  let entity: Entity
  /// Authentication: who authenticates.
  let service: StaticString
  /// Remediation Activity: what is done, in words.
  let remedy: StaticString
  /// The members of `data` whose value stands elsewhere in the object as it is, so that `unmapped` leaves it out.
  let placed: [StaticString]
  /// What the reference page says besides.
  public let note: String

  init(
    _ ocsfClass: OCSFClass, _ activity: ActivityRule, _ status: StatusRule = .none,
    severity: (usual: OCSFSeverity, failed: OCSFSeverity) = (.informational, .low), entity: Entity = .user,
    service: StaticString = "Microsoft Entra ID", remedy: StaticString = "", placed: [StaticString] = [],
    note: String = ""
  ) {
    self.ocsfClass = ocsfClass
    self.activity = activity
    self.status = status
    self.severity = severity
    self.entity = entity
    self.service = service
    self.remedy = remedy
    self.placed = placed
    self.note = note
  }

  /// What an event of a type is exported as; nil is a type that begins with `x.`.
  public static func of(_ type: EventType?) -> OCSFMapping {
    guard let type else { return extensionType }
    return declared[Int(type.rawValue)] ?? extensionType
  }

  /// A type of the producer's own.
  static let extensionType = OCSFMapping(
    .baseEvent, .always(.other("Extension")),
    note:
      "A type of the producer's own: `metadata.event_code` has its name, `unmapped.data` all that it says.")

  private static let declared: [OCSFMapping?] = {
    var all: [OCSFMapping?] = Array(
      repeating: nil, count: Int(EventType.allCases.map(\.rawValue).max() ?? 0) + 1)
    for type in EventType.allCases { all[Int(type.rawValue)] = declare(type) }
    return all
  }()
}
