/// Gives each event its instant and writes it, in one of many zones and precisions.
struct EventClock {
  private let allowsTies: Bool
  /// The instant of the last event as written, in microseconds since 1970.
  private(set) var last: Int64
  private var cachedDay: Int64 = .min
  private var cachedDate: [UInt8] = []

  init(start: Int64, allowsTies: Bool) {
    last = start - 1
    self.allowsTies = allowsTies
  }

  /// Appends an instant at or soon after `time`, later than all before it unless ties are allowed.
  ///
  /// - Returns: The instant as a reader of microseconds sees it.
  mutating func append(
    _ time: Int64, zone: Int16, _ random: inout SeededRandom, to line: inout LineBuffer
  ) -> Int64 {
    var instant = max(time, last + 1)
    if allowsTies && random.chance(3) { instant = max(last, 0) }
    var digits = random.pick(weighted: EventClock.precisions)
    let unit = EventClock.units[min(digits, 6)]
    let cut = instant - instant % unit
    if cut > last || allowsTies { instant = cut } else { digits = max(digits, 6) }
    last = max(last, instant)
    write(instant, zone: random.chance(55) ? nil : zone, digits: digits, &random, to: &line)
    return instant
  }

  /// Numbers of fractional digits; those beyond microseconds are cut by readers.
  private static let precisions: [(value: Int, weight: Int)] = [
    (6, 40), (3, 30), (0, 10), (7, 6), (9, 4), (1, 2), (2, 2), (4, 2), (5, 2), (8, 2),
  ]
  private static let units: [Int64] = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1]

  private mutating func write(
    _ instant: Int64, zone: Int16?, digits: Int, _ random: inout SeededRandom, to line: inout LineBuffer
  ) {
    let local = instant + Int64(zone ?? 0) * Microseconds.minute
    let day = local / Microseconds.day - (local % Microseconds.day < 0 ? 1 : 0)
    if day != cachedDay {
      cachedDay = day
      cachedDate = EventClock.date(day)
    }
    let time = local - day * Microseconds.day
    line.add(cachedDate)
    line.add("T")
    line.add(digits: UInt(time / Microseconds.hour), count: 2)
    line.add(":")
    line.add(digits: UInt(time / Microseconds.minute % 60), count: 2)
    line.add(":")
    line.add(digits: UInt(time / Microseconds.second % 60), count: 2)
    if digits > 0 {
      line.add(".")
      let fraction = time % Microseconds.second
      line.add(digits: UInt(fraction / EventClock.units[min(digits, 6)]), count: min(digits, 6))
      for _ in 6..<max(digits, 6) { line.add(digits: UInt(random.below(10)), count: 1) }
    }
    guard let zone else { return line.add("Z") }
    line.add(zone < 0 ? "-" : "+")
    line.add(digits: UInt(zone.magnitude / 60), count: 2)
    line.add(":")
    line.add(digits: UInt(zone.magnitude % 60), count: 2)
  }

  /// Year, month and day of a count of days since 1970-01-01 (proleptic Gregorian, years from March).
  private static func date(_ daysSince1970: Int64) -> [UInt8] {
    let days = daysSince1970 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    var text = LineBuffer()
    text.add(digits: UInt(era * 400 + yearOfEra + (month >= 10 ? 1 : 0)), count: 4)
    text.add("-")
    text.add(digits: UInt(month < 10 ? month + 3 : month - 9), count: 2)
    text.add("-")
    text.add(digits: UInt(dayOfYear - (153 * month + 2) / 5 + 1), count: 2)
    return text.bytes
  }
}
