import Compliance
import MAMEvents
import Postgres

/// Judges a log itself: what the rules over the log have found, and what is known of its sources.
struct LogFolder {
  /// How many positions are read at a time.
  private static let pageSize: Int64 = 20_000
  /// How many events of late sources are held at a time, and how many late sources the server tells apart.
  private static let heldEvents: Int64 = 200_000
  private static let toldApart = 16

  let reader: FoldReader
  let scope: FoldScope
  let judging: Judging
  let builder: RowBuilder

  init(connection: Connection, scope: FoldScope, judging: Judging) {
    reader = FoldReader(connection: connection)
    self.scope = scope
    self.judging = judging
    builder = RowBuilder(names: NameBook(connection: connection, log: scope.log))
  }

  /// Reads the rows from a position on that can concern the rules, page by page.
  func forEachPage(from first: Int64, _ body: ([FoldEvent]) throws -> Void) throws {
    var next = first
    while next < scope.size {
      let end = min(next + Self.pageSize, scope.size)
      try body(reader.events(LogSQL.page, [.int32(scope.log), .int64(next), .int64(end)]))
      next = end
    }
  }

  /// The whole log judged afresh, in memory: what a verification compares, and what is asked of another instant.
  func judge() throws -> RowSet {
    var pass = LogPass(scope: scope, timeline: judging.timeline)
    try forEachPage(from: 0) { events in
      for event in events { pass.take(event) }
    }
    pass.finish()
    let late = pass.late
    let lateSources = Set(late.map(\.source))
    var found = pass.takeGaps().filter { !lateSources.contains($0.part) }
    found += pass.others.map { (0, $0) }
    var rows = RowSet()
    rows.logSources = pass.rows
    try judge(late) { findings, sources in
      found += findings
      rows.logSources += sources
    }
    found += try judge(dated: pass.dated)
    if pass.hasImports { found += try judgeImports() }
    rows.logFindings = try self.rows(of: found)
    return rows
  }

  /// The rows of findings.
  func rows(of findings: [(part: Int64, finding: Finding)]) throws -> [LogFindingRow] {
    let rows = try builder.rows(of: [(owner: 0, findings: findings.map(\.finding))], by: judging)
    return zip(findings, rows).map { LogFindingRow(part: $0.part, finding: $1) }
  }

  /// Judges sources afresh from all their events: a stream over the log for as many as memory holds.
  ///
  /// - Parameter body: gets what was found, and what is known, of some of the sources.
  func judge(
    _ late: [(source: Int64, events: Int64)],
    _ body: (_ findings: [(part: Int64, finding: Finding)], _ sources: [LogSourceRow]) throws -> Void
  ) throws {
    var batch: Set<Int64> = []
    var held: Int64 = 0
    for (source, events) in late {
      batch.insert(source)
      held += events
      guard held >= Self.heldEvents else { continue }
      try judge(sources: batch, body)
      (batch, held) = ([], 0)
    }
    if !batch.isEmpty { try judge(sources: batch, body) }
  }

  private func judge(
    sources: Set<Int64>, _ body: ([(part: Int64, finding: Finding)], [LogSourceRow]) throws -> Void
  ) throws {
    let told = sources.count <= Self.toldApart ? sources.map { Self.facts(source: $0).bytes } : []
    var events: [Int64: [FoldEvent]] = [:]
    try reader.forEachEvent(LogSQL.numbered, [.int32(scope.log), .int64(scope.size), .bytesArray(told)]) {
      guard let source = $0.facts.integer(.sequenceSource), sources.contains(source), scope.covers($0),
        let number = $0.facts.integer(.sequence)
      else { return }
      var event = $0
      event.facts = Self.facts(number: number, source: source)
      events[source, default: []].append(event)
    }
    var findings: [(part: Int64, finding: Finding)] = []
    var rows: [LogSourceRow] = []
    for source in events.keys.sorted() {
      let own = events.removeValue(forKey: source) ?? []
      let judged = JudgedEvents(
        own, names: AccountDirectory(), asOf: scope.asOf,
        by: LogFindings(.source(source), timeline: judging.timeline))
      findings += judged.findings.map { (source, $0) }
      guard let numbers = judged.reducer.numbers(of: source), let last = own.map(\.point).max() else {
        continue
      }
      rows.append(LogSourceRow(source: source, numbers: numbers, last: last, events: Int64(own.count)))
    }
    try body(findings, rows)
  }

  private static func facts(number: Int64? = nil, source: Int64) -> Facts {
    var builder = FactsBuilder()
    if let number { builder.add(.sequence, integer: number) }
    builder.add(.sequenceSource, integer: source)
    return builder.facts
  }

  /// Judges the dates of all rows of accounts.
  func judge(dated accounts: Set<AccountID>) throws -> [(part: Int64, finding: Finding)] {
    var findings: [(part: Int64, finding: Finding)] = []
    for batch in accounts.sorted().batches(of: FleetFolder.batchSize) {
      let rows = try reader.rows(of: batch, scope: scope).filter(LogFindings.isJudgedAlone)
      let links = Dictionary(grouping: try reader.links(of: batch, scope: scope), by: \.alias)
      for (account, events) in Dictionary(grouping: rows, by: \.account) {
        guard let account else { continue }
        let judged = JudgedEvents(
          events.filter(scope.covers), links: links[account] ?? [], names: AccountDirectory(),
          asOf: scope.asOf, by: LogFindings(.rows(of: account), timeline: judging.timeline))
        findings += judged.findings.map { (Int64(account.rawValue), $0) }
      }
    }
    return findings
  }

  /// Judges all imports.
  func judgeImports() throws -> [(part: Int64, finding: Finding)] {
    let events = try reader.events(LogSQL.imports, [.int32(scope.log), .int64(scope.size)])
      .filter(scope.covers)
    let bySource = Dictionary(grouping: events) { Array(($0.facts.text(.importSource) ?? "").utf8) }
    return bySource.flatMap { source, events in
      JudgedEvents(
        events, names: AccountDirectory(), asOf: scope.asOf,
        by: LogFindings(.imports(source), timeline: judging.timeline)
      ).findings.map { (0, $0) }
    }
  }
}
