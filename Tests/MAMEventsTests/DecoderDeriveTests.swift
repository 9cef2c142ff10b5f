import MAMEvents
import Testing

@Suite("Deriving columns again")
struct DecoderDeriveTests {
  static let recordedAt = Timestamp(microseconds: 1_772_500_000_000_001)

  /// The finished record of an event, and the columns that full verification shall find for it.
  static func finished(_ event: DecodedEvent) -> (record: [UInt8], columns: EventColumns) {
    var record = event.record
    RecordWriter.complete(&record, recordedAt: recordedAt)
    var columns = event.columns
    columns.recordedAt = recordedAt
    return (record, columns)
  }

  static let more = [
    Samples.event("entra.signIn.recorded", data: DecoderUpstreamTests.signIn),
    Samples.with("sequence", "\"7\""),
    Samples.event("x.own", data: #"{"a":"\ud800\u0000"}"#),
    Samples.event("mam.identity.switched", data: DecoderTests.switchedToNobody, "subject", nil),
    Samples.event("mam.policy.completed", data: #"{"statusCode":"Bogus","errorString":"\ud800"}"#),
    Samples.event("intune.audit.recorded", data: #"{"activity":"a@b.c","resources":[{"type":"1.2.3.4"}]}"#),
    Samples.with("time", "\"1999-01-01T00:00:00Z\""),
    Samples.event(
      "mam.transfer.decided",
      data: #"{"direction":"send","peerApp":"p","peerManaged":false,"decision":"allowed"}"#, "sdkversion",
      "\"21.7.1\""),
  ]

  @Test("the columns of a finished record are those made at append", arguments: Samples.everyType + more)
  func derives(text: String) throws {
    var decoder = EventDecoder.ofTool()
    let (record, expected) = Self.finished(try decoder.decode(text))
    let derived = try decoder.derive(record: record)
    #expect(derived == expected)
  }

  @Test(
    "a line of our own export is the same event, and its record is the same",
    arguments: Samples.everyType + more)
  func ingestsAgain(text: String) throws {
    var decoder = EventDecoder.ofTool()
    let first = try decoder.decode(text)
    let (record, _) = Self.finished(first)
    let again = try decoder.decode(String(decoding: record, as: UTF8.self))
    #expect(again.columns == first.columns)
    #expect(again.record == first.record)
    #expect(again.disclosures.isEmpty)
  }

  @Test("a fact of a disclosure is the only one that a finished record does not give again")
  func disclosedFact() throws {
    let text = Samples.event(
      "mam.token.denied",
      data: """
        {"error":"x","entraErrorCode":53005,"homeAccountId":"\(Samples.subject).\(Samples.tenant)","resource":"r"}
        """)
    var decoder = EventDecoder()
    var (record, expected) = Self.finished(try decoder.decode(text))
    let derived = try decoder.derive(record: record)
    #expect(expected.facts.integer(.deniedAccount) != nil)
    #expect(derived.facts == expected.facts.ofRecord)
    #expect(derived.facts.ofRecord == derived.facts)
    expected.facts = expected.facts.ofRecord
    #expect(derived == expected)
  }

  @Test("an event dated after its arrival is flagged when the record is finished")
  func futureDated() throws {
    var decoder = EventDecoder()
    let event = try decoder.decode(Samples.with("time", "\"2026-03-04T00:00:00Z\""))
    let (record, _) = Self.finished(event)
    let derived = try decoder.derive(record: record)
    #expect(event.columns.flags == [])
    #expect(derived.flags == .futureDated)
  }

  @Test("a record without recordedtime is refused")
  func unfinished() throws {
    var decoder = EventDecoder()
    let text = Array(Samples.event("mam.account.signedOut").utf8)
    let error = #expect(throws: Rejection.self) {
      _ = try decoder.derive(record: text)
    }
    #expect(error?.path == "recordedtime")
  }

  @Test("two spellings of one event have one content hash; another word is another content")
  func contentHash() throws {
    let one = try decoded(Samples.event("mam.wipe.requested", data: #"{"origin":"app","reasonCode":607}"#))
    let two = try decoded(
      Samples.event("mam.wipe.requested", data: #"{"reasonCode":6.07e2, "\u006frigin":"app"}"#))
    let other = try decoded(
      Samples.event("mam.wipe.requested", data: #"{"origin":"admin","reasonCode":607}"#))
    #expect(one.columns == two.columns)
    #expect(one.columns.contentHash != other.columns.contentHash)
    #expect(one.columns.eventKey == other.columns.eventKey)
  }
}
