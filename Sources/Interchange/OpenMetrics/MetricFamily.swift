/// Samples of one name, with what they mean.
public struct MetricFamily: Sendable {
  /// What the values are.
  public enum Kind: String, Sendable {
    /// Only grows, unless the log is folded anew.
    case counter
    /// Goes up and down.
    case gauge
    /// Always 1: the labels say something.
    case info
    /// How many values lie at or below each bound.
    case histogram
  }

  /// The name without the endings that the kind adds (`_total`, `_info`, `_bucket`).
  public var name: String
  /// What the values are.
  public var kind: Kind
  /// What they are measured in; the name ends with it.
  public var unit: String?
  /// What they mean, in one sentence.
  public var help: String
  /// The samples: those of one set of labels stand together.
  public var samples: [MetricSample]

  /// Names a family.
  ///
  /// - Precondition: the name is of letters, digits and `_`, begins with a letter, and ends with `_UNIT` where there is one.
  public init(
    _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [MetricSample] = []
  ) {
    precondition(unit.map { name.hasSuffix("_" + $0) } ?? true, "the name of a family ends with its unit")
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.samples = samples
  }
}

/// A value, and what it is the value of.
public struct MetricSample: Sendable {
  /// What a sample says.
  public enum Value: Sendable {
    /// A whole number.
    case integer(Int64)
    /// Seconds, given in microseconds: an instant since 1970 or a length of time.
    case seconds(microseconds: Int64)
    /// A distribution of seconds: the values at or below each bound in rising order, the count and the sum of all.
    case histogram(buckets: [(bound: Int64, count: Int64)], count: Int64, sum: Int64)
  }

  /// The labels, in their order.
  public var labels: [(name: String, value: String)]
  /// The value.
  public var value: Value

  /// Gives a value to labels.
  public init(_ labels: [(name: String, value: String)], _ value: Value) {
    self.labels = labels
    self.value = value
  }

  /// Gives a whole number to labels.
  public init(_ labels: [(name: String, value: String)], _ value: Int64) {
    self.init(labels, .integer(value))
  }
}
