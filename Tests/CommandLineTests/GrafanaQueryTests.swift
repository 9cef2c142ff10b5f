import Foundation
import Postgres
import TestSupport
import Testing

/// What the panels show: each statement as Grafana sends it, by a login that may read the reports and nothing else.
@Suite struct GrafanaQueryTests {
  /// Of the sample fleet: an account with events, findings, two installations and two wipes.
  private static let vera = "bcab0956-869d-4f97-bda5-c15b6171d773"
  private static let tenant = "6a10528e-5123-4534-afce-4c4ee04cd452"
  /// The days of the sample fleet.
  private static let range = ("2026-02-25T00:00:00Z", "2026-03-31T23:59:59.999Z")
  /// From its first day to after the last.
  private static let everything = ("2026-02-25T00:00:00Z", "2100-01-01T00:00:00Z")

  private static func grafana(
    _ range: (from: String, to: String), tenant: String = tenant, account: String = vera, search: String = "%"
  ) -> GrafanaSQL {
    GrafanaSQL(
      from: range.from, to: range.to,
      variables: ["tenant": tenant, "account": account, "__searchFilter": search])
  }

  /// Runs a test on the sample fleet, connected as Grafana is.
  private func withFleet(_ body: (Connection, Scenario) throws -> Void) throws {
    try Scenario.run { scenario in
      _ = try scenario.ask("ingest", Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson", "--quiet")
      try connected(scenario) { try body($0, scenario) }
    }
  }

  private func connected(_ scenario: Scenario, _ body: (Connection) throws -> Void) throws {
    try scenario.database.withLogin(granted: "mamaudit_reporting") { conninfo in
      let connection = try Connection(.conninfo(conninfo), applicationName: "tests")
      // What is not named with its schema is not found.
      try connection.script("SET search_path TO pg_catalog")
      try body(connection)
    }
  }

  private func rows(_ result: QueryResult) throws -> [[PostgresValue]] {
    try result.map { row in try result.columns.indices.map { try row.value($0) } }
  }

  /// Rows of a panel as Grafana would show them.
  private func show(
    _ uid: String, _ title: String, _ grafana: GrafanaSQL, _ connection: Connection
  ) throws -> [[PostgresValue]] {
    try rows(connection.execute(grafana.expand(GrafanaDashboard.sql(uid, title))))
  }

  // MARK: -

  @Test("macros and variables expand as in Grafana")
  func expansion() throws {
    let grafana = GrafanaSQL(
      from: "2026-03-01T00:00:00Z", to: "2026-03-02T12:30:00.5Z", variables: ["a": "it's", "b": #"say "x""#])
    let cases: [(String, String)] = [
      ("$__timeFilter(day)", "day BETWEEN '2026-03-01T00:00:00Z' AND '2026-03-02T12:30:00.5Z'"),
      (
        "x > $__timeFrom() AND x < $__timeTo()", "x > '2026-03-01T00:00:00Z' AND x < '2026-03-02T12:30:00.5Z'"
      ),
      ("$__timeGroup(t,'1d') AS g", "floor(extract(epoch from t)/86400)*86400 AS g"),
      ("$__timeGroup(t, '5m'), n", #"floor(extract(epoch from t)/300)*300 AS "time", n"#),
      ("$__timeGroupAlias(t,'2h')", #"floor(extract(epoch from t)/7200)*7200 AS "time""#),
      ("$__time(t)", #"t AS "time""#),
      ("$__unixEpochFilter(t)", "t >= 1772323200 AND t <= 1772454600"),
      ("$__unixEpochFrom()", "1772323200"),
      // An argument ends at the first parenthesis: this is why only plain columns will do.
      (
        "$__timeFilter(least(a, b))",
        "least(a BETWEEN '2026-03-01T00:00:00Z' AND '2026-03-02T12:30:00.5Z')"
      ),
      ("${a:sqlstring}", "'it''s'"), ("'$a'", "'it''s'"), ("'${a}'", "'it''s'"),
      ("${b:sqlstring}", #"'say \"x\"'"#), ("${c:sqlstring} $c", "${c:sqlstring} $c"),
    ]
    for (sql, expanded) in cases { #expect(try grafana.expand(sql) == expanded) }
    for wrong in ["$__nothing(a)", "${a:csv}", "$__timeGroup(t)"] {
      #expect(throws: GrafanaSQL.Refusal.self) { _ = try grafana.expand(wrong) }
    }
  }

  @Test(
    "every panel has rows on the sample fleet, of the shape its format asks for, and columns that it styles")
  func shapes() throws {
    try withFleet { connection, _ in
      let grafana = Self.grafana(Self.range)
      for (dashboard, _) in try GrafanaDashboard.all() {
        for variable in dashboard.templating.list {
          let result = try connection.execute(grafana.expand(variable.query))
          #expect(
            !result.isEmpty && result.columns.allSatisfy { $0.type == .text },
            "\(dashboard.uid) \(variable.name)")
        }
        for panel in dashboard.panels {
          guard let query = panel.targets?.first else { continue }
          let result = try connection.execute(grafana.expand(query.rawSql))
          let name: Comment = "\(dashboard.uid): \(panel.title)"
          #expect(!result.isEmpty, name)
          if query.format == "time_series" {
            try checkSeries(result, name)
          } else {
            #expect(query.format == "table", name)
            // A day as a date would move with the time zone of whoever looks.
            let shown: [OID] = [.text, .int4, .int8, .float8, .numeric, .timestamptz, .jsonb]
            #expect(result.columns.allSatisfy { shown.contains($0.type) }, name)
            for style in panel.fieldConfig.overrides {
              #expect(
                style.matcher.id == "byName" && result.index(ofColumn: style.matcher.options) != nil, name)
            }
          }
          #expect(Set(result.columns.map(\.name)).count == result.columns.count, name)
        }
      }
    }
  }

  /// What Grafana asks of a time series: a column `time` without gaps in its order, numbers, and one word at most to
  /// tell series apart, each of which has one value at a time.
  private func checkSeries(_ result: QueryResult, _ name: Comment) throws {
    let time = try #require(result.index(ofColumn: "time"), name)
    #expect([.date, .timestamptz].contains(result.columns[time].type), name)
    let words = result.columns.indices.filter { result.columns[$0].type == .text }
    #expect(words.map { result.columns[$0].name } == (words.isEmpty ? [] : ["metric"]), name)
    for index in result.columns.indices where index != time && !words.contains(index) {
      #expect([.int8, .float8, .numeric].contains(result.columns[index].type), name)
    }
    var last: PostgresValue?
    var seen: Set<[PostgresValue]> = []
    for row in try rows(result) {
      guard case .date(let day) = row[time] else {
        Issue.record(name)
        return
      }
      if case .date(let before)? = last { #expect(before <= day, name) }
      last = row[time]
      #expect(seen.insert([row[time]] + words.map { row[$0] }).inserted, name)
    }
  }

  @Test("an empty store shows empty panels and no error")
  func empty() throws {
    try Scenario.run { scenario in
      try connected(scenario) { connection in
        let grafana = Self.grafana(Self.everything, tenant: "", account: "")
        for (dashboard, _) in try GrafanaDashboard.all() {
          for variable in dashboard.templating.list {
            #expect(try connection.execute(grafana.expand(variable.query)).isEmpty)
          }
          for query in dashboard.panels.flatMap({ $0.targets ?? [] }) {
            _ = try connection.execute(grafana.expand(query.rawSql))
          }
        }
        #expect(
          try show("mamaudit-fleet", "Data through", grafana, connection) == [
            [.text("nothing yet"), .int64(0), .int64(0)]
          ])
      }
    }
  }

  @Test("the first and the last day of a range count whole, in UTC, whatever the time zone of the session")
  func days() throws {
    try Scenario.run { scenario in
      // Two events at the edges of 10 March 2026 (UTC), one at the very beginning of the 11th.
      let times = ["2026-03-10T00:00:00Z", "2026-03-10T23:59:59.999999Z", "2026-03-11T00:00:00Z"]
      try scenario.ingest(
        times.enumerated().map { number, time in
          #"{"specversion":"1.0","id":"d\#(number)","source":"urn:story","type":"mam.account.signedIn","time":"\#(time)","#
            + #""tenantid":"\#(Scenario.tenant)","subject":"\#(Scenario.ada)","appid":"com.contoso.mail","deviceid":"D-1"}"#
        })
      // Days since 1970: 2026-03-10 is 20,522.
      let cases: [(from: String, to: String, days: [[PostgresValue]])] = [
        ("2026-03-10T12:34:56.789Z", "2026-03-11T00:00:00Z", [Self.day(20_522, 2), Self.day(20_523, 1)]),
        ("2026-03-10T23:00:00Z", "2026-03-10T23:00:01Z", [Self.day(20_522, 2)]),
        ("2026-03-11T00:00:00.001Z", "2026-03-11T23:59:59.999Z", [Self.day(20_523, 1)]),
        ("2026-03-09T23:59:59.999Z", "2026-03-10T00:00:00Z", [Self.day(20_522, 2)]),
        ("2026-03-08T00:00:00Z", "2026-03-09T23:59:59.999Z", []),
      ]
      try connected(scenario) { connection in
        for zone in ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"] {
          try connection.script("SET timezone TO '\(zone)'")
          for (from, to, days) in cases {
            let grafana = Self.grafana((from, to), tenant: Scenario.tenant, account: Scenario.ada)
            #expect(
              try show("mamaudit-fleet", "Events by area", grafana, connection) == days, "\(zone) \(from)")
          }
          // The events of one account are read one by one, so here the edges cut.
          let half = Self.grafana(
            (cases[0].from, cases[0].to), tenant: Scenario.tenant, account: Scenario.ada)
          #expect(
            try show("mamaudit-account", "Events by area", half, connection) == [
              Self.day(20_522, 1), Self.day(20_523, 1),
            ])
        }
      }
    }
  }

  private static func day(_ day: Int32, _ events: Int64) -> [PostgresValue] {
    [.date(daysSince1970: day), .text("account"), .int64(events)]
  }

  @Test("no panel's numbers depend on the time zone of the session")
  func zones() throws {
    try withFleet { connection, _ in
      let grafana = Self.grafana(("2026-03-10T12:34:56.789Z", "2026-03-20T01:00:00Z"))
      for (dashboard, _) in try GrafanaDashboard.all() {
        for panel in dashboard.panels {
          guard let sql = try panel.targets?.first.map({ try grafana.expand($0.rawSql) }) else { continue }
          // One transaction: one now() for all three.
          let answers = try connection.transaction(readOnly: true) {
            try ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"].map { zone in
              try connection.script("SET LOCAL timezone TO '\(zone)'")
              return try rows(connection.execute(sql))
            }
          }
          #expect(answers[0] == answers[1] && answers[0] == answers[2], "\(dashboard.uid): \(panel.title)")
        }
      }
    }
  }

  @Test("a value of a variable stays a value")
  func injection() throws {
    let evil = [
      "' OR '1'='1", "'; SELECT 1/0; --", "' UNION SELECT account FROM reporting.v1_account --",
      #"\' OR 1=1 --"#,
      #"" OR ""="#, "${tenant:sqlstring}", "$tenant", "a') OR ('1'='1", "\\", "%",
    ]
    try withFleet { connection, _ in
      for (dashboard, _) in try GrafanaDashboard.all() {
        for panel in dashboard.panels {
          guard let query = panel.targets?.first else { continue }
          for value in evil where query.rawSql.contains("${account") {
            let sql = try Self.grafana(Self.range, account: value).expand(query.rawSql)
            // As Grafana sends it, in which several statements would be several.
            try connection.script(sql)
            #expect(try connection.execute(sql).isEmpty, "\(panel.title): \(value)")
          }
          for value in evil {
            let sql = try Self.grafana(Self.range, tenant: value).expand(query.rawSql)
            let error = #expect(throws: PostgresError.self, "\(value)") { try connection.script(sql) }
            #expect(error?.sqlState == "22P02", "\(panel.title): \(value)")
          }
        }
      }
      // A macro in a value puts quotes into it: an error, and nothing read.
      let sql = try GrafanaDashboard.sql("mamaudit-account", "Status")
      for value in ["$__timeFrom()", "x$__timeFilter(a)y", "$__timeTo() OR 1=1 --"] {
        let error = #expect(throws: PostgresError.self) {
          try connection.script(Self.grafana(Self.range, account: value).expand(sql))
        }
        #expect(error?.sqlState?.hasPrefix("42") == true)
      }
    }
  }

  @Test("what is typed into the list of accounts finds by any part of a name or an id")
  func search() throws {
    try withFleet { connection, _ in
      let query = try #require(
        GrafanaDashboard.all().first?.dashboard.templating.list.first { $0.name == "account" }?.query)
      func found(_ typed: String) throws -> [[PostgresValue]] {
        // Grafana appends the wildcard.
        try rows(connection.execute(Self.grafana(Self.range, search: typed + "%").expand(query)))
      }
      #expect(try found("VERA.") == [[.text("vera.weber@driftwood.example"), .text(Self.vera)]])
      #expect(try found("869d-4f97") == [[.text("vera.weber@driftwood.example"), .text(Self.vera)]])
      #expect(try found("").count == 61)
      #expect(try found("' OR ''='").isEmpty)
    }
  }

