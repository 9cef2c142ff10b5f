import Postgres

/// Brings the rollups of a log up, in the transaction that changes what they count.
struct RollupRun {
  let connection: Connection
  let log: Int32

  /// Takes in the events from one position to before another, and what has changed in the read models meanwhile.
  ///
  /// - Parameter checkpoint: the first position; 0 makes everything afresh.
  func bring(from checkpoint: Int64, to size: Int64) throws {
    if checkpoint == 0 { return try makeAfresh(size: size) }
    for rollup in Rollup.all {
      if checkpoint < size { try execute(rollup.addEvents, checkpoint, size) }
      try execute(rollup.addNotes)
      try execute(rollup.settle)
      try execute(rollup.removeNothing)
    }
    try forgetNotes()
  }

  /// Makes everything afresh of the log's first events and of the read models as they are.
  func makeAfresh(size: Int64) throws {
    for rollup in Rollup.all {
      try execute(rollup.clear)
      try execute(rollup.make, 0, size)
    }
    try forgetNotes()
  }

  private func forgetNotes() throws {
    for rollup in Rollup.all { try execute(rollup.forgetNotes) }
  }

  private func execute(_ sql: String?, _ positions: Int64...) throws {
    guard let sql else { return }
    _ = try connection.execute(sql, [.int32(log)] + positions.map(Parameter.int64))
  }

  /// Compares the rollups with what the log's first events and the read models say; none are there at size 0.
  func compare(size: Int64, into result: inout ProjectionVerification) throws {
    guard size > 0 else { return }
    for rollup in Rollup.all where result.isOK {
      let rows = try connection.execute(rollup.compare, [.int32(log), .int64(0), .int64(size)])
      guard let first = rows.first else { continue }
      result.checked += try first.int64(0)
      if try !first.bool(1) { result.firstBad = try rollup.difference(first) }
    }
  }
}
