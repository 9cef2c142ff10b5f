import Hashing
import MAMEvents
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import AuditStore

/// The log's own events: written by the tool, by a way of their own.
@Suite struct OwnEventTests {
  private static let now = Timestamp(microseconds: 1_700_000_000_000_000)
  private static let acknowledged = OwnEvent.findingAcknowledged(
    finding: "47e961f16851f965", by: "ada@contoso.example", reason: "a \"test\"\n")
  private static var changed: OwnEvent {
    .rulesChanged(
      parameters: #"{"rules":{"W1":{"off":true}}}"#, sha256: SHA256Hasher().digest(of: Array("x".utf8)))
  }

  /// A log of three events.
  private static func withLog<R>(_ body: (Log, Connection) throws -> R) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      var batch = Sample.batch([try Sample.event("a"), try Sample.event("b"), try Sample.event("c")])
      _ = try Appender(database.connect()).append(&batch)
      let connection = try database.connect()
      return try body(try #require(try LogReader(connection).logs().first), connection)
    }
  }

  private static func decoded(_ event: OwnEvent, at time: Timestamp = now) throws -> DecodedEvent {
    var decoder = EventDecoder(options: .init(takesLogTypes: true))
    return try event.line(tenant: Sample.tenant, at: time).withUnsafeBytes { try decoder.decode($0) }
  }

  @Test("an event of the log's own is what a verification derives from its record", arguments: [true, false])
  func derives(isAcknowledgement: Bool) throws {
    try Self.withLog { log, connection in
      let event = isAcknowledgement ? Self.acknowledged : Self.changed
      let result = try OwnEventAppender(connection).append([event], to: log, at: Self.now)
      #expect(result[0] == .appended(position: 3))
      let row = try connection.execute(
        """
        SELECT record, event_key, content_hash, type, flags, facts, occurred_at, recorded_at, position,
            num_nonnulls(account_id, app_id, device_id, code)
          FROM audit.event ORDER BY position DESC LIMIT 1
        """
      ).single()
      var decoder = EventDecoder()
      let columns = try decoder.derive(record: Array(try row.text(0).utf8))
      let key = try row.uuid(1)
      #expect(columns.eventKey == EventKey(high: key.high, low: key.low))
      #expect(try columns.contentHash.bytes == row.bytes(2))
      #expect(columns.type == event.type)
      #expect(try columns.type?.rawValue == row.int16(3))
      #expect(try columns.flags.rawValue == row.int32(4))
      #expect(try columns.facts.bytes == row.bytes(5))
      #expect(try columns.occurredAt.microseconds == row.timestamp(6))
      #expect(try columns.recordedAt?.microseconds == row.timestamp(7))
      #expect(columns.recordedAt == result.recordedAt)
      #expect(columns.tenant == Sample.tenant)
      #expect(try row.int64(8) == 3)
      #expect(try row.int32(9) == 0)
      #expect(try LogReader(connection).logs().map(\.size) == [4])
      let record = try row.text(0)
      #expect(record.contains(#""source":"urn:mamaudit:11111111-1111-4111-8111-111111111111""#))
      if isAcknowledgement {
        #expect(columns.facts.text(.finding) == "47e961f16851f965")
        #expect(record.contains(#""reason":"a \"test\"\u000a""#))
        #expect(!record.contains("ada@"))
        let disclosed = try connection.execute(
          "SELECT position, path, disclosure FROM audit.disclosure WHERE account_id IS NULL"
        ).single()
        #expect(try disclosed.int64(0) == 3)
        #expect(try disclosed.text(1) == "data.by")
        #expect(OpenedDisclosure(try disclosed.text(2))?.text == "ada@contoso.example")
      } else {
        #expect(columns.facts.text(.parameters) == #"{"rules":{"W1":{"off":true}}}"#)
      }
    }
  }

  @Test("it is recorded later than all that was recorded before, whatever the clock says")
  func recordedLater() throws {
    try Self.withLog { log, connection in
      // A log whose last event was recorded by a clock that went ahead.
      try connection.script(
        """
        INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash, facts,
            record)
          VALUES (\(log.id.rawValue), 3, now(), '2100-01-01Z', gen_random_uuid(), 0, 3, sha256('x'), '', '{}');
        UPDATE audit.log SET head = 4, last_recorded_at = '2100-01-01Z'
        """)
      let first = try OwnEventAppender(connection).append([Self.changed], to: log, at: Self.now)
      let second = try OwnEventAppender(connection).append([Self.changed], to: log, at: Self.now)
      #expect(first.recordedAt.microseconds == 4_102_444_800_000_001)
      #expect(second.recordedAt.microseconds == 4_102_444_800_000_002)
      #expect(second[0] == .appended(position: 5))
    }
  }

  @Test("the time of one that is dated after its arrival is flagged")
  func futureDated() throws {
    try Self.withLog { log, connection in
      let time = Timestamp(microseconds: 4_000_000_000_000_000)
      _ = try OwnEventAppender(connection).append([Self.changed], to: log, at: time)
      let flags = try connection.execute("SELECT flags FROM audit.event WHERE position = 3").single()
      #expect(try flags.int32(0) == EventFlags.futureDated.rawValue)
    }
  }

