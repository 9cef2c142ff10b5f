import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import AuditStore

@Suite struct GroupAppenderTests {
  /// Runs `body` with an appender on a database of its own.
  private static func withAppender(
    _ body: (GroupAppender, TestDatabase) async throws -> Void
  ) async throws {
    try await TestDatabase.withDatabase(migrated: true) { database in
      let appender = try GroupAppender { try database.connect() }
      defer { appender.close() }
      try await body(appender, database)
    }
  }

  private static func appendAll(
    _ events: [DecodedEvent], _ appender: GroupAppender
  ) async throws -> [AppendOutcome] {
    try await withThrowingTaskGroup(of: (Int, AppendOutcome).self) { group in
      for (place, event) in events.enumerated() {
        group.addTask { (place, try await appender.append(event)) }
      }
      var outcomes = [AppendOutcome?](repeating: nil, count: events.count)
      for try await (place, outcome) in group { outcomes[place] = outcome }
      return outcomes.compactMap { $0 }
    }
  }

  @Test("each of many callers gets the position of its own event, and callers share transactions")
  func positions() async throws {
    try await Self.withAppender { appender, database in
      let events = try (0..<600).map { try Sample.event("e\($0)", account: Sample.account(UInt64($0 % 7))) }
      let outcomes = try await Self.appendAll(events, appender)
      let rows = try database.connect().execute(
        "SELECT position, record::json ->> 'id', count(*) OVER (PARTITION BY recorded_at) FROM audit.event")
      #expect(rows.count == 600)
      for row in rows {
        let place = try #require(Int(row.text(1).dropFirst()))
        #expect(outcomes[place] == .appended(position: try row.int64(0)))
      }
      let sizes = try rows.map { try $0.int64(2) }
      #expect(sizes.contains { $0 > 1 })
      #expect(Set(try rows.map { try $0.int64(0) }) == Set(0..<600))
    }
  }

  @Test("repeats and conflicts are told to their own callers; tenants go to their own logs")
  func outcomes() async throws {
    try await Self.withAppender { appender, _ in
      let first = try await appender.append(Sample.event("a", content: "1"))
      #expect(first == .appended(position: 0))
      let outcomes = try await Self.appendAll(
        [
          Sample.event("a", content: "1"), Sample.event("a", content: "2"), Sample.event("b"),
          Sample.event("a", content: "1", tenant: Sample.otherTenant),
        ], appender)
      let existing = try Sample.event("a", content: "1").columns.contentHash
      #expect(outcomes[0] == .duplicate(position: 0))
      #expect(outcomes[1] == .conflict(position: 0, existing: existing))
      if case .appended = outcomes[2] {} else { Issue.record("b became \(outcomes[2])") }
      #expect(outcomes[3] == .appended(position: 0))
    }
  }

  @Test("an event that the store refuses fails its own caller alone")
  func refusal() async throws {
    try await Self.withAppender { appender, database in
      var decoder = EventDecoder(options: EventDecoder.Options(takesLogTypes: true))
      let own = try decoder.decode(
        """
        {"specversion":"1.0","id":"own","source":"urn:sample","type":"log.rules.changed",\
        "time":"2026-01-01T00:00:00Z","tenantid":"\(Sample.tenant.text)",\
        "data":{"parameters":{},"sha256":"\(String(repeating: "0", count: 64))"}}
        """)
      let events = try (0..<40).map { try Sample.event("e\($0)") }
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for event in events {
          group.addTask {
            _ = try await appender.append(event); return true
          }
        }
        group.addTask {
          do {
            _ = try await appender.append(own)
            return false
          } catch is AppendError {
            return true
          }
        }
        for try await isAsExpected in group { #expect(isAsExpected) }
      }
      let count = try database.connect().execute("SELECT count(*) FROM audit.event").single()
      #expect(try count.int64(0) == 40)
    }
  }

  @Test("after a connection is lost the next events go over a new one, and nothing is there twice")
  func lostConnection() async throws {
    try await Self.withAppender { appender, database in
      _ = try await appender.append(Sample.event("a"))
      let other = try database.connect()
      try other.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%audit.append%'
        """)
      await #expect(throws: PostgresError.self) { _ = try await appender.append(Sample.event("b")) }
      let second = try await appender.append(Sample.event("b"))
      let again = try await appender.append(Sample.event("a"))
      #expect(second == .appended(position: 1))
      #expect(again == .duplicate(position: 0))
    }
  }

  @Test("where no connection can be made each caller is told why")
  func noConnection() async throws {
    let appender = try GroupAppender { throw PostgresError(.connectionFailed, "nobody there") }
    await #expect(throws: PostgresError(.connectionFailed, "nobody there")) {
      _ = try await appender.append(Sample.event("a"))
    }
  }

  @Test("what was handed in before the end is written; what comes after it is refused")
  func close() async throws {
    try await Self.withAppender { appender, _ in
      async let outcome = appender.append(Sample.event("a"))
      let written = try await outcome
      #expect(written == .appended(position: 0))
      appender.close()
      await #expect(throws: PostgresError.self) { _ = try await appender.append(Sample.event("b")) }
    }
  }
}
