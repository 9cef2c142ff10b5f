import Foundation
import Testing

/// `mamaudit findings` and `mamaudit check` through the built program.
@Suite struct FindingsCommandTests {
  /// Ada signs in, and an administrator asks for a wipe that nobody confirms: due on 2 March at 10:00.
  private static let story = [
    Wire.event("f1", "account.signedIn", "09:00:00Z", data: #"{"identity":"ada@contoso.example"}"#),
    Wire.event("f2", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#),
  ]
  private static let confirmation = Wire.event("f3", "wipe.completed", "10:30:00Z")
  private static let due = "2026-03-02T10:00:00.000000Z"

  @Test("a finding has the members of the contract in their order, and opens at its deadline")
  func contract() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let line = try scenario.ask("findings", "--as-of", Self.due, "--format", "jsonl")
      #expect(
        line.masked(/"id":"[0-9a-f]{16}"/, #""id":…"#)
          == #"{"tenant":"\#(Scenario.tenant)","id":…,"rule":"W1","severity":"violation","title":"Wipe not confirmed","#
          + #""scope":{"account":"\#(Scenario.ada)","app":"com.contoso.mail","device":"D-1"},"status":"open","#
          + #""openedAt":"\#(Self.due)","openedBy":1,"dueAt":"\#(Self.due)","closedAt":null,"closedBy":null,"#
          + #""reason":"A wipe of \#(Scenario.ada) in com.contoso.mail on D-1 was wanted, and none was confirmed within 24 hours.","#
          + #""parameters":{"confirmWithin":"24h"}}"# + "\n")
      let before = try scenario.ask("findings", "--as-of", "2026-03-02T09:59:59.999999Z", "--format", "jsonl")
      #expect(before.isEmpty)
      // The same from a fold of what is known, and as often as one asks.
      #expect(
        try scenario.ask("findings", "--as-of", Self.due, "--known-at", "2", "--format", "jsonl") == line)
      #expect(try scenario.ask("findings", "--open-at", Self.due, "--format", "jsonl") == line)
      _ = try scenario.ask("projections", "rebuild")
      #expect(try scenario.ask("findings", "--as-of", Self.due, "--format", "jsonl") == line)
    }
  }

