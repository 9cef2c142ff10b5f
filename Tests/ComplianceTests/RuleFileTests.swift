import Compliance
import MAMEvents
import Testing

/// Parameters of rules as JSON files.
@Suite struct RuleFileTests {
  static func read(_ json: String) throws(RuleFileError) -> RuleParameters {
    try RuleParameters(json: json.utf8)
  }

  @Test("what a file sets is set, and what it leaves out is the built-in")
  func example() throws {
    let parameters = try Self.read(
      """
      {"rules": {
         "W1": {"confirmWithin": "90m", "severity": "warning"},
         "W9": {"count": 5, "within": "30d"},
         "E1": {"off": true}, "E2": {"off": false}, "E3": {}
       },
       "wipeActivities": [["Retire", "app"], ["erase"]]}
      """)
    #expect(parameters.values(of: .w1) == [.confirmWithin: .seconds(5400)])
    #expect(parameters.values(of: .w6) == [.confirmWithin: .seconds(86_400)])
    #expect(parameters.values(of: .w9) == [.count: .count(5), .within: .seconds(30 * 86_400)])
    #expect(parameters.severity(of: .w1) == .warning)
    #expect(parameters.severity(of: .w2) == .violation)
    #expect(parameters.off == [.e1])
    #expect(parameters.wipeActivities == [["Retire", "app"], ["erase"]])
    #expect(
      parameters.json
        == #"{"rules":{"W1":{"confirmWithin":"90m","severity":"warning"},"W9":{"count":5,"within":"30d"},"E1":{"off":true}},"wipeActivities":[["Retire","app"],["erase"]]}"#
    )
  }

  @Test(
    "a file that sets nothing is the built-in values", arguments: ["{}", "\u{FEFF}{\"rules\":{}}", " {}\n"])
  func empty(json: String) throws {
    #expect(try Self.read(json) == RuleParameters())
    #expect(RuleParameters().json == "{}")
    #expect(RuleParameters().fileText == "{}\n")
  }

  @Test(
    "lengths of time",
    arguments: [
      ("30s", 30, "30s"), ("10m", 600, "10m"), ("24h", 86_400, "24h"), ("7d", 604_800, "7d"),
      ("1d", 86_400, "24h"),
      ("0s", 0, "0s"), ("90s", 90, "90s"), ("60s", 60, "1m"), ("48h", 172_800, "2d"), ("25h", 90_000, "25h"),
      ("366000d", 31_622_400_000, "366000d"), ("007m", 420, "7m"),
    ] as [(String, Int64, String)])
  func lengths(text: String, seconds: Int64, written: String) throws {
    let parameters = try Self.read(#"{"rules":{"W1":{"confirmWithin":"\#(text)"}}}"#)
    #expect(parameters.values(of: .w1) == [.confirmWithin: .seconds(seconds)])
    #expect(ParameterValue.seconds(seconds).compact == written)
  }

  private static let length =
    #"a length of time of at most 1000 years, such as "24h" (units s, m, h, d)"#
  private static let lists = #"a list of lists of words, such as [["wipe", "managedapp"]]"#

  private static let refusals: [(json: String, code: RuleFileProblem.Code, says: String)] = [
    ("", .notJSON, "JSON ends too early at byte 0; write one JSON object, with each member once"),
    (
      #"{"rules":{"W1":{"off":true,"off":true}}}"#, .notJSON,
      "duplicate member name at byte 27, in rules.W1.off; write one JSON object, with each member once"
    ),
    ("[]", .wrongKind, "found an array; write an object"),
    (#"{"rules":[]}"#, .wrongKind, "rules: found an array; write an object"),
    (#"{"rules":{"W1":null}}"#, .wrongKind, "rules.W1: found null; write an object"),
    (
      #"{"rule":{}}"#, .unknownMember,
      "rule: the file has no member 'rule'; did you mean rules? it has rules, wipeActivities"
    ),
    (#"{"rules":{"w1":{}}}"#, .unknownRule, "rules.w1: there is no rule 'w1'; did you mean W1?"),
    (
      #"{"rules":{"\u001b[31m":{}}}"#, .unknownRule,
      #"rules.'\x1b[31m': there is no rule '\x1b[31m'; 'mamaudit rules show' lists the rules"#
    ),
    (
      #"{"rules":{"W1":{"confirmWithn":"1h"}}}"#, .unknownParameter,
      "rules.W1.confirmWithn: rule W1 has no parameter 'confirmWithn'; did you mean confirmWithin? it has confirmWithin, severity, off"
    ),
    (
      #"{"rules":{"W2":{"count":1}}}"#, .unknownParameter,
      "rules.W2.count: rule W2 has no parameter 'count'; it has severity, off"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":24}}}"#, .wrongKind,
      "rules.W1.confirmWithin: found 24; write \(length)"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":"soon"}}}"#, .wrongKind,
      "rules.W1.confirmWithin: found 'soon'; write \(length)"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":"-1h"}}}"#, .wrongKind,
      "rules.W1.confirmWithin: found '-1h'; write \(length)"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":"h"}}}"#, .wrongKind,
      "rules.W1.confirmWithin: found 'h'; write \(length)"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":""}}}"#, .wrongKind,
      "rules.W1.confirmWithin: found ''; write \(length)"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":"366001d"}}}"#, .outOfRange,
      "rules.W1.confirmWithin: found '366001d', which is out of range; write \(length)"
    ),
    (
      #"{"rules":{"W1":{"confirmWithin":"99999999999999999999s"}}}"#, .outOfRange,
      "rules.W1.confirmWithin: found '99999999999999999999s', which is out of range; write \(length)"
    ),
    (
      #"{"rules":{"W9":{"count":0}}}"#, .outOfRange,
      "rules.W9.count: found 0, which is out of range; write a whole number from 1, such as 3"
    ),
    (
      #"{"rules":{"W9":{"count":2.5}}}"#, .wrongKind,
      "rules.W9.count: found 2.5; write a whole number from 1, such as 3"
    ),
    (
      #"{"rules":{"W9":{"count":"2"}}}"#, .wrongKind,
      "rules.W9.count: found '2'; write a whole number from 1, such as 3"
    ),
    (
      #"{"rules":{"W1":{"severity":"error"}}}"#, .wrongKind,
      "rules.W1.severity: found 'error'; write violation, warning, note"
    ),
    (#"{"rules":{"W1":{"off":"yes"}}}"#, .wrongKind, "rules.W1.off: found 'yes'; write true or false"),
    (#"{"wipeActivities":{}}"#, .wrongKind, "wipeActivities: found an object; write \(lists)"),
    (#"{"wipeActivities":["wipe"]}"#, .wrongKind, "wipeActivities[0]: found 'wipe'; write \(lists)"),
    (#"{"wipeActivities":[["wipe"],[]]}"#, .wrongKind, "wipeActivities[1]: found an array; write \(lists)"),
    (#"{"wipeActivities":[["wipe",""]]}"#, .wrongKind, "wipeActivities[0]: found an array; write \(lists)"),
    (#"{"wipeActivities":[["wipe",1]]}"#, .wrongKind, "wipeActivities[0]: found an array; write \(lists)"),
  ]

  @Test("what cannot be taken is named with its place and what is allowed", arguments: refusals.indices)
  func refused(index: Int) {
    let refusal = Self.refusals[index]
    do throws(RuleFileError) {
      _ = try Self.read(refusal.json)
      Issue.record("\(refusal.json) was taken")
    } catch {
      #expect(error.problems.map(\.code) == [refusal.code])
      #expect(error.description == refusal.says)
    }
  }

  @Test("all that is wrong is told, in the order of the file")
  func all() {
    let json = #"{"a":1,"rules":{"W1":{"count":1,"off":1},"Q":{}},"wipeActivities":[1]}"#
    do throws(RuleFileError) {
      _ = try Self.read(json)
      Issue.record("it was taken")
    } catch {
      #expect(
        error.problems.map(\.path) == ["a", "rules.W1.count", "rules.W1.off", "rules.Q", "wipeActivities[0]"])
    }
  }

  @Test("a content that no event can hold is refused")
  func large() {
    let words = (0..<6_000).map { "[\"activity \($0)\"]" }.joined(separator: ",")
    do throws(RuleFileError) {
      _ = try Self.read(#"{"wipeActivities":[\#(words)]}"#)
      Issue.record("it was taken")
    } catch {
      #expect(error.problems.map(\.code) == [.tooLarge])
    }
  }

  @Test("of what was recorded, what this program does not know is left aside and told")
  func recorded() throws {
    let (parameters, problems) = RuleParameters.recorded(
      #"{"rules":{"Z99":{"off":true},"W1":{"confirmWithin":"1h","later":"1h"}},"more":1}"#)
    #expect(parameters.values(of: .w1) == [.confirmWithin: .seconds(3600)])
    #expect(parameters.json == #"{"rules":{"W1":{"confirmWithin":"1h"}}}"#)
    #expect(problems.map(\.path) == ["rules.Z99", "rules.W1.later", "more"])
    #expect(RuleParameters.recorded("{").parameters == RuleParameters())
  }

  @Test("what is written is read as the same", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var parameters = RuleParameters()
    for rule in RuleCatalogue.all where Int.random(in: 0..<4, using: &random) == 0 {
      for parameter in rule.parameters where Bool.random(using: &random) {
        let value: ParameterValue
        switch parameter.builtIn {
        case .count: value = .count(.random(in: 1...(.max), using: &random))
        case .seconds:
          let unit = ([1, 60, 3600, 86_400] as [Int64]).randomElement(using: &random) ?? 1
          value = .seconds(.random(in: 0...400, using: &random) * unit)
        }
        try parameters.set(parameter.name, of: rule.id, to: value)
      }
      if Bool.random(using: &random) {
        parameters.severities[rule.id] = RuleSeverity.allCases.randomElement(using: &random)
      }
      if Bool.random(using: &random) { parameters.off.insert(rule.id) }
    }
    let letters = ["a", "\"", "\\", "\n", "\u{0}", "é", "😀", " ", "'"]
    if Bool.random(using: &random) {
      parameters.wipeActivities = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (0..<Int.random(in: 1...5, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
            .joined()
        }
      }
    }
    let read = try Self.read(parameters.json)
    #expect(read == parameters)
    #expect(read.json == parameters.json)
    #expect(try Self.read(parameters.fileText) == parameters)
    #expect(read.changes(from: parameters).isEmpty)
    #expect(RuleParameters.recorded(parameters.json).problems.isEmpty)
  }

  @Test("the file for people to edit has a rule a line")
  func fileText() throws {
    let parameters = try Self.read(
      #"{"rules":{"E1":{"off":true},"W9":{"count":5,"within":"30d"}},"wipeActivities":[["a","b"]]}"#)
    #expect(
      parameters.fileText == """
        {
          "rules": {
            "W9": {"count":5,"within":"30d"},
            "E1": {"off":true}
          },
          "wipeActivities":[["a","b"]]
        }

        """)
  }

  @Test("the text in the documentation can be read")
  func documented() throws {
    let parameters = try Self.read(
      """
      {"rules": {"W1": {"confirmWithin": "24h", "severity": "warning", "off": true}},
       "wipeActivities": [["wipe", "managedapp"]]}
      """)
    #expect(parameters.off == [.w1])
  }

  @Test("a change of the parameters is told value by value")
  func changes() throws {
    let old = try Self.read(#"{"rules":{"W1":{"confirmWithin":"1h"},"E1":{"off":true}}}"#)
    let new = try Self.read(
      #"{"rules":{"W1":{"confirmWithin":"2h","severity":"note"},"W6":{"confirmWithin":"24h"}},"wipeActivities":[["a"]]}"#
    )
    let told = new.changes(from: old).map { change in
      "\(change.rule?.rawValue ?? "-") \(change.name) \(change.from)\(change.wasSet ? "" : "*") \(change.to)\(change.isSet ? "" : "*")"
    }
    #expect(
      told == [
        "W1 confirmWithin 1h 2h", "W1 severity violation* note", "W6 confirmWithin 24h* 24h",
        "E1 off true false*",
        #"- wipeActivities [["wipe","managedapp"],["wipe","app protection"]]* [["a"]]"#,
      ])
  }
}
