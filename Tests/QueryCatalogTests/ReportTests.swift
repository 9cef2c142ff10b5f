import Postgres
import QueryCatalog
import TestSupport
import Testing

/// The reports of `Queries/` over ``ReportFleet``, whose stories tell what they must say.
@Suite("Shipped reports")
struct ReportTests {
  /// The named columns of a report's rows.
  private func rows(
    _ name: String, _ columns: [String], _ arguments: [String: String], _ connection: Connection
  ) throws -> [String] {
    try Reader.tool(QueryCatalog.embedded().query(named: name), arguments, connection).texts(of: columns)
  }

  /// What a query does not run without, from its first example.
  private static func required(_ query: StoredQuery) -> [String: String] {
    let names = query.header.parameters.filter { $0.standard == nil }.map(\.name)
    return (query.header.examples.first?.values ?? [:]).filter { names.contains($0.key) }
  }

  /// Expects the named columns of a report's rows.
  private func check(
    _ name: String, _ columns: [String], with arguments: [String: String] = [:], _ connection: Connection,
    gives expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try rows(name, columns, arguments, connection)
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  @Test("the header of each is what the server infers, and its claim of cost what the plan shows")
  func headers() throws {
    try ReportFleet.withDatabase { _, connection in
      let problems = try connection.withRole(Reader.role) {
        try QueryCatalog.embedded().queries.flatMap { query in
          try query.problems(on: connection)
            + query.costProblems(on: connection, parseTime: Reader.parseTime)
        }
      }
      #expect(problems == [])
    }
  }

  @Test("without arguments each report runs by its defaults, the same in psql and the tool")
  func defaults() throws {
    try ReportFleet.withDatabase { database, connection in
      for query in QueryCatalog.embedded().queries {
        let required = Self.required(query)
        let inPsql = try Reader.psql(query, required, database)
        #expect(inPsql.columns == query.header.columns.map(\.name))
        // What grows with the clock differs between two runs: there the instant of both is given.
        let moving = query.header.parameters.filter { $0.standard == "now" }.map {
          ($0.name, "2025-05-01T00:00:00Z")
        }
        let arguments = required.merging(moving) { $1 }
        let expected = moving.isEmpty ? inPsql : try Reader.psql(query, arguments, database)
        #expect(try Reader.tool(query, arguments, connection) == expected, "\(query.name)")
      }
    }
  }

  @Test("a tenant that is no UUID is refused, not answered with nothing")
  func badTenant() throws {
    try ReportFleet.withDatabase { _, connection in
      for query in QueryCatalog.embedded().queries {
        let error = #expect(throws: PostgresError.self) {
          let arguments = Self.required(query).merging(["tenant": "contoso"]) { $1 }
          return try Reader.tool(query, arguments, connection)
        }
        #expect(error?.sqlState == "22P02", "\(query.name)")
      }
    }
  }

  @Test("a period without a beginning, without an end, or without both is answered by every report")
  func endlessPeriods() throws {
    let (some, endless) = ("2025-03-20T00:00:00Z", ("-infinity", "infinity"))
    try ReportFleet.withDatabase { _, connection in
      for query in QueryCatalog.embedded().queries where query.header.parameter("until") != nil {
        for (since, until) in [endless, (endless.0, some), (some, endless.1)] {
          var arguments = Self.required(query)
          arguments["until"] = until
          if query.header.parameter("since") != nil { arguments["since"] = since }
          do {
            _ = try Reader.tool(query, arguments, connection)
          } catch {
            Issue.record("\(query.name) \(since) \(until): \(error)")
          }
        }
      }
    }
  }

  @Test("accounts are counted by status, the most urgent first")
  func statuses() throws {
    try ReportFleet.withDatabase { _, connection in
      let columns = ["tenant", "status", "accounts", "share", "installations"]
      try check(
        "account-status-summary", columns, connection,
        gives: [
          "A | wipePending | 4 | 0.0976 | 4", "A | nonCompliant | 2 | 0.0488 | 2",
          "A | enrollmentFailed | 8 | 0.1951 | 8", "A | managed | 24 | 0.5854 | 26",
          "A | enrolled | 1 | 0.0244 | 1", "A | registered | 1 | 0.0244 | 1", "A | unknown | 1 | 0.0244 | 0",
          "B | enrollmentFailed | 5 | 1 | 5", "C | wipePending | 2 | 0.3333 | 2",
          "C | managed | 2 | 0.3333 | 7",
          "C | enrolled | 2 | 0.3333 | 2",
        ])
    }
  }

