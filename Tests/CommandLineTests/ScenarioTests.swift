import Foundation
import MAMEvents
import Postgres
import Testing
import Workload

/// Stories from end to end: what goes in, in which order, and what every question answers afterwards.
@Suite struct ScenarioTests {
  @Test("a late event changes what an account was, and not what was known of it before the event came")
  func twoAxes() throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event("a0", "account.registered", "09:00:00Z", data: #"{"method":"registerAndEnroll"}"#),
        Wire.event("a1", "enrollment.completed", "09:10:00Z", data: #"{"statusCode":101}"#),
        Wire.event("a2", "data.accessed", "09:30:00Z"),
      ])
      let before = try scenario.ask(
        "state", Scenario.ada, "--as-of", "2026-03-01T09:20:00Z", "--format", "json")
      #expect(before.contains(#""status":"managed","events":2,"#))
      let known = try scenario.recordedAt(2)

      // The denial of 09:15 comes when the log has long gone past it.
      try scenario.ingest([
        Wire.event(
          "a3", "token.denied", "09:15:00Z", data: #"{"error":"invalid_grant","entraErrorCode":53005}"#)
      ])
      func state(_ asOf: String, _ words: String...) throws -> String {
        let outcome = try scenario.tool(
          ["state", Scenario.ada, "--as-of", "2026-03-01T\(asOf)", "--format", "json"] + words)
        return outcome.stdout
      }
      #expect(try state("09:20:00Z").contains(#""status":"nonCompliant","events":3,"#))
      #expect(try state("09:14:59.999999Z").contains(#""status":"managed","events":2,"#))
      #expect(try state("09:20:00Z", "--known-at", "3") == before)
      #expect(try state("09:20:00Z", "--known-at", known) == before)
      #expect(try state("09:20:00Z", "--known-at", try scenario.recordedAt(3)) == state("09:20:00Z"))

      // The read models have re-folded the account, and lists take both axes as well.
      func statuses(_ words: String...) throws -> [String?] {
        try scenario.tool(["accounts", "--format", "jsonl"] + words).objects().map { $0["status"] as? String }
      }
      #expect(try statuses() == ["nonCompliant"])
      #expect(try statuses("--known-at", "3") == ["managed"])
      #expect(try statuses("--as-of", "2026-03-01T09:05:00Z") == ["registered"])
      #expect(try statuses("--as-of", "2026-03-01T08:00:00Z") == [])
    }
  }

  @Test("a trace in one piece, and in seven in another order with runs between, gives the same answers")
  func anyOrder() throws {
    let lines = try Self.trace(seed: 11, upnOnly: 20)
    try Scenario.run { whole in
      try whole.ingest(lines)
      let answers = try Self.answers(whole)
      #expect(answers.accounts.count > 20)
      #expect(answers.lists.contains("upn:"))
      try Scenario.run { pieces in
        let size = (lines.count + 6) / 7
        let parts = (0..<7).map { Array(lines[$0 * size..<min(($0 + 1) * size, lines.count)]) }
        for index in [3, 6, 0, 5, 1, 4, 2] {
          try pieces.ingest(parts[index].reversed(), "--no-projections")
          #expect(try pieces.tool(["projections", "run"]).status == 0)
        }
        let again = try Self.answers(pieces)
        #expect(again.accounts == answers.accounts)
        #expect(again.lists == answers.lists)
        for (account, state) in answers.states { #expect(again.states[account] == state) }
        let checked = try pieces.tool(["projections", "verify"])
        #expect(checked.status == 0, "\(checked.stdout)")
        #expect(try whole.tool(["projections", "verify"]).status == 0)
        // What is stored is what the same fold says afresh.
        #expect(try Self.lists(pieces, ["--as-of", "now"]) == answers.lists)
      }
      try Self.expectOnlyDuplicates(
        try whole.tool(["ingest", "-", "--format", "json"], input: Self.file(lines)), lines.count)
    }
  }

  @Test(
    "an export holds no name, is all duplicates where it came from, and elsewhere makes the same states without names"
  )
  func export() throws {
    // Every event names its account by object id: a name known only from a digest cannot link an alias elsewhere.
    let lines = try Self.trace(seed: 12, upnOnly: 0)
    try Scenario.run { source in
      try source.ingest(lines)
      let records = try source.ask("export", "events")
      let count = records.split(separator: "\n").count
      #expect(count == Set(lines).count)
      #expect(!records.contains("@"))
      #expect(records.contains(#""identity":{"_sd":""#))
      try Self.expectOnlyDuplicates(
        try source.tool(["ingest", "-", "--format", "json"], input: records), count)
      #expect(try source.ask("export", "events") == records)

      try Scenario.run { copy in
        let outcome = try copy.tool(["ingest", "-"], input: records)
        try #require(outcome.status == 0, "\(outcome.stderr)")
        let names = /"identity":"[^"]*"/
        let expected = try Self.answers(source)
        let found = try Self.answers(copy)
        #expect(expected.lists.contains(names))
        #expect(!found.lists.contains(names))
        #expect(found.accounts == expected.accounts)
        #expect(found.lists == expected.lists.masked(names, #""identity":null"#))
        for (account, state) in expected.states {
          #expect(found.states[account] == state.masked(names, #""identity":null"#))
        }
        // But for the time of recording the records are the very bytes.
        let recorded = /,"recordedtime":"[^"]*"/
        #expect(try copy.ask("export", "events").masked(recorded, "") == records.masked(recorded, ""))
      }
    }
  }

  // MARK: -

  /// A generated trace without ties, with late and repeated lines.
  private static func trace(seed: UInt64, upnOnly: Double) throws -> [String] {
    var options = WorkloadOptions()
    options.events = 2000
    options.accounts = 30
    options.seed = seed
    options.latePercent = 5
    options.repeatPercent = 3
    options.upnOnlyPercent = upnOnly
    let lines = String(decoding: try Workload(options).bytes(), as: UTF8.self).split(separator: "\n").map(
      String.init)
    try #require(lines.count == 2000)
    try #require(Set(lines).count < 2000)
    return lines
  }

  private static func file(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// What a log answers, without what two logs of the same events cannot have in common.
  private struct Answers {
    var accounts: [String]
    var lists: String
    var states: [String: String]
  }

  private static func answers(_ scenario: Scenario) throws -> Answers {
    let accounts = try scenario.tool(["accounts", "--format", "jsonl"]).objects().compactMap {
      $0["account"] as? String
    }
    var states: [String: String] = [:]
    for account in accounts {
      for asOf in ["2026-03-16T00:00:00Z", "2026-05-01T00:00:00Z"] {
        let state = try scenario.ask("state", account, "--as-of", asOf, "--format", "json")
        states["\(account) \(asOf)"] = state.withoutKnown
      }
    }
    return Answers(accounts: accounts, lists: try lists(scenario, []), states: states)
  }

  /// The four lists; positions, and the age of what is still open, are left out.
  private static func lists(_ scenario: Scenario, _ words: [String]) throws -> String {
    var text = ""
    for command in ["accounts", "installations", "devices", "wipes"] {
      let outcome = try scenario.tool([command, "--format", "jsonl"] + words)
      try #require(outcome.status == 0 && !outcome.stdout.isEmpty, "\(command): \(outcome.stderr)")
      text += outcome.stdout
    }
    return text.masked(/"requestedPosition":\d+/, "position").masked(
      /"completedAt":null,"failedAt":([^,]*),"ageSeconds":\d+/, "open")
  }

  private static func expectOnlyDuplicates(_ outcome: Tool.Outcome, _ count: Int) throws {
    #expect(outcome.status == 0)
    let summary = try #require(try outcome.json() as? [String: Any])
    #expect(summary["read"] as? Int == count)
    #expect(summary["duplicates"] as? Int == count)
    #expect(summary["appended"] as? Int == 0)
  }
}
