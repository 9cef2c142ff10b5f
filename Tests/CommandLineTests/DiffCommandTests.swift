import Testing

@Suite struct DiffCommandTests {
  /// Ada enrolls, is denied and wiped; Bob comes later, under his name alone and then by object id.
  private static let story = [
    Wire.event(
      "d0", "account.registered", "09:00:00Z",
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Wire.event("d1", "enrollment.completed", "09:10:00Z", data: #"{"statusCode":101}"#),
    Wire.event("d2", "data.accessed", "09:15:00Z"),
    Wire.event(
      "d3", "token.denied", "09:20:00Z", data: #"{"error":"invalid_grant","entraErrorCode":53005}"#),
    Wire.event("d4", "account.signedIn", "09:30:00Z", subject: "upn:bob@contoso.example", device: "D-2"),
    Wire.event("d5", "wipe.requested", "09:40:00Z", app: nil, device: nil, data: #"{"origin":"admin"}"#),
  ]

  private static func line(
    _ account: String, _ identity: String?, _ place: (app: String, device: String)?, _ field: String,
    _ from: String, _ to: String, by cause: (position: Int, time: String, type: String)?, newEvents: Int
  ) -> String {
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    let head = #"{"kind":"state","tenant":"\#(Scenario.tenant)","account":"\#(account)","identity":"#
    let value = #""field":"\#(field)","from":\#(from),"to":\#(to)"#
    let event =
      #""position":\#(cause.map { "\($0.position)" } ?? "null"),"effectiveAt":\#(quoted(cause.map { "2026-03-01T\($0.time).000000Z" })),"type":\#(quoted(cause.map { "mam." + $0.type }))"#
    return head
      + #"\#(quoted(identity)),"app":\#(quoted(place?.app)),"device":\#(quoted(place?.device)),\#(value),\#(event),"newEvents":\#(newEvents)}"#
  }

  private static let mail = (app: "com.contoso.mail", device: "D-1")
  private static let name = "ada@contoso.example"

  @Test("one line a field that differs, with the event that made it so, and exit code 1")
  func contract() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = [
        "diff", Self.name, "--from", "2026-03-01T09:10:00Z", "--to", "2026-03-01T09:40:00Z", "--format",
      ]
      let outcome = try scenario.tool(words + ["jsonl"])
      #expect(outcome.status == 1)
      let (denied, wipe) = ((3, "09:20:00", "token.denied"), (5, "09:40:00", "wipe.requested"))
      // The event at 09:10:00 is in both sides, the one at 09:40:00 in the later.
      #expect(
        outcome.lines == [
          Self.line(
            Scenario.ada, Self.name, nil, "status", #""managed""#, #""wipePending""#, by: wipe, newEvents: 3),
          Self.line(
            Scenario.ada, Self.name, Self.mail, "compliance", #""unknown""#, #""required""#, by: denied,
            newEvents: 3),
          Self.line(
            Scenario.ada, Self.name, Self.mail, "wipe", #""none""#, #""requested""#, by: wipe, newEvents: 3),
        ])
      #expect(
        outcome.stderr
          == "from 2026-03-01T09:10:00.000000Z (6 events known) to 2026-03-01T09:40:00.000000Z (6 events known)\n"
      )
      let document = try scenario.tool(words + ["json"])
      #expect(document.status == 1 && document.stdout == outcome.asDocument)
    }
  }

  @Test("without a difference there is nothing to write, and the exit code is 0")
  func equal() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      // Data that was accessed again changes no field.
      for who in [[Scenario.ada], ["--all"]] {
        let words =
          ["diff"] + who + ["--from", "2026-03-01T09:10:00Z", "--to", "2026-03-01T09:15:00Z", "--format"]
        let lines = try scenario.tool(words + ["jsonl"])
        #expect(lines.status == 0 && lines.stdout.isEmpty)
        #expect(try scenario.tool(words + ["json"]).stdout == lines.asDocument)
      }
      let text = try scenario.ask(
        "diff", Scenario.ada, "--from", "2026-03-01T09:10:00Z", "--to", "2026-03-01T09:15:00Z", "--format",
        "table")
      #expect(text.contains("New events  1\n\nNo difference.\n"))
    }
  }

