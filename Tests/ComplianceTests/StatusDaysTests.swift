import MAMEvents
import Testing

@testable import Compliance

@Suite struct StatusDaysTests {
  private typealias Turn = StatusDays.Turn

  @Test("a day of an instant is the one in UTC, also before 1970")
  func day() {
    #expect(Timestamp(microseconds: 0).day == 0)
    #expect(Timestamp(microseconds: 86_399_999_999).day == 0)
    #expect(Timestamp(microseconds: 86_400_000_000).day == 1)
    #expect(Timestamp(microseconds: -1).day == -1)
    #expect(Timestamp(microseconds: -86_400_000_000).day == -1)
    #expect(Timestamp(microseconds: -86_400_000_001).day == -2)
    #expect(Timestamp.end(ofDay: 0).microseconds == 86_399_999_999)
    #expect(Timestamp.end(ofDay: -1).microseconds == -1)
  }

  @Test("only days with another status than the one before are kept")
  func turns() {
    var days = StatusDays()
    days.end(3, with: nil)
    #expect(days.turns == [])
    days.end(3, with: .registered)
    days.end(4, with: .registered)
    days.end(6, with: .managed)
    days.end(6, with: .wiped)
    days.end(7, with: .enrolled)
    days.end(7, with: .wiped)
    #expect(days.turns == [Turn(day: 3, status: .registered), Turn(day: 6, status: .wiped)])
    #expect([2, 3, 5, 6, 9].map(days.status(on:)) == [nil, .registered, .registered, .wiped, .wiped])
  }

  @Test("others go on from a day with what they say of it")
  func goOn() {
    var days = StatusDays()
    days.end(1, with: .registered)
    days.end(5, with: .wiped)
    var others = StatusDays()
    others.end(2, with: .enrolled)
    others.end(4, with: .managed)
    days.go(on: others, from: 3)
    #expect(
      days.turns == [
        Turn(day: 1, status: .registered), Turn(day: 3, status: .enrolled), Turn(day: 4, status: .managed),
      ])
    days.go(on: StatusDays(), from: 4)
    #expect(days.turns.last == Turn(day: 4, status: nil))
    days.go(on: others, from: Int32.min)
    #expect(days == others)
  }
}
