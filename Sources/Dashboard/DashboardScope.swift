import Rendering

/// Whole days (UTC), one after the other, and how they are grouped.
public struct DashboardPeriod: Hashable, Sendable {
  /// The first day, since 1970-01-01.
  public var first: Int32
  /// The last day.
  public var last: Int32

  /// Makes a period of at least one day.
  public init(first: Int32, last: Int32) {
    precondition(first <= last, "a period has at least one day")
    self.first = first
    self.last = last
  }

  /// How many days it has.
  public var days: Int { Int(last) - Int(first) + 1 }

  /// How long a column of a chart lasts: so long that there are not more than some sixty.
  public var step: ChartStep { days <= 62 ? .day : days <= 434 ? .week : .month }

  /// The first instant of it, as RFC 3339.
  public var sinceText: String { CalendarText.date(first) + "T00:00:00Z" }

  /// The first instant after it, as RFC 3339.
  public var untilText: String { CalendarText.date(last + 1) + "T00:00:00Z" }

  /// The last day of the period of the same length before it.
  var dayBefore: Int32 { first - 1 }

  /// The days with which the columns of a chart begin.
  var columns: [Int32] {
    switch step {
    case .day: return Array(first...last)
    case .week:
      // 1970-01-01 was a Thursday.
      let monday = first - ((first + 3) % 7 + 7) % 7
      return Array(stride(from: monday, through: last, by: 7))
    case .month:
      return (first...last).filter { $0 == first || CalendarDate(days: $0).day == 1 }
        .map { $0 - Int32(CalendarDate(days: $0).day) + 1 }
    }
  }

  /// `1 Mar 2026 to 30 Mar 2026`, or the day where it is but one.
  var text: String {
    first == last
      ? CalendarDate(days: first).text
      : "\(CalendarDate(days: first).text) to \(CalendarDate(days: last).text)"
  }

  /// `day`, `week` or `month`.
  var stepName: String { step.rawValue }

  /// What a row of a table of columns is, such as `30 Mar 2026`, `week of 23 Mar 2026` or `Mar 2026`.
  func name(of column: Int32) -> String {
    let date = CalendarDate(days: column)
    switch step {
    case .day: return date.text
    case .week: return "Week of \(date.text)"
    case .month: return "\(date.monthName) \(date.year)"
    }
  }
}

/// What the page is about.
public struct DashboardScope: Sendable {
  /// The tenant of the log, in lower case.
  public var tenant: String
  /// The days.
  public var period: DashboardPeriod
  /// Whether accounts are shown with their UPNs.
  public var showsIdentities: Bool
  /// The heading.
  public var title: String
  /// The zone of times of day, and its name.
  public var zone: ZoneOffset
  /// The name of the zone.
  public var zoneName: String
  /// The first day of the log's events of accounts.
  public var firstDay: Int32
  /// Every event below this position is in.
  public var throughPosition: Int64
  /// When the last of them was recorded, in microseconds since 1970.
  public var throughRecordedAt: Int64
  /// How many events the log has, which may be more than are in the read models.
  public var size: Int64
  /// How many rows of the read models could not be folded and may be out of date.
  public var staleRows: Int64
  /// The name and version of the tool.
  public var tool: String

  /// Makes a scope.
  public init(
    tenant: String, period: DashboardPeriod, showsIdentities: Bool, title: String,
    zone: @escaping ZoneOffset = CalendarText.utc, zoneName: String = "UTC", firstDay: Int32,
    throughPosition: Int64, throughRecordedAt: Int64, size: Int64, staleRows: Int64 = 0, tool: String
  ) {
    self.tenant = tenant
    self.period = period
    self.showsIdentities = showsIdentities
    self.title = title
    self.zone = zone
    self.zoneName = zoneName
    self.firstDay = firstDay
    self.throughPosition = throughPosition
    self.throughRecordedAt = throughRecordedAt
    self.size = size
    self.staleRows = staleRows
    self.tool = tool
  }

  /// Whether the last day is one that the log has not left behind yet.
  var endsInProgress: Bool {
    throughRecordedAt < (Int64(period.last) + 1) * 86_400_000_000
  }

  /// The title where none is given.
  public static let standardTitle = "Compliance of managed apps"

  /// An instant in a sentence: `30 Nov 2026, 20:31 UTC`.
  func longTime(_ microseconds: Int64) -> String {
    let text = CalendarText.human(microseconds - microseconds % 60_000_000, zone)
    let (days, _) = (microseconds + Int64(zone(microseconds)) * 1_000_000).quotientAndRemainder(
      dividingBy: 86_400_000_000)
    return "\(CalendarDate(days: Int32(clamping: days)).text), \(text.dropFirst(11).prefix(5)) \(zoneName)"
  }

  /// An instant in a table: `2026-11-30 20:31Z`.
  func time(_ microseconds: Int64) -> String {
    let text = CalendarText.human(microseconds - microseconds % 60_000_000, zone)
    return String(text.prefix(16)).replacing("T", with: " ") + String(text.dropFirst(19))
  }
}
