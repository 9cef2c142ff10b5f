import MAMEvents
import Postgres

/// What a comparison of the stored read models with a fresh fold has found.
public struct ProjectionVerification: Sendable, Equatable {
  /// The first difference.
  public struct Difference: Sendable, Equatable {
    /// The table.
    public var projection: String
    /// The key of the row, as `column=value` with numbers of the lookup tables.
    public var key: String
    /// The column, or `row` where the whole row is missing or should not be.
    public var field: String
    /// What the fold gives.
    public var expected: String
    /// What is stored.
    public var found: String
  }

  /// Whether every row is what the fold gives, and none is stale.
  public var isOK: Bool { firstBad == nil }
  /// How many rows were compared.
  public var checked: Int64 = 0
  /// The first difference.
  public var firstBad: Difference?
  /// Whether another version of the program made the rows, so that none was compared.
  public var isOutdated = false
}

extension ProjectionRunner {
  /// Folds the log afresh, as far as the checkpoint, and compares every row with what is stored.
  ///
  /// - Throws: `PostgresError`
  public func verify(progress: Progress = { _, _ in }) throws -> ProjectionVerification {
    try connection.withRole(Self.role) {
      try connection.transaction(readOnly: true, isolation: .repeatableRead) {
        var result = ProjectionVerification()
        result.isOutdated = try connection.execute(CheckpointSQL.isOutdated, [.int32(log)]).single().bool(0)
        if result.isOutdated { return result }
        let checkpoints = try Checkpoints(connection.execute(CheckpointSQL.read, [.int32(log)]))
        let scope = FoldScope(log: log, size: checkpoints.keys)
        let folder = FleetFolder(
          connection: connection, scope: scope,
          judging: try Judging.read(connection: connection, scope: scope))
        let comparison = StoredRows(connection: connection, log: log)
        var occupancy = FleetFolder.Occupancy()
        var next: Int32 = 0
        var done = 0
        try folder.forEachAccountBatch { rows, folds, accounts in
          occupancy.add(folds)
          guard let last = accounts.last, result.isOK else { return }
          try comparison.compare(rows, of: .accounts, owners: next...last.rawValue, into: &result)
          next = last.rawValue + 1
          done += accounts.count
          progress(done, done)
        }
        if result.isOK {
          try comparison.compare(RowSet(), of: .accounts, owners: next...Int32.max, into: &result)
        }
        next = 0
        try folder.forEachDeviceBatch(occupancy) { rows in
          guard let last = rows.devices.last, result.isOK else { return }
          try comparison.compare(rows, of: .devices, owners: next...last.id, into: &result)
          next = last.id + 1
        }
        if result.isOK {
          try comparison.compare(RowSet(), of: .devices, owners: next...Int32.max, into: &result)
        }
        if result.isOK { try compareLog(through: checkpoints.log, comparison, into: &result) }
        if result.isOK {
          try RollupRun(connection: connection, log: log).compare(size: checkpoints.rollups, into: &result)
        }
        return result
      }
    }
  }

  private func compareLog(
    through: Int64, _ comparison: StoredRows, into result: inout ProjectionVerification
  ) throws {
    let scope = FoldScope(log: log, size: through)
    let judging = try Judging.read(connection: connection, scope: scope)
    let rows = try LogFolder(connection: connection, scope: scope, judging: judging).judge()
    try comparison.compare(rows, of: .log, owners: nil, into: &result)
  }
}

/// Compares folded rows with those that are stored.
private struct StoredRows {
  let connection: Connection
  let log: Int32

  func compare(
    _ rows: RowSet, of projection: Projection, owners: ClosedRange<Int32>?,
    into result: inout ProjectionVerification
  ) throws {
    var rows = rows
    try Releases(connection: connection, log: log).fill(&rows)
    for model in projection.models where result.isOK {
      var expected: [[ColumnValue]: [ColumnValue]] = [:]
      for row in rows.rows(of: model) { expected[Array(row.prefix(model.keyCount))] = row }
      let found = try stored(model, owners: owners)
      for key in Set(expected.keys).union(found.keys).sorted(by: precedes) {
        result.checked += 1
        if let difference = difference(model, key, expected: expected[key], found: found[key]) {
          result.firstBad = difference
          return
        }
      }
    }
  }

  private func stored(
    _ model: ReadModel, owners: ClosedRange<Int32>?
  ) throws -> [[ColumnValue]: [ColumnValue]] {
    let hasStale = model == .account || model == .device
    let sql = ProjectionSQL.rows(of: model, hasStale: hasStale)
    var found: [[ColumnValue]: [ColumnValue]] = [:]
    let parameters: [Parameter] = [
      .int32(log), .int64(owners.map { Int64($0.lowerBound) } ?? .min),
      .int64(owners.map { Int64($0.upperBound) } ?? .max),
    ]
    try connection.stream(sql, parameters) { row in
      var values: [ColumnValue] = []
      for (index, column) in model.columns.enumerated() {
        values.append(try row.columnValue(index, column.type))
      }
      if hasStale, try row.bool(model.columns.count) { values.append(.text("stale")) }
      found[Array(values.prefix(model.keyCount))] = values
    }
    return found
  }

  private func difference(
    _ model: ReadModel, _ key: [ColumnValue], expected: [ColumnValue]?, found: [ColumnValue]?
  ) -> ProjectionVerification.Difference? {
    let shown = zip(model.columns, key).map { "\($0.name)=\($1.text)" }.joined(separator: " ")
    func bad(_ field: String, _ expected: String, _ found: String) -> ProjectionVerification.Difference {
      ProjectionVerification.Difference(
        projection: model.rawValue, key: shown, field: field, expected: expected, found: found)
    }
    guard let expected else { return bad("row", "no such row", "a row") }
    guard let found else { return bad("row", "a row", "no such row") }
    if found.count > expected.count { return bad("stale", "false", "true") }
    for (index, column) in model.columns.enumerated() where expected[index] != found[index] {
      return bad(column.name, expected[index].text, found[index].text)
    }
    return nil
  }

  private func precedes(_ left: [ColumnValue], _ right: [ColumnValue]) -> Bool {
    for (a, b) in zip(left, right) where a != b {
      if case .int32(let a) = a, case .int32(let b) = b { return a < b }
      if case .int64(let a) = a, case .int64(let b) = b { return a < b }
      if case .text(let a) = a, case .text(let b) = b { return a < b }
    }
    return false
  }
}

extension BinaryRow {
  fileprivate func columnValue(_ index: Int, _ type: ReadModel.ColumnType) throws -> ColumnValue {
    switch type {
    case .bool: ColumnValue(try boolOrNull(index))
    case .int32: ColumnValue(try int32OrNull(index))
    case .int64: ColumnValue(try int64OrNull(index))
    case .text: ColumnValue(try textOrNull(index))
    case .timestamp: ColumnValue(try timestampOrNull(index).map(Timestamp.init(microseconds:)))
    case .day: try int32OrNull(index).map(ColumnValue.day) ?? .null
    case .json: try textOrNull(index).map(ColumnValue.json) ?? .null
    }
  }
}
