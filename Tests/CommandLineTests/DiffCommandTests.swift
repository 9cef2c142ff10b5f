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

  /// The finding of the denial that nobody remediated within five minutes.
  private static func denialFinding(from: String, to: String, position: String, at: String) -> String {
    #"{"kind":"finding","tenant":"\#(Scenario.tenant)","id":…,"rule":"C2","severity":"violation","title":"Denial without remediation","#
      + #""scope":{"account":"\#(Scenario.ada)","app":"com.contoso.mail","device":"D-1"},"from":\#(from),"to":\#(to),"#
      + #""position":\#(position),"at":\#(at),"reason":"A token was denied to the enrolled \#(Scenario.ada) for want of app protection "#
      + #"(com.contoso.mail on D-1), and no remediation was asked for within 5 minutes."}"#
  }

  private static func withoutID(_ line: String) -> String {
    line.masked(/"id":"[0-9a-f]{16}"/, #""id":…"#)
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
        outcome.lines.map(Self.withoutID) == [
          Self.line(
            Scenario.ada, Self.name, nil, "status", #""managed""#, #""wipePending""#, by: wipe, newEvents: 3),
          Self.line(
            Scenario.ada, Self.name, Self.mail, "compliance", #""unknown""#, #""required""#, by: denied,
            newEvents: 3),
          Self.line(
            Scenario.ada, Self.name, Self.mail, "wipe", #""none""#, #""requested""#, by: wipe, newEvents: 3),
          Self.denialFinding(
            from: "null", to: #""open""#, position: "3", at: #""2026-03-01T09:25:00.000000Z""#),
        ])
      #expect(
        outcome.stderr
          == "from 2026-03-01T09:10:00.000000Z (6 events known) to 2026-03-01T09:40:00.000000Z (6 events known)\n"
      )
      let document = try scenario.tool(words + ["json"])
      #expect(document.status == 1 && document.stdout.withoutAbout == outcome.asDocument)
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
        #expect(try scenario.tool(words + ["json"]).stdout.withoutAbout == lines.asDocument)
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
        csv.stdout.unixLines
          == "kind,account,identity,app,device,field,from,to,effectiveAt,position,type,severity,finding,title\n"
      )
    }
  }

  @Test("the changes of two periods that follow one another are those of both together")
  func periods() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      func changes(_ from: String, _ to: String) throws -> [String: (from: String, to: String)] {
        var changes: [String: (from: String, to: String)] = [:]
        let words = ["diff", "--all", "--from", "2026-03-01T\(from)Z", "--to", "2026-03-01T\(to)Z"]
        for object in try scenario.tool(words).objects() where object["kind"] as? String == "state" {
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
      let (bob, bobsName) = (Scenario.bob, "bob@contoso.example")
      #expect(
        outcome.lines == [
          Self.line(
            Scenario.ada, Self.name, nil, "status", #""nonCompliant""#, #""managed""#, by: compliant,
            newEvents: 1),
          Self.line(
            Scenario.ada, Self.name, Self.mail, "compliance", #""required""#, #""compliant""#, by: compliant,
            newEvents: 1),
          // Bob was there under his name alone: no one has come or gone.
          Self.line(
            bob, bobsName, nil, "identity", "null", #""bob@contoso.example""#, by: signedIn, newEvents: 1),
        ])
      #expect(try scenario.tool(words + ["--known-to", "6"]).status == 0)
      let recorded = try scenario.recordedAt(5)
      let byTime = try scenario.tool([
        "diff", "--all", "--as-of", "2026-03-01T09:30:00Z", "--known-from", recorded,
      ])
      #expect(byTime.stdout == outcome.stdout)
    }
  }

  @Test("a person known by name at first, then by object id, is compared as one, named or with --all")
  func person() throws {
    try Scenario.run { scenario in
      let upn = "upn:bob@contoso.example"
      try scenario.ingest([
        Wire.event(
          "p0", "account.registered", "09:00:00Z", subject: upn, data: #"{"method":"registerAndEnroll"}"#),
        Wire.event("p1", "enrollment.completed", "09:10:00Z", subject: upn, data: #"{"statusCode":101}"#),
        Wire.event(
          "p2", "account.signedIn", "09:30:00Z", subject: Scenario.bob,
          data: #"{"identity":"bob@contoso.example"}"#),
      ])
      let period = ["--from", "2026-03-01T09:20:00Z", "--to", "2026-03-01T09:40:00Z"]
      let expected = Self.line(
        Scenario.bob, "bob@contoso.example", nil, "identity", "null", #""bob@contoso.example""#,
        by: (2, "09:30:00", "account.signedIn"), newEvents: 1)
      for who in ["bob@contoso.example", Scenario.bob, "--all"] {
        #expect(try scenario.tool(["diff", who] + period + ["--format", "jsonl"]).lines == [expected])
      }
      let text = try scenario.tool(["diff", upn] + period + ["--format", "table"]).stdout
      #expect(text.contains("Status      managed\n") && text.contains("New events  1\n"))
      let all = try scenario.tool(["diff", "--all"] + period + ["--field", "identity"])
      #expect(all.stderr.hasSuffix("1 of 1 accounts differ, 0 of them new\n"))
      // Before the link the name is an account of its own.
      let earlier = ["--from", "2026-03-01T09:05:00Z", "--to", "2026-03-01T09:20:00Z", "--field", "status"]
      #expect(
        try scenario.tool(["diff", "--all"] + earlier).lines == [
          Self.line(
            upn, nil, nil, "status", #""registered""#, #""managed""#,
            by: (1, "09:10:00", "enrollment.completed"), newEvents: 1)
        ])
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

  @Test("a finding that opened or ended between is a line: as of two instants, and as known at two sizes")
  func findings() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      try scenario.ingest([Wire.event("d8", "remediation.requested", "09:50:00Z", data: #"{"silent":true}"#)])
      let late = Wire.event("d9", "remediation.requested", "09:22:00Z", data: #"{"silent":true}"#)
      func lines(_ words: String...) throws -> [String] {
        let outcome = try scenario.tool(["diff"] + words + ["--field", "finding", "--format", "jsonl"])
        #expect(outcome.status == (outcome.stdout.isEmpty ? 0 : 1))
        return outcome.lines.map(Self.withoutID)
      }
      let opened = Self.denialFinding(
        from: "null", to: #""open""#, position: "3", at: #""2026-03-01T09:25:00.000000Z""#)
      let resolved = Self.denialFinding(
        from: #""open""#, to: #""resolved""#, position: "6", at: #""2026-03-01T09:50:00.000000Z""#)
      for who in [Scenario.ada, "--all"] {
        #expect(try lines(who, "--from", "2026-03-01T09:20:00Z", "--to", "2026-03-01T09:24:59Z") == [])
        #expect(try lines(who, "--from", "2026-03-01T09:20:00Z", "--to", "2026-03-01T09:25:00Z") == [opened])
        #expect(try lines(who, "--from", "2026-03-01T09:25:00Z", "--to", "2026-03-01T09:49:59Z") == [])
        #expect(
          try lines(who, "--from", "2026-03-01T09:25:00Z", "--to", "2026-03-01T10:00:00Z") == [resolved])
        // The projections cover it, or all is judged afresh: the same.
        #expect(
          try lines(who, "--from", "2026-03-01T09:25:00Z", "--to", "2026-03-01T10:00:00Z", "--known-at", "6")
            == [])
      }
      // A remediation that arrives late takes the ground away.
      try scenario.ingest([late], "--no-projections")
      let superseded = Self.denialFinding(
        from: #""open""#, to: #""superseded""#, position: "7", at: "\"\(try scenario.recordedAt(7))\"")
      for _ in 0..<2 {
        for who in [Scenario.ada, "--all"] {
          #expect(
            try lines(who, "--as-of", "2026-03-01T09:30:00Z", "--known-from", "7") == [superseded])
          #expect(try lines(who, "--from", "2026-03-01T09:20:00Z", "--to", "2026-03-01T09:30:00Z") == [])
        }
        #expect(try scenario.tool(["projections", "run"]).status == 0)
      }
    }
  }

  @Test("for a person there are two tables, and in CSV one of both kinds")
  func tables() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["diff", "--all", "--from", "2026-03-01T09:20:00Z", "--to", "2026-03-01T09:26:00Z"]
      let table = try scenario.tool(words + ["--format", "table"])
      #expect(table.status == 1)
      #expect(table.stdout.hasPrefix("rule  severity   account"))
      #expect(table.stderr.hasSuffix("0 of 1 accounts differ, 0 of them new; 1 findings opened, 0 ended\n"))
      let csv = try scenario.tool(words + ["--format", "csv"])
      let line = try #require(csv.stdout.unixLines.split(separator: "\n").last)
      #expect(
        String(line).masked(/[0-9a-f]{16}/, "…")
          == "finding,\(Scenario.ada),,com.contoso.mail,D-1,C2,,open,2026-03-01T09:25:00.000000Z,3,,violation,…,Denial without remediation"
      )
      let one = try scenario.tool([
        "diff", Scenario.ada, "--from", "2026-03-01T09:15:00Z", "--to", "2026-03-01T09:26:00Z", "--format",
        "table",
      ])
      let tables = one.stdout.split(separator: "\n\n")
      #expect(tables.count == 3)
      #expect(tables.last?.contains("C2    violation") == true)
    }
  }
}
