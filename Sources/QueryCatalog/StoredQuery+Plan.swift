import PlainText
import Postgres

extension StoredQuery {
  /// Compares what the server plans to read with `@cost`, for every example.
  ///
  /// Tables too small for an index to pay would hide what grows: the plans are made as if reading a whole table cost
  /// more than anything else, for itself or for a join, so one that does so all the same has no index to go by.
  ///
  /// - Parameter parseTime: reads the instants of the examples.
  /// - Returns: What differs, or the server's refusal of an example's values; empty if nothing.
  /// - Throws: `PostgresError` when the server cannot be asked.
  public func costProblems(on connection: Connection, parseTime: TimeParser) throws -> [QueryProblem] {
    var problems = [QueryProblem]()
    for example in header.examples {
      do {
        let plan = try plan(of: example.values, on: connection, parseTime: parseTime)
        guard let message = plan.difference(from: header.cost) else { continue }
        problems.append(QueryProblem(file: file, line: example.line, rule: .cost, message: message))
      } catch let error as PostgresError {
        guard error.code == .server else { throw error }
        problems.append(
          QueryProblem(
            file: file, line: example.line, rule: .example,
            message: "the server refuses the example: \(error.message.printable)"))
      } catch let error as QueryArgumentError {
        problems.append(
          QueryProblem(file: file, line: example.line, rule: .example, message: error.description))
      }
    }
    // One line says it: the plans of several examples differ in their instants alone.
    return Array(problems.prefix(1))
  }

  private func plan(
    of arguments: [String: String], on connection: Connection, parseTime: TimeParser
  ) throws -> QueryPlan {
    let bound = try bind(arguments, parseTime: parseTime)
    return try connection.transaction(readOnly: true) {
      try connection.script(
        """
        SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off;
        SET LOCAL standard_conforming_strings = on
        """)
      let lines = try connection.execute("EXPLAIN (VERBOSE, COSTS OFF) " + sql, bound.parameters)
      return try QueryPlan(lines: lines.map { try $0.text(0) })
    }
  }
}

/// What a plan reads of the events, by the lines of `EXPLAIN (VERBOSE)`.
struct QueryPlan {
  /// A step that reads a table of the log.
  private struct Step {
    var line: String
    var condition = ""
  }

  private let steps: [Step]

  init(lines: [String]) {
    var steps = [Step]()
    var isEvents = false
    for line in lines {
      let text = line.trimmed
      if text.hasPrefix("->") || lines.first == line {
        isEvents = Self.tables.contains { text.contains(" on \($0) ") }
        if isEvents { steps.append(Step(line: text)) }
      } else if isEvents, text.hasPrefix("Index Cond: ") {
        steps[steps.count - 1].condition = text
      }
    }
    self.steps = steps
  }

  /// What grows with every event.
  private static let tables = ["audit.event", "audit.disclosure"]
  /// The columns of its indexes that lead to few of its rows, the number of a log aside.
  private static let keys = ["position", "account_id", "device_id", "event_key"]

  /// A step that reads more of the events than an index leads to; nil if there is none.
  private var fullStep: String? {
    steps.first { step in !Self.keys.contains { step.condition.contains($0) } }?.line
  }

  /// What is wrong with a claim; nil if nothing is.
  func difference(from cost: QueryHeader.Cost?) -> String? {
    if cost == .full { return steps.isEmpty ? "@cost full, and the plan reads no event: write bounded" : nil }
    return fullStep.map { step in
      "the plan reads events without an index that leads to few of them (\(step.printable)): write @cost full"
    }
  }
}