  @Test(
    "filters take and leave a finding",
    arguments: [
      (["--rule", "W1"], true), (["--rule", "w1"], true), (["--rule", "W2"], false),
      (["--severity", "violation"], true), (["--severity", "warning", "--severity", "note"], false),
      (["--account", "ADA@contoso.example"], true), (["--account", Scenario.ada.uppercased()], true),
      (["--app", "com.contoso.mail"], true), (["--app", "com.contoso"], false),
      (["--device", "D-1"], true), (["--device", "d-1"], false),
      (["--opened-since", "2026-03-02T10:00:00Z"], true),
      (["--opened-since", "2026-03-02T10:00:01Z"], false),
      (["--opened-until", "2026-03-02T10:00:00Z"], false),
      (["--opened-until", "2026-03-02T10:00:01Z"], true),
      (["--closed-since", "2026-03-01T00:00:00Z"], false), (["--status", "resolved"], false),
      (["--status", "all"], true), (["--older-than", "24h"], true), (["--older-than", "25h"], false),
    ])
  func filters(_ options: [String], isTaken: Bool) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let asOf = ["--as-of", "2026-03-03T10:00:00Z", "--format", "jsonl"]
      #expect(try scenario.tool(["findings"] + options + asOf).lines.count == (isTaken ? 1 : 0))
      let folded = asOf + ["--known-at", "2"]
      #expect(try scenario.tool(["findings"] + options + folded).lines.count == (isTaken ? 1 : 0))
    }
  }

  @Test("a UPN finds its findings at an instant before it was linked, under the name that they have now")
  func linkedLater() throws {
    try Scenario.run { scenario in
      try scenario.ingest([
        Wire.event(
          "n1", "wipe.requested", "10:00:00Z", subject: "upn:ada@contoso.example",
          data: #"{"origin":"admin"}"#),
        Wire.event("n2", "account.signedIn", "23:00:00Z", data: #"{"identity":"ada@contoso.example"}"#)
          .replacing("2026-03-01T", with: "2026-03-05T"),
      ])
      let asOf = ["--as-of", Self.due, "--format", "jsonl"]
      for name in ["ada@contoso.example", Scenario.ada] {
        let found = try scenario.tool(["findings", "--account", name] + asOf)
        #expect(found.lines.count == 1 && found.stdout.contains(#""account":"\#(Scenario.ada)""#), "\(name)")
      }
      // Folded within the instant, the finding is the UPN's own.
      let folded = try scenario.tool(
        ["findings", "--account", "ada@contoso.example", "--known-at", "2"] + asOf)
      #expect(folded.stdout.contains(#""account":"upn:ada@contoso.example""#))
    }
  }

  @Test(
    "an instant so long ago that nothing can name it is refused",
    arguments: [["findings", "--open-at"], ["check", "--as-of"], ["findings", "--known-at"]])
  func tooLongAgo(_ command: [String]) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let refused = try scenario.tool(command + ["800000d"])
      #expect(refused.status == 2)
      #expect(refused.stderr.hasPrefix("error: a time so long ago lies before the year 1"))
      #expect(try scenario.tool(command + ["700000d"]).status == 0)
    }
  }

  @Test("a confirmation that arrives late supersedes the finding, and what was known before still has it")
  func superseded() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let id = try Self.id(scenario.ask("findings", "--format", "jsonl"))
      try scenario.ingest([Self.confirmation])
      #expect(try scenario.ask("findings", "--format", "jsonl").isEmpty)
      #expect(try scenario.ask("findings", "--open-at", Self.due, "--format", "jsonl").isEmpty)
      let superseded = try scenario.ask("findings", "--status", "superseded", "--format", "jsonl")
      #expect(try Self.id(superseded) == id)
      #expect(superseded.contains(#""closedAt":"\#(try scenario.recordedAt(2))","closedBy":2,"#))
      let known = try scenario.ask("findings", "--known-at", "2", "--format", "jsonl")
      #expect(try Self.id(known) == id)
    }
  }

  @Test("a confirmation after the deadline resolves the finding")
  func resolved() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      try scenario.ingest([Self.confirmation.replacing("2026-03-01T10:30", with: "2026-03-02T12:00")])
      #expect(try scenario.ask("findings", "--format", "jsonl").isEmpty)
      let then = try scenario.ask("findings", "--open-at", "2026-03-02T11:59:59Z", "--format", "jsonl")
      #expect(then.contains(#""status":"open""#) && then.contains(#""closedAt":null"#))
      let closed = try scenario.ask(
        "findings", "--closed-since", "2026-03-02T12:00:00Z", "--closed-until", "2026-03-02T12:00:01Z",
        "--format", "jsonl")
      #expect(closed.contains(#""status":"resolved""#) && closed.contains(#""closedBy":2"#))
    }
  }

  @Test("what is open is counted in the state of the account as of the instant")
  func counted() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      func open(_ words: String...) throws -> Bool {
        try scenario.ask("state", Scenario.ada, words[0], words[1], "--format", "json")
          .contains(#""openFindings":1"#)
      }
      #expect(try open("--as-of", Self.due))
      #expect(try !open("--as-of", "2026-03-02T09:59:59Z"))
      #expect(try !open("--known-at", "1"))
      // The projections lag behind: what is known is judged afresh.
      try scenario.ingest([Self.confirmation], "--no-projections")
      #expect(try !open("--as-of", Self.due))
    }
  }

  @Test("check is 0 on a clean fleet, and 1 on one with a single planted violation")
  func gate() throws {
    try Scenario.run { scenario in
      try scenario.ingest((0..<12).flatMap(Self.cleanAccount))
      let clean = try scenario.tool(["check", "--fail-on", "note", "--format", "jsonl"])
      #expect(clean.status == 0 && clean.stdout.isEmpty, "\(clean.stdout)")
      #expect(clean.stderr.contains("open: 0 violations, 0 warnings, 0 notes"))
      try scenario.ingest([
        Wire.event("planted", "wipe.completed", "15:00:00Z", subject: Self.account(7), device: "D-7")
          .replacing("2026-03-01", with: "2026-03-03")
      ])
      let planted = try scenario.tool(["check", "--fail-on", "violation", "--format", "jsonl"])
      #expect(planted.status == 1)
      #expect(planted.lines.count == 1 && planted.stdout.contains(#""rule":"W5","severity":"violation""#))
      #expect(try scenario.tool(["check", "--fail-on", "none"]).status == 0)
      #expect(try scenario.tool(["check", "W1", "E1"]).status == 0)
      #expect(try scenario.tool(["check", "w5"]).status == 1)
      #expect(try scenario.tool(["check", "--as-of", "2026-03-03T14:59:59Z"]).status == 0)
      #expect(try scenario.tool(["check", "--known-at", "\(12 * 16)"]).status == 0)
    }
  }

  @Test("check brings the read models up first, and fails on what it then finds")
  func gateOfALog() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story, "--no-projections")
      #expect(try scenario.tool(["check"]).status == 1)
    }
  }

  @Test("parameters of a file judge one run, and the answer says so")
  func overridden() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(#"{"rules":{"W1":{"off":true}}}"#.utf8).write(to: file)
      let outcome = try scenario.tool(["check", "--rules", file.path])
      #expect(outcome.status == 0 && outcome.stderr.contains("note: judged by \(file.path)"))
      #expect(try scenario.tool(["findings", "--rules", file.path, "--format", "jsonl"]).stdout.isEmpty)
      #expect(try scenario.tool(["check"]).status == 1)
    }
  }

  @Test(
    "what cannot be is exit code 2",
    arguments: [
      (["check", "W99"], "did you mean"), (["findings", "--rule", "WX"], "no rule"),
      (["findings", "--older-than", "soon"], "no duration"),
      (["findings", "--open-at", "now", "--status", "open"], "--open-at"),
      (["check", "--fail-on", "bad"], "fail-on"),
    ])
  func refused(_ words: [String], says: String) throws {
    try Scenario.run { scenario in
      let outcome = try scenario.tool(words)
      #expect(outcome.status == 2 && outcome.stderr.contains(says), "\(outcome.stderr)")
    }
  }

  @Test(
    "an app or a device that the log has never seen is exit code 1, not an empty list",
    arguments: [["--app", "com.contoso.mial"], ["--device", "d-1"]])
  func unseen(_ options: [String]) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      for list in ["findings", "installations"] {
        let outcome = try scenario.tool([list] + options)
        #expect(outcome.status == 1 && outcome.stderr.contains("never seen the"), "\(outcome.stderr)")
        #expect(outcome.stdout.isEmpty)
      }
    }
  }

  private static func id(_ line: String) throws -> String {
    let match = try #require(line.firstMatch(of: /"id":"([0-9a-f]{16})"/))
    return String(match.output.1)
  }

  private static func account(_ number: Int) -> String {
    "c0000000-0000-4000-8000-0000000000\(number < 10 ? "0" : "")\(number)"
  }

  /// Sixteen events of an account that does everything as the documents want it, a wipe among them.
  private static func cleanAccount(_ number: Int) -> [String] {
    let (subject, device) = (account(number), "D-\(number)")
    var count = 0
    func event(_ type: String, _ time: String, _ data: String? = nil, isAbout: Bool = true) -> String {
      count += 1
      return Wire.event(
        "c\(number)-\(count)", type, time + "Z", subject: isAbout ? subject : nil, device: device, data: data)
    }
    return [
      event(
        "app.configured", "08:00:00",
        #"{"settings":{"ADALClientId":"5b0d6e0c-41f7-4c1e-9a53-7f2c1d8e9b10","ADALRedirectUri":"msauth.x://auth","MultiIdentity":true},"clientCapabilities":["protapp"],"platform":"ios","distribution":"appStore"}"#,
        isAbout: false),
      event("app.lifecycle", "08:00:01", #"{"phase":"launched"}"#, isAbout: false),
      event("account.signedIn", "08:00:02"),
      event("account.registered", "08:00:03", #"{"method":"registerAndEnroll"}"#),
      event("enrollment.completed", "08:00:04", #"{"statusCode":100}"#),
      event("app.lifecycle", "08:00:10", #"{"phase":"launched"}"#, isAbout: false),
      event("identity.switchRequested", "08:00:11", #"{"scope":"ui","initiator":"app"}"#),
      event("identity.switched", "08:00:12", #"{"scope":"ui","initiator":"app","result":0}"#),
      event("view.shown", "08:00:13", #"{"accounts":["\#(subject)"],"policyApplied":true}"#, isAbout: false),
      event("policy.completed", "09:00:00", #"{"statusCode":101}"#),
      event("data.accessed", "09:00:01"),
      event("wipe.requested", "10:00:00", #"{"origin":"admin","requestId":"R-\#(number)"}"#),
      event("wipe.received", "10:00:10", #"{"requestId":"R-\#(number)"}"#),
      event("wipe.handled", "10:00:11", #"{"wiped":true}"#),
      event("wipe.completed", "10:00:12", #"{"requestId":"R-\#(number)"}"#),
      event("app.lifecycle", "10:01:00", #"{"phase":"terminated"}"#, isAbout: false),
    ]
  }
}
