import Compliance
import MAMEvents
import Postgres

extension ProjectionRunner {
  /// Folds the whole log into new tables and puts them in the place of the old ones.
  ///
  /// Readers see the old tables until the new ones are complete: they are filled beside them, catch up with what was
  /// appended meanwhile, and are swapped in, in one transaction. A rebuild that is killed leaves the old ones in force
  /// and is cleared away by the next.
  ///
  /// - Throws: `PostgresError`; ``RebuildInProgress`` while another rebuild of the log runs.
  @discardableResult
  public func rebuild(progress: Progress = { _, _ in }) throws -> ProjectionRun {
    try connection.withRole(Self.role) {
      let isAlone = try connection.execute(
        "SELECT pg_try_advisory_lock($1, $2)", [.int32(Self.rebuildLock), .int32(log)]
      ).single().bool(0)
      guard isAlone else { throw RebuildInProgress() }
      defer { unlock() }
      let next = ProjectionTables(connection: connection, log: log, areNext: true)
      try connection.transaction { try next.remake() }
      let filled = try fill(next, progress: progress)
      return try swap(next, after: filled)
    }
  }

  /// Another rebuild of the same log is running.
  public struct RebuildInProgress: Error, CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String { "another rebuild of this log is running; wait for it, or stop it first" }
  }

  private static let rebuildLock: Int32 = 0x6d61_6d72

  private func unlock() {
    // A connection that is lost has let go of the lock already.
    _ = try? connection.execute("SELECT pg_advisory_unlock($1, $2)", [.int32(Self.rebuildLock), .int32(log)])
  }

  private func fill(_ next: ProjectionTables, progress: Progress) throws -> ProjectionRun {
    let size = try connection.execute(CheckpointSQL.head, [.int32(log)]).single().int64(0)
    let folder = FleetFolder(connection: connection, scope: FoldScope(log: log, size: size))
    let total = try connection.execute(
      "SELECT count(*) FROM audit.accounts WHERE log_id = $1", [.int32(log)]
    ).single().int64(0)
    var occupancy = FleetFolder.Occupancy()
    var run = ProjectionRun(from: 0, through: size, accounts: 0, devices: 0, stale: 0)
    var done = 0
    try folder.forEachAccountBatch { rows, folds, accounts in
      occupancy.add(folds)
      run.accounts += folds.count
      try next.insert(rows, of: .accounts)
      done += accounts.count
      progress(done, Int(total))
    }
    try folder.forEachDeviceBatch(occupancy) { rows in
      run.devices += rows.devices.count
      try next.insert(rows, of: .devices)
    }
    return run
  }

  private func swap(_ next: ProjectionTables, after filled: ProjectionRun) throws -> ProjectionRun {
    try connection.transaction {
      // Waiting for a long report would make every reader behind it wait too.
      try connection.script("SET LOCAL lock_timeout = '10s'")
      let live = ProjectionTables(connection: connection, log: log, areNext: false)
      _ = try lockCheckpoint(live)
      var run = try bring(next, from: filled.through, progress: { _, _ in })
      for model in ReadModel.allCases {
        let partition = ProjectionTables.partitionName(model, log: log)
        let parent = "projection.\(model.rawValue)"
        try connection.script(
          """
          ALTER TABLE \(parent) DETACH PARTITION \(partition);
          DROP TABLE \(partition);
          ALTER TABLE \(next.name(model)) RENAME TO \(model.rawValue)_\(log);
          ALTER TABLE \(parent) ATTACH PARTITION \(partition) FOR VALUES IN (\(log));
          """)
      }
      _ = try connection.execute(CheckpointSQL.move, [.int32(log), .int64(run.through)])
      run.from = 0
      run.accounts += filled.accounts
      run.devices += filled.devices
      return run
    }
  }
}

extension ProjectionTables {
  /// Makes the tables of a rebuild, in place of what a killed one may have left.
  fileprivate func remake() throws {
    try makePartitions()
    for model in ReadModel.allCases {
      try connection.script(
        """
        DROP TABLE IF EXISTS \(name(model));
        CREATE TABLE \(name(model)) (
            LIKE projection.\(model.rawValue) INCLUDING ALL,
            CHECK (log_id = \(log))
        );
        """)
    }
  }
}
