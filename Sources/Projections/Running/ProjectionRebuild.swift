import Compliance
import Glibc
import MAMEvents
import Postgres

extension ProjectionRunner {
  /// Folds the whole log into new tables and puts their rows in the place of the old ones.
  ///
  /// Readers see the old rows until the new ones are complete: those are written beside them, catch up with what was
  /// appended meanwhile, and take their place in one transaction. It touches only the rows that differ and takes no
  /// lock that a reader could wait for: to exchange the tables themselves would lock out the reports of all logs, and a
  /// report with an older snapshot would find the new table empty. A rebuild that is killed leaves the old rows in force,
  /// and its tables are cleared away by the next.
  ///
  /// - Throws: `PostgresError`; ``RebuildInProgress`` while another rebuild of the log runs.
  @discardableResult
  public func rebuild(progress: Progress = { _, _ in }) throws -> ProjectionRun {
    try connection.withRole(Self.role) {
      try lock()
      defer { unlock() }
      try ProjectionTables(connection: connection, log: log, areNext: false).makePartitions()
      let next = ProjectionTables(connection: connection, log: log, areNext: true)
      try connection.transaction { try next.remake() }
      let filled = try fill(next, progress: progress)
      let run = try swap(next, after: filled)
      try next.analyze(after: run)
      return run
    }
  }

  /// Another rebuild of the same log is running.
  public struct RebuildInProgress: Error, CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String { "another rebuild of this log is running; wait for it, or stop it first" }
  }

  private static let rebuildLock: Int32 = 0x6d61_6d72

  /// Milliseconds to wait for another rebuild: the session of a killed one ends a moment after it.
  private static let patience = 3000

  private func lock() throws {
    var waited = 0
    while true {
      let isAlone = try connection.execute(
        ProjectionSQL.tryLock, [.int32(Self.rebuildLock), .int32(log)]
      ).single().bool(0)
      if isAlone { return }
      guard waited < Self.patience else { throw RebuildInProgress() }
      usleep(100_000)
      waited += 100
    }
  }

  private func unlock() {
    // A connection that is lost has let go of the lock already.
    _ = try? connection.execute(ProjectionSQL.unlock, [.int32(Self.rebuildLock), .int32(log)])
  }

  private func fill(_ next: ProjectionTables, progress: Progress) throws -> ProjectionRun {
    let size = try connection.execute(CheckpointSQL.head, [.int32(log)]).single().int64(0)
    let scope = FoldScope(log: log, size: size)
    let folder = FleetFolder(
      connection: connection, scope: scope,
      judging: try Judging.read(connection: connection, scope: scope))
    let total = try connection.execute(
      ProjectionSQL.countAccounts, [.int32(log)]
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
    if let judging = folder.judging {
      try LogRun(connection: connection, scope: scope, judging: judging, tables: next).bring(from: 0)
    }
    return run
  }

  private func swap(_ next: ProjectionTables, after filled: ProjectionRun) throws -> ProjectionRun {
    try connection.transaction {
      _ = try lockCheckpoints()
      var run = try bring(next, from: filled.through, log: filled.through, progress: { _, _ in })
      for model in ReadModel.allCases { try next.takeOver(model) }
      try RollupRun(connection: connection, log: log).makeAfresh(size: run.through)
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
    for model in ReadModel.allCases {
      try connection.script(ProjectionSQL.remake(name(model), model))
    }
  }

  /// Makes the rows of the live table those of the rebuild's, and removes the latter.
  fileprivate func takeOver(_ model: ReadModel) throws {
    try connection.script(ProjectionSQL.takeOver(name(model), model, log: log))
  }
}
