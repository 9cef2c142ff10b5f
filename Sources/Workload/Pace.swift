/// Spreads the events over the period: decides when an installation is used again.
///
/// The time between sessions follows from what is left of both, so that the trace fills its period and never leaves it.
struct Pace {
  let start: Int64
  let end: Int64
  /// Installations in use, and those that have not begun.
  private(set) var active = 0
  private(set) var unborn: Int
  private var retired = 0
  private let retirable: Int
  /// The sessions so far, first ones left out, and their events.
  private var sessions = 1
  private var events = 7
  /// About the number of events in the first session of an installation.
  static let firstSession = 13

  var length: Int64 { end - start }

  init(start: Int64, end: Int64, seats: Int) {
    self.start = start
    self.end = end
    unborn = seats
    retirable = seats / 6
  }

  mutating func begin() {
    unborn -= 1
    active += 1
  }

  /// Ends an installation for good, unless too many have ended.
  mutating func retire() -> Bool {
    guard retired < retirable else { return false }
    retired += 1
    active -= 1
    return true
  }

  mutating func countSession(of steps: Int) {
    sessions += 1
    events += steps
  }

  /// When the next step comes: after its delay, but in time for what is still to come.
  func next(after time: Int64, delay: Int64, remaining: Int) -> Int64 {
    let left = end - time
    let share = max(1, left / Int64(remaining)).multipliedReportingOverflow(by: Int64(max(active, 1)))
    return time + max(1, min(delay, left / 2, share.overflow ? left / 2 : share.partialValue / 2))
  }

  /// When a seat is used again: in the usual time of the fleet, times its own pace in percent, within working hours.
  func nextSession(
    after time: Int64, since sessionStart: Int64, percent: Int32, remaining: Int, _ random: inout SeededRandom
  ) -> Int64 {
    let left = end - time
    // New installations need some events of their own.
    let own = max(remaining - Pace.firstSession * unborn, remaining / 20 + 1)
    let length = max(4, events / sessions)
    let usual = max(1, left / Int64(own)).multipliedReportingOverflow(by: Int64(length * max(active, 1)))
    var gap = usual.overflow ? left : min(usual.partialValue, left)
    gap = gap / 10_000 * Int64(percent) * Int64(random.within(25...175))
    gap += Int64(random.below(Int(max(1, min(Microseconds.second, gap / 4)))))
    gap -= time - sessionStart
    return workingTime(time + max(1, gap), &random)
  }

  /// When a step happens that was appointed for a time after the period, because all others are: evenly in the rest.
  func recall(after time: Int64, remaining: Int) -> Int64 {
    time + max(1, (end - time) / Int64(remaining + 1))
  }

  /// Moves most moments of nights and weekends to later working hours (UTC), except near the end of the period.
  func workingTime(_ moment: Int64, _ random: inout SeededRandom) -> Int64 {
    var result = moment
    let hour = moment % Microseconds.day / Microseconds.hour
    if (hour < 6 || hour >= 19) && random.chance(85) {
      let day = moment / Microseconds.day + (hour >= 19 ? 1 : 0)
      result =
        day * Microseconds.day + 6 * Microseconds.hour + Int64(random.below(Int(5 * Microseconds.hour)))
    }
    // 1970-01-01 was a Thursday: days 2 and 3 of each count of seven are Saturday and Sunday.
    let weekday = result / Microseconds.day % 7
    if (weekday == 2 || weekday == 3) && random.chance(70) {
      result += (4 - weekday + Int64(random.below(4))) * Microseconds.day
    }
    return end - result > length / 30 || moment >= end ? result : moment
  }
}
