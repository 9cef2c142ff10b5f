import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import Projections

@Suite("Rebuild and verification")
struct RebuildTests {
  private static let lines = [
    Line.event(
      "app.configured", minute: 0, subject: nil,
      data:
        #"{"platform":"ios","settings":{"MultiIdentity":"YES"},"clientCapabilities":[],"distribution":"appStore"}"#
    ),
    Line.event(
      "account.registered", minute: 1,
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Line.event("enrollment.completed", minute: 2, data: #"{"statusCode":"NewPoliciesReceived"}"#),
    Line.event("identity.switched", minute: 3, data: #"{"scope":"ui","initiator":"app","result":0}"#),
    Line.event("sharedDevice.signedIn", minute: 4, device: "D-2"),
    Line.event(
      "sharedDevice.signedOut", minute: 5, device: "D-2",
      data: #"{"success":true,"signoutFromBrowser":false}"#),
    Line.event("wipe.requested", minute: 6, app: nil, device: nil, data: #"{"origin":"admin","why":"lost"}"#),
    Line.event(
      "wipe.requested", minute: 6, subject: Line.bob, app: nil, device: "D-9", data: #"{"origin":"admin"}"#),
  ]

  @Test("a rebuild gives what the runs gave, and takes in what came meanwhile")
  func equalsRuns() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      for line in Self.lines {
        try log.append([line])
        try log.runner().run()
      }
      let runs = try log.readModels()
      #expect(runs.count == 2 + 2 + 2 + 2 + 3)
      try log.append([Line.event("wipe.completed", minute: 30)])
      let run = try log.runner().rebuild()
      #expect(run.through == 9)
      #expect(try log.runner().verify().isOK)
      let rebuilt = try log.readModels()
      #expect(rebuilt != runs)
      try log.runner().rebuild()
      #expect(try log.readModels() == rebuilt)
      #expect(try log.runner().run() == ProjectionRun(from: 9, through: 9, accounts: 0, devices: 0, stale: 0))
    }
  }

  @Test("what a killed rebuild left is cleared away by the next")
  func leftovers() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines)
      try log.runner().run()
      let before = try log.readModels()
      try log.connection.withRole("mamaudit_projector") {
        try log.connection.script("CREATE TABLE projection.account_1_next (LIKE projection.account)")
      }
      try log.runner().rebuild()
      #expect(try log.readModels() == before)
      let left = try log.connection.execute(
        "SELECT count(*) FROM pg_class WHERE relname LIKE '%\\_next'"
      ).single().int64(0)
      #expect(left == 0)
    }
  }

  @Test("a second rebuild of a log at the same time is refused")
  func oneAtATime() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines)
      let other = try database.connect()
      let number = try log.log().id.rawValue
      _ = try other.execute("SELECT pg_advisory_lock($1, $2)", [.int32(0x6d61_6d72), .int32(number)])
      #expect(throws: ProjectionRunner.RebuildInProgress.self) { try log.runner().rebuild() }
    }
  }

  @Test(
    "verification names the first row and field that differ",
    arguments: [
      ("UPDATE projection.account SET status = 'managed'", "account", "status", "wipePending"),
      (
        "UPDATE projection.account_installation SET data_present = false", "account_installation",
        "data_present", "null"
      ),
      ("UPDATE projection.wipe SET why = NULL WHERE why IS NOT NULL", "wipe", "why", "lost"),
      ("UPDATE projection.installation SET ui_identity = NULL", "installation", "ui_identity", Line.ada),
      ("UPDATE projection.device SET apps = '[]'", "device", "apps", #"["com.contoso.mail"]"#),
      ("DELETE FROM projection.wipe", "wipe", "row", "a row"),
      (
        "INSERT INTO projection.account (log_id, account_id, account, status, installations, events) VALUES (1, 99, 'x', 'unknown', 0, 0)",
        "account", "row", "no such row"
      ),
      ("UPDATE projection.account SET stale = true", "account", "stale", "false"),
    ])
  func tampering(sql: String, projection: String, field: String, expected: String) throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines)
      try log.runner().run()
      #expect(try log.runner().verify().isOK)
      try log.connection.script(sql)
      let bad = try #require(try log.runner().verify().firstBad)
      #expect(bad.projection == projection)
      #expect(bad.field == field)
      #expect(bad.expected == expected)
    }
  }

  @Test("a stale row is folded again by the next run")
  func staleIsRetried() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(Self.lines)
      try log.runner().run()
      let before = try log.readModels()
      try log.connection.script("UPDATE projection.account SET stale = true, status = 'unknown'")
      try log.runner().run()
      #expect(try log.readModels() == before)
    }
  }
}