  @Test("no panel reads all events: the read models answer, and one account's history comes by its index")
  func plans() throws {
    try withFleet { connection, scenario in
      let grafana = Self.grafana(Self.range)
      // As if to read a whole table cost more than anything else: the fleet is too small for an index to pay.
      try connection.script("SET enable_seqscan = off")
      for (dashboard, _) in try GrafanaDashboard.all() {
        for panel in dashboard.panels {
          guard let sql = try panel.targets?.first.map({ try grafana.expand($0.rawSql) }) else { continue }
          let plan = try connection.execute("EXPLAIN (VERBOSE, COSTS OFF) " + sql).map { try $0.text(0) }
          let text = plan.joined(separator: "\n")
          let name: Comment = "\(dashboard.uid): \(panel.title)\n\(text)"
          let steps = plan.indices.filter { plan[$0].contains(" on audit.event ") }
          #expect(steps.isEmpty != sql.contains("reporting.v1_event"), name)
          // By the index over accounts, from the account's name to its events.
          for step in steps {
            #expect(plan[step].contains(" event_account on audit.event "), name)
            #expect(text.contains("(e.account_id = a.account_id)"), name)
          }
          #expect(!text.contains(" on audit.disclosure "), name)
        }
      }
    }
  }

  @Test("the panels say what the commands say")
  func agreement() throws {
    try withFleet { connection, scenario in
      let grafana = Self.grafana(Self.everything)
      func json(_ words: String...) throws -> [[String: Any]] { try scenario.tool(words).objects() }

      let wipes = try json("wipes", "--open")
      #expect(wipes.count == 13)
      let waiting = try show("mamaudit-wipes", "Wipes not confirmed now", grafana, connection)
      #expect(waiting.count == wipes.count)
      #expect(
        Set(waiting.map { $0[1] })
          == Set(wipes.compactMap { $0["account"] as? String }.map(PostgresValue.text)))
      for uid in ["mamaudit-fleet", "mamaudit-wipes"] {
        let sql = try #require(
          GrafanaDashboard.all().first { $0.dashboard.uid == uid }?.dashboard.panels
            .first { $0.title == "Wipes not confirmed" }?.targets?.first?.rawSql)
        let series = try rows(connection.execute(grafana.expand(sql)))
        #expect(series.last?[1] == .int64(Int64(wipes.count)), "\(uid)")
      }
      let funnel = try show("mamaudit-wipes", "How far", grafana, connection)
      #expect(funnel == [[.int64(25), .int64(13), .int64(13), .int64(12)]])

