/// The middle and the extremes of some measured values.
struct Spread: Hashable, Sendable {
  /// The middle value; of an even number the mean of the two in the middle.
  let median: Double
  /// The least value.
  let minimum: Double
  /// The greatest value.
  let maximum: Double

  /// Takes values in any order; nil where there are none, or one is no number.
  init?(_ values: [Double]) {
    guard values.allSatisfy(\.isFinite) else { return nil }
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    (minimum, maximum) = (first, last)
  }
}

/// What a value is, and which of two is the better one.
enum FigureUnit: String, Sendable, CaseIterable {
  /// Events a second.
  case eventsPerSecond = "events/s"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Mebibytes of resident memory.
  case mebibytes = "MiB"
  /// A rate over another rate.
  case share

  /// Whether more is better.
  var isRate: Bool { self == .eventsPerSecond || self == .share }

  /// How good a value is against another: above 1 it is the better one.
  func ratio(of value: Double, to other: Double) -> Double { isRate ? value / other : other / value }
}
