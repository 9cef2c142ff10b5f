import AuditStore
import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Findings of one account")
struct AccountFindingsTests {
  @Test(
    "judged afresh, whatever the read models cover, they are those that are stored",
    arguments: [21, 22, 23, 24] as [UInt64])
  func judgedAfresh(seed: UInt64) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      let lines = RandomTrace.lines(160, seed: seed)
      try log.append(Array(lines.prefix(100)), batch: 9)
      let early = try findings(log, size: 160)
      try log.runner().run()
      #expect(try findings(log, size: 160) == early)
      try log.append(Array(lines.suffix(60)), batch: 9)
      let judged = try findings(log, size: 160)
      try log.runner().run()
      #expect(try findings(log, size: 160) == judged)
      #expect(judged.count > 10)
      let known = try log.connection.execute(
        "SELECT count(*) FROM projection.finding WHERE account IS NOT NULL")
      #expect(try known.single().int64(0) >= Int64(judged.count))
    }
  }

  @Test(
    "what was known at a size of the log is what a log of that size has", arguments: [31, 32] as [UInt64])
  func knownAt(seed: UInt64) throws {
    let lines = RandomTrace.lines(120, seed: seed)
    let early = try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Array(lines.prefix(80)), batch: 80)
      try log.runner().run()
      return try findings(log, size: 80)
    }
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Array(lines.prefix(80)), batch: 80)
      try log.append(Array(lines.suffix(40)), batch: 7)
      try log.runner().run()
      #expect(try findings(log, size: 80) == early)
    }
  }

  @Test("at an instant before a link counts, findings are those of the UPN and not of the account")
  func beforeALink() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event(
          "wipe.requested", minute: 10, subject: "upn:ada@contoso.example", data: #"{"origin":"admin"}"#),
        // A device that the UPN is only seen on: S1, the next user before the data was cleared.
        Line.event(
          "sharedDevice.accountChanged", minute: 12, subject: nil, device: "D-2",
          data: #"{"current":"\#(Line.bob)","previous":"upn:ada@contoso.example","via":"notification"}"#),
        Line.event("account.signedIn", minute: 13, subject: Line.bob, device: "D-2"),
        Line.event("account.signedIn", minute: 4000, data: #"{"identity":"ada@contoso.example"}"#),
      ])
      try log.runner().run()
      let (number, size) = (try log.log().id.rawValue, try log.log().size)
      let bare = try #require(
        try log.connection.execute("SELECT DISTINCT alias_id FROM audit.links").first.map {
          AccountID(try $0.int32(0))
        })
      let ada = try AccountLookup(
        connection: log.connection, scope: FoldScope(log: number, size: size)
      ).find(Line.ada)
      // W1 is due a day after the request.
      for (text, open) in [("2026-03-02T12:00:00Z", [2, 0]), ("2026-03-05T00:00:00Z", [0, 2])]
        as [(String, [Int64])]
      {
        let instant = try Timestamp(rfc3339: text)
        let scope = FoldScope(log: number, size: size, asOf: instant)
        let found = try [bare, ada].map {
          try AccountReader(connection: log.connection, scope: scope).state(of: $0, at: instant)
            .account.openFindings ?? -1
        }
        #expect(found == open, "\(text)")
      }
    }
  }

  /// The findings about three accounts, by id, without the numbers and instants that differ from log to log.
  private func findings(_ log: TestLog, size: Int64) throws -> [String] {
    let scope = FoldScope(log: try log.log().id.rawValue, size: min(size, try log.log().size))
    return try [Line.ada, Line.bob, "upn:dan@contoso.example"].flatMap { name -> [String] in
      guard let account = try? AccountLookup(connection: log.connection, scope: scope).find(name) else {
        return []
      }
      return try AccountFindingsReader(connection: log.connection, scope: scope).findings(of: account).map {
        let end = $0.ended == .superseded ? "" : "\($0.closedAt?.rfc3339 ?? "")"
        return
          "\($0.id) \($0.rule.rawValue) \($0.openedAt.rfc3339) \(end) \($0.ended?.rawValue ?? "open") \($0.reason)"
      }
    }
  }
}
