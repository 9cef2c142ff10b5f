import AuditStore
import Foundation
import Postgres
import TestSupport
import Testing

/// Columns that tell a reader of the views alone what would take several joins and the rules of the product.
@Suite("Columns that the reporting views gained")
struct ReportingColumnTests {
  /// A wipe that is in time, one that was late, one that is still late, one that may yet be, and a mere note.
  private static func wipes(_ lines: inout ReportLines) {
    func request(_ number: Int, _ time: String) {
      lines.add("wipe.requested", number, time, #""origin":"admin","requestId":"W-\#(number)""#)
    }
    func complete(_ number: Int, _ time: String) {
      lines.add("wipe.completed", number, time, #""requestId":"W-\#(number)""#)
    }
    request(1, "01T08:00")
    complete(1, "01T09:00")
    request(2, "01T08:00")
    complete(2, "03T08:00")
    request(3, "01T08:00")
    let current = #""current":"\#(ReportFleet.account(4))""#
    lines.add("sharedDevice.signedIn", 4, "01T08:00")
    lines.add("sharedDevice.accountQueried", nil, "01T08:01", current, device: 4, app: "mail")
    lines.add("sharedDevice.signedOut", 4, "01T09:00", #""success":true,"signoutFromBrowser":true"#)
    lines.add("sharedDevice.dataCleared", 4, "01T09:01")
    lines.add("sharedDevice.accountQueried", nil, "01T09:01", device: 4, app: "mail")
    lines.add("sharedDevice.dataCleared", 4, "01T09:02", app: "mail")
  }

  @Test("a finding says how it stands now, and an account has as many open ones as there are but for notes")
  func openFindings() throws {
    let findings = try ReportingRows.of(
      "v1_finding", ["account", "rule", "severity", "status"], by: "account, rule", Self.wipes)
    #expect(
      findings == ["#2 | W1 | violation | resolved", "#3 | W1 | violation | open", "#4 | S9 | note | open"])
    let accounts = try ReportingRows.of(
      "v1_account", ["account", "open_findings"], by: "account", Self.wipes)
    #expect(accounts == ["#1 | 0", "#2 | 0", "#3 | 1", "#4 | 0"])
  }

  @Test("a finding that lies ahead stands nowhere yet")
  func ahead() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      // Asked for an hour ago: the day for it is over tomorrow.
      let time = Date.now.addingTimeInterval(-3600).ISO8601Format()
      var lines = ReportLines(tenant: ReportFleet.tenant, month: String(time.prefix(7)))
      lines.add("wipe.requested", 1, String(time.dropFirst(8).dropLast()), #""origin":"admin""#)
      try ReportFleet.append(lines.all, Appender(database.connect()), connection)
      let row = try connection.execute(
        """
        SELECT f.rule, f.status IS NULL, f.opened_at > now(), a.open_findings
        FROM reporting.v1_finding AS f JOIN reporting.v1_account AS a USING (tenant, account)
        """
      ).single()
      #expect(try row.text(0) == "W1")
      #expect(try row.bool(1) && row.bool(2))
      #expect(try row.int64(3) == 0)
    }
  }

  @Test(
    "in the fleet every account has the open findings that are about it, and an acknowledged one has its reason"
  )
  func fleet() throws {
    try ReportFleet.withDatabase { _, connection in
      let counts = try connection.execute(
        """
        SELECT count(*) FILTER (WHERE a.open_findings > 0), count(*) FILTER (WHERE a.open_findings <> (
            SELECT count(*) FROM reporting.v1_finding AS f
            WHERE f.tenant = a.tenant AND f.account = a.account AND f.severity <> 'note' AND f.status = 'open'
        ))
        FROM reporting.v1_account AS a
        """
      ).single()
      #expect(try counts.int64(0) > 5)
      #expect(try counts.int64(1) == 0)
      let acknowledged = try connection.execute(
        "SELECT rule, status, acknowledgement FROM reporting.v1_finding WHERE acknowledgement IS NOT NULL"
      ).single()
      #expect(
        try (0..<3).map { try acknowledged.text($0) } == ["W1", "acknowledged", "The device was destroyed."])
    }
  }

