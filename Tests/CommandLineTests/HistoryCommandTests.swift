import Foundation
import Testing

@Suite struct HistoryCommandTests {
  /// Ada signs in under her name alone, then with her object id; one event arrives late, and two have no subject.
  private static let story = [
    Wire.event(
      "h0", "account.signedIn", "09:00:00Z", subject: "upn:ADA@contoso.example",
      data: #"{ "managed" : true }"#),
    Wire.event(
      "h1", "account.signedIn", "09:01:00Z",
      data: #"{"identity":"Ada@contoso.example","extra":[1.50,"\u00e9"]}"#),
    Wire.event("h2", "account.registered", "09:02:00Z", data: #"{"method":"registerAndEnroll"}"#),
    Wire.event("h3", "enrollment.completed", "09:03:00Z", data: #"{"statusCode":100}"#),
    Wire.event("h4", "app.lifecycle", "09:04:00Z", subject: nil, data: #"{"phase":"launched"}"#),
    Wire.event("h5", "data.accessed", "09:02:30Z"),
    Wire.event(
      "h6", "view.shown", "09:05:00Z", subject: nil,
      data: #"{"accounts":["ada@contoso.example"],"policyApplied":true}"#),
    Wire.event("h7", "data.accessed", "09:06:00Z", subject: "upn:ada@contoso.example", device: "D-2"),
    Wire.event("h8", "app.lifecycle", "09:07:00Z", subject: nil, data: #"{"phase":"launched"}"#),
  ]

  private static func line(
    _ position: Int64, version: String, _ type: String, _ time: String, late: Bool = false,
    device: String = "D-1",
    data: String, changes: [String] = [], _ scenario: Scenario
  ) throws -> String {
    """
    {"position":\(position),"accountVersion":\(version),"eventId":"h\(position)","source":"urn:story",\
    "type":"mam.\(type)","occurredAt":"2026-03-01T\(time).000000Z",\
    "recordedAt":"\(try scenario.recordedAt(position))","effectiveAt":"2026-03-01T\(time).000000Z",\
    "late":\(late),"app":"com.contoso.mail","device":"\(device)","data":\(data),\
    "changes":[\(changes.joined(separator: ","))]}
    """
  }

  private static func change(
    _ field: String, _ from: String, _ to: String, device: String? = "D-1"
  ) -> String {
    let place = device.map { #""app":"com.contoso.mail","device":"\#($0)""# } ?? #""app":null,"device":null"#
    return #"{\#(place),"field":"\#(field)","from":\#(from),"to":\#(to)}"#
  }

  @Test("each line says what the contract says, in fold order, with what the event changed")
  func contract() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let lines = try scenario.tool(["history", "ada@contoso.example", "--format", "jsonl"]).lines
      let expected = [
        try Self.line(0, version: "0", "account.signedIn", "09:00:00", data: #"{"managed":true}"#, scenario),
        try Self.line(
          1, version: "0", "account.signedIn", "09:01:00",
          data: #"{"identity":"Ada@contoso.example","extra":[1.50,"\u00e9"]}"#,
          changes: [Self.change("identity", "null", #""Ada@contoso.example""#, device: nil)], scenario),
        try Self.line(
          2, version: "1", "account.registered", "09:02:00", data: #"{"method":"registerAndEnroll"}"#,
          changes: [
            Self.change("registered", "false", "true"),
            Self.change("enrollment", #""unknown""#, #""registered""#),
            Self.change("status", #""unknown""#, #""registered""#, device: nil),
          ], scenario),
        try Self.line(
          5, version: "3", "data.accessed", "09:02:30", late: true, data: "null",
          changes: [Self.change("dataPresent", "null", "true")], scenario),
        try Self.line(
          3, version: "2", "enrollment.completed", "09:03:00", data: #"{"statusCode":100}"#,
          changes: [
            Self.change("enrollment", #""registered""#, #""enrolled""#),
            Self.change("enrollmentCode", "null", "100"),
            Self.change("policy", #""none""#, #""restartPending""#), Self.change("managed", "false", "true"),
            Self.change("lastCheckInAt", "null", #""2026-03-01T09:03:00.000000Z""#),
            Self.change("status", #""registered""#, #""restartPending""#, device: nil),
          ], scenario),
        try Self.line(
          4, version: "null", "app.lifecycle", "09:04:00", data: #"{"phase":"launched"}"#,
          changes: [
            Self.change("policy", #""restartPending""#, #""active""#),
            Self.change("status", #""restartPending""#, #""managed""#, device: nil),
          ], scenario),
        try Self.line(
          7, version: "1", "data.accessed", "09:06:00", device: "D-2", data: "null",
          changes: [Self.change("dataPresent", "null", "true", device: "D-2")], scenario),
      ]
      #expect(lines == expected)
    }
  }

  @Test("json is one document of the same objects")
  func document() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let lines = try scenario.tool(["history", Scenario.ada, "--format", "jsonl"])
      #expect(try scenario.ask("history", Scenario.ada, "--format", "json").withoutAbout == lines.asDocument)
    }
  }

  @Test("--known-at leaves out what came later, and with it what is late only because of it")
  func known() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let objects = try scenario.tool(["history", Scenario.ada, "--known-at", "5", "--format", "jsonl"])
        .objects()
      #expect(objects.map { $0["position"] as? Int } == [0, 1, 2, 3, 4])
      #expect(objects.allSatisfy { $0["late"] as? Bool == false })
      let early = try scenario.tool(
        ["history", Scenario.ada, "--as-of", "2026-03-01T09:02:30Z", "--format", "jsonl"]
      ).objects()
      #expect(early.map { $0["position"] as? Int } == [0, 1, 2, 5])
    }
  }

  @Test("an event dated after its arrival counts at its arrival")
  func future() throws {
    try Scenario.run { scenario in
      let line = Wire.event("f0", "data.accessed", "09:00:00Z").replacingOccurrences(
        of: "2026-03-01", with: "2999-03-01")
      try scenario.ingest([line])
      let answer = try scenario.ask("history", Scenario.ada, "--format", "jsonl")
      let recorded = try scenario.recordedAt(0)
      #expect(
        answer.contains(
          #""occurredAt":"2999-03-01T09:00:00.000000Z","recordedAt":"\#(recorded)","effectiveAt":"\#(recorded)","late":false"#
        ))
    }
  }

  @Test("history before the first event is empty, and that is an answer")
  func empty() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let words = ["history", Scenario.ada, "--as-of", "2026-01-01T00:00:00Z", "--format"]
      let lines = try scenario.tool(words + ["jsonl"])
      #expect(lines.status == 0 && lines.stdout.isEmpty)
      #expect(try scenario.tool(words + ["json"]).stdout.withoutAbout == lines.asDocument)
    }
  }
}
