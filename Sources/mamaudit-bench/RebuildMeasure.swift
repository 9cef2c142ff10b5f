import Projections

/// P3: a rebuild of all projections.
struct RebuildMeasure {
  private let stage: Stage
  private let peer: Peer?

  init(_ stage: Stage, _ peer: Peer?) {
    self.stage = stage
    self.peer = peer
  }

  /// Measures.
  func row() throws -> ReportRow {
    let plan = stage.plan
    try stage.needLog()
    if let peer {
      stage.say("P3: the peer's log")
      _ = try peer.append()
    }
    let copy = """
      COPY (
        SELECT \(FoldSQL.columns) FROM audit.narrow ORDER BY log_id, position
      ) TO STDOUT (FORMAT binary);

      """
    let events = Double(plan.events)
    var (product, limit, peerRates): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0...plan.rounds {
      if round == 1 { (product, limit, peerRates) = ([], [], []) }
      let title = Rounds.title(round, of: plan.rounds)
      stage.say("P3 \(title): mamaudit projections rebuild")
      try stage.checkpoint()
      let outcome = try stage.mamaudit(["projections", "rebuild", "--quiet"], on: .product)
      stage.note(outcome, as: "rebuild")
      product.append(events / outcome.seconds)
      stage.say("P3 \(title): psql COPY TO")
      limit.append(events / (try stage.psql(.product, copy).seconds))
      if let peer, peer.failure == nil {
        stage.say("P3 \(title): python eventsourcing")
        if let rate = try peer.read() { peerRates.append(rate) }
      }
    }
    return ReportRow(
      measure: .rebuild,
      work:
        "rebuild all projections, \(Rounds.count(plan.events)) events, \(Rounds.count(plan.accounts)) accounts",
      unit: .eventsPerSecond, product: product,
      limit: .init(
        what:
          "psql COPY of the columns that a fold reads, by position, TO STDOUT, FORMAT binary, into /dev/null, "
          + "whole process",
        values: limit, bar: 0.7),
      peer: peer?.comparison(
        "python eventsourcing's select_notifications in pages of 1,000, read only: "
          + "\(Rounds.count(plan.peerEvents)) events, without a fold",
        peerRates, bar: 4),
      notes: ["'mamaudit projections rebuild' as a whole process"])
  }
}
