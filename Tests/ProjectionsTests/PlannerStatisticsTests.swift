import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Statistics for the planner")
struct PlannerStatisticsTests {
  /// The read models of which the planner knows how many rows all logs together have.
  private static let analysed = """
    SELECT coalesce(string_agg(c.relname::text, ' ' ORDER BY c.relname), '')
    FROM pg_class AS c
    WHERE c.relnamespace = 'projection'::regnamespace AND c.relkind = 'p' AND c.reltuples >= 0
    """

  /// How many accounts the planner believes in, over all logs.
  private static let accounts =
    "SELECT reltuples::bigint FROM pg_class WHERE oid = 'projection.account'::regclass"

  private static func signIn(_ number: Int) -> String {
    Line.event(
      "account.signedIn", minute: number, subject: "00000000-0000-4000-8000-0000000000\(10 + number)")
  }

  @Test("a first run and a rebuild analyse the tables that partitions are of, which autovacuum never does")
  func first() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Self.signIn(1), Self.signIn(2)])
      try log.runner().run()
      let all = try log.connection.execute(Self.analysed).single().text(0)
      #expect(all == ReadModel.allCases.map(\.rawValue).sorted().joined(separator: " "))
      #expect(try log.connection.execute(Self.accounts).single().int64(0) == 2)
      try log.append([Self.signIn(3)])
      try log.runner().rebuild()
      #expect(try log.connection.execute(Self.accounts).single().int64(0) == 3)
    }
  }

  @Test("a run analyses anew where the logs have passed a power of two, and no run before that does")
  func doubled() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      // After 4, 5, 7 and 8 events.
      for (numbers, known) in [(1...4, 4), (5...5, 4), (6...7, 4), (8...8, 8)] as [(ClosedRange<Int>, Int64)]
      {
        try log.append(numbers.map(Self.signIn))
        try log.runner().run()
        #expect(try log.connection.execute(Self.accounts).single().int64(0) == known, "\(numbers)")
      }
    }
  }
}
