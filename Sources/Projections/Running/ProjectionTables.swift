import Glibc
import MAMEvents
import Postgres

/// Somebody holds the lock of the read models' tables of a log.
public struct ProjectionsLocked: Error, CustomStringConvertible {
  /// Who holds it: the number of the process, the login and the program.
  public let holders: [String]

  /// What is wrong and what to do.
  public var description: String {
    "the tables of the read models are locked by another session"
      + (holders.isEmpty ? "" : " (\(holders.joined(separator: "; ")))")
      + ": try again when it has ended, or end it with pg_terminate_backend"
  }
}

/// The tables that a run writes: the live ones, or those that a rebuild fills beside them.
struct ProjectionTables {
  let connection: Connection
  let log: Int32
  /// Whether these are the tables of a rebuild.
  let areNext: Bool

  /// The qualified name of a table to write and read.
  func name(_ model: ReadModel) -> String {
    areNext ? Self.nextName(model, log: log) : "projection.\(model.rawValue)"
  }

  /// The name of a log's partition.
  static func partitionName(_ model: ReadModel, log: Int32) -> String {
    "projection.\(model.rawValue)_\(log)"
  }

  /// The name of the table that a rebuild fills.
  static func nextName(_ model: ReadModel, log: Int32) -> String { partitionName(model, log: log) + "_next" }

  /// Makes the log's partitions where they are missing, in a transaction of its own.
  ///
  /// A table is made and then attached, which lets reports and the runs of other logs go on; to make it as a partition
  /// would lock them all out.
  ///
  /// - Parameter patience: tenths of a second to wait for whoever makes them, which takes a moment.
  /// - Throws: ``ProjectionsLocked`` where that one does not end.
  func makePartitions(patience: Int = 300) throws {
    let missing = try missingPartitions()
    if missing.isEmpty { return }
    try connection.transaction {
      try lockMaking(patience)
      // Another run may have made them while this one waited.
      for model in try missingPartitions() {
        let partition = Self.partitionName(model, log: log)
        try connection.script(ProjectionSQL.makePartition(partition, of: model, log: log))
      }
    }
  }

  private static let makeLock: Int32 = 0x6d61_6d70

  /// Waits for whoever makes partitions of the log, and not for ever: anybody who may take locks could hold this one.
  private func lockMaking(_ patience: Int) throws {
    let lock: [Parameter] = [.int32(Self.makeLock), .int32(log)]
    var waited = 0
    while try !connection.execute(ProjectionSQL.tryLockMaking, lock).single().bool(0) {
      guard waited < patience else {
        throw ProjectionsLocked(
          holders: try connection.execute(ProjectionSQL.holders, lock).map { try $0.text(0) })
      }
      usleep(100_000)
      waited += 1
    }
  }

  private func missingPartitions() throws -> [ReadModel] {
    let schema = "projection."
    let names = ReadModel.allCases.map { String(Self.partitionName($0, log: log).dropFirst(schema.count)) }
    let present = Set(
      try connection.execute(ProjectionSQL.present, [.textArray(names)]).map { try $0.text(0) })
    return zip(ReadModel.allCases, names).filter { !present.contains($0.1) }.map(\.0)
  }

  /// Gives the planner statistics of the live tables where a run has about doubled what the logs hold.
  ///
  /// Autovacuum analyses partitions alone, but it is by the tables that the planner estimates joins: without their
  /// statistics a report over ten thousand accounts can take minutes. The partitions are analysed with them, so right
  /// after a first run too the plans are good.
  func analyze(after run: ProjectionRun) throws {
    let all = try connection.execute(CheckpointSQL.sum, []).single().int64(0)
    let before = all - (run.through - run.from)
    guard all.leadingZeroBitCount < before.leadingZeroBitCount else { return }
    _ = try connection.execute(ProjectionSQL.analyze, [])
  }

  /// Replaces the rows of accounts, or of devices.
  ///
  /// - Parameters:
  ///   - owners: the numbers of the accounts or devices whose rows these are.
  ///   - rows: all their rows; an owner without any loses those it had.
  func replace(_ owners: [Int32], with rows: RowSet, of projection: Projection) throws {
    for model in projection.models {
      _ = try connection.execute(
        ProjectionSQL.remove(name(model), model),
        [.int32(log), .int32Array(owners)])
    }
    try insert(rows, of: projection)
  }

  /// Adds rows.
  func insert(_ rows: RowSet, of projection: Projection) throws {
    var rows = rows
    try Releases(connection: connection, log: log).fill(&rows)
    for model in projection.models {
      let values = rows.rows(of: model)
      if values.isEmpty { continue }
      _ = try connection.copyIn(ProjectionSQL.copyIn(name(model), model)) { writer in
        for row in values {
          try writer.beginRow(columns: Int16(row.count + 1))
          try writer.int32(log)
          for value in row { try writer.write(value) }
        }
      }
    }
  }

  /// Marks an account or a device as one whose rows could not be folded.
  func markStale(_ owner: Int32, name shown: String, of projection: Projection) throws {
    switch projection {
    case .accounts:
      _ = try connection.execute(
        ProjectionSQL.markStaleAccount(name(.account)), [.int32(log), .int32(owner), .text(shown)])
    case .devices:
      _ = try connection.execute(
        ProjectionSQL.markStaleDevice(name(.device)), [.int32(log), .int32(owner)])
    case .log, .rollups:
      preconditionFailure("\(projection) has no key that could be stale")
    }
  }

  /// The accounts, or devices, whose rows could not be folded.
  func stale(of projection: Projection) throws -> [Int32] {
    let model: ReadModel = projection == .accounts ? .account : .device
    return try connection.execute(
      ProjectionSQL.stale(name(model), model), [.int32(log)]
    ).map { try $0.int32(0) }
  }
}

extension CopyWriter {
  fileprivate mutating func write(_ value: ColumnValue) throws(PostgresError) {
    switch value {
    case .null: try null()
    case .bool(let value): try bool(value)
    case .int32(let value): try int32(value)
    case .int64(let value): try int64(value)
    case .text(let value): try text(value)
    case .timestamp(let value): try timestamptz(microsecondsSince1970: value.microseconds)
    // In binary a date is the days since 2000-01-01.
    case .day(let value): try int32(value - 10_957)
    case .json(let value): try jsonb(value)
    }
  }
}
