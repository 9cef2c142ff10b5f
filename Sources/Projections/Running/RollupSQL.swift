import Postgres

/// The statements over rollups.
extension Rollup {
  private var table: String { "projection.\(name)" }
  private var series: [String] { key.filter { $0 != "day" } }
  private var columns: [String] { key + counts + (balance.map { [$0.column] } ?? []) }

  private func list(_ columns: [String], of alias: String? = nil) -> String {
    columns.map { column in alias.map { "\($0).\(column)" } ?? column }.joined(separator: ", ")
  }

  private func equal(_ columns: [String], _ left: String, _ right: String) -> String {
    columns.map { "\(left).\($0) = \(right).\($0)" }.joined(separator: " AND ")
  }

  private func isNothing(of alias: String) -> String {
    counts.map { "\(alias).\($0) = 0" }.joined(separator: " AND ")
  }

  private func summed(_ rows: String) -> String {
    """
    SELECT \(list(key)), \(counts.map { "sum(\($0))::bigint AS \($0)" }.joined(separator: ", "))
    FROM (
    \(rows)
    ) AS counted
    GROUP BY \(list(key))
    HAVING \(counts.map { "sum(\($0)) <> 0" }.joined(separator: " OR "))
    """
  }

  /// The rows that the table should hold.
  ///
  /// `$1` log, `$2` and `$3` the positions of the events: from the one to before the other.
  private var expected: String {
    var parts: [String] = []
    if let ofEvents { parts.append(ofEvents) }
    if let ofRows {
      parts.append("SELECT * FROM (WITH source AS (\(ofRows.all)) \(ofRows.counted)) AS of_rows")
    }
    let sums = summed(parts.joined(separator: "\nUNION ALL\n"))
    guard let balance else { return sums }
    return """
      SELECT t.*, \(sum(of: balance)) AS \(balance.column)
      FROM (
      \(sums)
      ) AS t
      """
  }

  private func sum(of balance: Balance) -> String {
    "(sum(\(balance.change)) OVER (PARTITION BY \(list(series, of: "t")) ORDER BY t.day))::bigint"
  }

  /// Removes the rows of a log.
  ///
  /// `$1` log.
  var clear: String { "DELETE FROM \(table) WHERE log_id = $1" }

  /// Makes the rows of a log that has none.
  ///
  /// `$1` log, `$2` and `$3` positions.
  var make: String {
    """
    INSERT INTO \(table) (log_id, \(list(columns)))
    SELECT $1, \(list(columns))
    FROM (
    \(expected)
    ) AS expected
    WHERE $2::bigint <= $3::bigint
    """
  }

  /// Adds what events bring.
  ///
  /// `$1` log, `$2` and `$3` positions.
  var addEvents: String? { ofEvents.map { add(summed($0)) } }

  /// Adds what the notes say.
  ///
  /// The balance of a row that changes is unknown then.
  ///
  /// `$1` log.
  var addNotes: String? {
    ofRows.map { noted in
      let source = "SELECT * FROM projection.\(noted.notes) WHERE log_id = $1"
      return add(summed("SELECT * FROM (WITH source AS (\(source)) \(noted.counted)) AS of_notes"))
    }
  }

  private func add(_ rows: String) -> String {
    let sums =
      counts.map { "\($0) = d.\($0) + EXCLUDED.\($0)" } + (balance.map { ["\($0.column) = NULL"] } ?? [])
    return """
      INSERT INTO \(table) AS d (log_id, \(list(key + counts)))
      SELECT $1, \(list(key + counts))
      FROM (
      \(rows)
      ) AS new
      ON CONFLICT (log_id, \(list(key))) DO UPDATE SET \(sums.joined(separator: ", "))
      """
  }

  /// Sums up the balances of series from their first unknown one on; that of a row that counts nothing stays so.
  ///
  /// `$1` log.
  var settle: String? {
    balance.map { balance in
      """
      UPDATE \(table) AS d
      SET \(balance.column) = r.balance
      FROM (
          SELECT \(list(key, of: "t")), coalesce(b.before, 0) + \(sum(of: balance)) AS balance
          FROM (
              SELECT \(list(series)), min(day) AS since
              FROM \(table)
              WHERE log_id = $1 AND \(balance.column) IS NULL
              GROUP BY \(list(series))
          ) AS s
          LEFT JOIN LATERAL (
              SELECT p.\(balance.column) AS before
              FROM \(table) AS p
              WHERE p.log_id = $1 AND \(equal(series, "p", "s")) AND p.day < s.since
              ORDER BY p.day DESC
              LIMIT 1
          ) AS b ON true
          JOIN \(table) AS t ON t.log_id = $1 AND \(equal(series, "t", "s")) AND t.day >= s.since
      ) AS r
      WHERE d.log_id = $1
          AND \(equal(key, "d", "r"))
          AND d.\(balance.column) IS DISTINCT FROM r.balance
          AND NOT (\(isNothing(of: "d")))
      """
    }
  }

  /// Removes the rows that count nothing any more.
  ///
  /// `$1` log.
  var removeNothing: String? {
    if let balance { return "DELETE FROM \(table) WHERE log_id = $1 AND \(balance.column) IS NULL" }
    return ofRows == nil ? nil : "DELETE FROM \(table) AS d WHERE d.log_id = $1 AND \(isNothing(of: "d"))"
  }

  /// Forgets the notes.
  ///
  /// `$1` log.
  var forgetNotes: String? {
    ofRows.map { "DELETE FROM projection.\($0.notes) WHERE log_id = $1" }
  }

  /// Compares the rows with what they should be: how many there are, whether all are equal, and of the first that are
  /// not each column as expected and as found.
  ///
  /// `$1` log, `$2` and `$3` positions.
  var compare: String {
    """
    SELECT
        count(*) OVER (),
        e IS NOT DISTINCT FROM f AS is_equal,
        \(columns.map { "e.\($0)::text, f.\($0)::text" }.joined(separator: ", "))
    FROM (
        SELECT \(list(columns))
        FROM (
    \(expected)
        ) AS expected
        WHERE $2::bigint <= $3::bigint
    ) AS e
    FULL JOIN (
        SELECT \(list(columns))
        FROM \(table)
        WHERE log_id = $1
    ) AS f ON \(equal(key, "f", "e"))
    ORDER BY is_equal, \(key.map { "coalesce(e.\($0), f.\($0))" }.joined(separator: ", "))
    LIMIT 1
    """
  }
}

extension Rollup {
  /// The difference that a row of ``compare`` tells.
  func difference(_ row: some BinaryRow) throws -> ProjectionVerification.Difference {
    let pairs = try columns.indices.map { index in
      (expected: try row.textOrNull(2 + 2 * index), found: try row.textOrNull(3 + 2 * index))
    }
    let shown = zip(key, pairs).map { "\($0)=\($1.expected ?? $1.found ?? "null")" }.joined(separator: " ")
    func bad(_ field: String, _ expected: String, _ found: String) -> ProjectionVerification.Difference {
      ProjectionVerification.Difference(
        projection: name, key: shown, field: field, expected: expected, found: found)
    }
    if pairs[0].expected == nil { return bad("row", "no such row", "a row") }
    if pairs[0].found == nil { return bad("row", "a row", "no such row") }
    let index = pairs.firstIndex { $0.expected != $0.found } ?? 0
    return bad(columns[index], pairs[index].expected ?? "null", pairs[index].found ?? "null")
  }
}
