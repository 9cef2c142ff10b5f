/// How far a zone is ahead of UTC at an instant: from microseconds since 1970 to seconds.
public typealias ZoneOffset = @Sendable (_ microseconds: Int64) -> Int

/// Dates and times as text: RFC 3339, proleptic Gregorian calendar.
public enum CalendarText {
  /// UTC everywhere and always.
  public static let utc: ZoneOffset = { _ in 0 }

  private static let microsecondsPerSecond: Int64 = 1_000_000
  private static let secondsPerDay: Int64 = 86_400

  /// For machines: UTC, microseconds, `Z`; the infinities as PostgreSQL writes them.
  public static func machine(_ microseconds: Int64) -> String {
    if let infinity = infinity(microseconds) { return infinity }
    let (seconds, fraction) = microseconds.flooredDivision(by: microsecondsPerSecond)
    return civil(seconds) + "." + padded(fraction, 6) + "Z"
  }

  /// For people: in a zone, with its offset, and no more of the fraction than there is.
  public static func human(_ microseconds: Int64, _ zone: ZoneOffset = utc) -> String {
    if let infinity = infinity(microseconds) { return infinity }
    let (seconds, fraction) = microseconds.flooredDivision(by: microsecondsPerSecond)
    let offset = zone(microseconds)
    var text = civil(seconds + Int64(offset))
    if fraction != 0 {
      text += "." + (fraction % 1000 == 0 ? padded(fraction / 1000, 3) : padded(fraction, 6))
    }
    return text + offsetText(offset)
  }

  /// `2026-03-15` of days since 1970-01-01; the infinities as PostgreSQL writes them.
  public static func date(_ days: Int32) -> String {
    if days == .max { return "infinity" }
    if days == .min { return "-infinity" }
    return date(Int64(days))
  }

  private static func infinity(_ microseconds: Int64) -> String? {
    microseconds == .max ? "infinity" : microseconds == .min ? "-infinity" : nil
  }

  private static func civil(_ seconds: Int64) -> String {
    let (days, second) = seconds.flooredDivision(by: secondsPerDay)
    return date(days) + "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
      + padded(second % 60, 2)
  }

  /// Howard Hinnant's `civil_from_days`: eras of 400 years that begin in March.
  private static func date(_ days: Int64) -> String {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year < 0 ? "-" : "") + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  private static func offsetText(_ seconds: Int) -> String {
    guard seconds != 0 else { return "Z" }
    let minutes = Int64(abs(seconds) / 60)
    return (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, and what is left, which is never negative.
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