  @Test("--all gives the accounts in the order of their names, those that came among them")
  func all() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["diff", "--all", "--from", "2026-03-01T09:00:00Z", "--to", "2026-03-01T09:30:00Z"]
      let outcome = try scenario.tool(words + ["--field", "status", "--field", "present"])
      #expect(outcome.status == 1)
      let bob = "upn:bob@contoso.example"
      let came = (4, "09:30:00", "account.signedIn")
      #expect(
        outcome.lines == [
          Self.line(
            Scenario.ada, Self.name, nil, "status", #""registered""#, #""nonCompliant""#,
            by: (3, "09:20:00", "token.denied"), newEvents: 3),
          Self.line(bob, nil, nil, "present", "false", "true", by: came, newEvents: 1),
          Self.line(
            bob, nil, ("com.contoso.mail", "D-2"), "present", "false", "true", by: came, newEvents: 1),
        ])
      #expect(outcome.stderr.hasSuffix("2 of 2 accounts differ, 1 of them new\n"))
      let csv = try scenario.tool(words + ["--field", "wipe", "--format", "csv"])
      #expect(csv.status == 0)
      #expect(
        csv.stdout.unixLines == "account,identity,app,device,field,from,to,time,position,event\n")
    }
  }

  @Test("the changes of two periods that follow one another are those of both together")
  func periods() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      func changes(_ from: String, _ to: String) throws -> [String: (from: String, to: String)] {
        var changes: [String: (from: String, to: String)] = [:]
        let words = ["diff", "--all", "--from", "2026-03-01T\(from)Z", "--to", "2026-03-01T\(to)Z"]
        for object in try scenario.tool(words).objects() {
          let key = "\(object["account"] ?? "") \(object["device"] ?? "") \(object["field"] ?? "")"
          changes[key] = ("\(object["from"] ?? "")", "\(object["to"] ?? "")")
        }
        return changes
      }
      let first = try changes("08:00:00", "09:20:00")
      let second = try changes("09:20:00", "10:00:00")
      let both = try changes("08:00:00", "10:00:00")
      #expect(both.count > second.count && second.count > 2)
      for key in Set(first.keys).union(second.keys).union(both.keys) {
        #expect(both[key]?.from == (first[key] ?? second[key])?.from, "\(key)")
        #expect(both[key]?.to == (second[key] ?? first[key])?.to, "\(key)")
      }
    }
  }

  @Test("what has become known of an instant: a late event, and whose a name was")
  func known() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      try scenario.ingest([
        Wire.event(
          "d6", "account.signedIn", "09:05:00Z", subject: Scenario.bob, device: "D-2",
          data: #"{"identity":"bob@contoso.example"}"#),
        Wire.event("d7", "remediation.completed", "09:25:00Z", data: #"{"status":0}"#),
      ])
      let words = ["diff", "--all", "--as-of", "2026-03-01T09:30:00Z", "--known-from", "6"]
      let outcome = try scenario.tool(words)
      #expect(outcome.status == 1)
      let compliant = (7, "09:25:00", "remediation.completed")
      let signedIn = (6, "09:05:00", "account.signedIn")
      let pad = (app: "com.contoso.mail", device: "D-2")
      let (bob, bobsName) = (Scenario.bob, "bob@contoso.example")
      #expect(
        outcome.lines == [
          Self.line(
            Scenario.ada, Self.name, nil, "status", #""nonCompliant""#, #""managed""#, by: compliant,
            newEvents: 1),
          Self.line(
            Scenario.ada, Self.name, Self.mail, "compliance", #""required""#, #""compliant""#, by: compliant,
            newEvents: 1),
          Self.line(bob, bobsName, nil, "present", "false", "true", by: signedIn, newEvents: 2),
          Self.line(
            bob, bobsName, nil, "identity", "null", #""bob@contoso.example""#, by: signedIn, newEvents: 2),
          Self.line(bob, bobsName, pad, "present", "false", "true", by: signedIn, newEvents: 2),
          Self.line("upn:\(bobsName)", nil, nil, "present", "true", "false", by: nil, newEvents: 0),
          Self.line("upn:\(bobsName)", nil, pad, "present", "true", "false", by: nil, newEvents: 0),
        ])
      #expect(try scenario.tool(words + ["--known-to", "6"]).status == 0)
      let recorded = try scenario.recordedAt(5)
      let byTime = try scenario.tool([
        "diff", "--all", "--as-of", "2026-03-01T09:30:00Z", "--known-from", recorded,
      ])
      #expect(byTime.stdout == outcome.stdout)
    }
  }

  @Test(
    "bounds that cannot be meant are exit code 2",
    arguments: [
      ["--all"], ["--all", "--to", "7d"], [Scenario.ada, "--all", "--from", "7d"], ["--from", "7d"],
      ["--all", "--from", "7d", "--as-of", "now"], ["--all", "--from", "7d", "--known-to", "5"],
      ["--all", "--from", "7d", "--known-at", "5", "--known-from", "5"],
      ["--all", "--from", "now", "--to", "7d"], ["--all", "--from", "yesterday"],
      ["--all", "--from", "7d", "--known-from", "5", "--known-to", "4"],
      ["--all", "--from", "7d", "--field", "colour"],
    ])
  func usage(arguments: [String]) throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(["diff"] + arguments)
      #expect(outcome.status == 2)
      #expect(outcome.stdout.isEmpty && outcome.stderr.contains("error: "))
    }
  }
}
