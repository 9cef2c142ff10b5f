/// What the columns of a chart stand for.
public enum ChartAxis: Sendable {
  /// Days since 1970-01-01 with which equal lengths of time begin, one after the other.
  case time([Int32], ChartStep)
  /// Names.
  case names([String])

  /// How many columns there are.
  var count: Int {
    switch self {
    case .time(let days, _): days.count
    case .names(let names): names.count
    }
  }
}

/// How long a column of time lasts.
public enum ChartStep: String, Sendable, CaseIterable {
  case day, week, month
}

/// A label below the columns.
struct AxisLabel: Equatable {
  /// The column.
  var column: Int
  /// The text.
  var text: String
  /// What stands below it: the year where it begins; nil for nothing.
  var below: String?
}

extension ChartAxis {
  /// The labels for which there is room.
  ///
  /// - Parameter width: of all columns together.
  func labels(width: Double) -> [AxisLabel] {
    switch self {
    case .names(let names):
      let room = width / Double(max(1, names.count)) - 4
      return names.enumerated().map { index, name in
        let lines = Self.halves(name, room: room)
        return AxisLabel(column: index, text: lines.first, below: lines.second)
      }
    case .time(let days, let step):
      return Self.labels(of: days, step, width: width)
    }
  }

  private static func labels(of days: [Int32], _ step: ChartStep, width: Double) -> [AxisLabel] {
    let room = step == .month ? 40.0 : 50.0
    let strides = step == .month ? [1, 2, 3, 6, 12, 24, 60, 120] : [1, 2, 7, 14, 28, 56, 112, 364]
    let most = max(1, Int(width / room))
    let fits = strides.first { stride in days.count <= stride * most } ?? max(1, days.count / most + 1)
    var labels: [AxisLabel] = []
    var year: Int64?
    for (column, day) in days.enumerated() where isLabelled(day, column, step, every: fits) {
      let date = CalendarDate(days: day)
      let text = step == .month ? date.monthName : "\(date.day) \(date.monthName)"
      labels.append(
        AxisLabel(column: column, text: text, below: date.year == year ? nil : String(date.year)))
      year = date.year
    }
    return labels
  }

  /// Weeks begin on Mondays and months where years divide: a label stands where people expect one.
  private static func isLabelled(_ day: Int32, _ column: Int, _ step: ChartStep, every stride: Int) -> Bool {
    switch step {
    case .day where stride % 7 == 0: (Int(day) + 3) % stride == 0
    case .day, .week: column % stride == 0
    case .month: (CalendarDate(days: day).monthNumber) % stride == 0
    }
  }

  /// A name on one line or, where that is too long, broken at a space into two.
  private static func halves(_ name: String, room: Double) -> (first: String, second: String?) {
    if TextWidth.of(name, size: 11.5) <= room { return (name, nil) }
    let words = name.split(separator: " ")
    guard words.count > 1 else { return (TextWidth.fitted(name, to: room, size: 11.5), nil) }
    let cut = (1..<words.count).min { left, right in
      widest(words, left) < widest(words, right)
    }
    let (head, tail) = (words[..<(cut ?? 1)], words[(cut ?? 1)...])
    return (head.joined(separator: " "), tail.joined(separator: " "))
  }

  private static func widest(_ words: [Substring], _ cut: Int) -> Double {
    max(
      TextWidth.of(words[..<cut].joined(separator: " ")), TextWidth.of(words[cut...].joined(separator: " ")))
  }
}

/// A day of the proleptic Gregorian calendar, as people write it.
public struct CalendarDate: Hashable, Sendable {
  /// The year.
  public var year: Int64
  /// From 1.
  public var month: Int
  /// From 1.
  public var day: Int

  private static let names = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let longNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// From 0 for Monday.
  private let weekday: Int

  /// The day of a number of days since 1970-01-01.
  public init(days: Int32) {
    // 1970-01-01 was a Thursday.
    weekday = ((Int(days) + 3) % 7 + 7) % 7
    let parts = CalendarText.date(days).split(separator: "-").suffix(3).map { Int64($0) ?? 0 }
    (year, month, day) = (parts[0], Int(parts[1]), Int(parts[2]))
  }

  /// `Mar`.
  public var monthName: String { Self.names[month - 1] }

  /// Months since the year 0.
  var monthNumber: Int { Int(year) * 12 + month - 1 }

  /// `2 Mar 2026`.
  public var text: String { "\(day) \(monthName) \(year)" }

  /// `Monday, 2 March 2026`.
  public var longText: String {
    "\(Self.weekdays[weekday]), \(day) \(Self.longNames[month - 1]) \(year)"
  }
}
