import AuditStore
import Postgres
import QueryCatalog
import TestSupport
import Testing

/// The queries of the dashboard over ``ReportFleet``, whose stories tell what they must say.
@Suite("Queries of the dashboard")
struct DashboardReportTests {
  private static let march = [
    "since": "2025-03-01T00:00:00Z", "until": "2025-03-21T00:00:00Z", "tenant": ReportFleet.tenant,
  ]

  private func rows(
    _ name: String, _ columns: [String], _ arguments: [String: String], _ connection: Connection
  ) throws -> [String] {
    try Reader.tool(QueryCatalog.embedded().query(named: name), arguments, connection).texts(of: columns)
  }

  @Test("enrollments: forty results on one day, nine of them failures, by code and beside the period before")
  func enrollments() throws {
    try ReportFleet.withDatabase { _, connection in
      let day = try rows(
        "dashboard-enrollments-by-day", ["day", "succeeded", "failed", "other"], Self.march, connection)
      #expect(day.count == 20)
      #expect(day[1] == "2025-03-02 | 31 | 9 | 0" && day[2] == "2025-03-03 | 0 | 0 | 0")
      let weeks = try rows(
        "dashboard-enrollments-by-day", ["day", "succeeded"], Self.march.merging(["step": "week"]) { $1 },
        connection)
      // 1 March 2025 is a Saturday, so both days lie in the week that begins on 24 February.
      #expect(weeks == ["2025-02-24 | 31", "2025-03-03 | 0", "2025-03-10 | 0", "2025-03-17 | 0"])
      let codes = try rows(
        "dashboard-enrollment-codes", ["code", "succeeded", "results", "results_before"],
        ["since": "2025-03-03T00:00:00Z", "until": "2025-03-05T00:00:00Z", "tenant": ReportFleet.tenant],
        connection)
      #expect(
        codes == [
          "100 | t | 0 | 30", "201 | f | 0 | 4", "208 | t | 0 | 1", "213 | f | 0 | 4", "299 | f | 0 | 1",
        ])
    }
  }

  @Test("wipes: one confirmed after half an hour, five not, each as it stood at the instant")
  func wipes() throws {
    try ReportFleet.withDatabase { _, connection in
      let times = try rows(
        "dashboard-wipe-times", ["length", "wipes", "all_wipes", "median_s", "decile_9_s"], Self.march,
        connection)
      #expect(
        times.count == 9 && times[2] == "15–60 min | 1 | 1 | 1800 | ∅"
          && times[3] == "1–4 h | 0 | 1 | 1800 | ∅")
      #expect(
        try rows("dashboard-slowest-wipes", ["account", "took_s", "of_wipes"], Self.march, connection) == [
          "#31 | 1800 | 1"
        ])
      func open(_ until: String, _ more: [String: String] = [:]) throws -> [String] {
        try rows(
          "dashboard-unconfirmed-wipes", ["account", "state", "began_at", "of_wipes"],
          ["until": until, "tenant": ReportFleet.tenant].merging(more) { $1 }, connection)
      }
      #expect(
        try open("2025-03-21T00:00:00Z").map { $0.prefix { $0 != "|" } } == [
          "#32 ", "#36 ", "#34 ", "#41 ", "#33 ",
        ])
      #expect(try open("2025-03-21T00:00:00Z", ["limit": "2"]).allSatisfy { $0.hasSuffix("| 5") })
      // The failure of the 15th is not known on the 14th.
      #expect(
        try open("2025-03-15T00:00:00Z").map { $0.split(separator: " | ")[1] } == ["requested", "requested"])
      #expect(
        try open("2025-03-21T00:00:00Z").map { $0.split(separator: " | ")[1] }
          == ["requested", "failed", "received", "requested", "requested"])
      let days = try rows(
        "dashboard-wipes-by-day", ["day", "requested", "completed", "unconfirmed"], Self.march, connection)
      #expect(days[2] == "2025-03-03 | 2 | 1 | 1" && days[19] == "2025-03-20 | 0 | 0 | 5")
    }
  }

  @Test(
    "headlines: what lasts by its last day, what happens by its sum, and nothing where the log does not reach back"
  )
  func headlines() throws {
    try ReportFleet.withDatabase { _, connection in
      func figures(_ since: String, _ until: String) throws -> [String] {
        try rows(
          "dashboard-headlines", ["figure", "value", "before"],
          ["since": since, "until": until, "tenant": ReportFleet.tenant], connection)
      }
      let second = try figures("2025-03-11T00:00:00Z", "2025-03-21T00:00:00Z")
      #expect(
        Array(second[4...]) == [
          "wipes_unconfirmed | 5 | 1", "enrollments | 0 | 40", "enrollments_failed | 0 | 9",
        ])
      let first = try figures("2025-03-02T00:00:00Z", "2025-03-12T00:00:00Z")
      #expect(first[4] == "wipes_unconfirmed | 1 | 0")
      // Which accounts were managed is not known as of a day that events came after.
      #expect(first[2] == "managed_clean | ∅ | ∅")
      let nullText = try Reader.tool(
        QueryCatalog.embedded().query(named: "dashboard-headlines"),
        ["since": "2025-03-02T00:00:00Z", "until": "2025-03-12T00:00:00Z", "tenant": ReportFleet.tenant],
        connection
      ).rows[5].last
      #expect(nullText != "0" && nullText != "40")
    }
  }

  @Test("hand-overs: one cleared after a minute, one after which the next user came first")
  func handovers() throws {
    try ReportFleet.withDatabase { _, connection in
      let days = try rows(
        "dashboard-handovers-by-day", ["day", "cleared_before", "cleared_late", "not_cleared", "returned"],
        Self.march, connection)
      // Days without a hand-over have their row too.
      #expect(days.count == 20 && days.count { !$0.hasSuffix("| 0 | 0 | 0 | 0") } == 1)
      #expect(days[6] == "2025-03-07 | 1 | 0 | 1 | 0")
      let lag = try rows(
        "dashboard-handover-lag", ["length", "handovers", "all_handovers", "median_s"], Self.march, connection
      )
      #expect(lag[1] == "10–60 s | 1 | 1 | 60" && lag[2] == "1–5 min | 0 | 1 | 60")
      // From five past noon on the 7th to the end of the 20th.
      #expect(
        try rows(
          "dashboard-late-handovers", ["previous", "device", "exposed_s", "of_handovers"], Self.march,
          connection)
          == ["#1 | D-100 | 1166100 | 1"])
    }
  }

  @Test(
    "a user who comes back is harmless only where nobody else came between, and ends the time beside others")
  func returns() throws {
    var lines = ReportLines(tenant: ReportFleet.tenant)
    // On one device the second user comes between on the 2nd, and the first is back on the 4th.
    lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 8)
    lines.add("sharedDevice.signedIn", 2, "02T08:00", device: 8)
    lines.add("sharedDevice.signedIn", 1, "04T08:00", device: 8)
    lines.add("sharedDevice.dataCleared", 2, "04T08:01", device: 8)
    // On the other the first leaves on the 3rd and is back before anybody else.
    lines.add("sharedDevice.signedIn", 1, "01T09:00", device: 9)
    lines.add(
      "sharedDevice.signedOut", 1, "03T09:00", #""success":true,"signoutFromBrowser":true"#, device: 9)
    lines.add("sharedDevice.signedIn", 1, "03T10:00", device: 9)
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try ReportFleet.append(lines.all, Appender(database.connect()), connection)
      let days = try rows(
        "dashboard-handovers-by-day", ["day", "cleared_before", "cleared_late", "not_cleared", "returned"],
        Self.march, connection)
      #expect(
        days.filter { !$0.hasSuffix("| 0 | 0 | 0 | 0") } == [
          "2025-03-02 | 0 | 0 | 1 | 0", "2025-03-03 | 0 | 0 | 0 | 1", "2025-03-04 | 0 | 1 | 0 | 0",
        ])
      let late = try rows(
        "dashboard-late-handovers", ["previous", "cleared_at", "returned_at", "exposed_s"], Self.march,
        connection)
      #expect(
        late == [
          "#1 | ∅ | 2025-03-04 08:00:00+00 | 172800", "#2 | 2025-03-04 08:01:00+00 | ∅ | 60",
        ])
      #expect(try rows("shared-device-cleanup-lag", ["handovers", "returned"], [:], connection) == ["3 | 1"])
    }
  }

  @Test("accounts by status on the last day are those of the accounts as they are now")
  func statuses() throws {
    try ReportFleet.withDatabase { _, connection in
      let last = try rows(
        "dashboard-status-by-day",
        [
          "under_management", "managed", "in_progress", "enrollment_failed", "not_compliant", "wipe_pending",
          "outside",
        ],
        ["step": "month", "tenant": ReportFleet.tenant], connection
      ).last
      let now = try connection.execute(
        """
        SELECT
            count(*) FILTER (WHERE status NOT IN ('notTargeted', 'wiped', 'unenrolled', 'unknown')),
            count(*) FILTER (WHERE status = 'managed'),
            count(*) FILTER (WHERE status IN ('registered', 'enrolled', 'restartPending')),
            count(*) FILTER (WHERE status = 'enrollmentFailed'),
            count(*) FILTER (WHERE status = 'nonCompliant'),
            count(*) FILTER (WHERE status = 'wipePending'),
            count(*) FILTER (WHERE status IN ('notTargeted', 'wiped', 'unenrolled', 'unknown'))
        FROM reporting.v1_account
        WHERE tenant = $1::text::uuid
        """, [.text(ReportFleet.tenant)])
      let row = try now.single()
      let counts: [Int64] = try (0..<7).map { try row.int64($0) }
      let parts: Int64 = counts[1...5].reduce(0, +)
      #expect(counts[0] > 20)
      #expect(counts[0] == parts)
      #expect(last == counts.map(String.init).joined(separator: " | "))
    }
  }

  @Test("names are given only where they are asked for, and an account that has but a name stands as nothing")
  func identities() throws {
    try ReportFleet.withDatabase { _, connection in
      for query in QueryCatalog.embedded().queries where query.header.parameter("identities") != nil {
        let since = query.header.parameter("since") == nil ? [:] : ["since": "2025-03-01T00:00:00Z"]
        let arguments = ["until": "2025-04-12T00:00:00Z", "limit": "1000"].merging(since) { $1 }
        let without = try Reader.tool(query, arguments, connection)
        let with = try Reader.tool(query, arguments.merging(["identities": "yes"]) { $1 }, connection)
        #expect(without.rows.count == with.rows.count && !with.rows.isEmpty, "\(query.name)")
        #expect(!without.rows.joined().contains { $0.contains("@") || $0.hasPrefix("upn:") }, "\(query.name)")
      }
      let named = try Reader.tool(
        QueryCatalog.embedded().query(named: "dashboard-unconfirmed-wipes"),
        ["until": "2025-03-21T00:00:00Z", "identities": "yes"], connection)
      #expect(named.rows.joined().contains("user32@contoso.example"))
    }
  }
}