  @Test("the same event again is a duplicate, and another under its name is refused and recorded")
  func duplicatesAndConflicts() throws {
    try Self.withLog { log, connection in
      let appender = OwnEventAppender(connection)
      let event = try Self.decoded(Self.acknowledged)
      func append(_ events: [DecodedEvent], after last: Int64? = nil) throws -> AppendResult {
        var batch = Sample.batch(events)
        return try appender.append(&batch, to: log.id, after: last)
      }
      #expect(try append([event, event]).appended == 1)
      // What is there already expects nothing.
      #expect(try append([event], after: -1)[0] == .duplicate(position: 3))
      var decoder = EventDecoder(options: .init(takesLogTypes: true))
      let other = try decoder.decode(
        String(decoding: event.record, as: UTF8.self).replacing("47e9", with: "47e8") + "}")
      let conflict = try append([other])
      #expect(conflict[0] == .conflict(position: 3, existing: event.columns.contentHash))
      #expect(conflict.refusals == 1)
      #expect(try append([other]).refusals == 0)
      let types = try connection.execute("SELECT type FROM audit.events ORDER BY position OFFSET 3")
      #expect(try types.map { try $0.text(0) } == ["log.finding.acknowledged", "log.conflict.refused"])
      let disclosed = try connection.execute("SELECT count(*) FROM audit.disclosure").single()
      #expect(try disclosed.int64(0) == 1)
    }
  }

