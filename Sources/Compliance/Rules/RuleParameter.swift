/// The value of a rule's parameter.
public enum ParameterValue: Hashable, Sendable {
  /// A length of time in seconds.
  case seconds(Int64)
  /// How many.
  case count(Int64)

  /// The value in words: `24 hours`, `90 seconds`, `3`.
  public var text: String {
    switch self {
    case .count(let count):
      return "\(count)"
    case .seconds(let seconds):
      // A day is "24 hours": that is how the documents speak of deadlines.
      let units: [(length: Int64, unit: String, least: Int64)] = [
        (86_400, "day", 2), (3_600, "hour", 1), (60, "minute", 1),
      ]
      for (length, unit, least) in units where seconds >= least * length && seconds % length == 0 {
        return seconds == length ? "1 \(unit)" : "\(seconds / length) \(unit)s"
      }
      return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }
  }

  /// The value as files and machines have it: `24h`, `90s`, `3`.
  public var compact: String {
    switch self {
    case .count(let count):
      return "\(count)"
    case .seconds(let seconds):
      let units: [(length: Int64, unit: String, least: Int64)] = [
        (86_400, "d", 2), (3_600, "h", 1), (60, "m", 1),
      ]
      for (length, unit, least) in units where seconds >= least * length && seconds % length == 0 {
        return "\(seconds / length)\(unit)"
      }
      return "\(seconds)s"
    }
  }
}

/// A parameter of a rule with its built-in value.
public struct RuleParameter: Sendable {
  /// The names of parameters; raw values are those of files and reports.
  public enum Name: String, CaseIterable, Sendable {
    case answerWithin, attemptWithin, clearWithin, confirmWithin, count, lookBack, lossWithin, messageWithin,
      queryWithin,
      remediateWithin
    case removeWithin, removedBefore, resultWithin, retryWithin, skew, tokenWithin, unenrollWithin, wipeWithin
    case within
  }

  /// The name, which is unique within the rule.
  public let name: Name
  /// The value unless another is set.
  public let builtIn: ParameterValue

  static func seconds(_ name: Name, _ value: Int64) -> RuleParameter {
    RuleParameter(name: name, builtIn: .seconds(value))
  }
  static func minutes(_ name: Name, _ value: Int64) -> RuleParameter { .seconds(name, value * 60) }
  static func hours(_ name: Name, _ value: Int64) -> RuleParameter { .minutes(name, value * 60) }
  static func days(_ name: Name, _ value: Int64) -> RuleParameter { .hours(name, value * 24) }
  static func count(_ name: Name, _ value: Int64) -> RuleParameter {
    RuleParameter(name: name, builtIn: .count(value))
  }
}
