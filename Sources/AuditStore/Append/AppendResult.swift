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
  /// The position of the first event that was appended; nil where none was.
  public let firstPosition: Int64?
  /// The position of the last event that was appended; nil where none was.
  public let lastPosition: Int64?
  /// The store's time of the append.
  public let recordedAt: Timestamp
  /// How many `log.conflict.refused` were appended after the batch's events.
  public let refusals: Int
  /// How many events were appended.
  public let appended: Int
  /// How many were there already.
  public let duplicates: Int
  /// How many were refused because of another event with the same source and id.
  public let conflicts: Int
  /// Of each event, its ordinal among its account's, from 0; nil for a conflict and an event without an account.
  ///
  /// Empty where versions were not asked for.
  public let versions: [Int64?]

  let positions: [Int64]
  let kinds: [Int16]
  let existing: [Digest?]

  /// How many events the batch had.
  public var count: Int { positions.count }

  /// What became of an event, by its place in the batch from 0.
  public subscript(index: Int) -> AppendOutcome {
    switch kinds[index] {
    case 0: return .appended(position: positions[index])
    case 1: return .duplicate(position: positions[index])
    default:
      guard let digest = existing[index] else { preconditionFailure("a conflict without the other hash") }
      return .conflict(position: positions[index], existing: digest)
    }
  }
}

extension AppendResult {
  /// Reads the row that a function which appends returns.
  init(_ row: QueryRow, _ log: LogID, versions: [Int64?]) throws {
    let positions = try row.int64Array(4) ?? []
    let kinds = (try row.int16Array(5) ?? []).map { $0 ?? 0 }
    let existing = try (row.bytesArray(6) ?? []).map { $0.flatMap { Digest(bytes: $0) } }
    self.init(
      log: log, firstPosition: try row.int64OrNull(0), lastPosition: try row.int64OrNull(1),
      recordedAt: Timestamp(microseconds: try row.timestamp(2)), refusals: Int(try row.int32(3)),
      appended: kinds.count { $0 == 0 }, duplicates: kinds.count { $0 == 1 },
      conflicts: kinds.count { $0 == 2 },
      versions: versions, positions: positions.map { $0 ?? 0 }, kinds: kinds,
      existing: existing)
  }
}