  @Test("who has not seen the last event of the type is refused, and nothing is written")
  func overtaken() throws {
    try Self.withLog { log, connection in
      let appender = OwnEventAppender(connection)
      #expect(
        try appender.append([Self.changed], to: log, at: Self.now, after: -1)[0] == .appended(position: 3))
      #expect(throws: AppendError.overtaken) {
        try appender.append([Self.changed], to: log, at: Self.now, after: -1)
      }
      // Each type is counted for itself.
      #expect(
        try appender.append([Self.acknowledged], to: log, at: Self.now, after: -1)[0]
          == .appended(position: 4))
      #expect(throws: AppendError.overtaken) {
        try appender.append([Self.changed, Self.acknowledged], to: log, at: Self.now, after: 3)
      }
      let last = try appender.append([Self.changed, Self.acknowledged], to: log, at: Self.now, after: 4)
      #expect(last.lastPosition == 6)
      #expect(try LogReader(connection).logs().map(\.size) == [7])
    }
  }

  @Test("of many who append at once having seen the same, one does; ingest goes on beside them")
  func race() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      var batch = Sample.batch([try Sample.event("a")])
      _ = try Appender(database.connect()).append(&batch)
      let log = try #require(try LogReader(database.connect()).logs().first)
      let appended = Mutex(0)
      let threads = (0..<8).map { number in
        BackgroundThread {
          if number < 2 {
            let appender = try Appender(database.connect())
            for round in 0..<10 {
              var batch = Sample.batch([try Sample.event("\(number)-\(round)")])
              _ = try appender.append(&batch)
            }
            return
          }
          do {
            _ = try OwnEventAppender(database.connect()).append(
              [Self.changed], to: log, at: Self.now, after: -1)
            appended.withLock { $0 += 1 }
          } catch AppendError.overtaken {}
        }
      }
      for thread in threads { try thread.join() }
      #expect(appended.withLock { $0 } == 1)
      let rows = try database.connect().execute(
        """
        SELECT count(*), max(position), count(*) FILTER (WHERE type = 180), (SELECT head FROM audit.log),
            bool_and(recorded_at >= before), bool_and(recorded_at > before) FILTER (WHERE type = 180)
          FROM (SELECT *, lag(recorded_at, 1, '-infinity') OVER (ORDER BY position) AS before FROM audit.event) AS e
        """
      ).single()
      #expect(try rows.int64(0) == 22)
      #expect(try rows.int64(1) == 21)
      #expect(try rows.int64(2) == 1)
      #expect(try rows.int64(3) == 22)
      #expect(try rows.bool(4))
      #expect(try rows.bool(5))
    }
  }

  @Test("an export that has them is all duplicates")
  func exported() throws {
    try IngestFixture.with { fixture in
      try fixture.ingest(fixture.file(lines: [Line.event("e0"), Line.event("e1")]))
      let connection = try fixture.database.connect()
      let appender = OwnEventAppender(connection)
      let before = try #require(try LogReader(connection).logs().first)
      _ = try appender.append([Self.changed, Self.acknowledged], to: before, at: Self.now)
      let log = try #require(try LogReader(connection).logs().first)
      let path = fixture.folder + "/export.ndjson"
      try EventExport(log, on: connection).write(0..<Int64.max, to: .file(path))
      let again = try fixture.ingest(path)
      #expect(again.counts.duplicates == 4)
      #expect(again.counts.read == 4)
      #expect(try LogReader(connection).logs().map(\.size) == [4])
    }
  }

  @Test(
    "an event that is not the tool's to write is refused",
    arguments: ["mam.app.lifecycle", "log.conflict.refused", "log.migrated", "x.other"])
  func otherTypes(type: String) throws {
    try Self.withLog { log, connection in
      var decoder = EventDecoder(options: .init(takesLogTypes: true))
      let event = try decoder.decode(
        #"""
        {"specversion":"1.0","id":"1","source":"urn:x","type":"\#(type)","time":"2026-03-01T00:00:00Z",\#
        "tenantid":"\#(Sample.tenant.text)","appid":"a","deviceid":"d","data":{"phase":"launched"}}
        """#)
      var batch = Sample.batch([event])
      let error = #expect(throws: AppendError.self) {
        try OwnEventAppender(connection).append(&batch, to: log.id, after: nil)
      }
      guard case .refused(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("not written by audit.append_own"))
      #expect(try LogReader(connection).logs().map(\.size) == [3])
    }
  }

  @Test("a log that there is not, and arrays of different lengths, are refused")
  func malformed() throws {
    try Self.withLog { log, connection in
      var batch = Sample.batch([try Self.decoded(Self.changed)])
      #expect(throws: AppendError.refused("there is no log 77")) {
        try OwnEventAppender(connection).append(&batch, to: LogID(77), after: nil)
      }
      for arguments in [
        "'{}', '{}', '{}', '{}', '{}', '{}', '{}'",
        "array[gen_random_uuid()], array[sha256('x')], '{180}', '{0,0}', array[now()], array[''::bytea], array['{']",
        "array[gen_random_uuid()], array[sha256('x')], '{180}', '{0}', array[now()], array[''::bytea], array['{'], '{2}', '{0}', '{p}', '{d}'",
      ] {
        let error = #expect(throws: PostgresError.self) {
          try connection.execute("SELECT * FROM audit.append_own(\(log.id.rawValue), \(arguments))")
        }
        #expect(error?.sqlState == "MA002")
      }
    }
  }

  @Test("a login that is granted one role of the store appends such events as the keeper alone")
  func rights() throws {
    try Self.withLog { log, connection in
      for role in StoreRole.allCases where role != .owner {
        let login =
          "login_\(role.rawValue)_\(try connection.execute("SELECT current_database()::text").single().text(0))"
        try connection.script(
          """
          CREATE ROLE \(login) LOGIN; GRANT \(role.rawValue) TO \(login); SET SESSION AUTHORIZATION \(login)
          """)
        defer { try? connection.script("RESET SESSION AUTHORIZATION; DROP ROLE \(login)") }
        // By the product's way, which takes the keeper's rights, and straight with those of the role.
        let append = { try OwnEventAppender(connection).append([Self.changed], to: log, at: Self.now) }
        let call = {
          try connection.execute(
            "SELECT audit.append_own(\(log.id.rawValue), array[gen_random_uuid()], array[sha256('x')], '{180}', '{0}', "
              + "array[now()], array[''::bytea], array['{'])")
        }
        if role == .keeper {
          #expect(try append().appended == 1)
          _ = try call()
        } else {
          #expect(throws: PostgresError.self, "\(role)") { try append() }
          let error = #expect(throws: PostgresError.self, "\(role)") { try call() }
          #expect(error?.sqlState == "42501")
        }
      }
      #expect(try LogReader(connection).logs().map(\.size) == [5])
    }
  }

  @Test("files cannot bring them: a batch of them is refused by the writer's way")
  func writersWay() throws {
    try Self.withLog { log, connection in
      let appender = try Appender(connection)
      for event in [Self.changed, Self.acknowledged] {
        var batch = Sample.batch([try Self.decoded(event)])
        let error = #expect(throws: AppendError.self) { try appender.append(&batch) }
        #expect(
          error == .refused("events of type \(Catalogue[event.type].name) are written by the log alone"))
      }
    }
  }

  @Test("the last event of a type is found over its index, from a plan that was made in an empty log")
  func plan() throws {
    try Self.withLog { log, connection in
      let appender = OwnEventAppender(connection)
      for last in -1..<0 as Range<Int64> {
        _ = try appender.append([Self.changed], to: log, at: Self.now, after: last)
      }
      try connection.script(
        """
        INSERT INTO audit.event (log_id, position, occurred_at, recorded_at, event_key, flags, type, content_hash, facts,
            record)
          SELECT \(log.id.rawValue), n, now(), clock_timestamp(), gen_random_uuid(), 0, 3, sha256('x'), '', '{}'
            FROM generate_series(4, 3003) AS n;
        UPDATE audit.log SET head = 3004, last_recorded_at =
          (SELECT e.recorded_at FROM audit.event AS e WHERE e.position = 3003)
        """)
      let reads = {
        try connection.script("SELECT pg_stat_force_next_flush()")
        return try connection.execute(
          """
          SELECT coalesce(sum(idx_tup_read), 0)::bigint + (
              SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'event')
            FROM pg_stat_user_indexes WHERE relname = 'event'
          """
        ).single().int64(0)
      }
      let before = try reads()
      _ = try appender.append([Self.changed], to: log, at: Self.now, after: 3)
      #expect(try reads() - before < 20)
    }
  }
}
