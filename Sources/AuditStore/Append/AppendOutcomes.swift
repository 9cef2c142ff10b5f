import Hashing
import Postgres

/// What became of the events of a batch, by their places from 0.
struct AppendOutcomes: Sendable {
  /// An event that was in the log before the batch was sent.
  struct Known: Sendable {
    /// Its place in the batch, from 0.
    var place: Int
    /// Where it is in the log.
    var position: Int64
  }

  /// The position of the first event that was appended; nil where none was.
  let firstPosition: Int64?
  /// The position of the last event that was appended; nil where none was.
  let lastPosition: Int64?
  private(set) var appended: Int
  private(set) var duplicates: Int
  private(set) var conflicts: Int
  private var positions: [Int64]
  private var kinds: [Int16]
  /// Of each conflict, by its place, the content hash of the event that is there.
  private var existing: [Int: Digest] = [:]

  /// Of a batch that was not sent: all of it was there.
  init(allKnown known: [Known]) {
    (firstPosition, lastPosition) = (nil, nil)
    (appended, duplicates, conflicts) = (0, known.count, 0)
    positions = known.map(\.position)
    kinds = known.map { _ in 1 }
  }

  /// Reads the row that a function which appends returns for a batch of `count` events.
  init(_ row: QueryRow, of count: Int) throws {
    firstPosition = try row.int64OrNull(0)
    lastPosition = try row.int64OrNull(1)
    if let kinds = try row.int16Array(5) {
      self.kinds = kinds.map { $0 ?? 0 }
      positions = (try row.int64Array(4) ?? []).map { $0 ?? 0 }
      appended = self.kinds.count { $0 == 0 }
      duplicates = self.kinds.count { $0 == 1 }
      conflicts = self.kinds.count { $0 == 2 }
      if conflicts > 0 {
        for (place, bytes) in (try row.bytesArray(6) ?? []).enumerated() {
          if let bytes { existing[place] = Digest(bytes: bytes) }
        }
      }
    } else {
      guard let firstPosition else { throw PostgresError(.decoding, "the store gave no positions") }
      (appended, duplicates, conflicts) = (count, 0, 0)
      kinds = [Int16](repeating: 0, count: count)
      positions = (0..<Int64(count)).map { firstPosition + $0 }
    }
    guard positions.count == count, kinds.count == count else {
      throw PostgresError(.decoding, "the store gave \(kinds.count) outcomes for \(count) events")
    }
  }

  /// How many events the batch had.
  var count: Int { kinds.count }

  subscript(place: Int) -> AppendOutcome {
    switch kinds[place] {
    case 0: return .appended(position: positions[place])
    case 1: return .duplicate(position: positions[place])
    default:
      guard let digest = existing[place] else { preconditionFailure("a conflict without the other hash") }
      return .conflict(position: positions[place], existing: digest)
    }
  }

  /// Puts the events that were known before between those that were sent.
  mutating func insert(_ known: [Known]) {
    if known.isEmpty { return }
    let before = duplicates
    let sent = (positions: positions, kinds: kinds, existing: existing)
    positions.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    existing.removeAll()
    var known = known[...]
    for place in 0..<sent.kinds.count + known.count {
      if place == known.first?.place {
        positions.append(known.removeFirst().position)
        kinds.append(1)
        duplicates += 1
      } else {
        let next = place - (duplicates - before)
        positions.append(sent.positions[next])
        kinds.append(sent.kinds[next])
        existing[place] = sent.existing[next]
      }
    }
  }
}
