import AuditStore
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Projections

@Suite("Read models while they are read")
struct ConcurrencyTests {
  /// Ends a statement that waits for a lock, so that a test fails instead of waiting for ever.
  private static let impatient = "SET lock_timeout = '3s'"

  @Test(
    "a report that is open keeps no rebuild waiting, and sees one state of the rows from its begin to its end"
  )
  func openReport() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Line.event("data.accessed", minute: 1), Line.event("wipe.completed", minute: 2)])
      try log.runner().run()
      let report = try database.connect()
      try report.script("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM reporting.v1_account")
      try log.append([Line.event("data.accessed", minute: 3, subject: Line.bob)])

      try log.connection.script(Self.impatient)
      try log.runner().rebuild()
      for view in ["v1_account", "v1_account_installation", "v1_wipe", "v1_installation", "v1_device"] {
        #expect(
          try report.execute("SELECT count(*) FROM reporting.\(view)").single().int64(0) == 1, "\(view)")
      }
      try report.script("COMMIT")
      #expect(try report.execute("SELECT count(*) FROM reporting.v1_account").single().int64(0) == 2)
      #expect(try log.runner().verify().isOK)
    }
  }

  @Test("the first run of a log goes on while another log's run and a report are open, and they while it is")
  func firstRun() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append([Line.event("data.accessed", minute: 1)])
      try log.runner().run()
      let other = try database.connect()
      // What a run and a report of one log hold until they end.
      try other.script(
        "BEGIN; UPDATE projection.account SET status = status; SELECT * FROM reporting.v1_installation")
      let first = try database.connect()
      try first.script(Self.impatient)
      let second = try TestLog(database, tenant: "9b1f0c3a-5d2e-4c7b-8a6f-0e1d2c3b4a59")
      try second.append([Line.event("data.accessed", minute: 1)])
      let number = try second.log().id.rawValue
      let runner = ProjectionRunner(connection: first, log: number)
      #expect(try runner.run().accounts == 1)
      #expect(try runner.rebuild().accounts == 1)
      try other.script("COMMIT")

      // The tables of a log are made apart from its run: while the run is open nobody waits.
      try first.script("BEGIN; UPDATE projection.account SET status = status WHERE log_id = \(number)")
      try log.connection.script(Self.impatient)
      try log.append([Line.event("wipe.completed", minute: 2)])
      try log.runner().run()
      try first.script("COMMIT")
    }
  }

  @Test(
    "runs, rebuilds and verifications at once, while reports are read, fail nowhere and end as one run would")
  func everythingAtOnce() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let log = try TestLog(database)
      try log.append(RandomTrace.lines(200, seed: 7))
      try log.runner().run()
      let number = try log.log().id.rawValue
      let isDone = Atomic(false)
      let readers = (0..<2).map { _ in
        BackgroundThread {
          let report = try database.connect()
          while !isDone.load(ordering: .relaxed) {
            try report.transaction {
              for view in ["v1_installation", "v1_device", "v1_account"] {
                let rows = try report.execute("SELECT count(*) FROM reporting.\(view)").single().int64(0)
                #expect(rows > 0, "\(view)")
              }
            }
          }
        }
      }
      let work = (0..<3).map { kind in
        BackgroundThread {
          let runner = ProjectionRunner(connection: try database.connect(), log: number)
          for _ in 0..<8 {
            switch kind {
            case 0: try runner.run()
            case 1: try runner.rebuild()
            default: #expect(try runner.verify().firstBad == nil)
            }
          }
        }
      }
      for part in 0..<8 { try log.append(RandomTrace.lines(20, seed: UInt64(part) + 8)) }
      defer { isDone.store(true, ordering: .relaxed) }
      for thread in work { try thread.join() }
      isDone.store(true, ordering: .relaxed)
      for thread in readers { try thread.join() }
      try log.runner().run()
      #expect(try log.runner().verify().firstBad == nil)
    }
  }
}