      let accounts = try json("accounts")
      let byStatus = Dictionary(grouping: accounts) { $0["status"] as? String ?? "" }.mapValues {
        Int64($0.count)
      }
      let bars = try show("mamaudit-fleet", "Accounts by status on the last day", grafana, connection)
      #expect(
        Dictionary(bars.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
          == Dictionary(byStatus.map { (.text($0.key), .int64($0.value)) }, uniquingKeysWith: { $1 }))
      let total = try show("mamaudit-fleet", "Accounts in trouble", grafana, connection)
      let trouble = ["nonCompliant", "wipePending", "enrollmentFailed"].compactMap { byStatus[$0] }.reduce(
        0, +)
      #expect(total.last?[1] == .int64(trouble))

      let findings = try json("findings")
      let open = try show("mamaudit-compliance", "Open findings now", grafana, connection)
      #expect(open.count == findings.count && findings.count == 85)
      for severity in ["violation", "warning"] {
        let series = try show("mamaudit-compliance", "Open \(severity)s", grafana, connection)
        let count = findings.filter { $0["severity"] as? String == severity }.count
        #expect(series.last?[1] == .int64(Int64(count)), "\(severity)")
      }
      let ages = try show("mamaudit-compliance", "Open findings by age", grafana, connection)
      #expect(ages.map { $0[1] } == [0, 0, 0, 0, 85].map(PostgresValue.int64))

