import Postgres

extension BoundQuery {
  /// Runs the query and passes its rows on as they come, in constant memory.
  ///
  /// It runs in a read-only transaction: the one that is open, or else its own. What a file says cannot write. A
  /// statement timeout is not kept to in that transaction: it is for dashboards, and here whoever asked can interrupt,
  /// while a row that waits for its reader, be it a pager, counts as time of the statement.
  ///
  /// - Parameters:
  ///   - columns: is told the columns of the result, once, before the first row and also where there is none.
  ///   - row: takes a row.
  /// - Throws: `PostgresError`, or what the closures throw.
  public func stream(
    on connection: Connection, columns: ([QueryResult.Column]) throws -> Void,
    row: ([PostgresValue]) throws -> Void
  ) throws {
    guard connection.isInTransaction else {
      return try connection.transaction(readOnly: true) {
        try send(connection, columns, row)
      }
    }
    try send(connection, columns, row)
  }

  private func send(
    _ connection: Connection, _ columns: ([QueryResult.Column]) throws -> Void,
    _ row: ([PostgresValue]) throws -> Void
  ) throws {
    // What a report has worked out has no statistics, so the planner takes a join by tenant and account for one by the
    // tenant alone that few rows come out of, and merges: that compares all accounts of a tenant with all of its rows.
    try connection.script("SET LOCAL statement_timeout TO 0; SET LOCAL enable_mergejoin TO off")
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
