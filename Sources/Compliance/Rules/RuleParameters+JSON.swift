import MAMEvents

/// Parameters as a JSON object: the form of files, and of `data.parameters` of `log.rules.changed`.
///
///     {"rules": {"W1": {"confirmWithin": "24h", "severity": "warning", "off": true}},
///      "wipeActivities": [["wipe", "managedapp"]]}
///
/// The object holds the whole content: what it leaves out is the built-in.
extension RuleParameters {
  /// The most bytes that ``json`` may have: a fact holds no more.
  public static let largestJSON = 60_000

  /// Reads a file of parameters.
  ///
  /// - Throws: ``RuleFileError`` with all that is wrong.
  public init(json bytes: some Sequence<UInt8>) throws(RuleFileError) {
    var reader = RuleFileReader(bytes)
    let size = reader.parameters.json.utf8.count
    if size > Self.largestJSON {
      reader.note(
        .tooLarge, "", "the content has \(size) bytes",
        "an event holds at most \(Self.largestJSON): leave lists out")
    }
    if !reader.problems.isEmpty { throw RuleFileError(problems: reader.problems) }
    self = reader.parameters
  }

  /// Reads what an event recorded: what this program does not know, as a newer one may have written it, is left aside.
  ///
  /// - Returns: the parameters, and what was left aside.
  public static func recorded(_ json: String) -> (parameters: RuleParameters, problems: [RuleFileProblem]) {
    let reader = RuleFileReader(json.utf8)
    return (reader.parameters, reader.problems)
  }

  /// The object without white space: rules and their members in the order of the catalogue, equal for equal parameters.
  public var json: String {
    let rules = rulesJSON.map { "\($0):\($1)" }
    let members = [rules.isEmpty ? nil : "\"rules\":{\(rules.joined(separator: ","))}", setActivitiesJSON]
    return "{\(members.compactMap(\.self).joined(separator: ","))}"
  }

  /// The same as a file for people to edit, a rule a line.
  public var fileText: String {
    let rules = rulesJSON.map { "    \($0): \($1)" }
    let members = [
      rules.isEmpty ? nil : "  \"rules\": {\n\(rules.joined(separator: ",\n"))\n  }",
      setActivitiesJSON.map { "  " + $0 },
    ].compactMap(\.self)
    return members.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  /// The rules of which something is set, each with its object.
  private var rulesJSON: [(name: String, object: String)] {
    RuleID.allCases.compactMap { rule in
      let settings = settings(of: rule)
      return settings.isEmpty ? nil : (Self.string(rule.rawValue), "{\(settings.joined(separator: ","))}")
    }
  }

  /// The member `wipeActivities`; nil where it is the built-in.
  private var setActivitiesJSON: String? {
    wipeActivities == RuleParameters().wipeActivities ? nil : "\"wipeActivities\":\(activitiesJSON)"
  }

  /// The value of `wipeActivities`.
  var activitiesJSON: String {
    let lists = wipeActivities.map { "[\($0.map(Self.string).joined(separator: ","))]" }
    return "[\(lists.joined(separator: ","))]"
  }

  private func settings(of rule: RuleID) -> [String] {
    var members: [String] = []
    for parameter in RuleCatalogue[rule].parameters {
      guard let value = values[rule]?[parameter.name] else { continue }
      let text: String
      switch value {
      case .seconds: text = Self.string(value.compact)
      case .count: text = value.compact
      }
      members.append("\(Self.string(parameter.name.rawValue)):\(text)")
    }
    if let severity = severities[rule] { members.append("\"severity\":\(Self.string(severity.rawValue))") }
    if off.contains(rule) { members.append("\"off\":true") }
    return members
  }

  private static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
