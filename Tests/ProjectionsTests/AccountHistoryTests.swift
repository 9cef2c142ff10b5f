import AuditStore
import Compliance
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Histories")
struct AccountHistoryTests {
  @Test(
    "a history ends in the state, for random traces: configurations that change nothing by themselves count")
  func endsInTheState() throws {
    for seed: UInt64 in [7, 8, 9] {
      try TestDatabase.withDatabase(migrated: true) { database in
        let log = try TestLog(database)
        try log.append(RandomTrace.lines(160, seed: seed))
        let scope = FoldScope(log: try log.log().id.rawValue, size: try log.log().size)
        let reader = AccountReader(connection: log.connection, scope: scope)
        var compared = 0
        for name in [Line.ada, Line.bob, "upn:dan@contoso.example"] {
          guard let account = try? AccountLookup(connection: log.connection, scope: scope).find(name) else {
            continue
          }
          var last: HistoryEntry?
          try reader.history(of: account) { last = $0 }
          let end = try #require(last)
          let state = try reader.state(of: account, at: end.event.effectiveAt)
          #expect(end.after == state)
          compared += 1
        }
        #expect(compared >= 2)
      }
    }
  }

  @Test("what a configuration before the account decides shows in its history")
  func configuredBefore() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event(
          "app.configured", minute: 1, subject: nil,
          data: #"{"settings":{},"clientCapabilities":[],"platform":"maui","distribution":"debug"}"#),
        Line.event("account.registered", minute: 2, data: #"{"method":"registerAndEnroll"}"#),
        Line.event("enrollment.completed", minute: 3, data: #"{"statusCode":100}"#),
      ])
      let scope = FoldScope(log: try log.log().id.rawValue, size: 3)
      let account = try AccountLookup(connection: log.connection, scope: scope).find(Line.ada)
      var policies: [FieldValue] = []
      var positions: [Int64] = []
      try AccountReader(connection: log.connection, scope: scope).history(of: account) { entry in
        positions.append(entry.event.position)
        policies += entry.changes.filter { $0.field == .policy }.map(\.to)
      }
      #expect(positions == [1, 2])
      #expect(policies == [.text("active")])
    }
  }
}
