import AuditStore
import Postgres
import TestSupport
import Testing

/// Who had a shared device, app by app.
@Suite("Sessions on shared devices")
struct SharedDeviceSessionTests {
  private static let columns = [
    "app", "account", "started_at", "ended_at", "ended_by", "next_account", "duration_s", "cleared_by_end",
    "cleared_at", "signed_out_at",
  ]

  /// The sessions in order of their beginning; one without begins when it ends.
  private func sessions(_ add: (inout ReportLines) -> Void) throws -> [String] {
    try ReportingRows.of(
      "v1_shared_device_session", Self.columns, by: "device, app, coalesce(started_at, ended_at), ended_at",
      add
    ).map { $0.replacing("com.contoso.", with: "") }
  }

  private static let out = #""success":true,"signoutFromBrowser":true"#

  private static func current(_ account: Int?, previous: Int? = nil) -> String {
    [
      account.map { #""current":"\#(ReportFleet.account($0))""# },
      previous.map { #""previous":"\#(ReportFleet.account($0))""# },
    ]
    .compactMap { $0 }.joined(separator: ",")
  }

  @Test("a user signs in, is cleared while there, signs out and is cleared; the next one is still there")
  func life() throws {
    let found = try sessions { lines in
      lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 9)
      // The same user again: nothing new.
      lines.add("sharedDevice.signedIn", 1, "01T08:10", device: 9)
      lines.add("sharedDevice.accountQueried", nil, "01T08:20", Self.current(1), device: 9)
      lines.add("sharedDevice.dataCleared", 1, "01T08:30", device: 9)
      lines.add(
        "sharedDevice.signedOut", 1, "01T08:45", #""success":false,"signoutFromBrowser":true"#, device: 9)
      lines.add("sharedDevice.signedOut", 1, "01T09:00", Self.out, device: 9)
      lines.add("sharedDevice.dataCleared", 1, "01T09:01", device: 9)
      lines.add("sharedDevice.dataCleared", 1, "01T09:02", device: 9)
      lines.add("sharedDevice.signedIn", 2, "01T09:30", device: 9)
    }
    #expect(
      found == [
        "docs | #1 | 08:00 | 09:00 | signedOut | ∅ | 3600 | true | 09:01 | 09:00",
        "docs | #2 | 09:30 | ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | ∅",
      ])
  }

  @Test(
    "a user is replaced, comes back and leaves unseen; each clearing belongs to the session that it follows")
  func replaced() throws {
    let found = try sessions { lines in
      lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 9)
      lines.add("sharedDevice.signedIn", 2, "01T09:00", device: 9)
      lines.add(
        "sharedDevice.accountChanged", nil, "01T10:30", Self.current(1) + #","via":"query""#, device: 9)
      lines.add("sharedDevice.dataCleared", 2, "01T10:31", device: 9)
      lines.add("sharedDevice.dataCleared", 1, "01T10:32", device: 9)
      lines.add("sharedDevice.accountQueried", nil, "01T11:00", device: 9)
      lines.add("sharedDevice.accountQueried", nil, "01T11:10", device: 9)
    }
    #expect(
      found == [
        "docs | #1 | 08:00 | 09:00 | replaced | #2 | 3600 | false | ∅ | ∅",
        "docs | #2 | 09:00 | 10:30 | replaced | #1 | 5400 | false | 10:31 | ∅",
        "docs | #1 | 10:30 | 11:00 | nobody | ∅ | 1800 | true | ∅ | ∅",
      ])
  }

