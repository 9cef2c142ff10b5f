/// The marks of an axis of numbers, from 0 on.
public struct Ticks: Hashable, Sendable {
  /// Where they are, in ascending order, 0 first; the last is the end of the axis.
  public var values: [Double]

  /// The end of the axis.
  public var end: Double { values.last ?? 1 }

  /// Makes marks at places.
  public init(_ values: [Double]) { self.values = values }

  /// Marks for counts: whole numbers at steps of 1, 2 or 5 times a power of ten.
  ///
  /// - Parameters:
  ///   - greatest: the greatest count to show; the axis ends at the first mark that is not below it.
  ///   - limit: how many steps there are at most.
  public static func counts(to greatest: Double, limit: Int = 4) -> Ticks {
    var power = 1.0
    while true {
      for factor in [1.0, 2, 5] {
        let step = factor * power
        let steps = max(1, (greatest / step).rounded(.up))
        if steps <= Double(limit) { return Ticks((0...Int(steps)).map { Double($0) * step }) }
      }
      power *= 10
    }
  }

  /// Marks for shares of a whole: quarters.
  public static let shares = Ticks([0, 0.25, 0.5, 0.75, 1])
}

/// What the numbers of a chart are.
public enum ChartUnit: Sendable {
  /// How many.
  case count
  /// A share of a whole, from 0 to 1.
  case share

  /// A number as people read it: `1,234`, `39.3%`.
  public func text(_ value: Double) -> String {
    switch self {
    case .count: Quantity.grouped(Int64(value.rounded()))
    case .share: Quantity.percentage(value)
    }
  }

  /// A mark of an axis, as short as can be: `12k`, `1.5M`, `25%`.
  func mark(_ value: Double) -> String {
    guard self == .count else { return Quantity.percentage(value, digits: 0) }
    for (size, name) in [(1e9, "G"), (1e6, "M"), (1e4, "k")] where abs(value) >= size {
      let unit = name == "k" ? 1e3 : size
      let tenths = Int64((abs(value) / unit * 10).rounded())
      let text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
      return (value < 0 ? "-" : "") + text + name
    }
    return Quantity.grouped(Int64(abs(value).rounded()))
  }

  /// The marks of an axis up to a number.
  func ticks(to greatest: Double) -> Ticks {
    switch self {
    case .count: .counts(to: greatest)
    case .share: .shares
    }
  }
}

extension Quantity {
  /// A share as a percentage: `39.3%`; one that is not nothing never reads as 0%, one that is not all never as 100%.
  ///
  /// - Parameters:
  ///   - share: from 0 to 1.
  ///   - digits: 0 or 1, how many stand behind the point; a zero there is left out.
  public static func percentage(_ share: Double, digits: Int = 1) -> String {
    let scale = digits == 0 ? 100.0 : 1000.0
    var parts = Int64((share * scale).rounded())
    if share > 0, parts == 0 { return digits == 0 ? "<1%" : "<0.1%" }
    if share < 1, parts == Int64(scale) { parts -= 1 }
    if digits == 0 { return "\(parts)%" }
    return parts % 10 == 0 ? "\(parts / 10)%" : "\(parts / 10).\(parts % 10)%"
  }
}
