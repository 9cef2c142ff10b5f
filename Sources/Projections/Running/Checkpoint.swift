import MAMEvents
import Postgres

/// How far a projection of a log has come.
public struct Checkpoint: Sendable, Equatable {
  /// The projection.
  public var projection: Projection
  /// Every event below this position is in; 0 before the first run.
  public var through: Int64
  /// The record time of the last event that is in.
  public var throughRecordedAt: Timestamp?
  /// When the projection last moved.
  public var updatedAt: Timestamp?
  /// How many accounts or devices could not be folded.
  public var stale: Int64
}

/// From where events are new to a log's projections.
struct Checkpoints {
  /// To the accounts and the devices: the lower of both.
  var keys: Int64 = 0
  /// To the log itself.
  var log: Int64 = 0
  /// To the rollups.
  var rollups: Int64 = 0

  /// The lowest of them.
  var lowest: Int64 { min(keys, log, rollups) }

  /// Reads rows of projections and positions; a projection without a row has seen nothing.
  init(_ result: QueryResult) throws {
    var through: [Projection: Int64] = [:]
    for row in result {
      if let projection = Projection(rawValue: try row.text(0)) { through[projection] = try row.int64(1) }
    }
    keys = min(through[.accounts] ?? 0, through[.devices] ?? 0)
    log = through[.log] ?? 0
    rollups = through[.rollups] ?? 0
  }
}

enum CheckpointSQL {
  /// What the fold, the rules and the rollups of this program make; raised when one makes something else of the same
  /// events.
  ///
  /// Rows of another version count for nothing: a run makes them anew. `reporting.v1_through` has the number too.
  static let version = 4

  /// Makes the rows of a log where they are missing.
  ///
  /// `$1` log, `$2` projections.
  static let make = """
    INSERT INTO projection.checkpoint (log_id, projection, through, version)
    SELECT $1, unnest($2::text[]), 0, \(version)
    ON CONFLICT DO NOTHING
    """

  /// Locks the rows of a log, in one order for all, and reads them.
  ///
  /// `$1` log.
  static let lock = """
    SELECT projection, CASE version WHEN \(version) THEN through ELSE 0 END
    FROM projection.checkpoint
    WHERE log_id = $1
    ORDER BY projection
    FOR UPDATE
    """

  /// Moves the checkpoints of a log.
  ///
  /// `$1` log, `$2` size.
  static let move = """
    UPDATE projection.checkpoint AS c
    SET through = $2,
        version = \(version),
        through_recorded_at = (SELECT n.recorded_at FROM audit.narrow AS n WHERE n.log_id = $1 AND n.position = $2 - 1),
        updated_at = clock_timestamp()
    WHERE c.log_id = $1
    """

  /// The checkpoints of a log.
  ///
  /// `$1` log.
  static let read = """
    SELECT
        c.projection,
        CASE c.version WHEN \(version) THEN c.through ELSE 0 END,
        c.through_recorded_at,
        c.updated_at,
        CASE c.projection
            WHEN 'accounts' THEN (SELECT count(*) FROM projection.account WHERE log_id = $1 AND stale)
            WHEN 'devices' THEN (SELECT count(*) FROM projection.device WHERE log_id = $1 AND stale)
            ELSE 0
        END
    FROM projection.checkpoint AS c
    WHERE c.log_id = $1
    ORDER BY c.projection
    """

  /// Whether rows of a log are those of another version.
  ///
  /// `$1` log.
  static let isOutdated = """
    SELECT EXISTS (SELECT FROM projection.checkpoint WHERE log_id = $1 AND version <> \(version))
    """

  /// How many events of all logs are in.
  static let sum = """
    SELECT coalesce(sum(through), 0)::bigint FROM projection.checkpoint WHERE projection = 'accounts'
    """

  /// How many events the log has.
  ///
  /// `$1` log.
  static let head = "SELECT size FROM audit.logs WHERE log_id = $1"
}
