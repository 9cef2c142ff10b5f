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
  /// report with an older snapshot would find the new table empty. A rebuild that fails or is killed leaves the old rows in
  /// force; it clears its tables away, or the next rebuild of whichever log does. An account or a device whose rows cannot
  /// be folded or stored is marked stale, as by ``run(progress:)``.
  ///
  /// - Throws: `PostgresError`; ``RebuildInProgress`` while another rebuild of the log runs.
  @discardableResult
  public func rebuild(progress: Progress = { _, _ in }) throws -> ProjectionRun {
    try connection.withRole(Self.role) {
      try lock()
      defer { unlock() }
      try clearAbandoned()
      try ProjectionTables(connection: connection, log: log, areNext: false).makePartitions()
      let next = ProjectionTables(connection: connection, log: log, areNext: true)
      try connection.transaction { try next.remake() }
      let run: ProjectionRun
      do {
        let filled = try fill(next, progress: progress)
        run = try swap(next, after: filled)
      } catch {
        // Where this fails too, the next rebuild does it; the error that matters is the first.
        _ = try? connection.transaction { try next.drop() }
        throw error
      }
      try next.analyze(after: run)
      return run
    }
  }

  /// Another rebuild of the same log is running.
  public struct RebuildInProgress: Error, CustomStringConvertible {
    /// Who holds its lock: the number of the process, the login and the program.
    public let holders: [String]

    /// What is wrong and what to do.
    public var description: String {
      "another rebuild of this log is running"
        + (holders.isEmpty ? "" : " (\(holders.joined(separator: "; ")))")
        + "; wait for it, or stop it first"
    }
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
      guard waited < Self.patience else {
        throw RebuildInProgress(
          holders: try connection.execute(
            ProjectionSQL.holders, [.int32(Self.rebuildLock), .int32(log)]
          ).map { try $0.text(0) })
      }
      usleep(100_000)
      waited += 100
    }
  }

  private func unlock() { unlock(log) }

  private func unlock(_ log: Int32) {
    // A connection that is lost has let go of the lock already.
    _ = try? connection.execute(ProjectionSQL.unlock, [.int32(Self.rebuildLock), .int32(log)])
  }

  /// Drops the tables that killed rebuilds of other logs have left: those of which nobody holds the lock.
  private func clearAbandoned() throws {
    let logs = try connection.execute(ProjectionSQL.logsWithNext, []).map { try $0.int32(0) }
    for other in logs where other != log {
      let isAbandoned = try connection.execute(
        ProjectionSQL.tryLock, [.int32(Self.rebuildLock), .int32(other)]
      ).single().bool(0)
      guard isAbandoned else { continue }
      defer { unlock(other) }
      try connection.transaction {
        try ProjectionTables(connection: connection, log: other, areNext: true).drop()
      }
    }
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
    try folder.forEachBatchOfAccounts { accounts in
      // What is stale is folded again, and counted, when the tables are brought up to what came meanwhile.
      try connection.transaction {
        _ = try guarded(accounts, tables: next, projection: .accounts, owner: \.rawValue) { batch in
          var rows = RowSet()
          let folds = try folder.fold(batch, into: &rows)
          try next.insert(rows, of: .accounts)
          occupancy.add(folds)
          run.accounts += folds.count
        } name: {
          try folder.builder.names.learn(accounts: [$0])
          return folder.builder.names.account($0)
        }
      }
      done += accounts.count
      progress(done, Int(total))
    }
    let devices = try folder.devices(occupancy)
    for batch in devices.keys.sorted().batches(of: FleetFolder.batchSize) {
      try connection.transaction {
        _ = try guarded(batch, tables: next, projection: .devices, owner: \.self) { batch in
          var rows = RowSet()
          var part: [Int32: [InstallationID: Set<AccountID>]] = [:]
          for device in batch { part[device] = devices[device] }
          try folder.fold(part, enrolled: occupancy.enrolled, into: &rows)
          try next.insert(rows, of: .devices)
          run.devices += rows.devices.count
        } name: {
          try folder.builder.names.learn(apps: [], devices: [$0])
          return folder.builder.names.device($0)
        }
      }
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

  /// Drops the tables of a rebuild that are there.
  fileprivate func drop() throws {
    for model in ReadModel.allCases { try connection.script(ProjectionSQL.drop(name(model))) }
  }

  /// Makes the rows of the live table those of the rebuild's, and removes the latter.
  fileprivate func takeOver(_ model: ReadModel) throws {
    try connection.script(ProjectionSQL.takeOver(name(model), model, log: log))
  }
}
