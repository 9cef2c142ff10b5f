import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Finding an account by name")
struct AccountLookupTests {
  @Test("a UPN means whom it belonged to within the bounds, and before its first link itself")
  func bounds() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event(
          "account.registered", minute: 10, subject: "upn:ada@contoso.example",
          data: #"{"method":"loginAndEnroll"}"#),
        Line.event("account.signedIn", minute: 60, data: #"{"identity":"ADA@contoso.example"}"#),
      ])
      let number = try log.log().id.rawValue
      func named(asOf minute: Int?, size: Int64 = 2) throws -> (name: String, events: Int64) {
        let start = try Timestamp(rfc3339: "2026-03-01T00:00:00Z")
        let asOf = minute.map { Timestamp(microseconds: start.microseconds + Int64($0) * 60_000_000) }
        let scope = FoldScope(log: number, size: size, asOf: asOf)
        let account = try AccountLookup(connection: log.connection, scope: scope).find("ada@contoso.example")
        let state = try AccountReader(connection: log.connection, scope: scope).state(of: account)
        return (state.account.account, state.account.events)
      }
      #expect(try named(asOf: nil) == (Line.ada, 2))
      #expect(try named(asOf: 30) == ("upn:ada@contoso.example", 1))
      #expect(try named(asOf: nil, size: 1) == ("upn:ada@contoso.example", 1))
      #expect(try named(asOf: 5) == ("upn:ada@contoso.example", 0))
    }
  }

  @Test("a UPN that no event has as its subject means the account that a later link names")
  func linkedOnly() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event("account.signedIn", minute: 60, data: #"{"identity":"ada@contoso.example"}"#)
      ])
      let early = try Timestamp(rfc3339: "2026-02-01T00:00:00Z")
      let scope = FoldScope(log: try log.log().id.rawValue, size: 1, asOf: early)
      let account = try AccountLookup(connection: log.connection, scope: scope).find("Ada@contoso.example")
      let state = try AccountReader(connection: log.connection, scope: scope).state(of: account)
      #expect(state.account.account == Line.ada)
      #expect(state.account.events == 0)
    }
  }
}
