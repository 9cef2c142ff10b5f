import MAMEvents

/// A parameter cannot be set so.
public enum RuleParameterError: Error, Hashable, CustomStringConvertible {
  /// The rule has no parameter of this name.
  case unknownParameter(RuleID, RuleParameter.Name)
  /// A count in place of a length of time, or the other way round.
  case otherKind(RuleID, RuleParameter.Name)
  /// A length of time below zero or beyond a thousand years, or a count below one.
  case outOfRange(RuleID, RuleParameter.Name)

  /// What is wrong.
  public var description: String {
    switch self {
    case .unknownParameter(let rule, let name): "rule \(rule.rawValue) has no parameter '\(name.rawValue)'"
    case .otherKind(let rule, let name): "'\(name.rawValue)' of rule \(rule.rawValue) is of another kind"
    case .outOfRange(let rule, let name): "'\(name.rawValue)' of rule \(rule.rawValue) is out of range"
    }
  }
}

/// What the rules are judged by: the built-in values and what was set in their place.
public struct RuleParameters: Equatable, Sendable {
  /// The values in place of the built-in ones.
  public private(set) var values: [RuleID: [RuleParameter.Name: ParameterValue]] = [:]
  /// The severities in place of the catalogue's.
  public var severities: [RuleID: RuleSeverity] = [:]
  /// The rules that are not judged.
  public var off: Set<RuleID> = []
  /// What makes an audit record of Intune a wipe request: all words of one of these lists occur, in any case,
  /// in what the record says was done.
  public var wipeActivities: [[String]] = [["wipe", "managedapp"], ["wipe", "app protection"]]

  /// The built-in values.
  public init() {}

  /// The values that a rule is judged by.
  public func values(of rule: RuleID) -> [RuleParameter.Name: ParameterValue] {
    let declared = RuleCatalogue[rule].parameters.map { ($0.name, $0.builtIn) }
    return Dictionary(uniqueKeysWithValues: declared).merging(values[rule] ?? [:]) { $1 }
  }

  /// How much a finding of a rule matters.
  public func severity(of rule: RuleID) -> RuleSeverity { severities[rule] ?? RuleCatalogue[rule].severity }

  /// How much a finding of a rule matters that has one of the rule's reasons.
  func severity(of rule: RuleID, reason: Int) -> RuleSeverity {
    severities[rule] ?? RuleCatalogue[rule].severity(ofReason: reason)
  }

  /// Whether a rule is judged.
  public func isOn(_ rule: RuleID) -> Bool { !off.contains(rule) }

  /// Sets a parameter of a rule.
  ///
  /// - Throws: ``RuleParameterError``, and nothing is set.
  public mutating func set(
    _ name: RuleParameter.Name, of rule: RuleID, to value: ParameterValue
  ) throws(RuleParameterError) {
    guard let declared = RuleCatalogue[rule].parameters.first(where: { $0.name == name }) else {
      throw .unknownParameter(rule, name)
    }
    switch (declared.builtIn, value) {
    case (.seconds, .seconds(let seconds)):
      guard (0...Self.longest).contains(seconds) else { throw .outOfRange(rule, name) }
    case (.count, .count(let count)):
      guard count > 0 else { throw .outOfRange(rule, name) }
    default:
      throw .otherKind(rule, name)
    }
    values[rule, default: [:]][name] = value
  }

  /// A thousand years in seconds.
  private static let longest: Int64 = 1_000 * 366 * 86_400
}

extension RuleParameters {
  /// A length of time in microseconds.
  ///
  /// - Precondition: The rule declares a length of time of this name.
  func duration(_ name: RuleParameter.Name, of rule: RuleID) -> Int64 {
    guard case .seconds(let seconds) = value(name, of: rule) else {
      preconditionFailure("'\(name.rawValue)' of \(rule.rawValue) is no length of time")
    }
    return seconds * 1_000_000
  }

  /// A count.
  ///
  /// - Precondition: The rule declares a count of this name.
  func count(_ name: RuleParameter.Name, of rule: RuleID) -> Int {
    guard case .count(let count) = value(name, of: rule) else {
      preconditionFailure("'\(name.rawValue)' of \(rule.rawValue) is no count")
    }
    return Int(count)
  }

  private func value(_ name: RuleParameter.Name, of rule: RuleID) -> ParameterValue? {
    values[rule]?[name] ?? RuleCatalogue[rule].parameters.first { $0.name == name }?.builtIn
  }

  /// Whether what an audit record says was done makes it a wipe request.
  func isWipe(_ activities: [String]) -> Bool {
    let said = activities.map { $0.lowercased() }
    return wipeActivities.contains { words in
      !words.isEmpty && words.allSatisfy { word in said.contains { $0.contains(word.lowercased()) } }
    }
  }
}

/// Which parameters were in force when, so that last quarter is judged by last quarter's rules.
public struct RuleTimeline: Sendable {
  private var changes: [(from: Timestamp, parameters: RuleParameters)]
  private let builtIn = RuleParameters()

  /// The parameters in force over time.
  ///
  /// - Parameter changes: each change with the instant at which it was recorded, in the order of the log.
  ///   Before the first, the built-in values are in force.
  public init(_ changes: [(from: Timestamp, parameters: RuleParameters)] = []) {
    self.changes = changes.enumerated()
      .sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element)
  }

  /// The same parameters at all times.
  public init(always parameters: RuleParameters) {
    changes = [(Timestamp(microseconds: .min), parameters)]
  }

  /// The parameters of the last change that was recorded by an instant.
  public func inForce(at instant: Timestamp) -> RuleParameters {
    let later = changes.partitioningIndex { $0.from > instant }
    return later > 0 ? changes[later - 1].parameters : builtIn
  }
}
