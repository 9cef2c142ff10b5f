import AuditStore
import Compliance
import Hashing
import MAMEvents
import Postgres
import Projections
import TestSupport
import Testing

/// What the log's own events say of the rules.
@Suite struct RuleTimelineTests {
  private static func change(_ json: String) -> OwnEvent {
    .rulesChanged(parameters: json, sha256: SHA256Hasher().digest(of: Array(json.utf8)))
  }

  private static func instant(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  @Test("parameters are in force from when they were recorded, within the known size")
  func timeline() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let test = try TestLog(database)
      try test.append([Line.event("app.lifecycle", minute: 0, data: #"{"phase":"launched"}"#)])
      let appender = OwnEventAppender(test.connection)
      let first = try appender.append(
        [Self.change(#"{"rules":{"W1":{"confirmWithin":"1h"}}}"#)], to: test.log(), at: Self.instant(100))
      try test.append([Line.event("app.lifecycle", minute: 1, data: #"{"phase":"suspended"}"#)])
      let second = try appender.append(
        [Self.change(#"{"rules":{"W1":{"off":true},"Z9":{}}}"#)], to: test.log(), at: Self.instant(200))

      let log = try test.log()
      func reader(_ size: Int64) -> RuleTimelineReader {
        RuleTimelineReader(connection: test.connection, scope: FoldScope(log: log.id.rawValue, size: size))
      }
      try test.connection.script("SET ROLE mamaudit_reader")
      let changes = try reader(4).changes()
      #expect(changes.map(\.position) == [1, 3])
      #expect(changes.map(\.recordedAt) == [first.recordedAt, second.recordedAt])
      #expect(
        changes.map(\.parameters.json) == [
          #"{"rules":{"W1":{"confirmWithin":"1h"}}}"#, #"{"rules":{"W1":{"off":true}}}"#,
        ])
      #expect(changes.map { $0.problems.map(\.path) } == [[], ["rules.Z9"]])
      #expect(try reader(3).changes().map(\.position) == [1])
      #expect(try reader(1).changes().isEmpty)

      // The projector reads them too.
      try test.connection.script("RESET ROLE; SET ROLE mamaudit_projector")
      let timeline = try reader(4).timeline()
      let before = Timestamp(microseconds: first.recordedAt.microseconds - 1)
      #expect(timeline.inForce(at: before) == RuleParameters())
      #expect(timeline.inForce(at: first.recordedAt).values(of: .w1) == [.confirmWithin: .seconds(3600)])
      #expect(timeline.inForce(at: second.recordedAt).off == [.w1])
    }
  }

  @Test("acknowledgements are those that count by the instant, from a position on, within the known size")
  func acknowledgements() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let test = try TestLog(database)
      try test.append([Line.event("app.lifecycle", minute: 0, data: #"{"phase":"launched"}"#)])
      let appender = OwnEventAppender(test.connection)
      for (seconds, finding) in [(100, "47E961f16851f965"), (200, "23e29e1309994234"), (300, "no id")] {
        _ = try appender.append(
          [.findingAcknowledged(finding: finding, by: nil, reason: "known")], to: test.log(),
          at: Self.instant(Int64(seconds)))
      }
      let log = try test.log()
      func found(size: Int64 = 4, asOf: Int64? = nil, from first: Int64 = 0) throws -> [Acknowledgement] {
        try RuleTimelineReader(
          connection: test.connection,
          scope: FoldScope(log: log.id.rawValue, size: size, asOf: asOf.map(Self.instant))
        ).acknowledgements(from: first)
      }
      let one = Acknowledgement(
        finding: try #require(FindingID(text: "47e961f16851f965")), position: 1,
        effectiveAt: Self.instant(100))
      let other = Acknowledgement(
        finding: try #require(FindingID(text: "23e29e1309994234")), position: 2,
        effectiveAt: Self.instant(200))
      #expect(try found() == [one, other])
      #expect(try found(size: 2) == [one])
      #expect(try found(asOf: 199) == [one])
      #expect(try found(asOf: 200) == [one, other])
      #expect(try found(from: 2) == [other])
      func last(_ size: Int64) throws -> Int64? {
        try RuleTimelineReader(
          connection: test.connection, scope: FoldScope(log: log.id.rawValue, size: size)
        ).lastAcknowledgement()
      }
      #expect(try [1, 2, 4].map(last) == [nil, 1, 3])
    }
  }
}
