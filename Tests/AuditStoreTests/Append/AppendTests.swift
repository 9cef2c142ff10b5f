import AuditStore
import Hashing
import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct AppendTests {
  private static func withAppender<R>(
    _ body: (Appender, Connection) throws -> R
  ) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      try body(Appender(database.connect()), database.connect())
    }
  }

  private static func append(
    _ appender: Appender, _ events: [DecodedEvent], tenant: GUID = Sample.tenant,
    expected: [AccountName: Int64] = [:], versions: Bool = false
  ) throws -> AppendResult {
    var batch = Sample.batch(events, tenant: tenant)
    return try appender.append(&batch, expectedVersions: expected, withVersions: versions)
  }

  private static func positions(_ connection: Connection) throws -> [Int64] {
    try connection.execute("SELECT position FROM audit.event ORDER BY log_id, position").map {
      try $0.int64(0)
    }
  }

  @Test("positions count from 0 without a gap, in the order of the batch")
  func densePositions() throws {
    try Self.withAppender { appender, connection in
      let first = try Self.append(appender, (0..<5).map { try Sample.event("a\($0)") })
      let second = try Self.append(appender, (0..<3).map { try Sample.event("b\($0)") })
      #expect(first.firstPosition == 0)
      #expect(first.lastPosition == 4)
      #expect((0..<5).map { first[$0] } == (0..<5).map { .appended(position: $0) })
      #expect(second.firstPosition == 5)
      #expect(second.lastPosition == 7)
      #expect(second.recordedAt >= first.recordedAt)
      #expect(try Self.positions(connection) == Array(0..<8))
      let ids = try connection.execute("SELECT record::json ->> 'id' FROM audit.event ORDER BY position")
      #expect(try ids.map { try $0.text(0) } == ["a0", "a1", "a2", "a3", "a4", "b0", "b1", "b2"])
    }
  }

  @Test("the record is completed with the recorded time, in UTC with microseconds")
  func recordedTime() throws {
    try Self.withAppender { appender, connection in
      let result = try Self.append(appender, [Sample.event("a")])
      let row = try connection.execute("SELECT record, recorded_at FROM audit.event").single()
      var expected = try Sample.event("a").record
      RecordWriter.complete(&expected, recordedAt: result.recordedAt)
      #expect(try row.text(0) == String(decoding: expected, as: UTF8.self))
      #expect(try row.timestamp(1) == result.recordedAt.microseconds)
    }
  }

  @Test("an event that is there already is not written again, and its old position is told")
  func duplicates() throws {
    try Self.withAppender { appender, connection in
      _ = try Self.append(appender, [Sample.event("a"), Sample.event("b")])
      let again = try Self.append(appender, [Sample.event("b"), Sample.event("c"), Sample.event("a")])
      #expect(again[0] == .duplicate(position: 1))
      #expect(again[1] == .appended(position: 2))
      #expect(again[2] == .duplicate(position: 0))
      #expect((again.appended, again.duplicates, again.conflicts) == (1, 2, 0))
      let all = try Self.append(appender, [Sample.event("a"), Sample.event("b"), Sample.event("c")])
      #expect(all.firstPosition == nil)
      #expect(all.lastPosition == nil)
      #expect(all.duplicates == 3)
      #expect(try Self.positions(connection) == [0, 1, 2])
    }
  }

  @Test("a repeat inside one call is a duplicate, or a conflict where its content differs")
  func repeatsInsideOneCall() throws {
    try Self.withAppender { appender, connection in
      let result = try Self.append(
        appender,
        [
          Sample.event("x"), Sample.event("a", content: "1"), Sample.event("a", content: "1"),
          Sample.event("a", content: "2"), Sample.event("y"),
        ])
      #expect(result[0] == .appended(position: 0))
      #expect(result[1] == .appended(position: 1))
      #expect(result[2] == .duplicate(position: 1))
      let first = try Sample.event("a", content: "1").columns.contentHash
      #expect(result[3] == .conflict(position: 1, existing: first))
      #expect(result[4] == .appended(position: 2))
      #expect(result.refusals == 1)
      #expect(try Self.positions(connection) == [0, 1, 2, 3])
    }
  }

  @Test("the same id and content from another account is a conflict")
  func otherAccount() throws {
    try Self.withAppender { appender, _ in
      _ = try Self.append(appender, [Sample.event("a", account: Sample.account(1))])
      let result = try Self.append(
        appender,
        [
          Sample.event("a", account: Sample.account(2)), Sample.event("a", account: .upn("x")),
          Sample.event("a"),
        ])
      #expect(result.conflicts == 2)
      #expect(result[2] == .duplicate(position: 0))
    }
  }

  @Test("a conflict is refused and recorded once for each pair of contents; the rest goes on")
  func conflicts() throws {
    try Self.withAppender { appender, connection in
      _ = try Self.append(appender, [Sample.event("a", content: "1")])
      let result = try Self.append(
        appender, [Sample.event("a", content: "2"), Sample.event("b"), Sample.event("a", content: "3")])
      let existing = try Sample.event("a", content: "1").columns.contentHash
      #expect(result[0] == .conflict(position: 0, existing: existing))
      #expect(result[1] == .appended(position: 1))
      #expect(result[2] == .conflict(position: 0, existing: existing))
      #expect(result.refusals == 2)
      let again = try Self.append(appender, [Sample.event("a", content: "2"), Sample.event("c")])
      #expect(again.refusals == 0)
      #expect(again.conflicts == 1)
      #expect(again[1] == .appended(position: 4))
      let rows = try connection.execute(
        "SELECT position FROM audit.events WHERE type = 'log.conflict.refused' ORDER BY position")
      #expect(try rows.map { try $0.int64(0) } == [2, 3])
    }
  }

  @Test("tenants have logs of their own, each from position 0, and may use the same ids")
  func twoTenants() throws {
    try Self.withAppender { appender, connection in
      let first = try Self.append(appender, [Sample.event("a"), Sample.event("b")])
      let second = try Self.append(
        appender, [Sample.event("a", content: "other", tenant: Sample.otherTenant)],
        tenant: Sample.otherTenant)
      #expect(first.log != second.log)
      #expect(second[0] == .appended(position: 0))
      #expect(try Self.positions(connection) == [0, 1, 0])
    }
  }

  @Test("a version that is not the expected one fails the call, says which account, and writes nothing")
  func wrongExpectedVersion() throws {
    try Self.withAppender { appender, connection in
      let account = Sample.account(1)
      _ = try Self.append(appender, [Sample.event("a"), Sample.event("b")], expected: [account: -1])
      #expect(throws: AppendError.wrongExpectedVersion(account: account, expected: 0, found: 1)) {
        try Self.append(
          appender, [Sample.event("z", account: Sample.account(2)), Sample.event("c")], expected: [account: 0]
        )
      }
      #expect(try Self.positions(connection) == [0, 1])
      let result = try Self.append(appender, [Sample.event("c")], expected: [account: 1], versions: true)
      #expect(result.versions == [2])
    }
  }

  @Test("an expectation counts only where something of its account would be appended")
  func expectationWithoutAppend() throws {
    try Self.withAppender { appender, _ in
      _ = try Self.append(appender, [Sample.event("a")])
      let result = try Self.append(
        appender, [Sample.event("a"), Sample.event("b", account: Sample.account(2))],
        expected: [Sample.account(1): 7, Sample.account(3): 9])
      #expect((result.appended, result.duplicates) == (1, 1))
    }
  }

  @Test("versions are ordinals among the account's events, null for conflicts and events without account")
  func versions() throws {
    try Self.withAppender { appender, _ in
      let other = Sample.account(2)
      let first = try Self.append(
        appender,
        [
          Sample.event("a"), Sample.event("b", account: other), Sample.event("c"),
          Sample.event("d", type: "mam.app.lifecycle", account: nil),
          Sample.event("a"),
        ], versions: true)
      #expect(first.versions == [0, 0, 1, nil, 0])
      let second = try Self.append(
        appender,
        [
          Sample.event("c"), Sample.event("e"), Sample.event("b", content: "x", account: other),
          Sample.event("f", account: other), Sample.event("e"), Sample.event("g"),
        ], versions: true)
      #expect(second.versions == [1, 2, nil, 1, 2, 3])
    }
  }

  @Test("time does not go back, whatever the server's clock does")
  func clockGoesBack() throws {
    try Self.withAppender { appender, connection in
      let first = try Self.append(appender, [Sample.event("a")])
      let ahead = first.recordedAt.microseconds + 3_600_000_000
      try connection.script("ALTER TABLE audit.log DISABLE TRIGGER guard_log")
      try connection.execute(
        "UPDATE audit.log SET last_recorded_at = $1", [.timestamptz(microsecondsSince1970: ahead)])
      let second = try Self.append(appender, [Sample.event("b")])
      #expect(second.recordedAt.microseconds == ahead)
    }
  }

  @Test("an event dated after its arrival is flagged")
  func futureDated() throws {
    try Self.withAppender { appender, connection in
      _ = try Self.append(appender, [Sample.event("a"), Sample.event("b", at: 60 * 365 * 86_400)])
      let flags = try connection.execute("SELECT flags FROM audit.event ORDER BY position")
      #expect(try flags.map { EventFlags(rawValue: try $0.int32(0)) } == [[], .futureDated])
    }
  }

  @Test("types beyond the catalogue are numbered by their log from 1024")
  func extensionTypes() throws {
    try Self.withAppender { appender, connection in
      _ = try Self.append(
        appender,
        [
          Sample.event("a", type: "x.one", account: nil), Sample.event("b", type: "x.two", account: nil),
          Sample.event("c", type: "x.one", account: nil), Sample.event("d", type: "mam.account.signedOut"),
        ])
      let rows = try connection.execute(
        "SELECT e.type, v.type FROM audit.event e JOIN audit.events v USING (log_id, position) ORDER BY position"
      )
      #expect(try rows.map { try $0.int16(0) } == [1024, 1025, 1024, 6])
      #expect(try rows.map { try $0.text(1) } == ["x.one", "x.two", "x.one", "mam.account.signedOut"])
    }
  }

  @Test("disclosures and links are written for appended events alone, once")
  func disclosuresAndLinks() throws {
    try Self.withAppender { appender, connection in
      let event = try Sample.event("a", identity: "User@Contoso.example")
      _ = try Self.append(appender, [event, event, Sample.event("b")])
      _ = try Self.append(
        appender,
        [event, Sample.event("a", content: "other", identity: "x@y"), Sample.event("c", identity: "Z@Z")])
      let disclosures = try connection.execute(
        "SELECT position, ordinal, path, disclosure, account_id FROM audit.disclosure ORDER BY 1, 2")
      #expect(try disclosures.map { try $0.int64(0) } == [0, 2])
      #expect(try disclosures[0].text(2) == "data.identity")
      #expect(try disclosures[0].text(3) == event.disclosures[0].disclosure.text)
      let links = try connection.execute(
        """
        SELECT l.position, a.upn_key, l.account_id = e.account_id, l.effective_at = e.occurred_at
          FROM audit.link l JOIN audit.account a ON a.account_id = l.alias_id
          JOIN audit.event e ON e.position = l.position ORDER BY 1
        """)
      #expect(try links.map { try $0.int64(0) } == [0, 2])
      #expect(try links.map { try $0.text(1) } == ["user@contoso.example", "z@z"])
      #expect(try links.allSatisfy { row in try row.bool(2) && row.bool(3) })
    }
  }

  @Test("an event of an erased alias that comes again under its new alias is a duplicate")
  func erasedAlias() throws {
    try Self.withAppender { appender, connection in
      let event = try Sample.event("a", account: .upn("user@contoso.example"))
      _ = try Self.append(appender, [event])
      try connection.script(
        """
        ALTER TABLE audit.account DISABLE TRIGGER refuse_change;
        ALTER TABLE audit.account DISABLE TRIGGER refuse_row_change;
        UPDATE audit.account SET upn_key = NULL
        """)
      let again = try Self.append(Appender(connection), [event])
      #expect(again[0] == .duplicate(position: 0))
    }
  }

  @Test(
    "a number that the log never gave is refused",
    arguments: [
      ("array[5]", "array[1]", "array[1]", "3"), ("array[0]", "array[1]", "array[1]", "3"),
      ("array[1]", "array[2]", "array[1]", "3"), ("array[1]", "array[1]", "array[9]", "3"),
      ("array[1]", "array[1]", "array[1]", "1024"), ("array[1]", "array[1]", "array[1]", "999"),
      ("array[1, 1]", "array[1]", "array[1]", "3"), ("array[1]", "array[1]", "array[1]", "32000"),
    ])
  func outOfRange(account: String, app: String, device: String, type: String) throws {
    try Self.withAppender { appender, connection in
      _ = try Self.append(appender, [Sample.event("a")])
      let error = #expect(throws: PostgresError.self) {
        try connection.execute(
          """
          SELECT audit.append((SELECT log_id FROM audit.log), array[gen_random_uuid()], array[sha256('x')],
            array[\(type)]::smallint[], \(account), \(app), \(device), array[null]::integer[], array[0], array[now()],
            array['\\x'::bytea], array['{"id":"1"'])
          """)
      }
      #expect(error?.sqlState == "MA002")
    }
  }

  @Test("an event of the log's own types is refused", arguments: [180, 181, 186, 188])
  func logTypes(type: Int) throws {
    try Self.withAppender { appender, connection in
      _ = try Self.append(appender, [Sample.event("a")])
      let error = #expect(throws: PostgresError.self) {
        try connection.execute(
          """
          SELECT audit.append((SELECT log_id FROM audit.log), array[gen_random_uuid()], array[sha256('x')],
            array[\(type)]::smallint[], array[1], array[1], array[1], array[null]::integer[], array[0], array[now()],
            array['\\x'::bytea], array['{"id":"1"'])
          """)
      }
      #expect(error?.sqlState == "MA003")
      #expect(try Self.positions(connection) == [0])
    }
  }

  @Test(
    "the refusal of a conflict is what the program derives from its record",
    arguments: [
      ("plain", "urn:sample"), (#"quo\"te \\ \u00e4 \ud83d\ude00"#, "urn:sample"), ("ü/é", "urn:sample"),
      ("with-data", "urn:sample"),
      ("a9e12345-1e12345:7e9999, \(String(repeating: "7", count: 150))", "urn:sample"),
    ])
  func refusalDerives(id: String, source: String) throws {
    try Self.withAppender { appender, connection in
      var first = (0..<100).map { "filler\($0)" }
      first.append(id)
      _ = try Self.append(appender, first.map { try Sample.event($0) })
      // What jsonb cannot hold is in the way of neither.
      let numbers = #"[1e1234567, -0.\#(String(repeating: "7", count: 20_000))E-5]"#
      let result = try Self.append(
        appender,
        [Sample.event(id, content: #"\u0000 \\u0000 \ud800 \ud83d\ude00","n":\#(numbers),"o":"\"1e99999"#)])
      #expect(result.refusals == 1)
      let row = try connection.execute(
        """
        SELECT record, event_key, content_hash, type, flags, facts, occurred_at, recorded_at, position
          FROM audit.event ORDER BY position DESC LIMIT 1
        """
      ).single()
      let record = try row.text(0)
      var decoder = EventDecoder(options: .init(takesLogTypes: true))
      let columns = try decoder.derive(record: Array(record.utf8))
      let key = try row.uuid(1)
      #expect(columns.eventKey == EventKey(high: key.high, low: key.low))
      #expect(try columns.contentHash.bytes == row.bytes(2))
      #expect(try columns.type?.rawValue == row.int16(3))
      #expect(columns.type == .logConflictRefused)
      #expect(try columns.flags.rawValue == row.int32(4))
      #expect(try columns.facts.bytes == row.bytes(5))
      #expect(try columns.occurredAt.microseconds == row.timestamp(6))
      #expect(try columns.recordedAt?.microseconds == row.timestamp(7))
      #expect(columns.account == nil)
      #expect(columns.tenant == Sample.tenant)
      let data = try connection.execute(
        """
        SELECT data ->> 'id', data ->> 'source', (data ->> 'existingPosition')::bigint, ($2::text)::jsonb ->> 0
          FROM audit.events WHERE position = $1
        """, [.int64(row.int64(8)), .text(#"["\#(id)"]"#)]
      ).single()
      #expect(try data.text(0) == data.text(3))
      #expect(try data.int64(2) == 100)
      #expect(try data.text(1) == source)
    }
  }
}
