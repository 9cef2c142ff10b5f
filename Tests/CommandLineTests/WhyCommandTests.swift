import Foundation
import Testing

@Suite struct WhyCommandTests {
  /// Ada enrolls, restarts, is denied a token and blocked; the launch and the denial came after all else.
  private static let story = [
    Wire.event(
      "w0", "account.registered", "09:00:00Z",
      data: #"{"method":"loginAndEnroll","identity":"ada@contoso.example"}"#),
    Wire.event("w1", "enrollment.completed", "09:01:00Z", data: #"{"statusCode":100}"#),
    Wire.event(
      "w2", "account.blockRequested", "09:04:00Z", data: #"{"reason":"ClockedOut"}"#),
    Wire.event("w3", "account.blocked", "09:04:01Z", data: #"{"result":0}"#),
    Wire.event("w4", "app.lifecycle", "09:02:00Z", subject: nil, data: #"{"phase":"launched"}"#),
    Wire.event(
      "w5", "token.denied", "09:03:00Z", data: #"{"error":"invalid_grant","entraErrorCode":53005}"#),
  ]

  private static let end = "2026-03-01T09:05:00Z"

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
      let outcome = try scenario.tool(["why", "ada@contoso.example", "--at", Self.end, "--format", "jsonl"])
      #expect(outcome.status == 0 && outcome.stderr.isEmpty)
      let status = "A token was denied for want of app protection in com.contoso.mail on D-1."
      let name = "An event gave the account this name; it had none before."
      let registered = "The SDK signed the account in and registered it at the app's request."
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
      let document = try scenario.ask("why", "ada@contoso.example", "--at", Self.end, "--format", "json")
      #expect(document.withoutAbout == outcome.asDocument)
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
          Account        \(Scenario.ada)
          Identity       ada@contoso.example
          Status         nonCompliant
          Open findings  0
          As of          2026-03-01T10:03:00+01:00
          Known          6 events of tenant \(Scenario.tenant)

          status  nonCompliant
            2026-03-01T10:03:00+01:00  #5  mam.token.denied  managed → nonCompliant
                A token was denied for want of app protection in com.contoso.mail on D-1.

          identity  ada@contoso.example
            2026-03-01T10:00:00+01:00  #0  mam.account.registered  – → ada@contoso.example
                An event gave the account this name; it had none before.

          com.contoso.mail on D-1

            registered  true
              2026-03-01T10:00:00+01:00  #0  mam.account.registered  false → true
                  The SDK signed the account in and registered it at the app's request.

            enrollment  enrolled
              2026-03-01T10:00:00+01:00  #0  mam.account.registered  unknown → registered
                  The SDK signed the account in and registered it at the app's request.
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
      let csv = try scenario.ask("why", Scenario.ada, "--at", Self.end, "--format", "csv").unixLines
      let lines = csv.split(separator: "\n")
      #expect(lines.count == 1 + 14)
      #expect(
        lines.contains(
          "state,com.contoso.mail,D-1,policy,active,2026-03-01T09:02:00.000000Z,4,mam.app.lifecycle,,,restartPending,active,"
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

  /// Ada is to be wiped and is not; Bob, who has left the shared device, is followed by Carol too soon.
  private static let findings = [
    Wire.event("f0", "account.signedIn", "09:00:00Z", data: #"{"identity":"ada@contoso.example"}"#),
    Wire.event("f1", "wipe.requested", "10:00:00Z", app: nil, data: #"{"origin":"admin","why":"lost"}"#),
    Wire.event("f2", "policy.completed", "10:05:00Z", data: #"{"statusCode":102}"#),
    Wire.event(
      "f3", "device.modeDetected", "11:00:00Z", subject: nil, device: "S-1", data: #"{"mode":"shared"}"#),
    Wire.event("f4", "sharedDevice.signedIn", "11:00:01Z", subject: Scenario.bob, device: "S-1"),
    Wire.event(
      "f5", "sharedDevice.accountChanged", "11:30:00Z", subject: nil, device: "S-1",
      data: #"{"current":"\#(carol)","previous":"\#(Scenario.bob)","via":"query"}"#),
    Wire.event("f6", "account.signedIn", "11:31:00Z", subject: carol, device: "S-1"),
  ]
  private static let carol = "c0000000-0000-4000-8000-00000000000c"

  @Test("an open finding is a line with its rule, what to do, what ends it, and the events that explain it")
  func finding() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.findings)
      let objects = try scenario.tool(["why", Scenario.ada, "--at", "2026-03-03T10:00:00Z"]).lines
      let line = try #require(objects.last)
      #expect(
        line.masked(/"id":"[0-9a-f]{16}"/, #""id":…"#)
          == #"{"kind":"finding","tenant":"\#(Scenario.tenant)","id":…,"rule":"W1","severity":"violation","title":"Wipe not confirmed","#
          + #""scope":{"account":"\#(Scenario.ada)","app":"com.contoso.mail","device":"D-1"},"status":"open","#
          + #""openedAt":"2026-03-02T10:00:00.000000Z","openedBy":1,"dueAt":"2026-03-02T10:00:00.000000Z","closedAt":null,"closedBy":null,"#
          + #""reason":"A wipe of \#(Scenario.ada) in com.contoso.mail on D-1 was wanted, and none was confirmed within 24 hours.","#
          + #""parameters":{"confirmWithin":"24h"},"document":"Intune App SDK for iOS, stage 5: multi-identity","section":"Selective wipe","#
          + #""remedy":"Have the app opened on the device: a wipe runs only then and may take half an hour.","#
          + #""ending":"It ends when the app confirms the wipe.","chain":["#
          + #"{"part":"opened","position":1,"effectiveAt":"2026-03-01T10:00:00.000000Z","type":"mam.wipe.requested","code":null,"codeName":null,"#
          + #""account":"\#(Scenario.ada)","app":null,"device":"D-1","#
          + #""meaning":"An administrator asked for a wipe of the account in all apps on this device, because the device is lost."},"#
          + #"{"part":"since","position":2,"effectiveAt":"2026-03-01T10:05:00.000000Z","type":"mam.policy.completed","code":102,"codeName":"WipeReceived","#
          + #""account":"\#(Scenario.ada)","app":"com.contoso.mail","device":"D-1","#
          + #""meaning":"The SDK reported the result of a policy check-in. Policy request succeeded and a selective wipe command arrived."}]}"#
      )
      let members = try scenario.tool(["schema", "--json"]).json() as? [String: Any]
      let listed = (members?["documents"] as? [String: [String]])?["why of kind finding"]
      #expect(listed?.count == 20)
      // Before the deadline nothing is open, and by other parameters later.
      let before = try scenario.tool(["why", Scenario.ada, "--at", "2026-03-02T09:59:59Z"]).stdout
      #expect(!before.contains(#""kind":"finding""#))
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: file) }
      try #"{"rules": {"W1": {"confirmWithin": "48h"}}}"#.write(
        toFile: file, atomically: true, encoding: .utf8)
      for (at, count) in [("2026-03-03T09:59:59Z", 0), ("2026-03-03T10:00:00Z", 1)] {
        let lenient = try scenario.tool(["why", Scenario.ada, "--at", at, "--rules", file])
        #expect(try lenient.objects().count { $0["kind"] as? String == "finding" } == count)
      }
    }
  }

  @Test("the events of others on the device explain what the device's rules find")
  func neighbours() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.findings)
      let findings = try scenario.tool(["why", Scenario.bob, "--at", "2026-03-01T11:40:00Z"]).objects()
        .filter { $0["kind"] as? String == "finding" }
      #expect(findings.map { $0["rule"] as? String } == ["S1"])
      let chain = try #require(findings.first?["chain"] as? [[String: Any]])
      #expect(chain.map { $0["position"] as? Int } == [4, 5, 6])
      #expect(chain.map { $0["part"] as? String } == ["before", "before", "opened"])
      #expect(chain.map { $0["account"] as? String } == [Scenario.bob, nil, Self.carol])
    }
  }

  @Test("a person reads below the state what is open, why, what to do, and what happened")
  func findingText() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.findings)
      let text = try scenario.ask(
        "why", Scenario.ada, "--at", "2026-03-03T10:00:00Z", "--format", "table")
      #expect(text.contains("\nOpen findings  1\n"))
      let start = try #require(text.range(of: "\nW1  "))
      #expect(
        String(text[start.lowerBound...]).masked(/[0-9a-f]{16}/, "…") == """

          W1  Wipe not confirmed  violation

            What           A wipe of \(Scenario.ada) in
                           com.contoso.mail on D-1 was wanted, and none was confirmed
                           within 24 hours.
            Overdue since  2026-03-02T10:00:00Z, 1 d ago
            Rule           Intune App SDK for iOS, stage 5: multi-identity: Selective wipe
            To do          Have the app opened on the device: a wipe runs only then and
                           may take half an hour.
            Ends           It ends when the app confirms the wipe.
            Id             …

            2026-03-01T10:00:00Z  #1  mam.wipe.requested  (started the clock)
                An administrator asked for a wipe of the account in all apps on this
                device, because the device is lost.
            2026-03-01T10:05:00Z  #2  mam.policy.completed 102 WipeReceived
                The SDK reported the result of a policy check-in. Policy request succeeded
                and a selective wipe command arrived.

          """)
    }
  }
}