      for account in [
        "vera.weber@driftwood.example", "ada.abara@driftwood.example", "Dora.Dahl@driftwood.example",
      ] {
        let id = try #require(
          accounts.first { ($0["identity"] as? String)?.lowercased() == account.lowercased() }?["account"]
            as? String)
        let one = Self.grafana(Self.everything, account: id)
        // `history` has besides what touches the account without being about it, such as the launch of an app.
        let history = try json("history", account).compactMap { ($0["position"] as? NSNumber)?.int64Value }
        let shown = try show("mamaudit-account", "History", one, connection)
        let events = accounts.first { $0["account"] as? String == id }?["events"] as? Int
        #expect(shown.count == events && !shown.isEmpty, "\(account)")
        #expect(Set(shown.map { $0[1] }).isSubset(of: Set(history.map(PostgresValue.int64))), "\(account)")
        let all = try json("findings", "--account", account, "--status", "all")
        #expect(try show("mamaudit-account", "Findings", one, connection).count == all.count, "\(account)")
        let installations = try show("mamaudit-account", "Installations", one, connection)
        #expect(
          installations.count == accounts.first { $0["account"] as? String == id }?["installations"] as? Int)
      }

      let through = try show("mamaudit-fleet", "Data through", grafana, connection)
      #expect(through[0][1] == .int64(2953) && through[0][2] == .int64(0))
    }
  }

  @Test("time in violation counts overlaps once, and only what lies in the range")
  func timeInViolation() throws {
    try Scenario.run { scenario in
      // Two violations of one account, 1 March 10:00 to 14:00 and 12:00 to 18:00; of another one open since
      // 1 February, and one that was never so.
      try scenario.ingest([Wire.event("t0", "account.signedIn", "09:00:00Z")])
      try scenario.database.connect().script(
        """
        INSERT INTO projection.account_finding (log_id, owner_id, finding, rule, severity, account, opened_at,
            opened_by, closed_at, closed_by, ended, reason, parameters)
          SELECT 1, 1, f.finding, 'A10', 'violation', f.account, f.opened_at, 0, f.closed_at, 0, f.ended, '', '{}'
          FROM (
            VALUES
              ('1', '\(Scenario.ada)', timestamptz '2026-03-01T10:00:00Z', timestamptz '2026-03-01T14:00:00Z', 'resolved'),
              ('2', '\(Scenario.ada)', '2026-03-01T12:00:00Z', '2026-03-01T18:00:00Z', 'acknowledged'),
              ('3', '\(Scenario.bob)', '2026-02-01T00:00:00Z', NULL, NULL),
              ('4', '\(Scenario.bob)', '2026-03-01T00:00:00Z', '2026-03-01T06:00:00Z', 'superseded')
          ) AS f (finding, account, opened_at, closed_at, ended)
        """)
      try connected(scenario) { connection in
        // Six hours from 11:00 on.
        let grafana = Self.grafana(("2026-03-01T11:00:00Z", "2026-03-01T17:00:00Z"), tenant: Scenario.tenant)
        let rows = try show("mamaudit-compliance", "Time in violation", grafana, connection)
        #expect(
          rows.map { Array($0[1...4]) } == [
            [.text(Scenario.ada), .int64(2), .int64(0), .int64(21_600)],
            [.text(Scenario.bob), .int64(1), .int64(1), .int64(21_600)],
          ])
        let day = Self.grafana(("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"), tenant: Scenario.tenant)
        let whole = try show("mamaudit-compliance", "Time in violation", day, connection)
        #expect(whole.map { $0[4] } == [.int64(86_400), .int64(28_800)])
        #expect(whole.map { $0[1] } == [.text(Scenario.bob), .text(Scenario.ada)])
        let ahead = Self.grafana(("2100-01-01T00:00:00Z", "2100-01-02T00:00:00Z"), tenant: Scenario.tenant)
        #expect(try show("mamaudit-compliance", "Time in violation", ahead, connection).isEmpty)
      }
    }
  }
}
