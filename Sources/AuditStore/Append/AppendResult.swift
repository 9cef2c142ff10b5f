import Hashing
import MAMEvents
import Postgres

/// What became of one event of a batch.
public enum AppendOutcome: Hashable, Sendable {
  /// It is in the log now, at this position.
  case appended(position: Int64)
  /// It was in the log already, or earlier in the batch, at this position; nothing was written.
  case duplicate(position: Int64)
  /// An event with the same source and id but other content is at this position; nothing of this one was written
  /// but `log.conflict.refused`.
  case conflict(position: Int64, existing: Digest)
}

/// What became of a batch.
public struct AppendResult: Sendable {
  /// The log that it went to.
  public let log: LogID
  /// The store's time of the append.
  public let recordedAt: Timestamp
  /// How many `log.conflict.refused` were appended after the batch's events.
  public let refusals: Int
  /// Of each event, its ordinal among its account's, from 0; nil for a conflict and an event without an account.
  ///
  /// Empty where versions were not asked for.
  public let versions: [Int64?]
  /// What became of each event.
  let outcomes: AppendOutcomes

  /// The position of the first event that was appended; nil where none was.
  public var firstPosition: Int64? { outcomes.firstPosition }
  /// The position of the last event that was appended; nil where none was.
  public var lastPosition: Int64? { outcomes.lastPosition }
  /// How many events were appended.
  public var appended: Int { outcomes.appended }
  /// How many were there already.
  public var duplicates: Int { outcomes.duplicates }
  /// How many were refused because of another event with the same source and id.
  public var conflicts: Int { outcomes.conflicts }
  /// How many events the batch had.
  public var count: Int { outcomes.count }
  /// What became of an event, by its place in the batch from 0.
  public subscript(index: Int) -> AppendOutcome { outcomes[index] }
}

extension AppendResult {
  /// Reads the row that a function which appends returns for a batch of `count` events.
  init(_ row: QueryRow, _ log: LogID, of count: Int, versions: [Int64?]) throws {
    self.init(
      log: log, recordedAt: Timestamp(microseconds: try row.timestamp(2)), refusals: Int(try row.int32(3)),
      versions: versions, outcomes: try AppendOutcomes(row, of: count))
  }
}
