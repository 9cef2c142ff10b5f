import Compliance
import MAMEvents
import Postgres

/// Brings the findings about a log itself into tables, by the events from a position on.
struct LogRun {
  /// How many gaps are held before they are written.
  private static let heldGaps = 10_000

  let folder: LogFolder
  let tables: ProjectionTables
  let connection: Connection

  init(connection: Connection, scope: FoldScope, judging: Judging, tables: ProjectionTables) {
    folder = LogFolder(connection: connection, scope: scope, judging: judging)
    self.tables = tables
    self.connection = connection
  }

  private var log: Parameter { .int32(tables.log) }

  /// Takes the events from `checkpoint` on into account.
  func bring(from checkpoint: Int64) throws {
    guard checkpoint < folder.scope.size else { return }
    if checkpoint == 0 { try clear() }
    var pass = LogPass(scope: folder.scope, timeline: folder.judging.timeline)
    try folder.forEachPage(from: checkpoint) { events in
      for row in try known(pass.unknownSources(of: events)) { pass.learn(row) }
      for event in events { pass.take(event) }
      if pass.gapCount > Self.heldGaps { try write(&pass) }
    }
    pass.finish()
    try write(&pass)
    try insert(pass.others.map { (0, $0) })
    try keep(pass.rows)
    try folder.judge(pass.late) { findings, sources in
      try remove(.g1, parts: sources.map(\.source))
      try insert(findings)
      try keep(sources)
    }
    let dated = try pass.dated.union(relinked(from: checkpoint))
    try remove(.g3, parts: dated.map { Int64($0.rawValue) })
    try insert(try folder.judge(dated: dated))
    if pass.hasImports {
      try remove(.g5, parts: [0])
      try insert(try folder.judgeImports())
    }
    try acknowledge(from: checkpoint)
  }

  /// Removes everything: what another version of the rules has found is made anew.
  private func clear() throws {
    for model in Projection.log.models {
      _ = try connection.execute(LogSQL.clear(tables.name(model)), [log])
    }
  }

  /// What is kept of sources.
  private func known(_ sources: Set<Int64>) throws -> [LogSourceRow] {
    guard !sources.isEmpty else { return [] }
    let sql = LogSQL.sources(tables.name(.logSource))
    return try connection.execute(sql, [log, .int64Array(Array(sources))]).map { row in
      LogSourceRow(
        source: try row.int64(0),
        numbers: SourceNumbers(
          span: try row.int64(1)...row.int64(2), gaps: try LogSourceRow.gaps(try row.text(3))),
        last: FoldPoint(
          effectiveAt: Timestamp(microseconds: try row.timestamp(4)), position: try row.int64(5)),
        events: try row.int64(6))
    }
  }

  private func keep(_ rows: [LogSourceRow]) throws {
    guard !rows.isEmpty else { return }
    let sql = LogSQL.removeSources(tables.name(.logSource))
    _ = try connection.execute(sql, [log, .int64Array(rows.map(\.source))])
    var set = RowSet()
    set.logSources = rows
    try tables.insert(set, of: .log)
  }

  private func insert(_ findings: [(part: Int64, finding: Finding)]) throws {
    guard !findings.isEmpty else { return }
    var set = RowSet()
    set.logFindings = try folder.rows(of: findings)
    try tables.insert(set, of: .log)
  }

  private func remove(_ rule: RuleID, parts: [Int64]) throws {
    guard !parts.isEmpty else { return }
    let sql = LogSQL.remove(tables.name(.logFinding))
    _ = try connection.execute(sql, [log, .text(rule.rawValue), .int64Array(parts)])
  }

  /// Writes the gaps that have opened, then ends those of before.
  private func write(_ pass: inout LogPass) throws {
    try insert(pass.takeGaps())
    let closings = pass.takeClosings()
    guard !closings.isEmpty else { return }
    _ = try connection.execute(
      LogSQL.close(tables.name(.logFinding)),
      [
        log, .int64Array(closings.map(\.source)), .int64Array(closings.map(\.openedBy)),
        .timestamptzArray(closings.map(\.point.effectiveAt.microseconds)),
        .int64Array(closings.map(\.point.position)),
      ])
  }

  /// The aliases with findings about their dates of whom a new link may say something else.
  private func relinked(from checkpoint: Int64) throws -> Set<AccountID> {
    let links = try folder.reader.links(from: checkpoint, scope: folder.scope)
    let aliases = Set(links.map { Int64($0.alias.rawValue) })
    guard !aliases.isEmpty else { return [] }
    let sql = LogSQL.parts(tables.name(.logFinding))
    let parts = try connection.execute(sql, [log, .text(RuleID.g3.rawValue), .int64Array(Array(aliases))])
    return Set(try parts.map { AccountID(Int32(clamping: try $0.int64(0))) })
  }

  /// Ends what the new acknowledgements name.
  private func acknowledge(from checkpoint: Int64) throws {
    let new = try RuleTimelineReader(connection: connection, scope: folder.scope)
      .acknowledgements(from: checkpoint)
    let first = Set(new.map(\.finding.text)).compactMap { id in
      folder.judging.acknowledgements[id].map { (id: id, point: $0) }
    }
    guard !first.isEmpty else { return }
    _ = try connection.execute(
      LogSQL.acknowledge(tables.name(.logFinding)),
      [
        log, .textArray(first.map(\.id)), .timestamptzArray(first.map(\.point.effectiveAt.microseconds)),
        .int64Array(first.map(\.point.position)),
      ])
  }
}
