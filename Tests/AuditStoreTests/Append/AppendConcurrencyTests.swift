import AuditStore
import MAMEvents
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite struct AppendConcurrencyTests {
  @Test("appenders at once: positions and versions dense, each event once, every answer true")
  func manyAppenders() async throws {
    try await TestDatabase.withDatabase(migrated: true) { database in
      let names = NameCache()
      // Each event is appended by two of the eight, so that they race for it.
      let appended = try await withThrowingTaskGroup(of: Int.self) { group in
        for worker in 0..<8 {
          group.addTask {
            try await onDedicatedThread {
              let appender = try Appender(database.connect(), names: worker % 2 == 0 ? names : NameCache())
              var appended = 0
              for round in 0..<12 {
                var batch = try Sample.batch(
                  (0..<40).map { number in
                    try Sample.event(
                      "\(worker / 2)-\(round)-\(number)",
                      account: Sample.account(UInt64((number * 7 + round) % 13)),
                      device: "D-\(number % 5)",
                      identity: number % 4 == 0 ? "user\(number)@contoso.example" : nil)
                  })
                appended += try appender.append(&batch).appended
              }
              return appended
            }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(appended == 4 * 12 * 40)
      let connection = try database.connect()
      let log = try connection.execute(
        """
        SELECT count(*), min(position), max(position), count(DISTINCT event_key), (SELECT head FROM audit.log),
               bool_and(in_order)
          FROM (SELECT *, recorded_at >= lag(recorded_at, 1, recorded_at) OVER (ORDER BY position) AS in_order
                  FROM audit.event) e
        """
      ).single()
      #expect(try log.int64(0) == 1920)
      #expect(try log.int64(1) == 0)
      #expect(try log.int64(2) == 1919)
      #expect(try log.int64(3) == 1920)
      #expect(try log.int64(4) == 1920)
      #expect(try log.bool(5))
      let names13 = try connection.execute(
        "SELECT count(*), count(DISTINCT account_id), max(account_id) FROM audit.account"
      ).single()
      #expect(try names13.int64(0) == names13.int64(1))
      #expect(try names13.int64(0) == Int64(names13.int32(2)))
      let links = try connection.execute("SELECT count(*) FROM audit.link").single()
      #expect(try links.int64(0) == 480)
    }
  }

  @Test("of callers that expect the same version, one is let in")
  func optimisticLock() async throws {
    try await TestDatabase.withDatabase(migrated: true) { database in
      let account = Sample.account(1)
      let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
        for worker in 0..<8 {
          group.addTask {
            try await onDedicatedThread {
              let appender = try Appender(database.connect())
              var batch = try Sample.batch([Sample.event("\(worker)")])
              do {
                _ = try appender.append(&batch, expectedVersions: [account: -1])
                return true
              } catch AppendError.wrongExpectedVersion(account, -1, 0) {
                return false
              }
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 } == 1)
    }
  }

  @Test("a backend that is terminated at any moment leaves whole batches or none, and the rest can follow")
  func terminatedBackends() async throws {
    try await TestDatabase.withDatabase(migrated: true) { database in
      let size = 200
      let kills = Atomic<Int>(0)
      let done = Atomic<Bool>(false)
      let killer = BackgroundThread {
        let connection = try database.connect()
        while !done.load(ordering: .relaxed) {
          let ended = try connection.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND application_name = 'victim' AND state = 'active' AND random() < 0.5
            """
          ).count
          kills.add(ended, ordering: .relaxed)
          try connection.execute("SELECT pg_sleep(random() * 0.02)")
        }
      }
      try await onDedicatedThread {
        defer { done.store(true, ordering: .relaxed) }
        let connection = try database.connect()
        var number = 0
        while number < 10 || (kills.load(ordering: .relaxed) < 5 && number < 500) {
          var batch = try Sample.batch(
            (0..<size).map { try Sample.event("\(number)-\($0)", account: Sample.account(UInt64($0 % 7))) })
          number += 1
          while true {
            do {
              let appender = try Appender(Connection(database.target, applicationName: "victim"))
              _ = try appender.append(&batch)
              break
            } catch let error as PostgresError where error.code != .server || error.sqlState == "57P01" {
              continue
            }
          }
          let row = try connection.execute("SELECT count(*), max(position) FROM audit.event").single()
          #expect(try row.int64(0) == Int64(number * size))
          #expect(try row.int64(1) == Int64(number * size - 1))
        }
      }
      try killer.join()
      #expect(kills.load(ordering: .relaxed) >= 5)
    }
  }
}
