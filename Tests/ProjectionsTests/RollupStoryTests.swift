import AuditStore
import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

/// The daily views of small logs, worked out by hand.
@Suite("Days of small logs")
struct RollupStoryTests {
  private static let day = 1440

  /// Rows of a daily view, their columns joined by blanks, `-` for null and without what is the same in all.
  private func rows(
    _ log: TestLog, _ view: String, _ columns: String, where condition: String = "day < '2026-03-06'"
  ) throws -> [String] {
    let texts = columns.split(separator: " ").map { "coalesce(\($0)::text, '-')" }.joined(separator: ", ")
    return try log.connection.execute(
      "SELECT concat_ws(' ', to_char(day, 'MM-DD'), \(texts)) FROM reporting.\(view) WHERE \(condition) ORDER BY 1"
    ).map { try $0.text(0) }
  }

  /// Expects rows.
  private func same(
    _ found: [String], _ wanted: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found == wanted, sourceLocation: sourceLocation)
  }

  private func withLog(_ lines: [String], _ body: (TestLog) throws -> Void) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(lines)
      try log.runner().run()
      try body(log)
      #expect(try log.runner().verify().firstBad == nil)
    }
  }

  @Test("a wipe that is confirmed on the third day is open on two, and overdue on one")
  func wipe() throws {
    let lines = [
      Line.event("wipe.requested", minute: 600, data: #"{"origin":"admin"}"#),
      Line.event("wipe.completed", minute: 2 * Self.day + 630),
      Line.event("wipe.failed", minute: Self.day + 60, device: "D-2"),
      Line.event("wipe.completed", minute: 3 * Self.day, device: "D-2"),
      Line.event(
        "wipe.requested", minute: 3 * Self.day + 10, subject: Line.bob, data: #"{"origin":"service"}"#),
      Line.event("wipe.completed", minute: 4 * Self.day + 5, subject: Line.bob),
    ]
    try withLog(lines) { log in
      let columns = "origin requested completed failed open_at_end completed_in_24h"
      try same(
        rows(log, "v1_daily_wipe", columns),
        [
          "03-01 - 0 0 0 0 0", "03-01 admin 1 0 0 1 0", "03-01 service 0 0 0 0 0",
          "03-02 - 0 0 1 1 0", "03-02 admin 0 0 0 1 0", "03-02 service 0 0 0 0 0",
          "03-03 - 0 0 0 1 0", "03-03 admin 0 1 0 0 0", "03-03 service 0 0 0 0 0",
          "03-04 - 0 1 0 0 0", "03-04 admin 0 0 0 0 0", "03-04 service 1 0 0 1 0",
          "03-05 - 0 0 0 0 0", "03-05 admin 0 0 0 0 0", "03-05 service 0 1 0 0 1",
        ])
      // The request and the confirmation carry their number as hundredths of a second.
      let minutes = try log.connection.execute(
        "SELECT round(sum(time_to_complete_s) / 60)::bigint FROM reporting.v1_daily_wipe"
      ).single().int64(0)
      #expect(minutes == 48 * 60 + 30 + 23 * 60 + 55)
      try same(
        rows(
          log, "v1_daily_finding", "rule severity app opened closed open_at_end",
          where: "rule = 'W1' AND day < '2026-03-05'"),
        [
          "03-01 W1 violation com.contoso.mail 0 0 0", "03-02 W1 violation com.contoso.mail 1 0 1",
          "03-03 W1 violation com.contoso.mail 0 1 0", "03-04 W1 violation com.contoso.mail 0 0 0",
        ])
      let fleet = StoredFleet(connection: log.connection, log: try log.log().id.rawValue)
      var open: Int64 = 0
      try fleet.wipes { if $0.completedAt == nil { open += 1 } }
      let last = try log.connection.execute(
        "SELECT sum(open_at_end)::bigint FROM reporting.v1_daily_wipe WHERE day = (through_recorded_at AT TIME ZONE 'UTC')::date"
      ).single().int64(0)
      #expect(last == open)
    }
  }

  @Test("results of enrollments by what their codes say, known or not")
  func enrollments() throws {
    let codes = ["100", "208", "103", "225", "203", #""Timeout""#, "999", "150", #""nonsense""#]
    let lines = codes.enumerated().map { index, code in
      Line.of(
        release: "5.1", sdk: "21.7",
        Line.event("enrollment.completed", minute: index, data: #"{"statusCode":\#(code)}"#))
    }
    try withLog(lines) { log in
      try same(
        rows(log, "v1_daily_enrollment", "code code_name succeeded results", where: "day = '2026-03-01'"),
        [
          "03-01 - - - 1", "03-01 100 NewPoliciesReceived true 1", "03-01 103 NoPolicyReceived - 1",
          "03-01 150 - - 1", "03-01 203 AuthRequired false 1", "03-01 208 AlreadyEnrolled true 1",
          "03-01 216 Timeout false 1", "03-01 225 LicensedNotTargeted - 1", "03-01 999 - false 1",
        ])
      try same(
        rows(
          log, "v1_daily_release", "app app_version sdk_version enrollments enrollments_failed",
          where: "enrollments > 0"), ["03-01 com.contoso.mail 5.1 21.7 9 3"])
      try same(
        rows(log, "v1_daily_event", "type code events", where: "code = 999 AND day < '2026-03-03'"),
        ["03-01 mam.enrollment.completed 999 1", "03-02 mam.enrollment.completed 999 0"])
    }
  }

  @Test("a denial for app protection is one in every form in which it comes, and no other is")
  func denials() throws {
    let denials = [
      #"{"error":"x","errorCode":-50004}"#, #"{"error":"x","errorCode":"ServerProtectionPoliciesRequired"}"#,
      #"{"error":"x","entraErrorCode":53005}"#,
      #"{"error":"x","entraErrorCode":53009,"identity":"a@b.example"}"#,
      #"{"error":"x","subError":"protection_policy_required","identity":""}"#,
      #"{"error":"ERROR_SERVER_PROTECTION_POLICY_REQUIRED","resource":"r"}"#,
    ]
    let others = [
      #"{"error":"x"}"#, #"{"error":"x","errorCode":-50002}"#,
      #"{"error":"x","entraErrorCode":50000,"identity":"a@b.example"}"#,
    ]
    var lines = (denials + others).enumerated().map { index, data in
      Line.event("token.denied", minute: index, device: "D-\(index)", data: data)
    }
    lines += [0, 1, 1, 4, 9].enumerated().map { index, status in
      Line.event("remediation.completed", minute: 100 + index, device: "D-0", data: #"{"status":\#(status)}"#)
    }
    try withLog(lines) { log in
      try same(
        rows(log, "v1_daily_compliance", "app status results", where: "day = '2026-03-01'"),
        [
          "03-01 com.contoso.mail compliant 1", "03-01 com.contoso.mail interactionRequired 1",
          "03-01 com.contoso.mail notCompliant 2", "03-01 com.contoso.mail required 6",
          "03-01 com.contoso.mail unknown 1",
        ])
      // The fold reads the same denials from the same facts.
      let required = try log.connection.execute(
        "SELECT count(*) FROM projection.account_installation WHERE compliance = 'required'"
      ).single().int64(0)
      #expect(required == 5)
      try same(
        rows(
          log, "v1_daily_release", "compliance_results compliance_failed", where: "compliance_results > 0"),
        ["03-01 5 3"])
    }
  }

  @Test(
    "until a UPN is linked its events make an account of their own, and from that day on they are another's")
  func alias() throws {
    let upn = "upn:ada@contoso.example"
    let lines = [
      Line.event("account.registered", minute: 60, subject: upn, data: #"{"method":"registerAndEnroll"}"#),
      Line.event("enrollment.completed", minute: Self.day + 60, subject: upn, data: #"{"statusCode":203}"#),
      // Of the same day as the link: never the UPN's own at the end of a day.
      Line.event(
        "enrollment.completed", minute: 3 * Self.day + 5, subject: upn, data: #"{"statusCode":101}"#),
      Line.event("account.signedIn", minute: 3 * Self.day + 60, data: #"{"identity":"ada@contoso.example"}"#),
      Line.event("account.registered", minute: 2 * Self.day, subject: Line.bob, data: #"{"method":"other"}"#),
    ]
    try withLog(lines) { log in
      try same(
        rows(log, "v1_daily_status", "status accounts", where: "accounts > 0 AND day < '2026-03-06'"),
        [
          "03-01 registered 1", "03-02 enrollmentFailed 1", "03-03 enrollmentFailed 1", "03-03 registered 1",
          "03-04 managed 1", "03-04 registered 1", "03-05 managed 1", "03-05 registered 1",
        ])
      try same(
        log.connection.execute(
          """
          SELECT concat_ws(' ', n.name, d.day, coalesce(d.status, 'none'), 'after', coalesce(d.previous, 'none'))
          FROM projection.account_day AS d JOIN audit.accounts AS n USING (log_id, account_id)
          ORDER BY n.name COLLATE "C", d.day
          """
        ).map { try $0.text(0) },
        [
          "\(Line.ada) 2026-03-04 managed after none", "\(Line.bob) 2026-03-03 registered after none",
          "\(upn) 2026-03-01 registered after none", "\(upn) 2026-03-02 enrollmentFailed after registered",
          "\(upn) 2026-03-04 none after enrollmentFailed",
        ])
      #expect(try log.rollupFaults(from: "2026-02-28", through: "2026-03-06") == [])
    }
  }

  @Test("an event that arrives late changes the days from its own on")
  func late() throws {
    let lines = [
      Line.event("account.registered", minute: 60, data: #"{"method":"other"}"#),
      Line.event("enrollment.completed", minute: 3 * Self.day, data: #"{"statusCode":101}"#),
    ]
    try withLog(lines) { log in
      let days = {
        try self.rows(log, "v1_daily_status", "status accounts", where: "accounts > 0 AND day < '2026-03-06'")
      }
      try same(
        days(),
        [
          "03-01 registered 1", "03-02 registered 1", "03-03 registered 1", "03-04 managed 1",
          "03-05 managed 1",
        ])
      try log.append([Line.event("enrollment.completed", minute: Self.day, data: #"{"statusCode":203}"#)])
      try log.runner().run()
      try same(
        days(),
        [
          "03-01 registered 1", "03-02 enrollmentFailed 1", "03-03 enrollmentFailed 1", "03-04 managed 1",
          "03-05 managed 1",
        ])
      // Before all: the log begins a day earlier then.
      try log.append([
        Line.event("account.signedIn", minute: 0, subject: Line.bob).replacing(
          "2026-03-01", with: "2026-02-27")
      ])
      try log.runner().run()
      try same(
        days(),
        [
          "02-27 unknown 1", "02-28 unknown 1", "03-01 registered 1", "03-01 unknown 1",
          "03-02 enrollmentFailed 1", "03-02 unknown 1", "03-03 enrollmentFailed 1", "03-03 unknown 1",
          "03-04 managed 1", "03-04 unknown 1", "03-05 managed 1", "03-05 unknown 1",
        ])
    }
  }

  @Test(
    "what lies ahead is hidden until a record comes on its day; clocks that were never set get days of their own"
  )
  func range() throws {
    let request = Line.event("wipe.requested", minute: 0, data: #"{"origin":"admin"}"#)
    let now = Timestamp(microseconds: 4_000_000_000_000_000).rfc3339
    let lines = [
      request.replacing("2026-03-01", with: "1970-01-01"),
      // Dated ahead, so that it counts when it is recorded.
      request.replacing(#""id":"e"#, with: #""id":"f"#).replacing("2026-03-01T00:00", with: now.prefix(16))
        .replacing("D-1", with: "D-2"),
    ]
    try withLog(lines) { log in
      let stored = try log.connection.execute(
        "SELECT sum(opened)::bigint, count(*) FROM projection.daily_finding WHERE rule = 'W1'"
      ).single()
      #expect(try stored.int64(0) == 2)
      let shown = try log.connection.execute(
        """
        SELECT string_agg(concat_ws(' ', day - d.today, opened, open_at_end), ', ' ORDER BY day)
        FROM reporting.v1_daily_finding, (SELECT max(day) AS today FROM reporting.v1_daily_event) AS d
        WHERE rule = 'W1' AND day > '1970-01-01'
        """
      ).single().text(0)
      let age = try log.connection.execute(
        "SELECT max(day) - '1970-01-02'::date FROM reporting.v1_daily_event"
      ).single().int32(0)
      #expect(shown == "-\(age) 1 1, 0 0 1")
      let days = try log.connection.execute(
        "SELECT count(DISTINCT day), count(DISTINCT day) FILTER (WHERE events > 0) FROM reporting.v1_daily_event"
      ).single()
      #expect(try days.int64(0) == 3)
      #expect(try days.int64(1) == 2)
    }
  }

  @Test("the versions of an event are those of its envelope, wherever they stand and whatever the data say")
  func releases() throws {
    func line(_ members: String, data: String) -> String {
      Line.event("wipe.completed", minute: 0, data: data).replacing(
        #"{"specversion":"1.0","#, with: #"{"specversion":"1.0",\#(members)"#)
    }
    let pose = #"{"appversion":"POSE","data":{"appversion":"POSE"},"sdkversion":"POSE"}"#
    func behind(_ members: String) -> String {
      String(Line.event("wipe.completed", minute: 0, data: pose).dropLast()) + ",\(members)}"
    }
    let cases: [(line: String, app: String, sdk: String)] = [
      (line(#""appversion":"1","sdkversion":"2","#, data: "{}"), "1", "2"),
      (line(#""appversion":"1","#, data: pose), "1", "-"),
      (line("", data: pose), "-", "-"),
      (behind(#""sdkversion":"2","appversion":"1""#), "1", "2"),
      (line(#""appversion":"1 \"a\" \u00e9","sdkversion":"\\","#, data: "{}"), #"1 "a" é"#, #"\"#),
      (line(#""app\u0076ersion":"1","#, data: pose), "1", "-"),
      (line(#""x":"{\"appversion\":\"POSE\"","sdkversion":"2","#, data: pose), "-", "2"),
      (line(#""appversion":null,"sdkversion":"{2","#, data: pose), "-", "{2"),
      // No jsonb: NUL, half a surrogate pair, a number beyond all bounds.
      (line(#""appversion":"1","#, data: #"{"x":"\u0000"}"#), "1", "-"),
      (line("", data: #"{"appversion":"POSE\u0000"}"#), "-", "-"),
      (behind(#""appversion":"1""#).replacing("POSE", with: #"\ud800"#), "1", "-"),
      (line(#""sdk\u0076ersion":"2","#, data: #"{"x":1e999999}"#), "-", "2"),
      (line(#""sdk\u0076ersion":"1e99999","#, data: #"{"x":1e999999}"#), "-", "1e99999"),
      (
        line(#""app\u0076ersion":"1.0","#, data: #"{"x":0.\#(String(repeating: "7", count: 20_000))}"#),
        "1.0",
        "-"
      ),
      // A member of the name of the data's, and one whose text looks like a member.
      (line(#""y":",\"data\":","appversion":"1","#, data: "{}"), "1", "-"),
    ]
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(cases.map(\.line))
      let found = try log.connection.withRole(ProjectionRunner.role) {
        try log.connection.execute(
          "SELECT coalesce(app_version, '-'), coalesce(sdk_version, '-') FROM audit.releases ORDER BY position"
        ).map { (try $0.text(0), try $0.text(1)) }
      }
      for (found, wanted) in zip(found, cases) {
        #expect(found.0 == wanted.app && found.1 == wanted.sdk, "\(wanted.line)")
      }
      #expect(found.count == cases.count)
      try log.runner().run()
      let completed = try log.connection.execute(
        "SELECT sum(wipes_completed)::bigint FROM reporting.v1_daily_release"
      ).single().int64(0)
      #expect(completed == Int64(cases.count))
      #expect(try log.runner().verify().firstBad == nil)
    }
  }
}