  @Test(
    "whom the first event names as the user before had begun unseen; one who is still there begins with it")
  func unseen() throws {
    let found = try sessions { lines in
      lines.add("sharedDevice.accountQueried", nil, "01T08:00", Self.current(2, previous: 1), device: 8)
      lines.add("sharedDevice.dataCleared", 1, "01T08:01", device: 8)
      lines.add("sharedDevice.accountQueried", nil, "01T09:00", Self.current(nil, previous: 1), device: 8)
      lines.add("sharedDevice.accountQueried", nil, "01T08:00", Self.current(2, previous: 2), device: 9)
      lines.add("sharedDevice.signedOut", 2, "01T08:30", Self.out, device: 9)
    }
    #expect(
      found == [
        "docs | #1 | ∅ | 08:00 | replaced | #2 | ∅ | false | 08:01 | ∅",
        "docs | #2 | 08:00 | 09:00 | nobody | ∅ | 3600 | false | ∅ | ∅",
        "docs | #2 | 08:00 | 08:30 | signedOut | ∅ | 1800 | false | ∅ | 08:30",
      ])
  }

  @Test("an app that has not noticed still has its user, who has signed out elsewhere, on that device")
  func elsewhere() throws {
    let found = try sessions { lines in
      lines.add("sharedDevice.signedIn", 1, "01T08:00", device: 9)
      lines.add("sharedDevice.accountQueried", nil, "01T08:05", Self.current(1), device: 9, app: "mail")
      lines.add("sharedDevice.signedOut", 1, "01T08:30", Self.out, device: 8)
      lines.add("sharedDevice.signedOut", 1, "01T09:00", Self.out, device: 9)
      lines.add("sharedDevice.signedIn", 1, "01T10:00", device: 9)
      // A sign-out of somebody else ends the session, and is none of this user.
      lines.add("sharedDevice.signedOut", 2, "01T11:00", Self.out, device: 9)
    }
    #expect(
      found == [
        "docs | #1 | 08:00 | 09:00 | signedOut | ∅ | 3600 | false | ∅ | 09:00",
        "docs | #1 | 10:00 | 11:00 | signedOut | ∅ | 3600 | false | ∅ | ∅",
        "mail | #1 | 08:05 | ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | 09:00",
      ])
  }

  @Test("a late event counts at its instant, and a UPN is whose it was then")
  func lateAndLinked() throws {
    let columns = ["account", "identity", "started_position", "ended_position", "ended_by", "next_account"]
    let found = try ReportingRows.of("v1_shared_device_session", columns, by: "started_at") { lines in
      lines.add("sharedDevice.signedIn", subject: "upn:ADA@contoso.example", "01T08:00", "", device: 9)
      lines.add("account.signedIn", 1, "01T08:01", #""identity":"ada@contoso.example""#, device: 9)
      lines.add("sharedDevice.signedIn", 2, "01T10:00", device: 9)
      lines.add("sharedDevice.signedOut", 1, "01T09:00", Self.out, device: 9)
      lines.add(
        "sharedDevice.accountQueried", nil, "01T11:00", #""current":"guest@fabrikam.example""#, device: 9)
    }
    #expect(
      found == [
        "#1 | ada@contoso.example | 0 | 3 | signedOut | ∅",
        "#2 | ∅ | 2 | 4 | replaced | guest@fabrikam.example",
        "guest@fabrikam.example | ∅ | 4 | ∅ | ∅ | ∅",
      ])
  }

  @Test(
    "whatever happens, sessions agree with the fold and with the hand-overs",
    arguments: 1...3 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) throws {
    var state = seed
    func random(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    var lines = ReportLines(tenant: ReportFleet.tenant)
    for step in 0..<300 {
      let (day, hour, minute) = (1 + step / 20, step % 20, random(60))
      let time =
        "\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
      let (account, device, app) = (1 + random(3), 8 + random(2), ["docs", "mail"][random(2)])
      switch random(6) {
      case 0, 1: lines.add("sharedDevice.signedIn", account, time, device: device, app: app)
      case 2: lines.add("sharedDevice.signedOut", account, time, Self.out, device: device, app: app)
      case 3: lines.add("sharedDevice.dataCleared", account, time, device: device, app: app)
      case 4:
        lines.add("sharedDevice.accountQueried", nil, time, Self.current(account), device: device, app: app)
      default: lines.add("sharedDevice.accountQueried", nil, time, device: device, app: app)
      }
    }
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try ReportFleet.append(lines.all, Appender(database.connect()), connection)
      // The user of each app by the fold, and whose data is still to be cleared in it.
      let differing = try connection.execute(
        """
        SELECT i.app, i.device, i.shared_user, i.cleanup_pending::text, s.account, s.pending::text
        FROM reporting.v1_installation AS i
        LEFT JOIN (
            SELECT device, app, max(account) FILTER (WHERE ended_at IS NULL) AS account,
                coalesce(jsonb_agg(account ORDER BY account COLLATE "C") FILTER (
                    WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND is_last
                ), '[]') AS pending
            FROM (
                SELECT s.*, row_number() OVER (
                        PARTITION BY device, app, account ORDER BY started_at DESC, started_position DESC
                    ) = 1 AS is_last
                FROM reporting.v1_shared_device_session AS s
            ) AS s
            GROUP BY device, app
        ) AS s ON s.device = i.device AND s.app = i.app
        WHERE (i.shared_user, i.cleanup_pending) IS DISTINCT FROM (s.account, s.pending)
        """)
      #expect(differing.isEmpty)
      let counts = try connection.execute(
        """
        SELECT count(*), count(*) FILTER (
            WHERE h.previous IS DISTINCT FROM s.account
                OR h.changed_at IS DISTINCT FROM s.ended_at
                OR h.current IS DISTINCT FROM s.next_account
                OR h.cleared_at IS DISTINCT FROM s.cleared_at
        )
        FROM reporting.v1_shared_device_handover AS h
        FULL JOIN (SELECT * FROM reporting.v1_shared_device_session WHERE ended_at IS NOT NULL) AS s
            ON s.tenant = h.tenant AND s.device = h.device AND s.app = h.app AND s.ended_position = h.position
        """
      ).single()
      #expect(try counts.int64(0) > 50)
      #expect(try counts.int64(1) == 0)
    }
  }
}