  @Test("an event belongs to whom the links say, with the name of today, and names its source")
  func events() throws {
    let columns = ["position", "account", "belongs_to", "identity", "source", "event_id"]
    let found = try ReportingRows.of("v1_event", columns, by: "position") { lines in
      let upn = "upn:ADA@contoso.example"
      lines.add("app.lifecycle", nil, "01T07:00", #""phase":"launched""#, device: 9)
      lines.add("data.accessed", subject: upn, "01T08:00", "", device: 9)
      lines.add("account.signedIn", 1, "01T09:00", #""identity":"Ada@contoso.example""#, device: 9)
      lines.add("account.signedIn", 2, "01T11:00", #""identity":"ada@contoso.example""#, device: 9)
      lines.add("data.accessed", subject: upn, "01T12:00", "", device: 9)
      lines.add("data.accessed", subject: "upn:bob@contoso.example", "01T13:00", "", device: 9)
    }
    #expect(
      found == [
        "0 | ∅ | ∅ | ∅ | urn:fleet | 0",
        "1 | upn:ada@contoso.example | #1 | Ada@contoso.example | urn:fleet | 1",
        "2 | #1 | #1 | Ada@contoso.example | urn:fleet | 2",
        "3 | #2 | #2 | ada@contoso.example | urn:fleet | 3",
        "4 | upn:ada@contoso.example | #2 | ada@contoso.example | urn:fleet | 4",
        "5 | upn:bob@contoso.example | upn:bob@contoso.example | ∅ | urn:fleet | 5",
      ])
  }

  @Test("policies and transfers have the name of their account")
  func identities() throws {
    func add(_ lines: inout ReportLines) {
      let upn = "upn:ADA@contoso.example"
      lines.add("account.signedIn", 1, "01T09:00", #""identity":"Ada@contoso.example""#, device: 9)
      lines.add("policy.changed", subject: upn, "01T10:00", #""source":"mam","settings":{}"#, device: 9)
      lines.add("policy.changed", 2, "01T10:00", #""source":"mam","settings":{}"#, device: 9)
      let decision = #""direction":"send","peerApp":"p","peerManaged":true,"decision":"allowed""#
      lines.add("transfer.decided", subject: upn, "01T11:00", decision, device: 9)
      lines.add("transfer.decided", nil, "01T11:00", decision, device: 9)
    }
    let policies = try ReportingRows.of("v1_policy_change", ["account", "identity"], by: "position", add)
    #expect(policies == ["#1 | Ada@contoso.example", "#2 | ∅"])
    let transfers = try ReportingRows.of(
      "v1_transfer_decision", ["account", "identity"], by: "position", add)
    #expect(transfers == ["#1 | Ada@contoso.example", "∅ | ∅"])
  }

  @Test("a device says who is signed in and who is enrolled in any of its apps")
  func devices() throws {
    let columns = ["device", "shared_user", "shared_user_identity", "enrolled_accounts"]
    let found = try ReportingRows.of("v1_device", columns, by: "device") { lines in
      func enroll(_ number: Int, _ app: String) {
        lines.add("enrollment.completed", number, "01T08:00", #""statusCode":100"#, device: 8, app: app)
      }
      enroll(2, "docs")
      enroll(1, "docs")
      enroll(1, "mail")
      lines.add("enrollment.completed", 3, "01T08:00", #""statusCode":203"#, device: 8)
      lines.add("account.signedIn", 4, "01T09:00", #""identity":"dan@contoso.example""#, device: 9)
      lines.add("sharedDevice.signedIn", 4, "01T09:00", device: 9)
    }
    #expect(
      found == [##"D-8 | ∅ | ∅ | ["#1", "#2"]"##, "D-9 | #4 | dan@contoso.example | []"])
  }

  @Test("the reasons of wipes that are known have words")
  func reasons() throws {
    let found = try ReportingRows.of("v1_wipe", ["reason_code", "left(reason_meaning, 10)"], by: "account") {
      lines in
      for (number, code) in [
        (1, #","reasonCode":607"#), (2, #","reasonCode":608"#), (3, #","reasonCode":601"#), (4, ""),
      ] {
        lines.add("wipe.requested", number, "01T08:00", #""origin":"app""# + code)
      }
    }
    #expect(found == ["607 | The app de", "608 | The device", "601 | ∅", "∅ | ∅"])
  }

  @Test("an installation that could not be folded says so")
  func stale() throws {
    try ReportFleet.withDatabase { _, connection in
      let count = "SELECT count(*) FROM reporting.v1_installation WHERE stale"
      #expect(try connection.execute(count).single().int64(0) == 0)
      try connection.script(
        "UPDATE projection.installation SET stale = true WHERE ctid = (SELECT min(ctid) FROM projection.installation)"
      )
      #expect(try connection.execute(count).single().int64(0) >= 1)
    }
  }
}
