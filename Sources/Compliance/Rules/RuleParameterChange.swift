/// One thing that other parameters change.
public struct RuleParameterChange: Hashable, Sendable {
  /// The rule; nil for what is no rule's.
  public var rule: RuleID?
  /// The parameter, `severity`, `off` or `wipeActivities`.
  public var name: String
  /// The value before, as files write it.
  public var from: String
  /// The value after, as files write it.
  public var to: String
  /// Whether the value before was set, and not the built-in one.
  public var wasSet: Bool
  /// Whether the value after is set, and not the built-in one.
  public var isSet: Bool
}

/// Everything that can be set, as files write it.
private struct Setting: Hashable {
  var rule: RuleID?
  var name: String
  var value: String
  var isSet: Bool
}

extension RuleParameters {
  /// What these parameters change of others, in the order of the catalogue.
  public func changes(from old: RuleParameters) -> [RuleParameterChange] {
    zip(old.settings, settings).filter { $0 != $1 }.map { old, new in
      RuleParameterChange(
        rule: new.rule, name: new.name, from: old.value, to: new.value, wasSet: old.isSet, isSet: new.isSet)
    }
  }

  private var settings: [Setting] {
    let ofRules = RuleCatalogue.all.flatMap { rule in
      rule.parameters.map { parameter in
        let set = values[rule.id]?[parameter.name]
        return Setting(
          rule: rule.id, name: parameter.name.rawValue, value: (set ?? parameter.builtIn).compact,
          isSet: set != nil)
      } + [
        Setting(
          rule: rule.id, name: "severity", value: severity(of: rule.id).rawValue,
          isSet: severities[rule.id] != nil),
        Setting(rule: rule.id, name: "off", value: "\(!isOn(rule.id))", isSet: !isOn(rule.id)),
      ]
    }
    return ofRules + [
      Setting(
        rule: nil, name: "wipeActivities", value: activitiesJSON,
        isSet: wipeActivities != RuleParameters().wipeActivities)
    ]
  }
}
