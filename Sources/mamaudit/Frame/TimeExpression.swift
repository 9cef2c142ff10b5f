import Foundation
import MAMEvents

/// What a person writes for an instant: `now`, `today`, `24h`, `7d`, an RFC 3339 time, a date or a local time.
///
/// One grammar for every option and report parameter. A local time, and a date, need a time zone: they are refused
/// unless `--tz` names one.
struct TimeExpression: Equatable {
  /// Why a text is not an instant.
  struct Refusal: Error, Equatable, CustomStringConvertible {
    /// What is wrong with the text, and what to write instead.
    var description: String
  }

  private enum Form: Equatable {
    case now
    case today
    case ago(microseconds: Int64)
    case instant(Timestamp)
    case local(LocalTime)
  }

  private struct LocalTime: Equatable {
    var date: String
    var time: String
  }

  private let form: Form

  /// The beginning of the year 1, the first that RFC 3339 and the store can name alike.
  private static let earliest: Int64 = -62_135_596_800_000_000

  /// Reads an expression.
  ///
  /// - Throws: ``Refusal`` for a text that is none.
  init(_ text: String) throws(Refusal) {
    switch text {
    case "now":
      form = .now
    case "today":
      form = .today
    default:
      if let microseconds = Self.duration(text) {
        form = .ago(microseconds: microseconds)
      } else if let local = Self.local(text) {
        form = .local(local)
      } else {
        do {
          form = .instant(try Timestamp(rfc3339: text))
        } catch {
          throw Refusal(
            description:
              "'\(text)' is no time: write now, today, a time ago such as 24h or 7d, or RFC 3339 such as "
              + "2026-03-15T00:00:00Z")
        }
      }
    }
  }

  /// The instant that the expression means.
  ///
  /// - Parameters:
  ///   - now: the store's clock.
  ///   - zone: the zone of local times and of the day that `today` means; nil refuses local times and takes UTC days.
  /// - Throws: ``Refusal`` for a local time without a zone, or one that the zone's clocks skip.
  func resolve(now: Timestamp, zone: TimeZone?) throws(Refusal) -> Timestamp {
    switch form {
    case .now:
      return now
    case .today:
      return Self.startOfDay(now, zone: zone ?? .gmt)
    case .ago(let microseconds):
      let (instant, overflow) = now.microseconds.subtractingReportingOverflow(microseconds)
      guard !overflow, instant >= Self.earliest else {
        throw Refusal(description: "a time so long ago lies before the year 1: name a later one")
      }
      return Timestamp(microseconds: instant)
    case .instant(let instant):
      return instant
    case .local(let local):
      guard let zone else {
        throw Refusal(
          description:
            "'\(local.date)\(local.time.isEmpty ? "" : "T" + local.time)' has no time zone: add Z or an "
            + "offset such as +02:00, or name a zone with --tz")
      }
      return try Self.instant(local, zone: zone)
    }
  }

  /// The microseconds of a duration such as `90s`, `30m`, `24h`, `7d`, `2w`; nil where the text is none.
  static func duration(_ text: String) -> Int64? {
    guard let unit = text.last, let count = Int64(text.dropLast()), count >= 0, text.first != "+" else {
      return nil
    }
    let seconds: Int64
    switch unit {
    case "s": seconds = 1
    case "m": seconds = 60
    case "h": seconds = 3600
    case "d": seconds = 86_400
    case "w": seconds = 7 * 86_400
    default: return nil
    }
    let (total, overflow) = count.multipliedReportingOverflow(by: seconds * 1_000_000)
    return overflow ? nil : total
  }

  private static func local(_ text: String) -> LocalTime? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let date = String(parts[0])
    guard date.utf8.count == 10, (try? Timestamp(rfc3339: date + "T00:00:00Z")) != nil else { return nil }
    guard parts.count == 2 else { return LocalTime(date: date, time: "") }
    let time = parts[1].utf8.count == 5 ? parts[1] + ":00" : parts[1]
    guard (try? Timestamp(rfc3339: "\(date)T\(time)Z")) != nil else { return nil }
    return LocalTime(date: date, time: String(time))
  }

  private static func instant(_ local: LocalTime, zone: TimeZone) throws(Refusal) -> Timestamp {
    let time = local.time.isEmpty ? "00:00:00" : local.time
    guard let asUTC = try? Timestamp(rfc3339: "\(local.date)T\(time)Z") else {
      throw Refusal(description: "'\(local.date)T\(time)' is no time")
    }
    // The offset in force is found from the instant itself; two rounds settle it on both sides of a change.
    var instant = asUTC.microseconds
    for _ in 0..<2 {
      instant = asUTC.microseconds - offset(of: zone, at: instant)
    }
    if instant + offset(of: zone, at: instant) != asUTC.microseconds {
      // A date whose midnight is skipped begins at the first instant that the clocks show.
      if local.time.isEmpty { return Timestamp(microseconds: instant) }
      throw Refusal(
        description: "'\(local.date)T\(time)' does not exist in \(zone.identifier): its clocks skip it")
    }
    return Timestamp(microseconds: instant)
  }

  private static func startOfDay(_ now: Timestamp, zone: TimeZone) -> Timestamp {
    let day: Int64 = 86_400_000_000
    let local = now.microseconds + offset(of: zone, at: now.microseconds)
    let midnight = local - ((local % day) + day) % day
    var instant = midnight
    for _ in 0..<2 {
      instant = midnight - offset(of: zone, at: instant)
    }
    return Timestamp(microseconds: instant)
  }

  /// The zone's offset from UTC at an instant, in microseconds.
  static func offset(of zone: TimeZone, at microseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    return Int64(zone.secondsFromGMT(for: date)) * 1_000_000
  }
}