  @Test("enrollment failures are counted by code; 208 is none, an unknown number is one")
  func failures() throws {
    try ReportFleet.withDatabase { _, connection in
      let columns = ["tenant", "code", "code_name", "failures", "accounts", "first_at"]
      try check(
        "enrollment-failures-by-code", columns, connection,
        gives: [
          "B | 201 | InternalError | 5 | 5 | 2025-03-02 23:30:00+00",
          "A | 201 | InternalError | 4 | 4 | 2025-03-02 09:02:00+00",
          "A | 213 | AppNotEnrolled | 4 | 4 | 2025-03-02 09:02:00+00",
          "A | 299 | ∅ | 1 | 1 | 2025-03-02 09:02:00+00",
        ])
      let period = ["since": "2025-03-02T09:02:00Z", "until": "2025-03-02T23:30:00Z"]
      try check(
        "enrollment-failures-by-code", ["tenant", "code", "code_meaning"], with: period, connection,
        gives: [
          "A | 201 | Internal error; the error object says more.", "A | 213 | The app is not enrolled.",
          "A | 299 | ∅",
        ])
    }
  }

  @Test("a wipe is not confirmed in time where it began early enough and had no confirmation by the instant")
  func unconfirmedWipes() throws {
    try ReportFleet.withDatabase { _, connection in
      let columns = ["account", "app", "state", "origin", "request_id", "waiting_s", "last_check_in_at"]
      let at = "2025-03-20T00:00:00Z"
      let expected = [
        "#32 | com.contoso.docs | requested | admin | W-32 | 1425600 | 2025-03-10 08:00:00+00",
        "#36 | com.contoso.docs | failed | admin | W-36 | 475200 | 2025-03-14 08:00:00+00",
        "#34 | com.contoso.docs | received | ∅ | ∅ | 367200 | 2025-03-15 18:00:00+00",
        "#41 | ∅ | requested | admin | W-41 | 302400 | ∅",
      ]
      try check("wipes-not-confirmed", columns, with: ["as_of": at], connection, gives: expected)
      // 84 hours are exactly how long the fourth waits: it was not confirmed within them.
      try check(
        "wipes-not-confirmed", columns, with: ["as_of": at, "hours": "84"], connection, gives: expected)
      try check(
        "wipes-not-confirmed", columns, with: ["as_of": at, "hours": "85"], connection,
        gives: Array(expected.prefix(3)))
      // At 10:20 the wipe that was confirmed at 10:30 was still open.
      try check(
        "wipes-not-confirmed", ["account", "completed_at"],
        with: ["as_of": "2025-03-03T10:20:00Z", "hours": "0"], connection,
        gives: ["#31 | 2025-03-03 10:30:00+00"])
    }
  }

  @Test("check-ins are overdue by the last one, or by the account's first event where there was none")
  func overdue() throws {
    try ReportFleet.withDatabase { _, connection in
      let arguments = ["as_of": "2025-03-20T00:00:00Z", "days": "7"]
      let byTime = [
        (1_004_400, [8]), (230_400, [16, 24, 32]), (144_000, [1, 9, 17, 33]), (57_600, [2, 18, 26]),
      ]
      try check(
        "overdue-check-ins", ["account", "overdue_s"], with: arguments, connection,
        gives: byTime.flatMap { seconds, accounts in accounts.map { "#\($0) | \(seconds)" } })
    }
  }

  @Test("who is not compliant, who is blocked and who has data to clear, and where")
  func lists() throws {
    try ReportFleet.withDatabase { _, connection in
      try check(
        "accounts-not-compliant", ["account", "identity", "status", "compliance"], connection,
        gives: [
          "#11 | user11@contoso.example | nonCompliant | required",
          "#12 | user12@contoso.example | nonCompliant | interactionRequired",
        ])
      try check(
        "blocked-accounts", ["account", "device", "policy", "data_present"], connection,
        gives: ["#21 | D-21 | active | t"])
      try check(
        "shared-device-cleanup-pending", ["device", "account", "identity", "last_event_at"], connection,
        gives: [
          "D-100 | #1 | user1@contoso.example | 2025-03-07 12:00:00+00",
          "D-60 | #52 | user52@fabrikam.example | 2025-04-10 18:00:00+00",
        ])
    }
  }

