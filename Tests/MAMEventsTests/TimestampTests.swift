import MAMEvents
import Testing

@Suite("times")
struct TimestampTests {
  @Test(
    "RFC 3339 in its variants",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.000001Z", 1), ("1969-12-31T23:59:59.999999Z", -1),
      ("2000-01-01T00:00:00Z", 946_684_800_000_000), ("1970-01-01t00:00:00z", 0),
      ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T18:30:00-05:30", 0), ("1970-01-01T00:00:00-00:00", 0),
      ("1970-01-01T23:59:00+23:59", 0), ("1970-01-01T00:00:00.1Z", 100_000),
      ("1970-01-01T00:00:00.1234567Z", 123_456), ("1970-01-01T00:00:00.999999999999999999999Z", 999_999),
      ("1969-12-31T23:59:59.9999999Z", -1), ("1970-01-01T00:00:60Z", 60_000_000),
      ("2016-12-31T23:59:60.5Z", 1_483_228_800_500_000), ("2000-02-29T00:00:00Z", 951_782_400_000_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
      ("9999-12-31T23:59:59-01:00", 253_402_304_399_000_000),
    ] as [(String, Int64)])
  func parse(text: String, microseconds: Int64) throws {
    #expect(try Timestamp(rfc3339: text) == Timestamp(microseconds: microseconds))
  }

  @Test(
    "what is no instant is refused, each for its own reason",
    arguments: [
      ("", .notATime), ("yesterday", .notATime), ("2026-03-15", .notATime), ("2026-03-15T08:30Z", .notATime),
      ("2026-03-15 08:30:00Z", .notATime), ("2026-3-15T08:30:00Z", .notATime),
      ("2026-03-15T08:30:00.Z", .notATime),
      ("2026-03-15T08:30:00,5Z", .notATime), ("2026-03-15T08:30:00+0200", .notATime),
      ("2026-03-15T08:30:00+02", .notATime), ("2026-03-15T08:30:00ZZ", .notATime),
      ("2026-03-15T08:30:00Z ", .notATime), (" 2026-03-15T08:30:00Z", .notATime),
      ("+2026-03-15T08:30:00Z", .notATime), ("20260315T083000Z", .notATime), ("1773563400", .notATime),
      ("2026-03-15T08:30:00", .noOffset), ("2026-03-15T08:30:00.25", .noOffset),
      ("0000-01-01T00:00:00Z", .outOfRange), ("2026-00-15T08:30:00Z", .outOfRange),
      ("2026-13-15T08:30:00Z", .outOfRange), ("2026-02-29T08:30:00Z", .outOfRange),
      ("1900-02-29T08:30:00Z", .outOfRange), ("2026-04-31T08:30:00Z", .outOfRange),
      ("2026-03-00T08:30:00Z", .outOfRange), ("2026-03-15T24:00:00Z", .outOfRange),
      ("2026-03-15T08:60:00Z", .outOfRange), ("2026-03-15T08:30:61Z", .outOfRange),
      ("2026-03-15T08:30:00+24:00", .outOfRange), ("2026-03-15T08:30:00+02:60", .outOfRange),
      ("0001-01-01T00:00:00+00:01", .outOfRange),
    ] as [(String, TimestampError)])
  func refused(text: String, error: TimestampError) {
    #expect(throws: error) { try Timestamp(rfc3339: text) }
  }

  @Test(
    "the text is UTC with microseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (951_782_400_250_000, "2000-02-29T00:00:00.250000Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
      (253_402_304_399_000_000, "10000-01-01T00:59:59.000000Z"),
      (1_773_563_400_000_001, "2026-03-15T08:30:00.000001Z"),
    ] as [(Int64, String)])
  func format(microseconds: Int64, text: String) {
    #expect(Timestamp(microseconds: microseconds).rfc3339 == text)
    var buffer: [UInt8] = []
    Timestamp(microseconds: microseconds).append(to: &buffer)
    #expect(buffer == Array(text.utf8))
  }

  @Test("the ends of the number line have a text too")
  func extremes() {
    #expect(Timestamp(microseconds: .max).rfc3339 == "294247-01-10T04:00:54.775807Z")
    #expect(Timestamp(microseconds: .min).rfc3339 == "-290308-12-21T19:59:05.224192Z")
  }

  @Test("every day of four hundred years comes back, and is one after the day before")
  func days() throws {
    var text = ""
    for day in Int64(-80_000)...70_000 {
      let instant = Timestamp(microseconds: day * 86_400_000_000 + 123_456)
      let next = instant.rfc3339
      #expect(next > text || day == -80_000)
      text = next
      #expect(try Timestamp(rfc3339: text) == instant)
    }
  }
}
