import Postgres

extension BoundQuery {
  /// Runs the query and passes its rows on as they come, in constant memory.
  ///
  /// It runs in a read-only transaction: the one that is open, or else its own. What a file says cannot write, as long as
  /// it calls no function that does: see ``StoredQuery/functionProblems(on:)``. A statement timeout of the login is not
  /// kept to in that transaction: it is for dashboards, while here a row that waits for its reader, be it a pager or the
  /// disk of an export, counts as time of the statement.
  ///
  /// - Parameters:
  ///   - timeout: after how many seconds the server ends the statement; nil for never.
  ///   - columns: is told the columns of the result, once, before the first row and also where there is none.
  ///   - row: takes a row.
  /// - Throws: `PostgresError`, or what the closures throw.
  public func stream(
    on connection: Connection, timeout: Int? = nil, columns: ([QueryResult.Column]) throws -> Void,
    row: ([PostgresValue]) throws -> Void
  ) throws {
    guard connection.isInTransaction else {
      return try connection.transaction(readOnly: true) {
        try send(connection, timeout, columns, row)
      }
    }
    try send(connection, timeout, columns, row)
  }

  private func send(
    _ connection: Connection, _ timeout: Int?, _ columns: ([QueryResult.Column]) throws -> Void,
    _ row: ([PostgresValue]) throws -> Void
  ) throws {
    // What a report has worked out has no statistics, so the planner takes a join by tenant and account for one by the
    // tenant alone that few rows come out of, and merges: that compares all accounts of a tenant with all of its rows.
    // The checks read the statement by the standard's rule for quotes, so the server has to.
    try connection.script(
      """
      SET LOCAL statement_timeout TO \((timeout ?? 0) * 1000); SET LOCAL enable_mergejoin TO off;
      SET LOCAL standard_conforming_strings TO on
      """)
    let description = try connection.describe(query.sql, types: parameters.map(\.type))
    try columns(description.columns)
    let indices = description.columns.indices
    try connection.stream(query.sql, parameters) { values in
      var cells = [PostgresValue]()
      cells.reserveCapacity(indices.count)
      for index in indices { cells.append(try values.value(index)) }
      try row(cells)
    }
  }
}
