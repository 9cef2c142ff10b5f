import AuditStore
import MAMEvents
import Postgres

/// P2: single events of concurrent callers, each acknowledged when it is durable.
struct SingleEventMeasure {
  private static let peerClients = 8

  private let stage: Stage
  private let peer: Peer?

  init(_ stage: Stage, _ peer: Peer?) {
    self.stage = stage
    self.peer = peer
  }

  /// Measures.
  func rows() throws -> [ReportRow] {
    let script = try pgbenchScript()
    let templates = try FreshEvents.templates(of: try stage.trace())
    return try [(callers: 8, bar: 1.1), (callers: 32, bar: 1.5)].map { callers, bar in
      try row(callers: callers, bar: bar, script: script, templates: templates)
    }
  }

  private func row(
    callers: Int, bar: Double, script: String, templates: [FreshEvents.Template]
  ) throws -> ReportRow {
    let plan = stage.plan
    let peer = callers == Self.peerClients ? peer : nil
    var (product, limit, peerRates): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0...plan.rounds {
      if round == 1 { (product, limit, peerRates) = ([], [], []) }
      let title = "P2 \(callers) callers, \(Rounds.title(round, of: plan.rounds))"
      stage.say("\(title): mamaudit")
      product.append(try appended(callers: callers, templates: templates))
      stage.say("\(title): pgbench")
      limit.append(try pgbench(clients: callers, script: script))
      if let peer, peer.failure == nil {
        stage.say("\(title): python eventsourcing")
        if let rate = try peer.single(clients: callers) { peerRates.append(rate) }
      }
    }
    return ReportRow(
      measure: .singles, work: "single events from \(callers) callers, each durable", unit: .eventsPerSecond,
      product: product,
      limit: .init(
        what:
          "pgbench -M prepared with as many clients: a plain INSERT of such a row into the same table, all "
          + "indexes",
        values: limit, bar: bar),
      peer: peer?.comparison(
        "python eventsourcing's PostgresApplicationRecorder.insert_events of one event, \(callers) processes",
        peerRates, bar: 10),
      notes: [
        "callers of one GroupAppender in one process, each decoding its event; into an empty log, for "
          + "\(plan.seconds) s"
      ])
  }

  // MARK: The product

  /// Events a second of callers that each append one event after the other through one appender.
  private func appended(callers: Int, templates: [FreshEvents.Template]) throws -> Double {
    try stage.create(.singles)
    try stage.checkpoint()
    let target = ConnectionTarget.conninfo(stage.conninfo(.singles))
    let appender = try GroupAppender { try Connection(target, applicationName: "mamaudit-bench") }
    defer { appender.close() }
    let length = Duration.seconds(stage.plan.seconds)
    let (count, seconds) = try Waiting.value { () async throws -> (Int, Double) in
      // The connection is made and the names are known before the clock starts.
      var first = FreshEvents(templates, from: 0)
      _ = try await appender.append(first.next())
      let start = ContinuousClock.now
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for caller in 0..<callers {
          group.addTask {
            var events = FreshEvents(templates, from: caller * 61)
            var count = 0
            while ContinuousClock.now - start < length, !Interrupts.isInterrupted {
              guard case .appended = try await appender.append(events.next()) else {
                throw BenchError.failed("a new event was not appended")
              }
              count += 1
            }
            return count
          }
        }
        return try await group.reduce(0, +)
      }
      return (count, (ContinuousClock.now - start).inSeconds)
    }
    try Interrupts.check()
    let events = try stage.connect(.singles).execute("SELECT sum(head)::bigint FROM audit.log").single()
      .int64(0)
    guard events == count + 1 else {
      throw BenchError.failed("\(count + 1) events were acknowledged, and \(events) are in the log")
    }
    return Double(count) / seconds
  }

  // MARK: pgbench

  private func pgbench(clients: Int, script: String) throws -> Double {
    guard let program = stage.programs.pgbench else { throw BenchError.missing("pgbench is not installed") }
    try stage.create(.limit)
    try stage.connect(.limit).execute("CREATE SEQUENCE bench_position MINVALUE 0")
    try stage.checkpoint()
    let outcome = try stage.child.must(
      program,
      [
        "--no-vacuum", "--protocol=prepared", "--client=\(clients)", "--jobs=2",
        "--time=\(stage.plan.seconds)",
        "--file=\(script)", stage.conninfo(.limit),
      ])
    guard let rate = Self.rate(in: outcome.output) else {
      throw BenchError.failed("pgbench gave no rate: \(outcome.output)")
    }
    return rate
  }

  /// The transactions a second that pgbench says, without the time of connecting.
  static func rate(in output: String) -> Double? {
    for line in output.split(separator: "\n") where line.hasPrefix("tps = ") {
      return Double(line.dropFirst(6).prefix { $0.isNumber || $0 == "." })
    }
    return nil
  }

  /// Writes the script: an INSERT of a row of the trace, the one with the record of middle length, with a key of its
  /// own, the next position and any account.
  private func pgbenchScript() throws -> String {
    try stage.needLog()
    let row = try stage.connect(.product).execute(
      """
      SELECT app_id, device_id, code, flags, type::integer, encode(content_hash, 'hex'), encode(facts, 'hex'),
             encode(convert_to(record, 'UTF8'), 'hex'), (SELECT count(*) FROM audit.account)
        FROM audit.event
        WHERE account_id IS NOT NULL
        ORDER BY abs(
          octet_length(record)
            - (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY octet_length(record)) FROM audit.event)),
          position
        LIMIT 1
      """
    ).single()
    let number = { (column: Int) in try row.int32OrNull(column).map(String.init) ?? "NULL" }
    let bytes = { (column: Int) in "'\\x\(try row.text(column))'::bytea" }
    // The record as hexadecimal digits: pgbench would take what follows a colon for a variable. It is a constant of the
    // plan like the others.
    let path = "\(stage.folder)/insert.sql"
    let file = try FileOutput(creating: path)
    try file.write(
      """
      \\set account random(1, \(try row.int64(8)))
      INSERT INTO audit.event (log_id, account_id, position, occurred_at, recorded_at, event_key, app_id, device_id, \
      code, flags, type, content_hash, facts, record) VALUES (1, :account, nextval('bench_position'), now(), now(), \
      gen_random_uuid(), \(try number(0)), \(try number(1)), \(try number(2)), \(try number(3)), \(try number(4)), \
      \(try bytes(5)), \(try bytes(6)), convert_from(\(try bytes(7)), 'UTF8'));

      """)
    try file.close()
    return path
  }
}
