import Foundation
import TestSupport
import Testing

/// `mamaudit export ocsf` through the built program.
@Suite struct ExportOCSFCommandTests {
  /// Ada is known by her UPN before her object id is; a wipe of her is never confirmed; then the next day comes.
  private static let story = [
    Wire.event("o1", "account.signedIn", "09:00:00Z", subject: "upn:Ada@contoso.example"),
    Wire.event(
      "o2", "account.registered", "09:01:00Z",
      data: #"{"method":"registerAndEnroll","identity":"ada@contoso.example"}"#),
    Wire.event("o3", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin","requestId":"R-1"}"#),
    Wire.event(
      "o4", "view.shown", "10:01:00Z", subject: nil,
      data: #"{"accounts":["eve@contoso.example"],"policyApplied":true}"#),
  ]
  private static let nextDay = Wire.event(
    "o5", "account.signedOut", "10:02:00Z", subject: "upn:eve@contoso.example")

  private static func ocsfClass(_ line: String) -> String? {
    line.firstMatch(of: #/"class_uid":(\d+)/#).map { String($0.1) }
  }

  @Test("events come by position, then findings as they stand at the log's end; accounts without a UPN")
  func whole() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      try scenario.ingest([Self.nextDay])
      let outcome = try scenario.tool(["export", "ocsf"])
      #expect(outcome.status == 0)
      #expect(outcome.lines.count == 5 + Self.openings(outcome))
      #expect(outcome.lines.prefix(5).compactMap(Self.ocsfClass) == ["3002", "3004", "7001", "0", "3002"])
      #expect(!outcome.stdout.contains("@"))
      // The UPN was linked a minute later: the events before belong to the same account.
      #expect(outcome.lines[0].contains(#""user":{"uid":"\#(Scenario.ada)""#))
      // Nobody has linked Eve: she is a number, the same wherever she is named.
      let eve = try #require(outcome.lines[4].firstMatch(of: #/"user":{"uid":"(upn:#\d+)"/#)).1
      #expect(outcome.lines[3].contains(#""accounts":["\#(eve)"]"#))
      #expect(
        outcome.stderr.contains(
          "tenant \(Scenario.tenant), positions from 0 to before 5\nfindings as of "))
      #expect(try scenario.tool(["export", "ocsf"]).stdoutBytes == outcome.stdoutBytes)
      let problems = try OCSFSchema.problems(outcome.lines)
      #expect(problems["1.8.0"]?.isEmpty == true)
    }
  }

  private static func openings(_ outcome: Tool.Outcome) -> Int {
    outcome.lines.count { $0.contains(#""event_code":"finding."#) }
  }

  @Test("a finding opens and closes, and its ids follow from the log, also after a rebuild")
  func findings() throws {
    try Scenario.run { scenario in
      // The unconfirmed wipe is due on 2 March; what is recorded today has passed that.
      try scenario.ingest(Self.story)
      let open = try scenario.tool(["export", "ocsf", "--findings"]).lines.filter {
        $0.contains(#""uid":"W1""#)
      }
      #expect(open.count == 1)
      let create = try #require(open.first)
      let id = try #require(create.firstMatch(of: #/"finding_info":{"uid":"([0-9a-f]{16})"/#)).1
      #expect(create.contains(#""activity_id":1,"#))
      #expect(
        create.contains(#""metadata":{"version":"1.8.0","#)
          && create.contains(#""uid":"\#(id)-create","sequence":2"#))
      // 2026-03-02T10:00:00Z is 20,514 days and ten hours after 1970.
      #expect(create.contains(#""time":1772445600000,"#))
      try scenario.ingest([Wire.event("o6", "wipe.completed", "11:00:00Z", data: #"{"requestId":"R-1"}"#)])
      _ = try scenario.ask("projections", "rebuild")
      let after = try scenario.tool(["export", "ocsf", "--findings"]).lines
        .filter { $0.contains(#""correlation_uid":"\#(id)""#) }
      // Late news: the wipe had been confirmed in time, so the finding had never been so.
      #expect(after.count == 2)
      #expect(after.first == create)
      let close = try #require(after.last)
      #expect(
        close.contains(#""activity_id":3,"#)
          && close.contains(#""status_id":6,"status":"Deleted","status_detail":"superseded""#))
      #expect(close.contains(#""uid":"\#(id)-close","sequence":4"#))
    }
  }

  @Test("an acknowledged finding is suppressed")
  func acknowledged() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let line = try #require(
        try scenario.tool(["findings", "--rule", "W1", "--format", "jsonl"]).lines.first)
      let id = try #require(line.firstMatch(of: #/"id":"([0-9a-f]{16})"/#)).1
      _ = try scenario.ask("findings", "acknowledge", String(id), "--reason", "told to ada@contoso.example")
      let lines = try scenario.tool(["export", "ocsf"]).lines
      #expect(
        lines.contains { $0.contains(#""uid":"\#(id)-close""#) && $0.contains(#""status":"Suppressed""#) })
      let own = try #require(lines.first { $0.contains(#""event_code":"log.finding.acknowledged""#) })
      #expect(own.contains(#""reason":"told to \#(Scenario.ada)""#))
    }
  }

  @Test("ranges by position and by the time of recording, and classes, choose lines")
  func ranges() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      try scenario.ingest([Self.nextDay])
      let all = try scenario.tool(["export", "ocsf", "--events"]).lines
      #expect(all.count == 5)
      #expect(
        try scenario.tool(["export", "ocsf", "--events", "--from", "1", "--to", "3"]).lines
          == Array(all[1..<3]))
      let second = try scenario.recordedAt(4)
      let since = try scenario.tool(["export", "ocsf", "--events", "--since", second])
      #expect(since.lines == [all[4]])
      #expect(since.stderr.contains("recorded at or after \(second)\n"))
      #expect(since.stderr.contains("positions from 4 to before 5\n"))
      #expect(try scenario.tool(["export", "ocsf", "--events", "--until", second]).lines == Array(all[..<4]))
      let none = try scenario.tool(["export", "ocsf", "--events", "--since", "2099-01-01T00:00:00Z"])
      #expect(none.status == 0)
      #expect(none.lines.isEmpty)
      let chosen = try scenario.tool(["export", "ocsf", "--class", "authentication", "--class", "2003"]).lines
      #expect(Set(chosen.compactMap(Self.ocsfClass)) == ["3002", "2003"])
      #expect(chosen.count { $0.contains(#""class_uid":3002,"#) } == 2)
    }
  }

  @Test(
    "what cannot be meant is refused",
    arguments: [
      (["--from", "0", "--since", "1h"], "not by both"),
      (["--findings", "--from", "1"], "ranges are about events"),
      (["--from", "9"], "there is no range from 9 to 1"), (["--class", "1009"], "1009"),
      (["--since", "soon"], "'soon' is no time"),
    ])
  func refused(words: [String], said: String) throws {
    try Scenario.run { scenario in
      try scenario.ingest([Self.story[0]])
      let outcome = try scenario.tool(["export", "ocsf"] + words)
      #expect(outcome.status == 2)
      #expect(outcome.stderr.contains(said), "\(outcome.stderr)")
      #expect(outcome.stdout.isEmpty)
    }
  }

  @Test("a file is there when it is whole, for its owner alone; a failed write is no answer")
  func file() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ocsf-\(UUID().uuidString)")
        .path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "/mam.jsonl"
      let outcome = try scenario.tool(["export", "ocsf", "--output", path])
      #expect(outcome.status == 0)
      #expect(outcome.stdout.isEmpty)
      #expect(outcome.stderr.contains("4 events and "))
      let written = try String(contentsOfFile: path, encoding: .utf8)
      let shown = try scenario.tool(["export", "ocsf"]).stdout
      #expect(written == shown)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mam.jsonl"])
      #expect(try scenario.tool(["export", "ocsf", "--output", "/dev/full"]).status == 4)
      #expect(try scenario.tool(["export", "ocsf", "--output", folder + "/none/x"]).status == 4)
    }
  }

  @Test("a reader may export, a login for reports may not; an empty store has nothing")
  func rights() throws {
    try Scenario.run { scenario in
      let empty = try scenario.tool(["export", "ocsf"])
      #expect(empty.status == 1)
      try scenario.ingest(Self.story)
      try scenario.database.withLogin(granted: "mamaudit_reader") { conninfo in
        let outcome = try Tool.run(["export", "ocsf"], environment: ["DATABASE_URL": conninfo])
        #expect(outcome.status == 0, "\(outcome.stderr)")
        #expect(!outcome.stdout.contains("@"))
        #expect(outcome.lines.count > 4)
      }
      try scenario.database.withLogin(granted: "mamaudit_reporting") { conninfo in
        let outcome = try Tool.run(["export", "ocsf"], environment: ["DATABASE_URL": conninfo])
        #expect(outcome.status == 3)
        #expect(outcome.stdout.isEmpty)
      }
    }
  }

  @Test("the whole sample fleet is valid OCSF, event by event and finding by finding, and no name leaves")
  func sampleFleet() throws {
    try Scenario.run { scenario in
      let fleet = Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson"
      _ = try scenario.ask("ingest", fleet)
      let lines = try scenario.tool(["export", "ocsf"]).lines
      #expect(lines.count { !$0.contains(#""event_code":"finding."#) } == 2953)
      #expect(lines.count > 3000)
      let problems = try OCSFSchema.problems(lines)["1.8.0"]
      #expect(problems?.isEmpty == true, "\(problems?.prefix(5).map(\.description) ?? [])")
      #expect(!lines.contains { $0.contains("@") })
      #expect(
        Set(lines.compactMap { $0.firstMatch(of: #/"metadata":{.*?"uid":"([^"]*)"/#)?.1 }).count
          == lines.count)
    }
  }

  @Test("the mapping is printed as the committed page has it")
  func mapping() throws {
    let page = try String(
      contentsOfFile: Readme.folder + "/Sources/Interchange/Interchange.docc/Mapping.md", encoding: .utf8)
    #expect(try Tool.run(["export", "mapping"]).stdout == page)
  }
}
