import Postgres
import Projections

/// P4: questions about one account of many events.
struct AccountMeasure {
  private let stage: Stage

  init(_ stage: Stage) {
    self.stage = stage
  }

  /// An account of the log.
  private struct Account {
    var log: Int32
    var number: Int32
    var object: String
    var events: Int64
    var size: Int64
  }

  /// Measures.
  func rows() throws -> [ReportRow] {
    let plan = stage.plan
    try stage.needLog()
    let account = try account()
    // The statement as the product sends it, with its values as psql has to say them.
    let statement = """
      PREPARE account_rows (int, int[], bigint) AS \(FoldSQL.accountRows);
      EXECUTE account_rows (\(account.log), '{\(account.number)}', \(account.size));

      """
    var times: [String: [Double]] = [:]
    for round in 0...plan.rounds {
      stage.say("P4 \(Rounds.title(round, of: plan.rounds))")
      if round == 1 { times = [:] }
      var asked: [String: [Double]] = [:]
      for _ in 0..<plan.questions {
        for question in ["state", "history"] {
          let outcome = try stage.mamaudit([question, account.object, "--format", "jsonl"], on: .product)
          asked[question, default: []].append(outcome.seconds * 1_000)
        }
        asked["psql", default: []].append(try stage.psql(.product, statement).seconds * 1_000)
      }
      for (question, values) in asked { times[question, default: []].append(Spread(values)?.median ?? 0) }
    }
    let events = Rounds.count(Int(account.events))
    return ["state", "history"].map { question in
      ReportRow(
        measure: .account,
        work: "\(question) of an account of \(events) events in a log of \(Rounds.count(Int(account.size)))",
        unit: .milliseconds, product: times[question] ?? [],
        limit: .init(
          what: "psql running the product's statement for the account's events once, whole process",
          values: times["psql"] ?? [], bar: 0.7),
        notes: [
          "whole processes, their answers thrown away; each value is the median of \(plan.questions) in turn"
        ])
    }
  }

  /// The account whose number of events is nearest to a thousand.
  private func account() throws -> Account {
    let row = try stage.connect(.product).execute(
      """
      SELECT a.log_id, a.account_id, a.object_id::text, count(*), l.head
        FROM audit.event AS e
        JOIN audit.account AS a USING (log_id, account_id)
        JOIN audit.log AS l USING (log_id)
        WHERE a.object_id IS NOT NULL
        GROUP BY a.log_id, a.account_id, a.object_id, l.head
        ORDER BY abs(count(*) - 1000), a.account_id
        LIMIT 1
      """
    ).single()
    return Account(
      log: try row.int32(0), number: try row.int32(1), object: try row.text(2), events: try row.int64(3),
      size: try row.int64(4))
  }
}
