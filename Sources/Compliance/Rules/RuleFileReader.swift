import MAMEvents
import PlainText

/// Reads the JSON of rule parameters, and goes on behind what it cannot take.
struct RuleFileReader {
  private(set) var parameters = RuleParameters()
  private(set) var problems: [RuleFileProblem] = []
  private var document = JSONDocument()

  /// Members of a rule beside its parameters.
  private static let severity = "severity"
  private static let off = "off"

  init(_ bytes: some Sequence<UInt8>) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var bytes = Array(bytes)
    if bytes.starts(with: mark) { bytes.removeFirst(mark.count) }
    do throws(JSONError) {
      try document.parse(bytes)
    } catch {
      note(.notJSON, "", "\(error)", "write one JSON object, with each member once")
      return
    }
    read()
  }

  private mutating func read() {
    guard isObject(document.root, "") else { return }
    for (name, value) in document.members(of: document.root) {
      switch text(name) {
      case "rules":
        guard isObject(value, "rules") else { continue }
        for (id, settings) in document.members(of: value) { readRule(text(id), settings) }
      case "wipeActivities": readActivities(value)
      case let unknown:
        unknownName(.unknownMember, "", unknown, "the file has no member", ["rules", "wipeActivities"])
      }
    }
  }

  private mutating func readRule(_ id: String, _ settings: JSONNode) {
    let path = "rules." + Self.plain(id)
    guard let rule = RuleID(rawValue: id) else {
      let known = RuleID.allCases.map(\.rawValue)
      let near = Nearness.closest(to: id, in: known).map { "did you mean \($0)?" }
      note(
        .unknownRule, path, "there is no rule \(Self.quoted(id))",
        near ?? "'mamaudit rules show' lists the rules")
      return
    }
    guard isObject(settings, path) else { return }
    for (nameNode, value) in document.members(of: settings) {
      let name = text(nameNode)
      let place = path + "." + Self.plain(name)
      switch name {
      case Self.off:
        guard let off = document.bool(of: value) else {
          wrong(place, value, "true or false")
          continue
        }
        if off { parameters.off.insert(rule) }
      case Self.severity:
        let words = RuleSeverity.allCases.map(\.rawValue)
        guard let word = document.string(of: value), let severity = RuleSeverity(rawValue: word) else {
          wrong(place, value, words.joined(separator: ", "))
          continue
        }
        parameters.severities[rule] = severity
      default:
        readParameter(name, of: rule, value, place)
      }
    }
  }

  private mutating func readParameter(_ name: String, of rule: RuleID, _ value: JSONNode, _ place: String) {
    let declared = RuleCatalogue[rule].parameters
    guard let parameter = declared.first(where: { $0.name.rawValue == name }) else {
      unknownName(
        .unknownParameter, "rules.\(rule.rawValue)", name, "rule \(rule.rawValue) has no parameter",
        declared.map(\.name.rawValue) + [Self.severity, Self.off])
      return
    }
    let found: ParameterValue?
    switch parameter.builtIn {
    case .seconds: found = document.string(of: value).flatMap { ParameterValue(length: $0) }
    case .count: found = document.integer(of: value).map { .count($0) }
    }
    guard let found else {
      wrong(place, value, parameter.allowed)
      return
    }
    do throws(RuleParameterError) {
      try parameters.set(parameter.name, of: rule, to: found)
    } catch {
      note(.outOfRange, place, "found \(shown(value)), which is out of range", "write \(parameter.allowed)")
    }
  }

  private mutating func readActivities(_ value: JSONNode) {
    let allowed = #"a list of lists of words, such as [["wipe", "managedapp"]]"#
    guard document.kind(of: value) == .array else {
      wrong("wipeActivities", value, allowed)
      return
    }
    var lists: [[String]] = []
    for (index, element) in document.elements(of: value).enumerated() {
      let path = "wipeActivities[\(index)]"
      let words = document.elements(of: element).map { document.string(of: $0) ?? "" }
      // A list without words fits nothing, and an empty word everything.
      guard document.kind(of: element) == .array, !words.isEmpty, !words.contains("") else {
        note(.wrongKind, path, "found \(shown(element))", "write \(allowed)")
        continue
      }
      lists.append(words)
    }
    parameters.wipeActivities = lists
  }

  private mutating func isObject(_ node: JSONNode, _ path: String) -> Bool {
    if document.kind(of: node) == .object { return true }
    wrong(path, node, "an object")
    return false
  }

  private mutating func wrong(_ path: String, _ value: JSONNode, _ allowed: String) {
    note(.wrongKind, path, "found \(shown(value))", "write \(allowed)")
  }

  /// A value as a message shows it.
  private func shown(_ value: JSONNode) -> String {
    switch document.kind(of: value) {
    case .string: Self.quoted(text(value))
    case .number, .true, .false, .null: Self.short(document.token(of: value))
    case .array: "an array"
    case .object: "an object"
    }
  }

  private mutating func unknownName(
    _ code: RuleFileProblem.Code, _ parent: String, _ name: String, _ what: String, _ known: [String]
  ) {
    let near = Nearness.closest(to: name, in: known).map { "did you mean \($0)? " } ?? ""
    let path = (parent.isEmpty ? "" : parent + ".") + Self.plain(name)
    note(code, path, "\(what) \(Self.quoted(name))", near + "it has \(known.joined(separator: ", "))")
  }

  mutating func note(_ code: RuleFileProblem.Code, _ path: String, _ reason: String, _ remedy: String) {
    problems.append(RuleFileProblem(code: code, path: path, reason: reason, remedy: remedy))
  }

  /// The text of a name or string; what UTF-8 cannot write becomes U+FFFD.
  private func text(_ node: JSONNode) -> String {
    if let text = document.string(of: node) { return text }
    var bytes: [UInt8] = []
    document.appendText(of: node, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name as a path has it.
  private static func plain(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy { (0x30...0x7A).contains($0) && $0 != 0x5C }
    return isPlain && name.utf8.count <= 60 ? name : quoted(name)
  }

  /// A text of the file as messages show it: short and harmless to a terminal.
  private static func quoted(_ text: String) -> String {
    "'" + short(text).printable + "'"
  }

  private static func short(_ text: String) -> String {
    text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(60)) + "…" : text
  }
}

extension RuleParameter {
  /// What a file may set it to, with an example.
  var allowed: String {
    switch builtIn {
    case .seconds: "a length of time of at most 1000 years, such as \"\(builtIn.compact)\" (units s, m, h, d)"
    case .count: "a whole number from 1, such as \(builtIn.compact)"
    }
  }
}
