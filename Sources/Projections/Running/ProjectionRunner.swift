import Compliance
import MAMEvents
import Postgres

/// What a run has done.
public struct ProjectionRun: Sendable, Equatable {
  /// The position from which events were new.
  public var from: Int64
  /// The size of the log that the projections now show.
  public var through: Int64
  /// How many accounts were folded: those with events among the ones that the new events touch.
  public var accounts: Int
  /// How many devices were folded.
  public var devices: Int
  /// How many keys could not be folded and are marked stale.
  public var stale: Int
}

/// Keeps the read models of one log up.
///
/// A run reads the events after the checkpoint, folds the accounts and devices that they touch from their own events
/// (so that an event that arrives late takes its true place), and replaces their rows: all in one transaction with the
/// checkpoint, so each event counts exactly once whatever is killed.
public struct ProjectionRunner {
  /// The role that reads the narrow rows and owns the read models.
  public static let role = "mamaudit_projector"

  /// What is done so far, and what there is to do: accounts and devices.
  public typealias Progress = (_ done: Int, _ total: Int) -> Void

  let connection: Connection
  let log: Int32

  /// Makes a runner of a log on a connection that may take the role `mamaudit_projector`.
  public init(connection: Connection, log: Int32) {
    self.connection = connection
    self.log = log
  }

  /// Brings the read models up to the log's head.
  ///
  /// - Throws: `PostgresError`; nothing has changed then.
  @discardableResult
  public func run(progress: Progress = { _, _ in }) throws -> ProjectionRun {
    try connection.withRole(Self.role) {
      let tables = ProjectionTables(connection: connection, log: log, areNext: false)
      try tables.makePartitions()
      let run = try connection.transaction {
        let checkpoints = try lockCheckpoints()
        let run = try bring(tables, from: checkpoints.keys, log: checkpoints.log, progress: progress)
        try RollupRun(connection: connection, log: log).bring(from: checkpoints.rollups, to: run.through)
        if run.through > checkpoints.lowest {
          _ = try connection.execute(CheckpointSQL.move, [.int32(log), .int64(run.through)])
        }
        return run
      }
      try tables.analyze(after: run)
      return run
    }
  }

  /// Locks the log's checkpoints, so that runs of one log follow one another.
  ///
  /// - Returns: the positions from which events are new.
  func lockCheckpoints() throws -> Checkpoints {
    _ = try connection.execute(
      CheckpointSQL.make, [.int32(log), .textArray(Projection.allCases.map(\.rawValue))])
    return try Checkpoints(connection.execute(CheckpointSQL.lock, [.int32(log)]))
  }

  /// Folds what the events from `checkpoint` on touch into tables.
  ///
  /// - Parameter first: the position from which events are new to the findings about the log itself.
  func bring(
    _ tables: ProjectionTables, from checkpoint: Int64, log first: Int64, progress: Progress
  ) throws -> ProjectionRun {
    let size = try connection.execute(CheckpointSQL.head, [.int32(log)]).single().int64(0)
    let scope = FoldScope(log: log, size: size)
    let judging = try Judging.read(connection: connection, scope: scope)
    let folder = FleetFolder(connection: connection, scope: scope, judging: judging)
    var touched = try TouchedKeys(reader: folder.reader, tables: tables, from: checkpoint, scope: scope)
    touched.accounts.formUnion(try tables.stale(of: .accounts).map(AccountID.init))
    touched.devices.formUnion(try tables.stale(of: .devices))

    let total = touched.accounts.count + touched.devices.count
    var run = ProjectionRun(
      from: checkpoint, through: size, accounts: 0, devices: 0, stale: 0)
    var done = 0
    for batch in touched.accounts.sorted().batches(of: FleetFolder.batchSize) {
      try replaceAccounts(batch, folder: folder, tables: tables, run: &run)
      done += batch.count
      progress(done, total)
    }
    for batch in touched.devices.sorted().batches(of: FleetFolder.batchSize) {
      try replaceDevices(batch, folder: folder, tables: tables, run: &run)
      done += batch.count
      progress(done, total)
    }
    try LogRun(connection: connection, scope: scope, judging: judging, tables: tables).bring(from: first)
    return run
  }

  private func replaceAccounts(
    _ accounts: [AccountID], folder: FleetFolder, tables: ProjectionTables, run: inout ProjectionRun
  ) throws {
    var folded = 0
    run.stale += try guarded(accounts, tables: tables, projection: .accounts, owner: \.rawValue) { batch in
      var rows = RowSet()
      let folds = try folder.fold(batch, into: &rows)
      try tables.replace(batch.map(\.rawValue), with: rows, of: .accounts)
      folded += folds.count
    } name: {
      try folder.builder.names.learn(accounts: [$0])
      return folder.builder.names.account($0)
    }
    run.accounts += folded
  }

  private func replaceDevices(
    _ devices: [Int32], folder: FleetFolder, tables: ProjectionTables, run: inout ProjectionRun
  ) throws {
    var folded = 0
    run.stale += try guarded(devices, tables: tables, projection: .devices, owner: \.self) { batch in
      let occupancy = try occupancy(of: batch, tables: tables, reader: folder.reader)
      var rows = RowSet()
      let count = try folder.fold(occupancy, enrolled: [:], into: &rows)
      try tables.replace(batch, with: rows, of: .devices)
      folded += count
    } name: {
      try folder.builder.names.learn(apps: [], devices: [$0])
      return folder.builder.names.device($0)
    }
    run.devices += folded
  }

  /// The installations of devices, with the accounts that have events on them.
  private func occupancy(
    of devices: [Int32], tables: ProjectionTables, reader: FoldReader
  ) throws -> [Int32: [InstallationID: Set<AccountID>]] {
    var occupancy: [Int32: [InstallationID: Set<AccountID>]] = [:]
    for device in devices { occupancy[device] = [:] }
    let sql = ProjectionSQL.occupancy(tables.name(.accountInstallation))
    for row in try connection.execute(sql, [.int32(log), .int32Array(devices)]) {
      let installation = InstallationID(app: try row.int32(0), device: try row.int32(1))
      let account = try row.int32OrNull(2).map(AccountID.init)
      occupancy[installation.device, default: [:]][installation, default: []].formUnion(
        account.map { [$0] } ?? [])
    }
    return occupancy
  }

  /// Replaces the rows of a batch; where that fails, those of one key after the other, so that only the keys whose
  /// fold fails are marked stale.
  ///
  /// - Returns: how many keys were marked.
  func guarded<Key>(
    _ batch: [Key], tables: ProjectionTables, projection: Projection, owner: (Key) -> Int32,
    _ replace: ([Key]) throws -> Void, name: (Key) throws -> String
  ) throws -> Int {
    do {
      try connection.savepoint { try replace(batch) }
      return 0
    } catch let error where Self.isTheFoldsOwn(error) {
      guard batch.count > 1 else {
        try tables.markStale(owner(batch[0]), name: name(batch[0]), of: projection)
        return 1
      }
      return try batch.reduce(0) { count, key in
        try count + guarded([key], tables: tables, projection: projection, owner: owner, replace, name: name)
      }
    }
  }

  /// Whether an error is a defect of folding one key, not of the connection or of the user's interrupt.
  static func isTheFoldsOwn(_ error: any Error) -> Bool {
    guard let error = error as? PostgresError else { return true }
    switch error.sqlState?.prefix(2) {
    case "22", "23": return true
    default: return false
    }
  }
}

extension Array {
  /// The elements in runs of at most `count`.
  func batches(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
