import Testing

@Suite struct StateCommandTests {
  /// Ada on three installations, in an order that is not that of their names; bob known by a name alone.
  private static let story = [
    Wire.event(
      "e0", "account.signedIn", "09:00:00Z", subject: Scenario.ada.uppercased(),
      data: #"{"identity":"Ada@Contoso.example"}"#),
    Wire.event("e1", "account.registered", "09:00:01.5Z", data: #"{"method":"registerAndEnroll"}"#),
    Wire.event("e2", "enrollment.completed", "10:00:02.123456789+01:00", data: #"{"statusCode":101}"#),
    Wire.event(
      "e3", "account.registered", "09:00:03Z", device: "D-10", data: #"{"method":"registerAndEnroll"}"#),
    Wire.event("e4", "enrollment.completed", "09:00:04Z", device: "D-10", data: #"{"statusCode":"212"}"#),
    Wire.event("e5", "data.accessed", "09:00:05Z", app: "com.contoso.Zeta", device: "É-9"),
    Wire.event("e6", "data.accessed", "09:00:06Z", subject: "upn:BOB@contoso.example"),
  ]

  private static func header(_ account: String, identity: String, asOf: String, known: String) -> String {
    #"{"tenant":"\#(Scenario.tenant)","account":"\#(account)","identity":\#(identity),"asOf":"\#(asOf)","knownAt":\#(known)"#
  }

  @Test(
    "the answer has every member of the contract in its order, lists by bytes, and null for what is not there"
  )
  func contract() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let answer = try scenario.ask(
        "state", Scenario.ada, "--as-of", "2026-03-02T01:00:00+01:00", "--format", "json")
      let known = #"{"time":"\#(try scenario.recordedAt(6))","size":7}"#
      #expect(
        answer == Self.header(
          Scenario.ada, identity: #""Ada@Contoso.example""#, asOf: "2026-03-02T00:00:00.000000Z", known: known
        )
          + """
          ,"status":"enrollmentFailed","events":6,"firstEventAt":"2026-03-01T09:00:00.000000Z",\
          "lastEventAt":"2026-03-01T09:00:05.000000Z","openFindings":1,"installations":[\
          {"app":"com.contoso.Zeta","device":"É-9","registered":false,"enrollment":"unknown","enrollmentCode":null,\
          "policy":"none","compliance":"unknown","wipe":"none","managed":false,"blocked":false,"dataPresent":true,\
          "lastCheckInAt":null,"nextRetryAt":null,"policyId":null,"events":1,"lastEventAt":"2026-03-01T09:00:05.000000Z"},\
          {"app":"com.contoso.mail","device":"D-1","registered":true,"enrollment":"enrolled","enrollmentCode":101,\
          "policy":"active","compliance":"unknown","wipe":"none","managed":true,"blocked":false,"dataPresent":true,\
          "lastCheckInAt":"2026-03-01T09:00:02.123456Z","nextRetryAt":null,"policyId":null,"events":3,\
          "lastEventAt":"2026-03-01T09:00:02.123456Z"},\
          {"app":"com.contoso.mail","device":"D-10","registered":true,"enrollment":"failed","enrollmentCode":212,\
          "policy":"none","compliance":"unknown","wipe":"none","managed":false,"blocked":false,"dataPresent":null,\
          "lastCheckInAt":null,"nextRetryAt":"2026-03-02T09:00:04.000000Z","policyId":null,"events":2,\
          "lastEventAt":"2026-03-01T09:00:04.000000Z"}]}

          """)
    }
  }

  @Test("--known-at takes a number of events or a time, and --as-of what counts until then")
  func axes() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Array(Self.story.prefix(2)))
      try scenario.ingest(Array(Self.story.dropFirst(2)))
      let asOf = "2026-03-02T00:00:00Z"
      let two = try scenario.ask(
        "state", Scenario.ada, "--as-of", asOf, "--known-at", "2", "--format", "json")
      let recorded = try scenario.recordedAt(1)
      #expect(two.contains(#""knownAt":{"time":"\#(recorded)","size":2},"status":"registered","events":2,"#))
      #expect(
        try scenario.ask("state", Scenario.ada, "--as-of", asOf, "--known-at", recorded, "--format", "json")
          == two)
      let all = try scenario.ask("state", Scenario.ada, "--as-of", asOf, "--format", "json")
      #expect(
        try scenario.ask("state", Scenario.ada, "--as-of", asOf, "--known-at", "99", "--format", "json")
          == all)

      // A time is answered as it was asked for, also where nothing was recorded just then.
      let later = try scenario.ask(
        "state", Scenario.ada, "--as-of", asOf, "--known-at", "2999-01-01T00:00:00Z", "--format", "json")
      #expect(later.contains(#""knownAt":{"time":"2999-01-01T00:00:00.000000Z","size":7},"#))
      #expect(later.withoutKnown == all.withoutKnown)

      // The instant of an event is within, the microsecond before it is not.
      for (instant, events) in [("09:00:02.123456Z", 3), ("09:00:02.123455Z", 2)] {
        let answer = try scenario.ask(
          "state", Scenario.ada, "--as-of", "2026-03-01T" + instant, "--format", "json")
        #expect(answer.contains(#""events":\#(events),"#))
        #expect(answer.contains(#""size":7}"#))
      }
    }
  }

  @Test("without --as-of the instant is the store's clock, never null")
  func now() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let before = try scenario.recordedAt(0)
      let object = try #require(
        try scenario.tool(["state", Scenario.ada, "--format", "json"]).json() as? [String: Any])
      let asOf = try #require(object["asOf"] as? String)
      #expect(asOf.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil)
      #expect(asOf > before)
    }
  }

  @Test(
    "an account without an event in the bounds is unknown and has no installations: exit code 0",
    arguments: [
      ["--as-of", "2026-03-01T08:59:59.999999Z"], ["--as-of", "2026-03-02T00:00:00Z", "--known-at", "0"],
    ])
  func early(bounds: [String]) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(["state", Scenario.ada, "--format", "json"] + bounds)
      #expect(outcome.status == 0)
      #expect(
        outcome.stdout.hasSuffix(
          """
          ,"status":"unknown","events":0,"firstEventAt":null,"lastEventAt":null,"openFindings":0,"installations":[]}

          """))
      #expect(outcome.stdout.contains(#""account":"\#(Scenario.ada)","identity":null,"#))
      if bounds.contains("--known-at") {
        #expect(outcome.stdout.contains(#""knownAt":{"time":null,"size":0}"#))
      }
    }
  }

  @Test(
    "an account goes by object id, homeAccountId and UPN, in any casing, with and without upn:",
    arguments: [
      Scenario.ada, Scenario.ada.uppercased(), "\(Scenario.ada.uppercased()).\(Scenario.tenant)",
      "ada@contoso.example", "ADA@CONTOSO.EXAMPLE", "upn:ada@contoso.example", "UPN:Ada@Contoso.Example",
    ])
  func names(name: String) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let answer = try scenario.ask("state", name, "--format", "json")
      #expect(answer.contains(#""account":"\#(Scenario.ada)","#))
    }
  }

  @Test("a UPN that no object id was seen with is an account of its own, without an identity")
  func alias() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let answer = try scenario.ask("state", "Bob@Contoso.Example", "--format", "json")
      #expect(answer.contains(#""account":"upn:bob@contoso.example","identity":null,"#))
      #expect(answer.contains(#""status":"unknown","events":1,"#))
    }
  }

  @Test(
    "an account never seen is exit code 1, with the names most like it",
    arguments: [
      ("bob@contoso.exampel", "upn:bob@contoso.example"), ("upn:BOB@contoso.com", "upn:bob@contoso.example"),
      ("a0000000-0000-4000-8000-00000000000b", Scenario.ada),
    ])
  func unknown(name: String, like: String) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      for command in ["state", "history", "replay"] {
        let outcome = try scenario.tool([command, name])
        #expect(outcome.status == 1)
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.stderr.contains("'\(name)'"))
        #expect(outcome.stderr.contains(like))
      }
    }
  }

  @Test("the names most like one never seen are those that begin longest as it does")
  func nearest() throws {
    try Scenario.run { scenario in
      let names = (0..<9).map { "adam\($0)@contoso.example" } + ["adams.long@contoso.example"]
      try scenario.ingest(
        names.enumerated().map {
          Wire.event("n\($0)", "data.accessed", "09:00:0\($0 % 10)Z", subject: "upn:\($1)")
        })
      let outcome = try scenario.tool(["state", "adams.lang@contoso.example"])
      #expect(outcome.status == 1)
      #expect(outcome.stderr.contains("like it: upn:adams.long@contoso.example, "))
    }
  }

  @Test("a UPN that two accounts have had is exit code 2 and lists both")
  func ambiguous() throws {
    try Scenario.run { scenario in
      let identity = #"{"identity":"Desk@contoso.example"}"#
      try scenario.ingest([
        Wire.event("d0", "account.signedIn", "09:00:00Z", subject: Scenario.bob, data: identity),
        Wire.event("d1", "account.signedIn", "09:00:01Z", subject: Scenario.ada, data: identity),
      ])
      for name in ["desk@contoso.example", "upn:DESK@contoso.example"] {
        for command in ["state", "history", "replay"] {
          let outcome = try scenario.tool([command, name])
          #expect(outcome.status == 2)
          #expect(outcome.stdout.isEmpty)
          #expect(
            outcome.stderr.contains("  \(Scenario.ada)\n") && outcome.stderr.contains("  \(Scenario.bob)\n"))
        }
      }
      #expect(try scenario.tool(["state", Scenario.bob]).status == 0)
    }
  }

  @Test("a time without a zone is exit code 2 unless --tz names one")
  func zone() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["state", Scenario.ada, "--as-of", "2026-03-01T10:00:01", "--format", "json"]
      #expect(try scenario.tool(words).status == 2)
      let answer = try scenario.tool(words + ["--tz", "Europe/Amsterdam"])
      #expect(answer.status == 0)
      #expect(answer.stdout.contains(#""asOf":"2026-03-01T09:00:01.000000Z""#))
    }
  }
}
