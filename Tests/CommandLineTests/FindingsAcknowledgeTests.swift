import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct FindingsAcknowledgeTests {
  /// A wipe that was never confirmed, one that was confirmed too late, and one that is not late yet.
  private static func story(now: String) -> [String] {
    func on(_ day: String, _ line: String) -> String { line.replacing("2026-03-01T", with: "\(day)T") }
    return [
      Wire.event("f0", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#),
      Wire.event("f1", "wipe.requested", "10:00:00Z", device: "D-2", data: #"{"origin":"admin"}"#),
      on("2026-03-03", Wire.event("f2", "wipe.completed", "10:00:00Z", device: "D-2")),
      Wire.event("f3", "wipe.requested", "NOW", device: "D-3", data: #"{"origin":"admin"}"#)
        .replacing("2026-03-01TNOW", with: now),
    ]
  }

  private static func run(_ body: (Scenario, Connection) throws -> Void) throws {
    try Scenario.run { scenario in
      let connection = try scenario.database.connect()
      let now = try connection.execute(
        #"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#
      ).single().text(0)
      try scenario.ingest(story(now: now))
      try body(scenario, connection)
    }
  }

  private static func id(_ scenario: Scenario, device: String, _ words: String...) throws -> String {
    let found = try scenario.tool(["findings", "--rule", "W1", "--device", device] + words).objects()
    return try #require(found.first?["id"] as? String)
  }

  private static func size(_ connection: Connection) throws -> Int64 {
    try connection.execute("SELECT head FROM audit.log").single().int64(0)
  }

  @Test("an open finding is acknowledged: who and why stands in the log, and it is open no more")
  func acknowledge() throws {
    try Self.run { scenario, connection in
      let id = try Self.id(scenario, device: "D-1")
      let outcome = try scenario.tool(
        ["findings", "acknowledge", id.uppercased(), "--reason", "phone destroyed", "--by", "Grace"])
      #expect(outcome.status == 0)
      let answer = try #require(try outcome.objects().first)
      #expect(answer["id"] as? String == id)
      #expect(answer["status"] as? String == "acknowledged")
      #expect(answer["closedBy"] as? Int == 4)
      let event = try connection.execute(
        """
        SELECT e.type, e.data ->> 'finding', e.data ->> 'reason', d.disclosure
          FROM audit.events AS e JOIN audit.disclosures AS d USING (log_id, position) WHERE e.position = 4
        """
      ).single()
      #expect(try event.text(0) == "log.finding.acknowledged")
      #expect(try event.text(1) == id)
      #expect(try event.text(2) == "phone destroyed")
      #expect(OpenedDisclosure(try event.text(3))?.text == "Grace")

      #expect(try scenario.ask("findings", "--rule", "W1", "--device", "D-1").isEmpty)
      let listed = try scenario.ask("findings", "--rule", "W1", "--device", "D-1", "--status", "acknowledged")
      #expect(listed == outcome.stdout)
      // It was open until then.
      let before = try scenario.tool(
        ["findings", "--rule", "W1", "--device", "D-1", "--open-at", "2026-04-01T00:00:00Z"])
      #expect(before.lines.count == 1)
      #expect(try scenario.tool(["projections", "verify"]).status == 0)
      #expect(try scenario.tool(["projections", "rebuild"]).status == 0)
      #expect(
        try scenario.ask("findings", "--rule", "W1", "--device", "D-1", "--status", "acknowledged") == listed)
    }
  }

  @Test("acknowledging again says so, answers the same and records nothing")
  func again() throws {
    try Self.run { scenario, connection in
      let id = try Self.id(scenario, device: "D-1")
      let first = try scenario.tool(["findings", "acknowledge", id, "--reason", "known"])
      let second = try scenario.tool(["findings", "acknowledge", id, "--reason", "known too"])
      #expect((first.status, second.status) == (0, 0))
      #expect(second.stdout == first.stdout)
      #expect(second.stderr.contains("nothing was recorded: the finding is acknowledged already"))
      #expect(try Self.size(connection) == 5)
      // Without --by it is the login of the database.
      let disclosure = try connection.execute("SELECT disclosure FROM audit.disclosures WHERE position = 4")
        .single()
      let login = try connection.execute("SELECT session_user::text").single().text(0)
      #expect(OpenedDisclosure(try disclosure.text(0))?.text == login)
    }
  }

  @Test("what is not open is exit code 1 with the reason, and records nothing")
  func notOpen() throws {
    try Self.run { scenario, connection in
      let resolved = try scenario.tool(
        ["findings", "acknowledge", try Self.id(scenario, device: "D-2", "--status", "all"), "--reason", "x"])
      #expect(resolved.status == 1)
      #expect(
        resolved.stderr.contains(
          "is resolved since 2026-03-03T10:00:00.000000Z: there is nothing to acknowledge"))
      let ahead = try connection.execute(
        """
        SELECT f.finding FROM projection.finding AS f JOIN audit.devices AS d USING (log_id, device_id)
          WHERE f.rule = 'W1' AND d.name = 'D-3'
        """
      ).single().text(0)
      let early = try scenario.tool(["findings", "acknowledge", ahead, "--reason", "x"])
      #expect(early.status == 1)
      #expect(early.stderr.contains("is not open yet: its deadline is "))
      let unknown = try scenario.tool(["findings", "acknowledge", "0123456789abcdef", "--reason", "x"])
      #expect(unknown.status == 1)
      #expect(
        unknown.stderr.contains(
          "error: the log has no finding 0123456789abcdef: 'mamaudit findings --status all' lists all there are"
        ))
      for outcome in [resolved, early, unknown] { #expect(outcome.stdout.isEmpty) }
      #expect(try Self.size(connection) == 4)
    }
  }

  @Test("a finding that the read models lag behind is found all the same")
  func lag() throws {
    try Scenario.run { scenario in
      let line = Wire.event("f0", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#)
      try scenario.ingest([line], "--no-projections")
      let folded = try scenario.tool(["findings", "--rule", "W1", "--known-at", "1"]).objects()
      let id = try #require(folded.first?["id"] as? String)
      #expect(try scenario.tool(["findings", "acknowledge", id, "--reason", "known"]).status == 0)
    }
  }

  @Test(
    "an id that is none, and a reason that says nothing, are exit code 2",
    arguments: [
      ["W1", "--reason", "x"], ["0123456789abcdeg", "--reason", "x"], ["0123456789abcdef"],
      ["0123456789abcdef", "--reason", " "], ["0123456789abcdef", "--reason", "x", "--by", ""],
    ])
  func usage(words: [String]) throws {
    let outcome = try Tool.run(["findings", "acknowledge"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.stdout.isEmpty)
  }
}
