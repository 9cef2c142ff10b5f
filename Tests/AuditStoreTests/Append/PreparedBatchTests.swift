import MAMEvents
import Postgres
import TestSupport
import Testing

@testable import AuditStore

@Suite struct PreparedBatchTests {
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  /// A preparer and an appender as an ingest has them, and a connection to look with.
  private struct Pair {
    let preparer: BatchPreparer
    let appender: Appender
    let connection: Connection

    init(_ database: TestDatabase) throws {
      let names = NameCache()
      preparer = try BatchPreparer(database.connect(), names: names)
      appender = try Appender(database.connect(), names: names)
      connection = try database.connect()
    }
  }

  private static func withPair<R>(_ body: (Pair) throws -> R) throws -> R {
    try TestDatabase.withDatabase(migrated: true) { try body(Pair($0)) }
  }

  private static func outcomes(_ outcomes: AppendOutcomes) -> [AppendOutcome] {
    (0..<outcomes.count).map { outcomes[$0] }
  }

  @Test("what the log has already is not sent, and its place and position are told")
  func known() throws {
    try Self.withPair { pair in
      var first = try Sample.batch([Sample.event("a"), Sample.event("b"), Sample.event("c")])
      _ = try pair.appender.append(pair.preparer.prepare(&first, number: 0, written: 0))
      var second = try Sample.batch([
        Sample.event("c"), Sample.event("d", identity: "dora@example.com"), Sample.event("a"),
        Sample.event("e", identity: "emil@example.com"), Sample.event("b"),
      ])
      let prepared = try pair.preparer.prepare(&second, number: 1, written: 1)
      #expect(prepared.count == 2)
      let outcomes = try pair.appender.append(prepared)
      #expect(
        Self.outcomes(outcomes) == [
          .duplicate(position: 2), .appended(position: 3), .duplicate(position: 0), .appended(position: 4),
          .duplicate(position: 1),
        ])
      #expect((outcomes.appended, outcomes.duplicates, outcomes.conflicts) == (2, 3, 0))
      #expect((outcomes.firstPosition, outcomes.lastPosition) == (3, 4))
      let disclosed = try pair.connection.execute(
        "SELECT position, disclosure FROM audit.disclosure ORDER BY position")
      #expect(try disclosed.map { try $0.int64(0) } == [3, 4])
    }
  }

  @Test("a batch that the log has already is not sent at all")
  func allKnown() throws {
    try Self.withPair { pair in
      var batch = try Sample.batch([Sample.event("a"), Sample.event("b")])
      _ = try pair.appender.append(pair.preparer.prepare(&batch, number: 0, written: 0))
      var again = try Sample.batch([Sample.event("b"), Sample.event("a")])
      let prepared = try pair.preparer.prepare(&again, number: 1, written: 1)
      #expect(prepared.count == 0)
      let outcomes = try pair.appender.append(prepared)
      #expect(Self.outcomes(outcomes) == [.duplicate(position: 1), .duplicate(position: 0)])
      #expect(outcomes.firstPosition == nil)
    }
  }

  @Test("an event of a batch that is still on its way is a duplicate of it")
  func underway() throws {
    try Self.withPair { pair in
      var first = try Sample.batch([Sample.event("a"), Sample.event("b")])
      var second = try Sample.batch([Sample.event("b"), Sample.event("c")])
      let earlier = try pair.preparer.prepare(&first, number: 0, written: 0)
      let later = try pair.preparer.prepare(&second, number: 1, written: 0)
      _ = try pair.appender.append(earlier)
      let outcomes = try pair.appender.append(later)
      #expect(Self.outcomes(outcomes) == [.duplicate(position: 1), .appended(position: 2)])
    }
  }

  @Test("a conflict with a batch that is still on its way keeps its place between what is known")
  func conflictUnderway() throws {
    try Self.withPair { pair in
      var first = try Sample.batch([Sample.event("a")])
      _ = try pair.appender.append(pair.preparer.prepare(&first, number: 0, written: 0))
      var second = try Sample.batch([Sample.event("b", content: "1")])
      var third = try Sample.batch([
        Sample.event("a"), Sample.event("b", content: "2"), Sample.event("c"), Sample.event("a"),
      ])
      let earlier = try pair.preparer.prepare(&second, number: 1, written: 1)
      let later = try pair.preparer.prepare(&third, number: 2, written: 1)
      _ = try pair.appender.append(earlier)
      let outcomes = try pair.appender.append(later)
      let existing = try Sample.event("b", content: "1").columns.contentHash
      #expect(
        Self.outcomes(outcomes) == [
          .duplicate(position: 0), .conflict(position: 1, existing: existing), .appended(position: 2),
          .duplicate(position: 0),
        ])
      #expect((outcomes.appended, outcomes.duplicates, outcomes.conflicts) == (1, 2, 1))
    }
  }

  @Test("an event that somebody else appended after it was looked up is a duplicate")
  func overtaken() throws {
    try Self.withPair { pair in
      var batch = try Sample.batch([Sample.event("a"), Sample.event("b", content: "1"), Sample.event("c")])
      let prepared = try pair.preparer.prepare(&batch, number: 0, written: 0)
      var other = try Sample.batch([Sample.event("c"), Sample.event("b", content: "2")])
      _ = try pair.appender.append(&other)
      let outcomes = try pair.appender.append(prepared)
      #expect(outcomes[0] == .appended(position: 2))
      let existing = try Sample.event("b", content: "2").columns.contentHash
      #expect(outcomes[1] == .conflict(position: 1, existing: existing))
      #expect(outcomes[2] == .duplicate(position: 0))
    }
  }

  @Test("an event of an erased alias that comes again under its new alias is known")
  func erasedAlias() throws {
    try Self.withPair { pair in
      var batch = try Sample.batch([Sample.event("a", account: .upn("x@example.com"))])
      _ = try pair.appender.append(pair.preparer.prepare(&batch, number: 0, written: 0))
      try pair.connection.script(
        """
        ALTER TABLE audit.account DISABLE TRIGGER refuse_change;
        ALTER TABLE audit.account DISABLE TRIGGER refuse_row_change;
        UPDATE audit.account SET upn_key = NULL
        """)
      let other = try BatchPreparer(pair.connection, names: NameCache())
      var again = try Sample.batch([Sample.event("a", account: .upn("x@example.com"))])
      let prepared = try other.prepare(&again, number: 0, written: 0)
      #expect(prepared.known.map(\.position) == [0])
    }
  }

  @Test("prepared and plain batches end alike, whatever repeats and conflicts there are", arguments: 0..<6)
  func model(seed: UInt64) throws {
    try Self.withPair { pair in
      var random = Seeded(state: seed)
      var pending: PreparedBatch?
      var prepared: [AppendOutcome] = []
      var plain: [AppendOutcome] = []
      for number in 0..<25 {
        var ids: [(id: String, content: String)] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          let id = Int.random(in: 0..<60 + number * 8, using: &random)
          ids.append(("\(id)", Int.random(in: 0..<15, using: &random) == 0 ? "other" : "same"))
        }
        let events = { (tenant: GUID) in
          try ids.map { try Sample.event($0.id, content: $0.content, tenant: tenant) }
        }
        var one = Sample.batch(try events(Sample.tenant))
        let next = try pair.preparer.prepare(&one, number: number, written: max(0, number - 1))
        if let earlier = pending { prepared += try Self.outcomes(pair.appender.append(earlier)) }
        pending = next
        var other = Sample.batch(try events(Sample.otherTenant), tenant: Sample.otherTenant)
        let result = try pair.appender.append(&other)
        plain += (0..<result.count).map { result[$0] }
      }
      if let last = pending { prepared += try Self.outcomes(pair.appender.append(last)) }
      #expect(prepared.map(Self.withoutHash) == plain.map(Self.withoutHash))
      let ids = try pair.connection.execute(
        """
        SELECT array_agg(record::json ->> 'id' ORDER BY position) FROM audit.event
          WHERE type <> (SELECT type FROM audit.event_type WHERE name = 'log.conflict.refused')
          GROUP BY log_id
        """)
      let logs = try ids.map { try $0.textArray(0) ?? [] }
      #expect(logs.count == 2)
      #expect(logs[0] == logs[1])
    }
  }

  /// An outcome as it is in every log: the content hash covers the tenant.
  private static func withoutHash(_ outcome: AppendOutcome) -> String {
    switch outcome {
    case .appended(let position): "appended at \(position)"
    case .duplicate(let position): "duplicate of \(position)"
    case .conflict(let position, _): "conflict with \(position)"
    }
  }
}
