import AuditStore
import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct LogReaderTests {
  /// A log of three batches of ten events, recorded at different instants.
  private static func withLog<R>(
    _ body: (LogReader, Connection, [AppendResult]) throws -> R
  ) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { database in
      let appender = try Appender(database.connect())
      let results = try (0..<3).map { number in
        var batch = try Sample.batch(
          (0..<10).map {
            try Sample.event(
              "\(number)-\($0)", account: Sample.account(UInt64($0 % 3)), identity: $0 == 4 ? "a@b" : nil)
          })
        return try appender.append(&batch)
      }
      let connection = try database.connect()
      return try connection.withRole(StoreRole.reader.rawValue) {
        try body(LogReader(connection), connection, results)
      }
    }
  }

  @Test("the logs with their sizes, ordered by tenant")
  func logs() throws {
    try Self.withLog { reader, _, results in
      let log = try #require(try reader.logs().first)
      #expect(log.tenant == Sample.tenant)
      #expect(log.size == 30)
      #expect(log.lastRecordedAt == results[2].recordedAt)
      #expect(log.createdAt <= results[0].recordedAt)
      #expect(try reader.clock() >= results[2].recordedAt)
    }
  }

  @Test("the size that was known at an instant: everything recorded at or before it")
  func sizeAt() throws {
    try Self.withLog { reader, _, results in
      let log = results[0].log
      let just = results.map(\.recordedAt)
      let before = just.map { Timestamp(microseconds: $0.microseconds - 1) }
      let size = { try reader.size(of: log, at: $0) }
      let sizes = (before: try before.map(size), just: try just.map(size))
      #expect(sizes.before == [0, 10, 20])
      #expect(sizes.just == [10, 20, 30])
      let ends = [0, 4_000_000_000_000_000].map(Timestamp.init(microseconds:))
      #expect(try ends.map(size) == [0, 30])
      #expect(try reader.size(of: LogID(999), at: ends[1]) == 0)
    }
  }

  @Test("records come in order of position, and of some accounts alone where they are named")
  func records() throws {
    try Self.withLog { reader, connection, results in
      var positions: [Int64] = []
      try reader.records(of: results[0].log, positions: 5..<25) { position, record in
        #expect(record.first == UInt8(ascii: "{") && record.last == UInt8(ascii: "}"))
        positions.append(position)
      }
      #expect(positions == Array(5..<25))
      let account = try connection.execute("SELECT account_id FROM audit.narrow WHERE position = 1").single()
        .int32(0)
      positions = []
      try reader.records(of: results[0].log, positions: 0..<30, accounts: [AccountID(account)]) {
        position, _ in
        positions.append(position)
      }
      #expect(positions == [1, 4, 7, 11, 14, 17, 21, 24, 27])
    }
  }

  @Test("disclosures of a range, with whom they are about")
  func disclosures() throws {
    try Self.withLog { reader, connection, results in
      var found: [LogReader.Disclosed] = []
      try reader.disclosures(of: results[0].log, positions: 0..<20) { found.append($0) }
      #expect(found.map(\.position) == [4, 14])
      #expect(found.allSatisfy { $0.path == "data.identity" && $0.account != nil })
    }
  }

  @Test("an event is found by its key")
  func positionOfKey() throws {
    try Self.withLog { reader, _, results in
      let key = try Sample.event("1-3").columns.eventKey
      #expect(try reader.position(of: key, in: results[0].log) == 13)
      let unknown = try Sample.event("none").columns.eventKey
      #expect(try reader.position(of: unknown, in: results[0].log) == nil)
      #expect(try reader.position(of: key, in: LogID(999)) == nil)
    }
  }

  @Test("a record that jsonb cannot hold is shown with its data as null, a flag, and the record whole")
  func unreadableData() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let appender = try Appender(database.connect())
      func numbered(_ number: String) -> String { #"plain","n":[1,\#(number)],"o":"x"# }
      let cases: [(content: String, read: String?)] = [
        (#"\u0000"#, nil), (#"\ud800"#, nil), (#"\\u0000"#, #"\u0000"#), (#"\ud83d\ude00"#, "😀"),
        ("plain", "plain"),
        // Numbers that numeric has no room for: by their exponents, by their decimals, by both.
        (numbered("-1e999999"), nil), (numbered("12.5E+131072"), nil), (numbered("1e-0016384"), nil),
        (numbered("0." + String(repeating: "7", count: 16_384)), nil),
        (numbered("0." + String(repeating: "7", count: 15_500) + "e-999"), nil),
        (numbered("0." + String(repeating: "7", count: 8_000) + "e-999"), "plain"),
        (numbered("1e0012"), "plain"), (numbered("1e999"), "plain"),
        // What only looks like one.
        ("a7e41234-1e12345", "a7e41234-1e12345"), (": 1e99999", ": 1e99999"), ("[1e99999", "[1e99999"),
        (String(repeating: "ä", count: 9_000), String(repeating: "ä", count: 9_000)),
      ]
      let contents = cases.map(\.content)
      var batch = try Sample.batch(
        contents.enumerated().map { try Sample.event("\($0.offset)", content: $0.element) })
      _ = try appender.append(&batch)
      let rows = try database.connect().execute(
        "SELECT data_unreadable, data ->> 'content', record FROM audit.events ORDER BY position")
      #expect(try rows.map { try $0.bool(0) } == cases.map { $0.read == nil })
      #expect(try rows.map { try $0.textOrNull(1) } == cases.map(\.read))
      for (row, content) in zip(rows, contents) { #expect(try row.text(2).contains(content)) }
    }
  }
}
