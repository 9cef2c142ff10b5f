import Compliance
import MAMEvents
import Postgres

/// A change of the rules' parameters, as the log has it.
public struct RecordedRules: Sendable {
  /// The position of its event.
  public var position: Int64
  /// When it was recorded: from then on it is in force.
  public var recordedAt: Timestamp
  /// All of the parameters.
  public var parameters: RuleParameters
  /// What this program does not know of them, as a newer one may have written it, and leaves aside.
  public var problems: [RuleFileProblem]
}

/// Somebody has acknowledged a finding.
public struct Acknowledgement: Hashable, Sendable {
  /// The finding.
  public var finding: FindingID
  /// The position of its event.
  public var position: Int64
  /// When it counts.
  public var effectiveAt: Timestamp

  /// Says that a finding is acknowledged.
  public init(finding: FindingID, position: Int64, effectiveAt: Timestamp) {
    self.finding = finding
    self.position = position
    self.effectiveAt = effectiveAt
  }
}

/// Reads from the narrow rows of a log what its own events say of the rules.
///
/// Needs the rights of a reader or of the projector. Both kinds of events are few and lie in an index of their own.
public struct RuleTimelineReader {
  let connection: Connection
  let scope: FoldScope

  /// Reads a log within bounds.
  public init(connection: Connection, scope: FoldScope) {
    self.connection = connection
    self.scope = scope
  }

  /// The changes of the parameters that are known, in the order of the log.
  ///
  /// Those that were recorded after the scope's instant too: what is in force at an instant, the timeline tells.
  public func changes() throws -> [RecordedRules] {
    let rows = try connection.execute(RuleSQL.changes, [.int32(scope.log), .int64(scope.size)])
    return try rows.map { row in
      let text = Facts(bytes: try row.bytes(2)).text(.parameters) ?? "{}"
      let (parameters, problems) = RuleParameters.recorded(text)
      return RecordedRules(
        position: try row.int64(0), recordedAt: Timestamp(microseconds: try row.timestamp(1)),
        parameters: parameters, problems: problems)
    }
  }

  /// Which parameters are in force when.
  public func timeline() throws -> RuleTimeline {
    RuleTimeline(try changes().map { (from: $0.recordedAt, parameters: $0.parameters) })
  }

  /// The position of the last acknowledgement that is known, of whatever it may be; nil where there is none.
  public func lastAcknowledgement() throws -> Int64? {
    try connection.execute(RuleSQL.lastAcknowledgement, [.int32(scope.log), .int64(scope.size)]).first?.int64(
      0)
  }

  /// The acknowledgements that are known and count within the scope, in the order of the log.
  ///
  /// An event whose finding is not an id acknowledges nothing.
  ///
  /// - Parameter first: only those of events from this position on.
  public func acknowledgements(from first: Int64 = 0) throws -> [Acknowledgement] {
    let bound: Parameter =
      scope.asOf.map { .timestamptz(microsecondsSince1970: $0.microseconds) } ?? .null(.timestamptz)
    let rows = try connection.execute(
      RuleSQL.acknowledgements, [.int32(scope.log), .int64(first), .int64(scope.size), bound])
    return try rows.compactMap { row in
      guard let finding = Facts(bytes: try row.bytes(2)).text(.finding).flatMap({ FindingID(text: $0) })
      else { return nil }
      return Acknowledgement(
        finding: finding, position: try row.int64(0),
        effectiveAt: Timestamp(microseconds: try row.timestamp(1)))
    }
  }
}

/// The statements over the rare types: written out, since a partial index is taken for constants alone.
enum RuleSQL {
  /// `$1` log, `$2` size.
  static let changes = """
    SELECT position, recorded_at, facts
    FROM audit.narrow
    WHERE log_id = $1 AND type = 180 AND position < $2
    ORDER BY position
    """

  /// `$1` log, `$2` size.
  static let lastAcknowledgement = """
    SELECT position
    FROM audit.narrow
    WHERE log_id = $1 AND type = 187 AND position < $2
    ORDER BY position DESC
    LIMIT 1
    """

  /// `$1` log, `$2` first position, `$3` size, `$4` the last instant or null.
  static let acknowledgements = """
    SELECT position, least(occurred_at, recorded_at), facts
    FROM audit.narrow
    WHERE log_id = $1
        AND type = 187
        AND position >= $2
        AND position < $3
        AND ($4::timestamptz IS NULL OR least(occurred_at, recorded_at) <= $4)
    ORDER BY position
    """
}
