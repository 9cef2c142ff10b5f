import AuditStore
import Postgres
import QueryCatalog
import TestSupport
import Testing

/// The reports about findings, and about what they are mostly about, over the faulty tenant of ``ReportFleet``.
@Suite("Reports about findings")
struct FindingReportTests {
  private func rows(
    _ name: String, _ columns: [String], _ arguments: [String: String], _ connection: Connection
  ) throws -> [String] {
    let arguments = arguments.merging(["tenant": ReportFleet.faultyTenant]) { $1 }
    let table = try Reader.tool(QueryCatalog.embedded().query(named: name), arguments, connection)
    return try table.texts(of: columns)
  }

  private func rows(_ name: String, _ columns: [String], _ connection: Connection) throws -> [String] {
    try rows(name, columns, [:], connection)
  }

  @Test("what is open at an instant, how old it is, and what became of it")
  func openAt() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = ["rule", "severity", "app", "account", "opened_at", "age_s", "closed_at", "ended"]
      let atSeven = ["at": "2025-04-07T10:00:00Z", "rule": "W"]
      // The deadline counts; the end at the same instant does too. 54 was reported in time, though late.
      #expect(
        try rows("findings-open-at", columns, atSeven, connection) == [
          "W1 | violation | com.contoso.docs | #55 | 2025-04-07 10:00:00+00 | 0 | 2025-04-10 12:00:00+00 | acknowledged"
        ])
      let before = ["at": "2025-04-07T09:59:59Z", "rule": "W"]
      #expect(
        try rows("findings-open-at", columns, before, connection) == [
          "W1 | violation | com.contoso.docs | #53 | 2025-04-06 10:00:00+00 | 86399 | 2025-04-07 10:00:00+00 | resolved"
        ])
      let all = ["at": "2025-04-12T00:00:00Z"]
      #expect(
        try rows("findings-open-at", ["rule", "account", "identity"], all, connection) == [
          "X1 | #51 | user51@fabrikam.example", "X16 | #51 | user51@fabrikam.example",
          "X13 | #52 | user52@fabrikam.example", "C6 | #52 | user52@fabrikam.example",
          "C1 | #52 | user52@fabrikam.example", "K-ADALRedirectUri | ∅ | ∅",
          "W1 | #56 | user56@fabrikam.example",
          "S9 | #51 | user51@fabrikam.example",
        ])
      #expect(
        try rows("findings-open-at", ["rule"], all.merging(["severity": "warning"]) { $1 }, connection) == [
          "X16", "X13",
        ])
      #expect(
        try rows("findings-open-at", ["rule"], all.merging(["app": "com.contoso.mail"]) { $1 }, connection)
          == [
            "S9"
          ])
    }
  }

  @Test("findings are counted by rule, as they stand at an instant")
  func byRule() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = [
        "rule", "findings", "open", "resolved", "acknowledged", "superseded", "accounts", "oldest_open_s",
      ]
      let found = try rows("findings-by-rule", columns, ["at": "2025-04-12T10:00:00Z"], connection)
      #expect(found.contains("W1 | 4 | 1 | 1 | 1 | 1 | 1 | 259200"))
      #expect(found.contains("S1 | 1 | 0 | 1 | 0 | 0 | 0 | ∅"))
      #expect(found.count == 9)
      // On the 9th, at the deadline of 56: 55 is not acknowledged yet.
      let earlier = try rows("findings-by-rule", columns, ["at": "2025-04-09T10:00:00Z"], connection)
      #expect(earlier.contains("W1 | 4 | 2 | 1 | 0 | 1 | 2 | 172800"))
    }
  }

  @Test("each day has what opened, what closed, and what was open at its end, also a day without any")
  func byDay() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = ["day", "opened", "closed", "acknowledged", "open"]
      let period = ["since": "2025-04-06T00:00:00Z", "until": "2025-04-12T00:00:00Z"]
      #expect(
        try rows("findings-by-day", columns, period, connection) == [
          "2025-04-06 | 1 | 0 | 0 | 6", "2025-04-07 | 1 | 1 | 0 | 6", "2025-04-08 | 0 | 0 | 0 | 6",
          "2025-04-09 | 2 | 0 | 0 | 8", "2025-04-10 | 2 | 2 | 1 | 8", "2025-04-11 | 0 | 0 | 0 | 8",
        ])
      // In Auckland (twelve hours ahead since the 6th) what opened at 12:00 and later is of the next day.
      let there = ["rule": "S", "zone": "Pacific/Auckland"].merging(period) { $1 }
      #expect(
        try rows("findings-by-day", columns, there, connection).suffix(2) == [
          "2025-04-11 | 2 | 1 | 0 | 1", "2025-04-12 | 0 | 0 | 0 | 1",
        ])
      let first = ["until": "2025-04-03T00:00:00Z"]
      #expect(
        try rows("findings-by-day", columns, first, connection) == [
          "2025-04-01 | 0 | 0 | 0 | 0", "2025-04-02 | 1 | 0 | 0 | 1",
        ])
    }
  }

  @Test("findings are counted by the versions of the event that opened them")
  func byVersion() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = ["app", "app_version", "sdk_version", "rule", "findings", "standing"]
      let found = try rows("findings-by-version", columns, ["until": "2025-04-10T00:00:00Z"], connection)
      #expect(
        found == [
          "com.contoso.docs | ∅ | ∅ | W1 | 3 | 2", "com.contoso.docs | 3.0 | 20.8.0 | X1 | 1 | 1",
          "com.contoso.docs | 3.0 | 20.8.0 | X16 | 1 | 1", "com.contoso.docs | 3.1 | 21.7.1 | X13 | 1 | 1",
          "com.contoso.docs | 3.2 | 21.7.1 | K-ADALRedirectUri | 1 | 1",
          "com.contoso.docs | ∅ | ∅ | C1 | 1 | 1",
          "com.contoso.docs | ∅ | ∅ | C6 | 1 | 1",
        ])
    }
  }

  @Test("the time to resolve is that from the deadline to the end, by rule")
  func timeToResolve() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = ["rule", "findings", "acknowledged", "mean_s", "median_s", "max_s"]
      // One day, and three days and two hours: the median is one that happened, not one between.
      #expect(
        try rows("findings-time-to-resolve", columns, ["until": "2025-05-01T00:00:00Z"], connection) == [
          "W1 | 2 | 1 | 176400 | 86400 | 266400", "S1 | 1 | 0 | 300 | 300 | 300",
        ])
      #expect(
        try rows("findings-time-to-resolve", columns, ["ended": "resolved"], connection) == [
          "W1 | 1 | 0 | 86400 | 86400 | 86400", "S1 | 1 | 0 | 300 | 300 | 300",
        ])
    }
  }

  @Test("an account is found by any of its names, and has its superseded findings too")
  func ofAccount() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = ["rule", "status", "opened_at", "closed_at", "open_s"]
      let at = ["at": "2025-04-12T00:00:00Z"]
      let expected = ["W1 | acknowledged | 2025-04-07 10:00:00+00 | 2025-04-10 12:00:00+00 | 266400"]
      for name in ["USER55@fabrikam.example", ReportFleet.account(55).uppercased()] {
        let arguments = at.merging(["account": name]) { $1 }
        #expect(try rows("findings-of-account", columns, arguments, connection) == expected)
      }
      let other = at.merging(["account": ReportFleet.account(54)]) { $1 }
      let found = try rows("findings-of-account", ["rule", "status", "open_s"], other, connection)
      #expect(found == ["W1 | superseded | ∅"])
    }
  }

  @Test("what was superseded, and what was acknowledged by whom with what reason")
  func ended() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      // The late append is the one event after the 64 of the first.
      #expect(
        try rows("superseded-findings", ["rule", "account", "opened_at", "closed_by"], connection) == [
          "W1 | #54 | 2025-04-06 12:00:00+00 | 64"
        ])
      let columns = ["rule", "account", "open_s", "acknowledged_by", "acknowledgement", "closed_by"]
      #expect(
        try rows("acknowledged-findings", columns, connection)
          == ["W1 | #55 | 266400 | ada@fabrikam.example | The device was destroyed. | 65"])
      // As an erasure leaves it.
      try connection.script(
        """
        ALTER TABLE audit.disclosure DISABLE TRIGGER USER;
        DELETE FROM audit.disclosure WHERE path = 'data.by';
        """)
      #expect(
        try rows("acknowledged-findings", columns, connection)
          == ["W1 | #55 | 266400 | ∅ | The device was destroyed. | 65"])
    }
  }

  @Test("the control alarms for each open violation, and is ok for a tenant without any")
  func control() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let query = try QueryCatalog.embedded().query(named: "open-violations")
      let columns = ["resource", "status", "tenant", "rule"]
      let arguments = ["at": "2025-04-12T00:00:00Z", "rule": "K-"]
      #expect(
        try Reader.tool(query, arguments, connection).texts(of: columns) == [
          "A | ok | A | ∅", "B | ok | B | ∅", "D-51 | alarm | C | K-ADALRedirectUri",
        ])
      #expect(
        try rows("open-violations", columns, ["at": "2025-04-12T00:00:00Z"], connection) == [
          "#51 | alarm | C | X1", "#52 | alarm | C | C6", "#52 | alarm | C | C1",
          "D-51 | alarm | C | K-ADALRedirectUri", "#56 | alarm | C | W1",
        ])
    }
  }

  @Test("each hand-over says when the app cleared, and whether that was in time")
  func handovers() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = [
        "app", "previous", "current", "changed_at", "cleared_at", "lag_s", "sign_out_lag_s", "in_time",
        "rules",
      ]
      #expect(
        try rows("shared-device-handovers", columns, connection) == [
          "com.contoso.docs | #51 | ∅ | 2025-04-10 12:00:00+00 | 2025-04-10 12:01:00+00 | 60 | 60 | t | ∅",
          "com.contoso.mail | #51 | #52 | 2025-04-10 13:00:30+00 | 2025-04-10 13:10:00+00 | 570 | 4200 | f | S1",
          "com.contoso.docs | #52 | ∅ | 2025-04-10 18:00:00+00 | ∅ | ∅ | ∅ | ∅ | ∅",
        ])
      #expect(
        try rows("shared-device-handovers", ["app"], ["only": "late"], connection) == ["com.contoso.mail"])
      #expect(try rows("shared-device-handovers", ["previous"], ["only": "pending"], connection) == ["#52"])
      #expect(
        try rows(
          "shared-device-cleanup-lag", ["app", "handovers", "cleared", "median_s", "p95_s", "max_s"],
          connection)
          == ["com.contoso.mail | 1 | 1 | 4200 | 4200 | 4200", "com.contoso.docs | 2 | 1 | 60 | 60 | 60"])
    }
  }

  /// 1 leaves twice; the finding of the first time is still there, or acknowledged, when 1 leaves again.
  @Test("a finding of an earlier hand-over counts until the data is cleared", arguments: [false, true])
  func handoversAgain(isAcknowledged: Bool) throws {
    var lines = ReportLines(tenant: ReportFleet.faultyTenant)
    func add(_ event: String, _ number: Int?, _ time: String, _ data: String = "") {
      lines.add(event, number, "01T" + time, data, device: 9)
    }
    let change =
      #""current":"\#(ReportFleet.account(2))","previous":"\#(ReportFleet.account(1))","via":"query""#
    add("sharedDevice.signedIn", 1, "08:00")
    add("sharedDevice.accountChanged", nil, "09:00", change)
    add("data.accessed", 2, "09:05")
    add("sharedDevice.signedIn", 1, "10:00")
    add("sharedDevice.dataCleared", 2, "10:01")
    add("sharedDevice.accountChanged", nil, "11:00", change)
    add("data.accessed", 2, "11:05")
    add("sharedDevice.dataCleared", 1, "12:00")
    add("sharedDevice.signedIn", 1, "13:00")
    add("sharedDevice.signedIn", 3, "14:00")
    add("sharedDevice.dataCleared", 1, "14:01")
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try ReportFleet.append(lines.all, Appender(database.connect()), connection)
      if isAcknowledged { try ReportFleet.acknowledge("S1", of: 1, at: "2025-03-01T10:30:00Z", connection) }
      let findings = try rows(
        "findings-of-account", ["rule", "status"], ["account": ReportFleet.account(1)], connection)
      #expect(findings == ["S1 | \(isAcknowledged ? "acknowledged" : "resolved")"])
      let columns = ["previous", "current", "changed_at", "cleared_at", "returned_at", "in_time", "rules"]
      let day = "2025-03-01 "
      let found = try rows("shared-device-handovers", columns, connection)
        .map { $0.replacing(day, with: "").replacing(":00+00", with: "") }
      #expect(
        found == [
          "#1 | #2 | 09:00 | ∅ | 10:00 | f | S1",
          "#2 | #1 | 10:00 | 10:01 | ∅ | t | ∅",
          // 2 used the app at 11:05, before the clearing: no second finding, but not in time.
          "#1 | #2 | 11:00 | 12:00 | ∅ | f | S1",
          "#2 | #1 | 13:00 | ∅ | ∅ | ∅ | ∅",
          "#1 | #3 | 14:00 | 14:01 | ∅ | t | ∅",
        ])
      let again = ["since": "2025-03-01T11:00:00Z", "only": "late"]
      #expect(try rows("shared-device-handovers", ["previous"], again, connection) == ["#1"])
    }
  }

  @Test("a decision stands beside the policy in force, and a finding says that it was wrong")
  func transfers() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let columns = [
        "account", "decision", "expected", "mismatch", "rule", "other_rules", "outbound", "policy_in_force",
      ]
      #expect(
        try rows("transfer-decisions-against-policy", columns, connection) == [
          "#51 | allowed | blocked | t | X1 | ∅ | managedApps | P-1",
          "#51 | allowed | ∅ | f | ∅ | ∅ | managedApps | P-1",
          "#52 | blocked | ∅ | f | ∅ | ∅ | managedApps | P-1",
          "#51 | allowed | ∅ | f | ∅ | X16 | allApps | P-2",
          "#52 | blocked | ∅ | f | ∅ | X13 | managedApps | P-1",
          // Nobody's transfer on the device of 52.
          "∅ | allowed | ∅ | f | ∅ | ∅ | managedApps | P-1",
        ])
      let wrong = ["account": "USER51@fabrikam.example", "only": "mismatch"]
      #expect(
        try rows("transfer-decisions-against-policy", ["operation_id", "policy_used"], wrong, connection) == [
          "op-1 | P-1"
        ])
      #expect(
        try rows("transfer-decisions-against-policy", ["location"], ["only": "faulty"], connection) == [
          "∅", "∅", "CameraRoll",
        ])
      #expect(
        try rows(
          "policy-rollout", ["policy_id", "accounts", "in_force", "rollout_s", "last_account"], connection)
          == [
            "P-2 | 1 | 1 | 0 | #51", "P-1 | 2 | 1 | 60 | #52",
          ])
    }
  }

  @Test("what happened while an account was not compliant, after a wipe, and from release to release")
  func events() throws {
    try ReportFleet.withDatabase { (_, connection) throws in
      let spells = ["account", "compliance", "since_at", "accesses", "first_at", "last_at"]
      #expect(
        try rows("data-access-while-not-compliant", spells, connection) == [
          "#52 | notCompliant | 2025-04-05 08:02:00+00 | 2 | 2025-04-05 09:00:00+00 | 2025-04-05 10:00:00+00"
        ])
      #expect(
        try rows(
          "sign-ins-after-wipe", ["device", "wiped_account", "account", "after_s", "is_same_account"],
          connection)
          == ["D-53 | #53 | #51 | 82800 | f"])
      #expect(
        try rows(
          "data-of-account", ["app", "data_present", "reachable_until"],
          ["account": "user53@fabrikam.example"], connection)
          == ["com.contoso.docs | f | 2025-04-07 10:00:00+00"])
      #expect(
        try rows(
          "app-setting-changes", ["device", "value", "value_before", "app_version", "app_version_before"],
          connection)
          == ["D-51 | false | true | 3.2 | 3.0"])
      #expect(
        try rows("app-setting-changes", ["value"], ["setting": "ADALRedirectUri"], connection) == ["∅"])
      let failures = try Reader.tool(
        QueryCatalog.embedded().query(named: "enrollment-failures-by-version"),
        ["tenant": ReportFleet.tenant], connection)
      // The second of March 2025 is a Sunday.
      #expect(
        try failures.texts(of: ["week", "sdk_version", "code", "failures", "attempts", "share"]) == [
          "2025-02-24 | ∅ | 201 | 4 | 40 | 0.1", "2025-02-24 | ∅ | 213 | 4 | 40 | 0.1",
          "2025-02-24 | ∅ | 299 | 1 | 40 | 0.025",
        ])
    }
  }
}
