import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Incremental runs")
struct ProjectionRunTests {
  private static let enrolled = [
    Line.event(
      "account.registered", minute: 1,
      data: #"{"method":"registerAndEnroll","identity":"Ada@contoso.example"}"#),
    Line.event("enrollment.completed", minute: 2, data: #"{"statusCode":100}"#),
    Line.event("app.lifecycle", minute: 3, subject: nil, data: #"{"phase":"launched"}"#),
  ]

  @Test("a run shows accounts, their installations and devices")
  func firstRun() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.enrolled)
      let run = try log.runner().run()
      #expect(run == ProjectionRun(from: 0, through: 3, accounts: 1, devices: 1, stale: 0))
      let row = try log.connection.execute(
        "SELECT account, identity, status, installations, events, through_position FROM reporting.v1_account"
      ).single()
      #expect(try row.text(0) == Line.ada)
      #expect(try row.text(1) == "Ada@contoso.example")
      #expect(try row.text(2) == "managed")
      #expect(try row.int64(3) == 1)
      #expect(try row.int64(4) == 2)
      #expect(try row.int64(5) == 3)
      let installation = try log.connection.execute(
        "SELECT phase, enrolled_accounts::text FROM reporting.v1_installation"
      ).single()
      #expect(try installation.text(0) == "launched")
      #expect(try installation.text(1) == #"["\#(Line.ada)"]"#)
    }
  }

  @Test("a run without new events changes nothing and keeps the checkpoint")
  func emptyRun() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.enrolled)
      try log.runner().run()
      let before = try log.readModels()
      let run = try log.runner().run()
      #expect(run == ProjectionRun(from: 3, through: 3, accounts: 0, devices: 0, stale: 0))
      #expect(try log.readModels() == before)
    }
  }

  @Test("rows that another version of the program made are made anew, and count for nothing until then")
  func otherVersion() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.enrolled)
      try log.runner().run()
      let (models, findings) = (try log.readModels(), try log.findings())
      #expect(!findings.isEmpty)
      try log.connection.script(
        "UPDATE projection.checkpoint SET version = 0; DELETE FROM projection.account_finding")
      let stored = StoredFleet(connection: log.connection, log: try log.log().id.rawValue)
      #expect(try stored.checkpoints().map(\.through) == [0, 0, 0, 0])
      let unlike = try log.runner().verify()
      #expect(unlike.isOutdated && unlike.isOK && unlike.checked == 0)
      let run = try log.runner().run()
      #expect(run == ProjectionRun(from: 0, through: 3, accounts: 1, devices: 1, stale: 0))
      #expect(try !log.runner().verify().isOutdated)
      #expect(try log.findings() == findings)
      #expect(try log.readModels() == models)
    }
  }

  @Test("a launch that arrives later activates the policy of the account that is there")
  func contextTouchesOccupants() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Array(Self.enrolled.prefix(2)))
      try log.runner().run()
      #expect(try log.status(of: Line.ada) == "restartPending")
      try log.append([Self.enrolled[2]])
      try log.runner().run()
      #expect(try log.status(of: Line.ada) == "managed")
      #expect(try log.runner().verify().isOK)
    }
  }

  @Test("an event that arrives late takes its true place")
  func lateEvent() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.enrolled + [Line.event("wipe.completed", minute: 50)])
      try log.runner().run()
      #expect(try log.status(of: Line.ada) == "enrolled")
      // The request was made before the wipe was completed, and is heard of after it.
      try log.append([Line.event("wipe.requested", minute: 40, data: #"{"origin":"admin"}"#)])
      try log.runner().run()
      let wipe = try log.connection.execute(
        "SELECT state, time_to_complete_s FROM reporting.v1_wipe"
      ).single()
      #expect(try wipe.text(0) == "completed")
      #expect(try wipe.int64(1) == 600)
      #expect(try log.runner().verify().isOK)
    }
  }

  @Test("the events of a UPN belong to the object id that a later event links it to")
  func linkedAlias() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event(
          "account.registered", minute: 1, subject: "upn:ADA@contoso.example",
          data: #"{"method":"loginAndEnroll"}"#)
      ])
      try log.runner().run()
      #expect(try log.status(of: "upn:ada@contoso.example") == "registered")
      try log.append([Line.event("account.signedIn", minute: 2, data: #"{"identity":"Ada@Contoso.example"}"#)]
      )
      try log.runner().run()
      #expect(try log.status(of: "upn:ada@contoso.example") == nil)
      #expect(try log.status(of: Line.ada) == "registered")
      #expect(try log.runner().verify().isOK)
    }
  }

  @Test("a second link moves the events that come after it, and the shared user who is named by UPN")
  func relinkedAlias() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([
        Line.event("account.signedIn", minute: 1, data: #"{"identity":"shared@contoso.example"}"#),
        Line.event(
          "sharedDevice.accountChanged", minute: 20, subject: nil, device: "D-2",
          data: #"{"current":"upn:shared@contoso.example","via":"query"}"#),
        Line.event("data.accessed", minute: 21, subject: "upn:shared@contoso.example", device: "D-3"),
      ])
      try log.runner().run()
      #expect(try log.sharedUser(on: "D-2") == Line.ada)
      try log.append([
        Line.event(
          "account.signedIn", minute: 10, subject: Line.bob, data: #"{"identity":"SHARED@contoso.example"}"#)
      ])
      try log.runner().run()
      #expect(try log.sharedUser(on: "D-2") == Line.bob)
      #expect(try log.runner().verify().isOK)
      let moved = try log.connection.execute(
        "SELECT account FROM reporting.v1_account_installation WHERE device = 'D-3'"
      ).single().text(0)
      #expect(moved == Line.bob)
    }
  }
}

extension TestLog {
  fileprivate func status(of account: String) throws -> String? {
    try connection.execute("SELECT status FROM reporting.v1_account WHERE account = $1", [.text(account)])
      .first?.text(0)
  }

  fileprivate func sharedUser(on device: String) throws -> String? {
    try connection.execute("SELECT shared_user FROM reporting.v1_device WHERE device = $1", [.text(device)])
      .first?.textOrNull(0)
  }
}
