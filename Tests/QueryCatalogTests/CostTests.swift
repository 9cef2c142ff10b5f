import Postgres
import QueryCatalog
import Testing

/// What the header says of the cost, against the server's plan.
@Suite("Cost of queries")
struct CostTests {
  /// A query file with a claim and a statement.
  private func query(_ cost: String, _ statement: String, example: String = "") throws -> StoredQuery {
    let text = """
      -- @name small
      -- @summary A small one.
      -- @description One row an event.
      -- @kind report
      -- @param since timestamptz default "-infinity" -- from then on
      -- @column n bigint -- a number
      -- @cost \(cost)
      -- @example \(example)
      -- @example since=2025-03-02T00:00:00Z
      \\if :{?since} \\else \\set since '-infinity' \\endif
      \(statement);
      """
    let content = file(text, "Queries/small.sql")
    return try #require(content.query, "\(content.problems)")
  }

  private static let byType = """
    SELECT e.position AS n FROM reporting.v1_event AS e
    WHERE e.type = 'mam.wipe.requested' AND e.recorded_at >= :'since'::timestamptz
    """
  private static let byPosition = """
    SELECT e.code AS n FROM reporting.v1_finding AS f
    JOIN reporting.v1_event AS e ON e.tenant = f.tenant AND e.position = f.opened_by
    WHERE f.opened_at >= :'since'::timestamptz
    """
  private static let ofAccounts = """
    SELECT a.events AS n FROM reporting.v1_account AS a WHERE a.first_event_at >= :'since'::timestamptz
    """

  @Test("a claim is kept or is a problem at the line of the example, in a store however small")
  func claims() throws {
    try ReportFleet.withDatabase { _, connection in
      let claims: [(String, String, String?)] = [
        ("full", Self.byType, nil), ("bounded", Self.byType, "write @cost full"),
        ("index-only", Self.byType, "write @cost full"), ("bounded", Self.byPosition, nil),
        ("bounded", Self.ofAccounts, nil), ("full", Self.ofAccounts, "write bounded"),
      ]
      for (cost, statement, message) in claims {
        let problems = try connection.withRole(Reader.role) {
          try query(cost, statement).costProblems(on: connection, parseTime: Reader.parseTime)
        }
        #expect(problems.map(\.rule) == (message == nil ? [] : [.cost]), "\(cost) \(statement)")
        #expect(problems.allSatisfy { $0.line == 8 && $0.message.hasSuffix(message ?? "") })
      }
    }
  }

  @Test("an example whose values the server refuses is a problem at its line")
  func refused() throws {
    try ReportFleet.withDatabase { _, connection in
      let statement = Self.ofAccounts + " AND a.tenant = 'x'::text::uuid"
      let problems = try query("bounded", statement).costProblems(on: connection, parseTime: Reader.parseTime)
      #expect(
        problems.map(\.description) == [
          "Queries/small.sql:8: the server refuses the example: invalid input syntax for type uuid: \"x\" [example]"
        ])
      let unreadable = try query("bounded", Self.ofAccounts, example: "since=yesterday")
      #expect(
        try unreadable.costProblems(on: connection, parseTime: Reader.parseTime).map(\.line) == [8])
    }
  }
}
