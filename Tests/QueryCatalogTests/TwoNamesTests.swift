import AuditStore
import Postgres
import QueryCatalog
import TestSupport
import Testing

/// Reports about people whom some events name by a UPN and others by the object id that it belongs to.
@Suite("Reports about accounts with two names")
struct TwoNamesTests {
  private static let ada = "upn:Ada@contoso.example"
  private static let denial = #""error":"e","errorCode":-50004"#

  /// The named columns of a report over a log of one's own, its times of the first of March without day and seconds.
  private func rows(
    _ name: String, _ columns: [String], with arguments: [String: String] = [:],
    _ add: (inout ReportLines) -> Void
  ) throws -> [String] {
    var lines = ReportLines(tenant: ReportFleet.tenant)
    add(&lines)
    return try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try ReportFleet.append(lines.all, Appender(database.connect()), connection)
      return try Reader.tool(QueryCatalog.embedded().query(named: name), arguments, connection)
        .texts(of: columns)
        .map {
          $0.replacing("2025-03-01 ", with: "").replacing(":00+00", with: "").replacing("+00", with: "")
        }
    }
  }

  /// Signs in the first account with the name that others of its events go by.
  private static func link(_ lines: inout ReportLines) {
    lines.add("account.signedIn", 1, "01T07:00", #""identity":"ada@contoso.example""#, device: 9)
  }

  /// A denial under the name, remediated under the object id, and what follows under the name again.
  private static func remediated(_ lines: inout ReportLines) {
    link(&lines)
    lines.add("token.denied", subject: ada, "01T08:00", denial, device: 9)
    lines.add("remediation.requested", 1, "01T08:00:05", #""silent":true"#, device: 9)
    lines.add("remediation.completed", 1, "01T08:00:20", #""status":0"#, device: 9)
    lines.add("token.granted", 1, "01T08:00:30", device: 9)
    lines.add("data.accessed", subject: ada, "01T08:10", "", device: 9)
    lines.add("token.denied", subject: ada, "01T10:00", denial, device: 9)
  }

  @Test("a denial under the name is remediated by what comes under the object id")
  func denials() throws {
    let columns = [
      "account", "identity", "denied_at", "outcome", "remediation_at", "result", "granted_at", "to_result_s",
    ]
    #expect(
      try rows("denials-and-remediation", columns, Self.remediated) == [
        "#1 | ada@contoso.example | 08:00 | granted | 08:00:05 | compliant | 08:00:30 | 20",
        "#1 | ada@contoso.example | 10:00 | none | ∅ | ∅ | ∅ | ∅",
      ])
  }

  @Test("a token after a failed remediation is no good end; the last result before the token counts")
  func outcomes() throws {
    func add(_ lines: inout ReportLines) {
      for (number, statuses) in [(1, [1]), (2, []), (3, [1, 0]), (4, [0, 2])] {
        lines.add("token.denied", number, "01T08:00", Self.denial, device: number)
        for (index, status) in statuses.enumerated() {
          lines.add(
            "remediation.completed", number, "01T08:0\(index + 1)", #""status":\#(status)"#, device: number)
        }
        lines.add("token.granted", number, "01T08:05", device: number)
        // What comes after the token made no difference to it.
        lines.add("remediation.completed", number, "01T08:06", #""status":5"#, device: number)
      }
    }
    let columns = ["account", "outcome", "result", "result_at"]
    #expect(
      try rows("denials-and-remediation", columns, add) == [
        "#1 | grantedWithoutCompliance | notCompliant | 08:01", "#2 | granted | ∅ | ∅",
        "#3 | granted | compliant | 08:02", "#4 | grantedWithoutCompliance | serviceFailure | 08:02",
      ])
    #expect(
      try rows("denials-and-remediation", ["account"], with: ["outcome": "grantedWithoutCompliance"], add)
        == ["#1", "#4"])
    #expect(
      try rows("denials-and-remediation", ["account"], with: ["outcome": "granted"], add) == ["#2", "#3"])
  }

  @Test(
    "data accessed under the name after a remediation under the object id accuses nobody, and before it one")
  func accesses() throws {
    let columns = ["account", "identity", "compliance", "since_at", "accesses", "first_at"]
    #expect(try rows("data-access-while-not-compliant", columns, Self.remediated) == [])
    let found = try rows("data-access-while-not-compliant", columns) { lines in
      Self.link(&lines)
      lines.add("token.denied", 1, "01T08:00", Self.denial, device: 9)
      lines.add("data.accessed", subject: Self.ada, "01T08:10", "", device: 9)
    }
    #expect(found == ["#1 | ada@contoso.example | required | 08:00 | 1 | 08:10"])
  }

  @Test("found compliant under the object id and denied under the name is a return")
  func loops() throws {
    let columns = ["account", "identity", "returns", "shortest_s"]
    #expect(
      try rows("compliance-loops", columns, Self.remediated) == ["#1 | ada@contoso.example | 1 | 7180"])
  }

  @Test("who comes back under the name after a wipe is the one who was wiped")
  func wipes() throws {
    let columns = ["wiped_account", "account", "identity", "came_at", "is_same_account"]
    let found = try rows("sign-ins-after-wipe", columns) { lines in
      Self.link(&lines)
      lines.add("wipe.requested", 1, "01T08:00", #""origin":"admin""#, device: 9)
      lines.add("wipe.completed", 1, "01T08:05", device: 9)
      lines.add("account.signedIn", subject: Self.ada, "01T09:00", "", device: 9)
      lines.add("account.signedIn", 1, "01T10:00", device: 9)
    }
    #expect(found == ["#1 | #1 | ada@contoso.example | 09:00 | t"])
  }

  @Test("one person is counted once, by day and type, by code and by account")
  func counts() throws {
    func add(_ lines: inout ReportLines) {
      Self.link(&lines)
      for (subject, time) in [(Self.ada, "01T08:00"), (ReportFleet.account(1), "01T09:00")] {
        lines.add("enrollment.completed", subject: subject, time, #""statusCode":201"#, device: 9)
      }
    }
    #expect(
      try rows("events-by-day-and-type", ["events", "accounts"], with: ["type": "mam.enrollment."], add)
        == ["2 | 1"])
    #expect(try rows("enrollment-failures-by-code", ["failures", "accounts"], add) == ["2 | 1"])
    #expect(try rows("enrollment-failures-by-version", ["failures", "accounts"], add) == ["2 | 1"])
    let columns = ["account", "identity", "type", "events", "installations"]
    #expect(
      try rows("what-changed-in-a-period", columns, add) == [
        "#1 | ada@contoso.example | mam.account.signedIn | 1 | 1",
        "#1 | ada@contoso.example | mam.enrollment.completed | 2 | 1",
      ])
  }

  @Test("the events of an account are those under its name as long as the name was its own")
  func events() throws {
    func add(_ lines: inout ReportLines) {
      Self.link(&lines)
      lines.add("data.accessed", subject: Self.ada, "01T08:00", "", device: 9)
      lines.add("account.signedIn", 2, "01T09:00", #""identity":"ada@contoso.example""#, device: 9)
      lines.add("data.accessed", subject: Self.ada, "01T10:00", "", device: 9)
    }
    func found(_ account: String) throws -> [String] {
      try rows("events-of-account", ["effective_at"], with: ["account": account], add)
    }
    #expect(try found(ReportFleet.account(1)) == ["07:00", "08:00"])
    #expect(try found(ReportFleet.account(2)) == ["09:00", "10:00"])
    #expect(try found("upn:ada@contoso.example") == ["08:00", "10:00"])
    // Both had the name last.
    #expect(try found("ADA@contoso.example") == ["07:00", "08:00", "09:00", "10:00"])
  }

  @Test("a denial is for want of app protection by whichever member says so, as the fold has it")
  func denialForProtection() throws {
    let cases: [(data: String, isOne: Bool)] = [
      (#""errorCode":-50004"#, true), (#""errorCode":"-50004""#, true),
      (#""errorCode":"MSALErrorServerProtectionPoliciesRequired""#, true),
      (#""errorCode":"serverprotectionpoliciesrequired""#, true), (#""errorCode":-50002"#, false),
      (#""entraErrorCode":53005"#, true), (#""entraErrorCode":"53009""#, true),
      (#""entraErrorCode":53003"#, false), (#""subError":"protection_policy_required""#, true),
      (#""subError":"protection_policies_required""#, true), (#""subError":"basic_action""#, false),
      (#""resource":"r""#, false),
    ]
    func add(_ lines: inout ReportLines) {
      for (index, entry) in cases.enumerated() {
        lines.add("token.denied", index + 1, "01T08:00", #""error":"e",\#(entry.data)"#)
      }
      lines.add(
        "token.denied", nil, "01T08:00", #""error":"MSALErrorServerProtectionPoliciesRequired""#, device: 1)
      lines.add("token.granted", 1, "01T08:00")
    }
    let found = try ReportingRows.of("v1_event", ["is_app_protection_denial"], by: "position", add)
    #expect(found == cases.map { String($0.isOne) } + ["true", "∅"])
    let required = try ReportingRows.of(
      "v1_account_installation", ["(coalesce(compliance, '') = 'required')"], by: "account", add)
    #expect(required == cases.map { String($0.isOne) })
  }
}
