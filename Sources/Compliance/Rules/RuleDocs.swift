extension RuleCatalogue {
  /// The reference page: every rule with its parameters, where it comes from, what it says and what to do.
  public static var markdown: String {
    var text = """
      # Rules

      What the log is judged by. This page is made of the catalogue by `mamaudit rules docs`.

      `mamaudit rules show` prints the rules with the severities and parameters in force, and `mamaudit rules apply FILE`
      sets others. A file holds the whole content, as JSON; what it leaves out is the built-in:

      ```json
      {
        "rules": {
          "W1": {"confirmWithin": "12h", "severity": "warning"},
          "S9": {"off": true}
        },
        "wipeActivities": [["wipe", "managedapp"], ["wipe", "app protection"]]
      }
      ```

      Lengths of time are written as `30s`, `10m`, `24h` or `7d`. `wipeActivities` says which audit records of Intune
      are wipe requests: those in which all words of one of the lists occur, in any case.


      """
    for area in RuleArea.allCases {
      let rules = all.filter { $0.id.area == area }
      if rules.isEmpty { continue }
      text += "## \(area.title)\n\n| rule | severity | title | parameters |\n|---|---|---|---|\n"
      text += rules.map(\.markdownRow).joined() + "\n" + rules.map(\.markdown).joined()
    }
    return String(text.dropLast())
  }
}

extension Rule {
  /// The rule as a line of a table.
  fileprivate var markdownRow: String {
    let parameters = parameters.map { "`\($0.name.rawValue)` \($0.builtIn.compact)" }.joined(separator: ", ")
    return "| \(id.rawValue) | \(severity.rawValue) | \(title) | \(parameters) |\n"
  }

  /// A chapter about the rule.
  fileprivate var markdown: String {
    var text = "### \(id.rawValue): \(title)\n\n"
    for (index, reason) in reasons.enumerated() {
      let severity = severity(ofReason: index)
      text += "- \(reason)" + (severity == self.severity ? "" : " (\(severity.rawValue))") + "\n"
    }
    text += "\n\(remedy)\n\n"
    let endings = [true, false].map { id.ending(hasDeadline: $0) }
    if endings[0] == endings[1] { text += "\(endings[0].text)\n\n" }
    if let note { text += "\(note)\n\n" }
    text += "Judged over \(key.text). From: \(document.rawValue), \(section).\n\n"
    return text
  }
}

extension RuleKey {
  /// What a rule is judged over, in words.
  fileprivate var text: String {
    switch self {
    case .account: "an account"
    case .installation: "an app on a device"
    case .device: "a device"
    case .log: "the log"
    }
  }
}
