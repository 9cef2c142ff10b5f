import PlainText
import Postgres

extension StoredQuery {
  /// Prepares the statement and compares what the server infers with what the header says.
  ///
  /// - Returns: The differences, the volatile functions that it calls, or the server's refusal at its line; empty if there are none.
  /// - Throws: `PostgresError` when the server cannot be asked.
  public func problems(on connection: Connection) throws(PostgresError) -> [QueryProblem] {
    let description: Connection.StatementDescription
    do {
      description = try connection.describe(sql)
    } catch {
      guard error.code == .server else { throw error }
      let line = error.position.map(line(atPosition:)) ?? line
      return [problem(line, "the server refuses the statement: \(error.message.printable)")]
    }
    var problems = try functionProblems(on: connection)
    for (parameter, inferred) in zip(header.parameters, description.parameters)
    where parameter.type.oid != inferred {
      problems.append(
        problem(
          parameter.line,
          "\(parameter.name) is \(Self.name(of: inferred)) to the server, not \(parameter.type.rawValue)"))
    }
    for (position, (promised, found)) in zip(header.columns, description.columns).enumerated() {
      if promised.name != found.name {
        problems.append(
          problem(promised.line, "column \(position + 1) is \(found.name.printable), not \(promised.name)"))
      } else if promised.type.oid != found.type {
        problems.append(
          problem(
            promised.line, "\(promised.name) is \(Self.name(of: found.type)), not \(promised.type.rawValue)"))
      }
    }
    if header.columns.count != description.columns.count {
      let line = header.columns.last?.line ?? 1
      problems.append(
        problem(
          line, "the result has \(description.columns.count) columns, the header \(header.columns.count)"))
    }
    return problems
  }

  /// Checks that a result has the columns that the header promises.
  ///
  /// - Throws: `QueryProblem` where it has others.
  public func check(_ columns: [QueryResult.Column]) throws(QueryProblem) {
    guard columns.map(\.name) == header.columns.map(\.name) else {
      throw problem(
        header.columns.first?.line ?? 1,
        "the result has other columns than the header says: 'mamaudit query lint --prepare' compares them")
    }
  }

  /// What is wrong where two rows of a page have the same keys: pages would lose or repeat rows.
  public var repeatedKeys: QueryProblem {
    problem(line, "two rows have the same @cursor: it has to tell each row from every other")
  }

  private func problem(_ line: Int, _ message: String) -> QueryProblem {
    QueryProblem(file: file, line: line, rule: .database, message: message)
  }

  private static func name(of type: OID) -> String {
    SQLType.allCases.first { $0.oid == type }?.rawValue ?? "type \(type)"
  }
}
