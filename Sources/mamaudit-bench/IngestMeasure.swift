import Glibc
import Rendering

/// P1 and P1b: a trace into an empty log, the same again, and one with repeats.
struct IngestMeasure {
  private let stage: Stage
  private let peer: Peer?
  private var rates = Rates()

  /// The rates of the rounds, in events a second.
  private struct Rates {
    var product: [Double] = []
    var limit: [Double] = []
    var peer: [Double] = []
    var again: [Double] = []
    var partly: [Double] = []
  }

  init(_ stage: Stage, _ peer: Peer?) {
    self.stage = stage
    self.peer = peer
  }

  /// Measures, and returns the rows that were asked for.
  mutating func rows() throws -> [ReportRow] {
    let plan = stage.plan
    let wants = (ingest: plan.measures.contains(.ingest), repeats: plan.measures.contains(.repeats))
    let trace = try stage.trace()
    let partly =
      wants.repeats
      ? try stage.traces.generate("repeats", events: plan.events, accounts: plan.accounts, repeats: 5) : nil
    defer { if let partly { unlink(partly) } }
    let files = RowFiles(stage: stage)
    defer { files.remove() }
    let events = Double(plan.events)

    for round in 0...plan.rounds {
      if round == 1 { rates = Rates() }
      let title = Rounds.title(round, of: plan.rounds)
      stage.say("P1 \(title): mamaudit ingest")
      rates.product.append(events / (try stage.ingestAnew().seconds))
      if wants.ingest {
        if round == 0 { try files.export(from: RowFiles.Mark(), to: files.mark()) }
        stage.say("P1 \(title): psql COPY")
        try files.prepare()
        rates.limit.append(events / (try files.copy()))
        if round == 0 { try files.check() }
        if let peer, peer.failure == nil {
          stage.say("P1 \(title): python eventsourcing")
          if let rate = try peer.append() { rates.peer.append(rate) }
        }
      }
      if let partly {
        stage.say("P1b \(title): the same file again")
        rates.again.append(
          events / (try stage.ingest(trace, into: .product, events: plan.events, appended: 0).seconds))
        stage.say("P1b \(title): a file with repeats")
        try stage.create(.repeats)
        rates.partly.append(
          events / (try stage.ingest(partly, into: .repeats, events: plan.events, appended: nil).seconds))
      }
    }
    try stage.drop(.limit)
    try stage.drop(.repeats)
    return (wants.ingest ? [ingestRow] : []) + (wants.repeats ? repeatRows : [])
  }

  private var ingestRow: ReportRow {
    ReportRow(
      measure: .ingest, work: "ingest \(Rounds.count(stage.plan.events)) events into an empty log",
      unit: .eventsPerSecond, product: rates.product,
      limit: .init(
        what:
          "psql \\copy … FROM, FORMAT binary, of the very rows (events, disclosures, links, names) into the "
          + "same tables with the same indexes, one transaction, whole process",
        values: rates.limit, bar: 0.8),
      peer: peer?.comparison(
        "python eventsourcing's PostgresApplicationRecorder.insert_events in batches of 1,000, with its database "
          + "functions: the first \(Rounds.count(stage.plan.peerEvents)) events of the trace, made before its clock "
          + "starts",
        rates.peer, bar: 3),
      notes: ["'mamaudit ingest --no-projections' as a whole process"])
  }

  private var repeatRows: [ReportRow] {
    let rows = [
      (work: "the same file again, all duplicates", rates: rates.again),
      (work: "a file with 5 % repeats into an empty log", rates: rates.partly),
    ]
    return rows.map { work, rates in
      ReportRow(
        measure: .repeats, work: work, unit: .eventsPerSecond, product: rates,
        limit: .init(what: "the rate of P1 in the same round", values: self.rates.product, bar: 1))
    }
  }
}

/// Words about rounds and numbers.
enum Rounds {
  /// What a round is called; the first is thrown away.
  static func title(_ round: Int, of rounds: Int) -> String {
    round == 0 ? "warm-up" : "round \(round) of \(rounds)"
  }

  /// A number with commas between its thousands.
  static func count(_ number: Int) -> String { Quantity.grouped(number) }
}
