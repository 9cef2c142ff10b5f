import Testing

/// Which policy an account had: by its state at an instant, by its history, and by the report.
@Suite struct PolicyIDTests {
  private static let story = [
    Wire.event("p0", "account.registered", "09:00:00Z", data: #"{"method":"registerAndEnroll"}"#),
    Wire.event("p1", "enrollment.completed", "09:01:00Z", data: #"{"statusCode":101}"#),
    Wire.event(
      "p2", "policy.changed", "09:02:00Z",
      data:
        #"{"source":"mam","policyId":"T_1","settings":{"pinRequired":true,"allowedOutboundDataTransferDestinations":"managedApps","x":[1, 2]}}"#
    ),
    Wire.event("p3", "policy.changed", "10:00:00Z", data: #"{"source":"mdm","policyId":"T_2"}"#),
    Wire.event("p4", "policy.changed", "10:01:00Z", data: #"{"source":1}"#),
    Wire.event("p5", "unenrollment.completed", "11:00:00Z", data: #"{"statusCode":104}"#),
  ]

  @Test(
    "the state names the policy that reached the installation last and was not removed since, in every format"
  )
  func state() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      for (instant, policy) in [
        ("09:01:30Z", nil), ("09:30:00Z", "T_1"), ("10:00:30Z", "T_2"), ("10:30:00Z", "T_2"),
        ("12:00:00Z", nil),
      ] {
        let words = ["state", Scenario.ada, "--as-of", "2026-03-01T" + instant, "--format"]
        let json = try scenario.tool(words + ["json"]).stdout
        #expect(json.contains(#""policyId":\#(policy.map { #""\#($0)""# } ?? "null"),"#), "\(instant)")
        for format in ["table", "csv", "markdown", "html"] {
          let text = try scenario.tool(words + [format]).stdout
          #expect(text.contains("T_") == (policy != nil), "\(instant) \(format)")
          #expect(policy.map { text.contains($0) } ?? true, "\(instant) \(format)")
        }
      }
      let known = try scenario.tool(["state", Scenario.ada, "--known-at", "3", "--format", "json"]).stdout
      #expect(known.contains(#""policyId":"T_1","#))
      let steps = try scenario.tool(["replay", Scenario.ada, "--format", "jsonl"]).lines
      #expect(steps[2].contains(#""policyId":"T_1","#) && steps[5].contains(#""policyId":null,"#))
    }
  }

  @Test("the history says which policy an event brought, with its settings, to people")
  func history() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      for format in ["table", "markdown", "html"] {
        let text = try scenario.tool(["history", Scenario.ada, "--format", format, "--width", "0"]).stdout
          .replacing("\\", with: "")
        let settings = "pinRequired true, allowedOutboundDataTransferDestinations managedApps, x [1,2]"
        #expect(text.contains("brought T_1 from mam, \(settings)"), "\(format)")
        #expect(text.contains("brought T_2 from mdm"), "\(format)")
        #expect(!text.contains("from 1"), "\(format)")
      }
    }
  }

  @Test("the report has the last policy of each installation at an instant, and whether it still stood")
  func report() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      func ask(_ instant: String) throws -> String {
        try scenario.ask(
          "query", "run", "policy-of-account", "--arg", "account=\(Scenario.ada)", "--arg",
          "at=2026-03-01T\(instant)", "--format", "jsonl")
      }
      #expect(try ask("09:01:30Z").isEmpty)
      let first = try ask("09:30:00Z")
      #expect(first.contains(#""policy_id":"T_1""#) && first.contains(#""outbound":"managedApps""#))
      #expect(
        first.contains(#""replaced_at":"2026-03-01T10:00:00"#) && first.contains(#""is_in_force":true"#))
      #expect(try ask("10:00:30Z").contains(#""policy_id":"T_2""#))
      let last = try ask("12:00:00Z")
      #expect(last.contains(#""is_in_force":false"#) && last.contains(#""removed_at":"2026-03-01T11:00:00"#))
    }
  }
}
