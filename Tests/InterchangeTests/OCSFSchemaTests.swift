import Compliance
import Foundation
import MAMEvents
import TestSupport
import Testing

@testable import Interchange

/// What is exported, by the published schema.
@Suite struct OCSFSchemaTests {
  @Test(
    "events of every type, with every code and word, are valid OCSF 1.8.0; but for what came later, 1.5.0 too"
  )
  func everyEvent() throws {
    let samples = EveryEvent.all
    #expect(Set(samples.map(\.type)) == Set(EventType.allCases.map(Optional.some) + [nil]))
    let lines = try samples.map { try Exported.line($0.wire) }
    try expectValid(lines) { samples[$0].description }
  }

  @Test("findings of every rule, however they ended, are valid OCSF 1.8.0")
  func findings() throws {
    var lines: [String] = []
    var writer = Exported.writer()
    for rule in RuleCatalogue.all {
      for end in JudgedFinding.End.allCases.map(Optional.some) + [nil] {
        try writer.write(Self.finding(rule.id, end))
        lines += String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      }
    }
    #expect(lines.count == RuleCatalogue.all.count * 7)
    try expectValid(lines) { lines[$0] }
  }

  @Test("the checker finds fault with what the schema does not allow")
  func checker() throws {
    let good = try Exported.line(Exported.wire("mam.account.signedIn"))
    let bad = [
      good.replacing(#""activity_id":1"#, with: #""activity_id":8"#),
      good.replacing(#","profiles":["host"]"#, with: ""),
      good.replacing(#""service":{"name":"Microsoft Entra ID"},"#, with: ""),
    ]
    let problems = try #require(try OCSFSchema.problems([good] + bad)["1.8.0"])
    #expect(Set(problems.map(\.line)) == [1, 2, 3])
  }

  private static func finding(_ rule: RuleID, _ end: JudgedFinding.End?) -> JudgedFinding {
    JudgedFinding(
      tenant: GUID(high: 1, low: 2), id: "0123456789abcdef", rule: rule, severity: .violation,
      account: end == nil ? nil : Exported.ada, app: end == nil ? nil : "com.contoso.mail",
      device: end == .resolved ? nil : "D-1", openedAt: Timestamp(microseconds: 1_772_355_600_123_999),
      openedBy: 4,
      dueAt: nil, ending: end.map { ($0, Timestamp(microseconds: 1_772_355_700_000_000), 9) }, reason: "So.",
      parameters: #"{"count":3,"within":"7d"}"#)
  }

  private func expectValid(_ lines: [String], _ name: (Int) -> String) throws {
    let problems = try OCSFSchema.problems(lines, versions: ["1.8.0", "1.6.0"])
    for version in ["1.8.0", "1.6.0"] {
      let found = try #require(problems[version])
      #expect(found.isEmpty, "\(version): \(found.prefix(5).map { "\(name($0.line)): \($0)" })")
    }
    // With 1.6.0 came device ids among the observables, Account Switch, and findings that are deleted.
    let older = try OCSFSchema.problems(lines, versions: ["1.5.0"])["1.5.0"] ?? []
    let unexpected = older.filter { problem in
      let line = lines[problem.line]
      let isObservable = problem.place.hasPrefix("observables/") && problem.message.hasPrefix("47 ")
      let isSwitch = line.contains(#""activity_name":"Account Switch""#)
      let isDeleted = problem.place == "status_id" && problem.message.hasPrefix("6 ")
      return !isObservable && !isSwitch && !isDeleted
    }
    #expect(unexpected.isEmpty, "1.5.0: \(unexpected.prefix(5).map { "\(name($0.line)): \($0)" })")
  }
}