  @Test("the ledger has each wipe once, the latest first")
  func ledger() throws {
    try ReportFleet.withDatabase { _, connection in
      try check(
        "wipe-ledger", ["account", "state", "began_at", "time_to_complete_s"], connection,
        gives: [
          "#56 | requested | 2025-04-08 10:00:00+00 | ∅", "#55 | requested | 2025-04-06 10:00:00+00 | ∅",
          "#54 | completed | 2025-04-05 12:00:00+00 | 3600",
          "#53 | completed | 2025-04-05 10:00:00+00 | 172800",
          "#33 | requested | 2025-03-19 20:00:00+00 | ∅", "#41 | requested | 2025-03-16 12:00:00+00 | ∅",
          "#34 | received | 2025-03-15 18:00:00+00 | ∅", "#36 | failed | 2025-03-14 12:00:00+00 | ∅",
          "#32 | requested | 2025-03-03 12:00:00+00 | ∅", "#31 | completed | 2025-03-03 10:00:00+00 | 1800",
        ])
    }
  }

  @Test("the ledger of one account or one device has its wipes alone")
  func ledgerOfOne() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let upn = ["account": "USER31@Contoso.example"]
      #expect(try rows("wipe-ledger", ["account"], upn, connection) == ["#31"])
      let both = ["account": ReportFleet.account(32).uppercased(), "device": "D-32"]
      #expect(try rows("wipe-ledger", ["request_id"], both, connection) == ["W-32"])
      #expect(try rows("wipe-ledger", ["account"], ["device": "D-36"], connection) == ["#36"])
      #expect(try rows("wipe-ledger", ["account"], ["device": "D-1"], connection) == [])
    }
  }

  @Test("a period is half open, and its changes are told by account and type")
  func changes() throws {
    try ReportFleet.withDatabase { _, connection in
      let day = ["since": "2025-03-03T10:05:00Z", "until": "2025-03-05T08:00:00Z"]
      let columns = ["account", "identity", "status", "type", "events", "recorded_later", "installations"]
      try check(
        "what-changed-in-a-period", columns, with: day, connection,
        gives: [
          "#31 | user31@contoso.example | managed | mam.wipe.completed | 1 | 1 | 1",
          "#31 | user31@contoso.example | managed | mam.wipe.handled | 1 | 1 | 1",
          "#31 | user31@contoso.example | managed | mam.wipe.received | 1 | 1 | 1",
          "#32 | user32@contoso.example | wipePending | mam.wipe.requested | 1 | 1 | 1",
        ])
      let first = ["until": "2025-03-01T09:00:00Z"]
      try check(
        "what-changed-in-a-period", columns, with: first, connection,
        gives: ["∅ | ∅ | ∅ | mam.app.lifecycle | 40 | 40 | 40"])
    }
  }

  @Test("days begin at the midnights of the zone")
  func days() throws {
    try ReportFleet.withDatabase { _, connection in
      let columns = ["tenant", "day", "type", "events"]
      let wipes = ["type": "mam.wipe.req", "tenant": ReportFleet.tenant]
      try check(
        "events-by-day-and-type", columns, with: wipes, connection,
        gives: [
          "A | 2025-03-03 | mam.wipe.requested | 2", "A | 2025-03-14 | mam.wipe.requested | 1",
          "A | 2025-03-16 | mam.wipe.requested | 1", "A | 2025-03-19 | mam.wipe.requested | 1",
        ])
      try check(
        "events-by-day-and-type", columns, with: wipes.merging(["zone": "Pacific/Auckland"]) { $1 },
        connection,
        gives: [
          "A | 2025-03-03 | mam.wipe.requested | 1", "A | 2025-03-04 | mam.wipe.requested | 1",
          "A | 2025-03-15 | mam.wipe.requested | 1", "A | 2025-03-17 | mam.wipe.requested | 1",
          "A | 2025-03-20 | mam.wipe.requested | 1",
        ])
      let all = try rows("events-by-day-and-type", ["events"], [:], connection)
      #expect(all.compactMap(Int.init).reduce(0, +) == 367)
    }
  }
}
