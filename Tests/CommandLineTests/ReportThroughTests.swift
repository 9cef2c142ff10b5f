import Foundation
import TestSupport
import Testing

/// What a report says of the data that it was made of, and what it need not say in each row.
@Suite struct ReportThroughTests {
  private static let other = "7e4b0000-0000-4000-8000-0000000000bb"
  private static let wipe = [
    Wire.event("t1", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#),
    Wire.event("t2", "wipe.completed", "10:05:00Z"),
  ]

  @Test(
    "a document says through which event of each log its rows are, and standard error where that is not the last"
  )
  func through() throws {
    try Scenario.run { scenario in
      let words = ["query", "run", "wipe-ledger", "--format", "json"]
      func parts(_ outcome: Tool.Outcome) throws -> [[String: Any]] {
        try #require(try (outcome.json() as? [String: Any])?["through"] as? [[String: Any]])
      }
      try scenario.ingest(Self.wipe)
      let current = try scenario.tool(words)
      let part = try #require(try parts(current).first)
      #expect(part["tenant"] as? String == Scenario.tenant && part["position"] as? Int == 2)
      #expect(try part["recordedAt"] as? String == scenario.recordedAt(1))
      #expect(!current.stderr.contains("read models"))
      try scenario.ingest(
        [Wire.event("t3", "wipe.requested", "11:00:00Z", data: #"{"origin":"admin"}"#)], "--no-projections")
      let behind = try scenario.tool(words)
      #expect(try parts(behind).map { $0["position"] as? Int } == [2])
      #expect(
        behind.stderr.contains("the read models of tenant \(Scenario.tenant) go through 2 of 3 events: run "))
      try scenario.ingest(Self.wipe.map { $0.replacing(Scenario.tenant, with: Self.other) })
      #expect(
        try parts(scenario.tool(words)).map { $0["tenant"] as? String } == [Scenario.tenant, Self.other])
      let one = try scenario.tool(words + ["--tenant", Self.other])
      #expect(try parts(one).map { $0["tenant"] as? String } == [Self.other])
      #expect(!one.stderr.contains("read models"))
    }
  }

  @Test(
    "what is the same in all rows is told once to people where the answer is about one log; programs get it all"
  )
  func told() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.wipe)
      let words = ["query", "run", "wipe-ledger", "--format"]
      let page = try scenario.ask("query", "run", "wipe-ledger", "--format", "html")
      #expect(
        page.components(separatedBy: Scenario.tenant).count - 1 == 1 && page.contains("<dt>Tenant</dt>"))
      for format in ["table", "markdown", "html"] {
        let text = try scenario.tool(words + [format]).stdout
        #expect(text.contains(Scenario.ada) && !text.contains("through recorded"), "\(format)")
      }
      for format in ["csv", "jsonl", "json"] {
        let text = try scenario.tool(words + [format]).stdout
        #expect(text.contains("tenant") && text.contains("through_recorded_at"), "\(format)")
      }
      try scenario.ingest(Self.wipe.map { $0.replacing(Scenario.tenant, with: Self.other) })
      let both = try scenario.tool(words + ["table"]).stdout
      #expect(both.contains(Scenario.tenant) && both.contains(Self.other))
      let one = try scenario.tool(words + ["table", "--tenant", Self.other]).stdout
      #expect(!one.contains(Scenario.tenant) && !one.contains(Self.other) && one.contains(Scenario.ada))
    }
  }

  @Test("a page says that events have come in since the first page")
  func moved() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.wipe)
      let words = ["query", "run", "events-of-account", "--arg", "account=\(Scenario.ada)", "--limit", "1"]
      let first = try scenario.tool(words)
      let next = try #require(first.next, "\(first.stderr)")
      #expect(!(try scenario.tool(words + ["--cursor", next]).stderr.contains("have come in")))
      try scenario.ingest([Wire.event("t4", "account.signedIn", "13:00:00Z")])
      let second = try scenario.tool(words + ["--cursor", next])
      #expect(second.status == 0)
      #expect(
        second.stderr.contains("events have come in since the first page; rows may have changed behind it"))
    }
  }

  @Test("a table without rows says so; what programs read is empty without a word")
  func none() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.wipe)
      for words in [["query", "run", "acknowledged-findings"], ["findings", "--rule", "X1"]] {
        #expect(try scenario.tool(words + ["--format", "table"]).stderr.hasSuffix("no rows\n"))
        #expect(try !scenario.tool(words + ["--format", "csv"]).stderr.contains("no rows"))
      }
    }
  }
}
