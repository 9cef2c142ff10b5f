import Testing

@Suite struct WhyCommandTests {
  /// Ada enrolls, restarts, is denied a token and blocked; the launch and the denial came after all else.
  private static let story = [
    Wire.event(
      "w0", "account.registered", "09:00:00Z",
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Wire.event("w1", "enrollment.completed", "09:01:00Z", data: #"{"statusCode":100}"#),
    Wire.event(
      "w2", "account.blockRequested", "09:04:00Z", data: #"{"reason":"ClockedOut"}"#),
    Wire.event("w3", "account.blocked", "09:04:01Z", data: #"{"result":0}"#),
    Wire.event("w4", "app.lifecycle", "09:02:00Z", subject: nil, data: #"{"phase":"launched"}"#),
    Wire.event(
      "w5", "token.denied", "09:03:00Z", data: #"{"error":"invalid_grant","entraErrorCode":53005}"#),
  ]

  private static func part(
    _ field: String, _ value: String, on device: String? = "D-1", reason: String, chain: [String]
  ) -> String {
    let place = device.map { #""app":"com.contoso.mail","device":"\#($0)""# } ?? #""app":null,"device":null"#
    return #"{"kind":"state","tenant":"\#(Scenario.tenant)","account":"\#(Scenario.ada)",\#(place),"#
      + #""field":"\#(field)","value":\#(value),"reason":"\#(reason)","chain":[\#(chain.joined(separator: ","))]}"#
  }

  private static func link(
    _ position: Int, _ time: String, _ type: String, _ from: String, _ to: String,
    code: (number: Int, name: String)? = nil, reason: String
  ) -> String {
    #"{"position":\#(position),"effectiveAt":"2026-03-01T\#(time).000000Z","type":"mam.\#(type)","#
      + #""code":\#(code.map { "\($0.number)" } ?? "null"),"codeName":\#(code.map { "\"\($0.name)\"" } ?? "null"),"#
      + #""app":"com.contoso.mail","device":"D-1","from":\#(from),"to":\#(to),"reason":"\#(reason)"}"#
  }

  @Test("each part that is not at its start value is a line, with the events that made it so in fold order")
  func contract() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(["why", "ada@contoso.example", "--format", "jsonl"])
      #expect(outcome.status == 0 && outcome.stderr.isEmpty)
      let status = "A token was denied for want of app protection in com.contoso.mail on D-1."
      let name = "An event gave the account this name; it had none before."
      let registered = "The app signed the account in and registered it with the SDK."
      let enrolled = "The service enrolled the account and sent a new policy."
      let code = "The last result, of an enrollment: policy request succeeded and a new policy arrived."
      let arrived = "The first policy arrived; it takes hold at the app's next launch."
      let took = "The app was launched, and the policy that had arrived took hold."
      let denied = "A token was denied because the resource asks for app protection (Entra error 53005)."
      let asked = "The SDK asked the app to block the account, because the user is clocked out."
      let data = "Policy took hold, and from then on the app holds data of the account."
      let answered = "The service answered: policy request succeeded and a new policy arrived."
      let new = (100, "NewPoliciesReceived")
      #expect(
        outcome.lines == [
          Self.part(
            "status", #""nonCompliant""#, on: nil, reason: status,
            chain: [
              Self.link(
                5, "09:03:00", "token.denied", #""managed""#, #""nonCompliant""#, reason: status)
            ]),
          Self.part(
            "identity", #""ada@contoso.example""#, on: nil, reason: name,
            chain: [
              Self.link(
                0, "09:00:00", "account.registered", "null", #""ada@contoso.example""#, reason: name)
            ]),
          Self.part(
            "registered", "true", reason: registered,
            chain: [
              Self.link(0, "09:00:00", "account.registered", "false", "true", reason: registered)
            ]),
          Self.part(
            "enrollment", #""enrolled""#, reason: enrolled,
            chain: [
              Self.link(
                0, "09:00:00", "account.registered", #""unknown""#, #""registered""#, reason: registered),
              Self.link(
                1, "09:01:00", "enrollment.completed", #""registered""#, #""enrolled""#, code: new,
                reason: enrolled
              ),
            ]),
          Self.part(
            "enrollmentCode", "100", reason: code,
            chain: [Self.link(1, "09:01:00", "enrollment.completed", "null", "100", code: new, reason: code)]),
          Self.part(
            "policy", #""active""#, reason: took,
            chain: [
              Self.link(
                1, "09:01:00", "enrollment.completed", #""none""#, #""restartPending""#, code: new,
                reason: arrived),
              Self.link(
                4, "09:02:00", "app.lifecycle", #""restartPending""#, #""active""#, reason: took),
            ]),
          Self.part(
            "compliance", #""required""#, reason: denied,
            chain: [
              Self.link(5, "09:03:00", "token.denied", #""unknown""#, #""required""#, reason: denied)
            ]),
          Self.part(
            "managed", "true", reason: arrived,
            chain: [
              Self.link(1, "09:01:00", "enrollment.completed", "false", "true", code: new, reason: arrived)
            ]),
          Self.part(
            "blocked", "true", reason: "The app blocked the account.",
            chain: [
              Self.link(
                2, "09:04:00", "account.blockRequested", "false", "false", code: (3, "ClockedOut"),
                reason: asked),
              Self.link(
                3, "09:04:01", "account.blocked", "false", "true", code: (0, "Success"),
                reason: "The app blocked the account."),
            ]),
          Self.part(
            "dataPresent", "true", reason: data,
            chain: [Self.link(4, "09:02:00", "app.lifecycle", "null", "true", reason: data)]),
          Self.part(
            "lastCheckInAt", #""2026-03-01T09:01:00.000000Z""#, reason: answered,
            chain: [
              Self.link(
                1, "09:01:00", "enrollment.completed", "null", #""2026-03-01T09:01:00.000000Z""#, code: new,
                reason: answered)
            ]),
        ])
      let document = try scenario.ask("why", "ada@contoso.example", "--format", "json")
      #expect(document == outcome.asDocument)
    }
  }

  @Test("--at is --as-of, and --known-at leaves out what came later")
  func axes() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      func values(_ words: String...) throws -> [String] {
        try scenario.tool(["why", Scenario.ada, "--format", "jsonl"] + words).objects()
          .filter { ["status", "policy", "compliance"].contains($0["field"] as? String) }
          .map { "\($0["field"] ?? "") \($0["value"] ?? "")" }
      }
      #expect(
        try values("--at", "2026-03-01T09:01:30Z") == ["status restartPending", "policy restartPending"])
      #expect(
        try values("--as-of", "2026-03-01T09:01:30Z") == values("--at", "2026-03-01T09:01:30Z"))
      #expect(try values("--known-at", "5") == ["status managed", "policy active"])
      #expect(try values("--at", "2026-03-01T08:00:00Z") == [])
      #expect(try scenario.tool(["why", Scenario.ada, "--at", "7d", "--as-of", "7d"]).status == 2)
      #expect(try scenario.tool(["why", "nobody@contoso.example"]).status == 1)
    }
  }

  @Test("a person reads each part with its chain, and the reasons wrapped below")
  func text() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let text = try scenario.ask(
        "why", Scenario.ada, "--at", "2026-03-01T09:03:00Z", "--tz", "Europe/Amsterdam", "--format", "table")
      #expect(
        text == """
          Account   \(Scenario.ada)
          Identity  ada@contoso.example
          Status    nonCompliant
          As of     2026-03-01T10:03:00+01:00
          Known     6 events of tenant \(Scenario.tenant)

          status  nonCompliant
            2026-03-01T10:03:00+01:00  #5  mam.token.denied  managed → nonCompliant
                A token was denied for want of app protection in com.contoso.mail on D-1.

          identity  ada@contoso.example
            2026-03-01T10:00:00+01:00  #0  mam.account.registered  – → ada@contoso.example
                An event gave the account this name; it had none before.

          com.contoso.mail on D-1

            registered  true
              2026-03-01T10:00:00+01:00  #0  mam.account.registered  false → true
                  The app signed the account in and registered it with the SDK.

            enrollment  enrolled
              2026-03-01T10:00:00+01:00  #0  mam.account.registered  unknown → registered
                  The app signed the account in and registered it with the SDK.
              2026-03-01T10:01:00+01:00  #1  mam.enrollment.completed 100 NewPoliciesReceived  registered → enrolled
                  The service enrolled the account and sent a new policy.

            enrollmentCode  100
              2026-03-01T10:01:00+01:00  #1  mam.enrollment.completed 100 NewPoliciesReceived  – → 100
                  The last result, of an enrollment: policy request succeeded and a new
                  policy arrived.

            policy  active
              2026-03-01T10:01:00+01:00  #1  mam.enrollment.completed 100 NewPoliciesReceived  none → restartPending
                  The first policy arrived; it takes hold at the app's next launch.
              2026-03-01T10:02:00+01:00  #4  mam.app.lifecycle  restartPending → active
                  The app was launched, and the policy that had arrived took hold.

            compliance  required
              2026-03-01T10:03:00+01:00  #5  mam.token.denied  unknown → required
                  A token was denied because the resource asks for app protection (Entra
                  error 53005).

            managed  true
              2026-03-01T10:01:00+01:00  #1  mam.enrollment.completed 100 NewPoliciesReceived  false → true
                  The first policy arrived; it takes hold at the app's next launch.

            dataPresent  true
              2026-03-01T10:02:00+01:00  #4  mam.app.lifecycle  – → true
                  Policy took hold, and from then on the app holds data of the account.

            lastCheckInAt  2026-03-01T10:01:00+01:00
              2026-03-01T10:01:00+01:00  #1  mam.enrollment.completed 100 NewPoliciesReceived  – → 2026-03-01T10:01:00+01:00
                  The service answered: policy request succeeded and a new policy arrived.

          """)
      let empty = try scenario.ask(
        "why", Scenario.ada, "--at", "2026-03-01T08:00:00Z", "--format", "table")
      #expect(empty.hasSuffix("\nEvery part of its state has its start value.\n"))
    }
  }

  @Test("as rows there is one for each event of a chain")
  func rows() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let csv = try scenario.ask("why", Scenario.ada, "--format", "csv").unixLines
      let lines = csv.split(separator: "\n")
      #expect(lines.count == 1 + 14)
      #expect(
        lines.contains(
          "com.contoso.mail,D-1,policy,active,2026-03-01T09:02:00.000000Z,4,mam.app.lifecycle,,,restartPending,active,"
            + #""The app was launched, and the policy that had arrived took hold.""#))
    }
  }

  @Test("what an event says does not reach a terminal raw")
  func escapes() throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event(
          "x0", "token.denied", "09:00:00Z",
          data: #"{"error":"\u001b[2J","subError":"protection_policy_required"}"#)
      ])
      let text = try scenario.ask("why", Scenario.ada, "--format", "table")
      #expect(text.contains("sub-error protection_policy_required"))
      #expect(!text.contains("\u{1B}"))
    }
  }
}
