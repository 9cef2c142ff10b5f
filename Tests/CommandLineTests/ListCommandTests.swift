import Foundation
import TestSupport
import Testing

@Suite struct ListCommandTests {
  private static let settings =
    #"{"settings":{"MultiIdentity":"YES","MultiManagedIdentities":0,"AutoEnrollOnLaunch":true,"MAMPolicyRequired":false}"#
    + #","clientCapabilities":[],"platform":"ios","distribution":"appStore"}"#

  /// A shared device with two users, a private one with a wipe that is confirmed and one that is not.
  private static let story = [
    Wire.event(
      "l0", "device.modeDetected", "09:00:00Z", subject: nil, device: "SHARED-9", data: #"{"mode":"shared"}"#),
    Wire.event("l1", "app.configured", "09:00:01Z", subject: nil, device: "SHARED-9", data: settings),
    Wire.event("l2", "sharedDevice.signedIn", "09:00:02Z", subject: bob, device: "SHARED-9"),
    Wire.event(
      "l3", "sharedDevice.accountChanged", "09:00:03Z", subject: nil, device: "SHARED-9",
      data: #"{"current":"upn:Carol@contoso.example","previous":"\#(bob)","via":"query"}"#),
    Wire.event(
      "l4", "account.registered", "09:01:00Z",
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Wire.event("l5", "enrollment.completed", "09:01:01Z", data: #"{"statusCode":101}"#),
    Wire.event("l6", "identity.switched", "09:01:02Z", data: #"{"scope":"ui","initiator":"app","result":0}"#),
    Wire.event(
      "l7", "app.lifecycle", "09:01:03Z", subject: nil, app: "com.contoso.Zeta", device: "D-10",
      data: #"{"phase":"suspended"}"#),
    Wire.event(
      "l8", "wipe.requested", "10:00:00Z",
      data: #"{"origin":"admin","reasonCode":607,"why":"lost","requestId":"W-1"}"#),
    Wire.event("l9", "wipe.received", "10:00:10Z", data: #"{"requestId":"W-1"}"#),
    Wire.event("l10", "wipe.handled", "10:00:20Z", data: #"{"wiped":false}"#),
    Wire.event("l11", "wipe.completed", "10:01:00Z"),
    Wire.event(
      "l12", "wipe.requested", "11:00:00Z", subject: "upn:Dan@contoso.example", app: nil, device: nil,
      data: #"{"origin":"service"}"#),
  ]

  private static let ada = Scenario.ada
  private static let bob = Scenario.bob
  private static let tenant = #"{"tenant":"\#(Scenario.tenant)","#
  private static let end = "2026-03-01T12:00:00Z"

  @Test("accounts: the members of the contract in order, by the bytes of the account")
  func accounts() throws {
    try check(
      "accounts",
      [
        #""account":"\#(Self.ada)","identity":"ada@contoso.example","status":"enrolled","events":7,"#
          + #""firstEventAt":"2026-03-01T09:01:00.000000Z","lastEventAt":"2026-03-01T10:01:00.000000Z","openFindings":1,"installations":1}"#,
        #""account":"\#(Self.bob)","identity":null,"status":"unknown","events":1,"#
          + #""firstEventAt":"2026-03-01T09:00:02.000000Z","lastEventAt":"2026-03-01T09:00:02.000000Z","openFindings":0,"installations":1}"#,
        #""account":"upn:dan@contoso.example","identity":null,"status":"unknown","events":1,"#
          + #""firstEventAt":"2026-03-01T11:00:00.000000Z","lastEventAt":"2026-03-01T11:00:00.000000Z","openFindings":0,"installations":0}"#,
      ])
  }

  @Test("installations: every field of the installation, by the bytes of app, then device")
  func installations() throws {
    try check(
      "installations",
      [
        #""app":"com.contoso.Zeta","device":"D-10","identity":null,"uiIdentity":null,"processIdentity":null,"threadIdentity":null,"phase":"suspended","#
          + #""multiIdentity":null,"multiManagedIdentities":null,"autoEnrollOnLaunch":null,"policyRequired":null,"platform":null,"#
          + #""enrolledAccounts":[],"sharedUser":null,"cleanupPending":[]}"#,
        #""app":"com.contoso.mail","device":"D-1","identity":"ada@contoso.example","uiIdentity":"\#(Self.ada)","processIdentity":null,"threadIdentity":null,"phase":null,"#
          + #""multiIdentity":null,"multiManagedIdentities":null,"autoEnrollOnLaunch":null,"policyRequired":null,"platform":null,"#
          + #""enrolledAccounts":["\#(Self.ada)"],"sharedUser":null,"cleanupPending":[]}"#,
        #""app":"com.contoso.mail","device":"SHARED-9","identity":null,"uiIdentity":null,"processIdentity":null,"threadIdentity":null,"phase":null,"#
          + #""multiIdentity":true,"multiManagedIdentities":false,"autoEnrollOnLaunch":true,"policyRequired":false,"platform":"ios","#
          + #""enrolledAccounts":[],"sharedUser":"upn:carol@contoso.example","cleanupPending":["\#(Self.bob)"]}"#,
      ])
  }

  @Test("devices: mode, user, apps and what is to be cleaned up in each, by the bytes of the device")
  func devices() throws {
    try check(
      "devices",
      [
        #""device":"D-1","mode":"unknown","sharedUser":null,"apps":["com.contoso.mail"],"cleanupPending":{},"flaggedReasons":[]}"#,
        #""device":"D-10","mode":"unknown","sharedUser":null,"apps":["com.contoso.Zeta"],"cleanupPending":{},"flaggedReasons":[]}"#,
        #""device":"SHARED-9","mode":"shared","sharedUser":"upn:carol@contoso.example","apps":["com.contoso.mail"],"#
          + #""cleanupPending":{"com.contoso.mail":["\#(Self.bob)"]},"flaggedReasons":[]}"#,
      ])
  }

  @Test("wipes: how far each came and how long it took, by account")
  func wipes() throws {
    try check(
      "wipes",
      [
        #""account":"\#(Self.ada)","identity":"ada@contoso.example","app":"com.contoso.mail","device":"D-1","state":"completed","#
          + #""origin":"admin","reasonCode":607,"reason":"deRegisterAndUnenroll","#
          + #""why":"lost","requestId":"W-1","requestedAt":"2026-03-01T10:00:00.000000Z","requestedPosition":8,"#
          + #""receivedAt":"2026-03-01T10:00:10.000000Z","handledAt":"2026-03-01T10:00:20.000000Z","wiped":false,"#
          + #""completedAt":"2026-03-01T10:01:00.000000Z","failedAt":null,"ageSeconds":60}"#,
        #""account":"upn:dan@contoso.example","identity":null,"app":null,"device":null,"state":"requested","origin":"service","#
          + #""reasonCode":null,"reason":null,"#
          + #""why":null,"requestId":null,"requestedAt":"2026-03-01T11:00:00.000000Z","requestedPosition":12,"#
          + #""receivedAt":null,"handledAt":null,"wiped":null,"completedAt":null,"failedAt":null,"ageSeconds":3600}"#,
      ])
  }

  /// Compares a list folded afresh as of noon with the lines expected, and that of the read models with both.
  private func check(_ command: String, _ members: [String]) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let expected = members.map { Self.tenant + $0 }
      let folded = try scenario.tool([command, "--as-of", Self.end, "--format", "jsonl"])
      #expect(folded.lines == expected)
      #expect(
        try scenario.ask(command, "--as-of", Self.end, "--format", "json").withoutAbout == folded.asDocument)
      let stored = try scenario.ask(command, "--format", "jsonl")
      // The age of what is open is counted to now.
      let open = /"completedAt":null,"failedAt":null,"ageSeconds":\d+/
      #expect(
        stored.masked(open, "open")
          == expected.map { $0 + "\n" }.joined().masked(open, "open"))
      let present = try scenario.ask(command, "--as-of", "now", "--format", "jsonl")
      #expect(present.masked(open, "open") == stored.masked(open, "open"))
    }
  }

  @Test("wipes are filtered by what is open and by age, and a wipe confirmed later was open before")
  func wipeFilters() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      func states(_ words: String...) throws -> [String?] {
        try scenario.tool(["wipes", "--format", "jsonl"] + words).objects().map { $0["state"] as? String }
      }
      #expect(try states("--open", "--as-of", Self.end) == ["requested"])
      #expect(try states("--older-than", "60s", "--as-of", Self.end) == ["completed", "requested"])
      #expect(try states("--older-than", "61s", "--as-of", Self.end) == ["requested"])
      #expect(try states("--open", "--older-than", "3601s", "--as-of", Self.end) == [])
      #expect(try states("--open", "--as-of", "2026-03-01T10:00:15Z") == ["received"])
      #expect(try states("--open", "--as-of", Self.end, "--known-at", "9") == ["requested"])
      #expect(try states("--open") == ["requested"])
      #expect(try states("--open", "--older-than", "24h") == ["requested"])
      #expect(try scenario.tool(["wipes", "--older-than", "soon"]).status == 2)
    }
  }

  @Test("the filters of the other lists hold for the read models and for what is folded afresh")
  func filters() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      for time in [[], ["--as-of", Self.end]] {
        func values(_ member: String, _ words: String...) throws -> [String?] {
          try scenario.tool(words + ["--format", "jsonl"] + time).objects().map { $0[member] as? String }
        }
        #expect(try values("account", "accounts", "--status", "enrolled") == [Self.ada])
        #expect(try values("account", "accounts", "--status", "managed") == [])
        #expect(try values("device", "installations", "--app", "com.contoso.mail") == ["D-1", "SHARED-9"])
        #expect(try values("app", "installations", "--device", "D-10") == ["com.contoso.Zeta"])
        #expect(try values("device", "devices", "--mode", "shared") == ["SHARED-9"])
        #expect(try values("device", "devices", "--mode", "default") == [])
      }
      #expect(try scenario.tool(["accounts", "--status", "fine"]).status == 2)
    }
  }

  @Test(
    "a pager runs in the program's own group, or the terminal would stop it; one that is missing is done without"
  )
  func pager() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let group = #"$(cut -d' ' -f5 /proc/%/stat)"#
      let script =
        #"cat; [ "\#(group.replacing("%", with: "$$"))" = "\#(group.replacing("%", with: "$PPID"))" ]"#
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data("\(script) && echo one-group\n".utf8).write(to: file)
      for (pager, word) in [("sh \(file.path)", "one-group"), ("no-such-pager -x", Self.ada)] {
        let terminal = try PseudoTerminal(
          ["accounts"],
          environment: ["DATABASE_URL": scenario.database.conninfo, "TERM": "dumb", "PAGER": pager])
        #expect(terminal.end() == 0)
        #expect(terminal.text.contains(word) && terminal.text.contains(Self.ada), "\(terminal.text)")
      }
    }
  }
}
