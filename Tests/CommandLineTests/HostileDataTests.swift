import Foundation
import TestSupport
import Testing

/// A log whose names and texts want to be commands, markup, formulas or escape sequences, through every command.
@Suite struct HostileDataTests {
  private static let ada = Scenario.ada
  /// Names may hold what attributes of CloudEvents may: no controls, and all else.
  private static let app = "=cmd|' /C calc'!A0"
  private static let device = "<script>alert(\"1\")</script>\u{202E}|`x`*_,\u{2028}"
  private static let bob = "upn:-2+3@\u{2066}|<b>.example"
  /// Texts may hold everything but NUL.
  private static let text = #"=1+1\u001b]0;owned\u0007\u009b2J\r\n\t|<i>\"q\"\u202e&amp;"#
  private static let reason = "@SUM(A1)\u{1B}[2J\u{9B}31m\r\n\u{202E}<u>|`"

  private static func event(
    _ id: String, _ type: String, _ time: String, subject: String? = ada, app: String? = app,
    device: String? = device, data: String? = nil
  ) -> String {
    Wire.event(
      id, type, time, subject: subject, app: app.map(escaped), device: device.map(escaped), data: data
    ).replacing(bob, with: bob)
  }

  private static func escaped(_ text: String) -> String { text.replacing("\"", with: "\\\"") }

  private static let story = [
    event("h0", "account.signedIn", "09:00:00Z", data: #"{"identity":"\#(text)"}"#),
    event(
      "h1", "account.registered", "09:00:01Z", data: #"{"method":"registerAndEnroll","identity":"\#(text)"}"#),
    event(
      "h2", "enrollment.completed", "09:00:02Z", data: #"{"statusCode":212,"errorString":"\#(text)"}"#),
    event("h3", "token.denied", "09:01:00Z", data: #"{"error":"\#(text)","subError":"\#(text)"}"#),
    event(
      "h4", "wipe.requested", "10:00:00Z",
      data: #"{"origin":"admin","reasonCode":608,"requestId":"\#(text)"}"#),
    event("h5", "wipe.failed", "10:00:05Z", data: #"{"reason":"\#(text)"}"#),
    event("h6", "account.signedIn", "11:00:00Z", subject: bob),
    event("h7", "wipe.requested", "11:00:01Z", subject: bob, app: nil, data: #"{"origin":"service"}"#),
    event(
      "h8", "sharedDevice.signedIn", "12:00:00Z", subject: bob, app: "-1+1", device: "+41\u{202E}", data: nil),
    event(
      "h9", "sharedDevice.accountChanged", "12:10:00Z", subject: nil, app: "-1+1", device: "+41\u{202E}",
      data: #"{"current":"\#(ada)","previous":"\#(bob)","via":"query"}"#),
    event("h10", "token.denied", "12:20:00Z", subject: nil, data: #"{"error":"\#(text)"}"#),
  ]

  /// Every command that shows what is in a log, with the exit code that it has here.
  private static func commands(finding: String) -> [(words: [String], status: Int32)] {
    [
      (["accounts"], 0), (["installations"], 0), (["devices"], 0), (["wipes"], 0),
      (["findings", "--status", "all"], 0), (["unattributed"], 0), (["history", ada], 0),
      (["replay", ada], 0),
      (["state", ada], 0), (["state", bob], 0), (["diff", ada, "--from", "2026-01-01T00:00:00Z"], 1),
      (["diff", "--all", "--from", "2026-01-01T00:00:00Z"], 1), (["why", ada], 0),
      (["findings", "show", finding], 0), (["check", "--fail-on", "none"], 0), (["status"], 0), (["logs"], 0),
      (["projections", "status"], 0), (["rules", "show", "W"], 0),
      (["query", "run", "acknowledged-findings"], 0), (["query", "run", "wipe-ledger"], 0),
      (["query", "run", "findings-of-account", "--arg", "account=\(ada)"], 0),
      (["query", "run", "data-of-account", "--arg", "account=\(bob)"], 0),
      (["query", "run", "shared-device-handovers"], 0), (["query", "list"], 0),
    ]
  }

  private static func run(_ body: (Scenario, [(words: [String], status: Int32)]) throws -> Void) throws {
    try Scenario.run { scenario in
      try scenario.ingest(story)
      let open = try scenario.tool(["findings", "--rule", "W1", "--account", ada]).objects()
      let finding = try #require(open.first?["id"] as? String)
      let words = ["findings", "acknowledge", finding, "--reason", reason, "--by", reason]
      try #require(try scenario.tool(words).status == 0)
      try body(scenario, commands(finding: finding))
    }
  }

  @Test("no command lets data steer a terminal, or break the format", arguments: Formats.all)
  func formats(_ format: String) throws {
    try Self.run { scenario, commands in
      var texts: Set<String> = []
      for (words, status) in commands {
        let outcome = try scenario.tool(words + ["--format", format])
        #expect(outcome.status == status, "\(words): \(outcome.stderr)")
        #expect(!outcome.stderr.unicodeScalars.contains(where: Formats.steers), "\(words)")
        if format != "csv" {
          #expect(!outcome.stdout.unicodeScalars.contains(where: Formats.steers), "\(words)")
        }
        let isTimeline = words[0] == "history" && format == "html"
        do {
          texts.formUnion(try isTimeline ? Formats.page(outcome.stdout) : Self.texts(outcome, format))
        } catch {
          Issue.record("\(words): \(error)\n\(outcome.stdout)")
        }
      }
      // What was sent is what a reader of the format gets, as a machine or as a person should.
      switch format {
      case "json", "jsonl":
        #expect(texts.isSuperset(of: [Self.app, Self.device, Self.bob, Self.reason]))
      case "csv":
        #expect(texts.isSuperset(of: ["'" + Self.app, Self.device, Self.bob, "'" + Self.reason]))
      case "html", "markdown":
        let reason = #"@SUM(A1)\x1b[2J\x9b31m"# + "\n" + #"\u{202e}<u>|`"#
        #expect(
          texts.isSuperset(of: [
            Self.app, #"<script>alert("1")</script>\u{202e}|`x`*_,\u{2028}"#,
            #"upn:-2+3@\u{2066}|<b>.example"#, reason,
          ]))
      default: break
      }
    }
  }

  /// The texts that a reader of the format gets; throws where the format is broken.
  private static func texts(_ outcome: Tool.Outcome, _ format: String) throws -> [String] {
    func texts(_ value: Any) -> [String] {
      switch value {
      case let text as String: [text]
      case let list as [Any]: list.flatMap(texts)
      case let object as [String: Any]: object.values.flatMap(texts)
      default: []
      }
    }
    switch format {
    case "json": return texts(try outcome.json())
    case "jsonl": return try outcome.objects().flatMap(texts)
    case "csv":
      let records = try Formats.csv(String(decoding: outcome.stdoutBytes, as: UTF8.self))
      for record in records {
        guard record.count == records[0].count else {
          throw ToolError(text: "a record has other fields than the head")
        }
        for case let field? in record
        where "=+-@\t\r".unicodeScalars.contains(field.unicodeScalars.first ?? "x") {
          guard Double(field) != nil || field == "-infinity" else {
            throw ToolError(text: "a formula: \(field)")
          }
        }
      }
      return records.joined().compactMap(\.self)
    case "markdown": return Array(try Formats.markdown(outcome.stdout).joined())
    case "html": return Array(try Formats.html(outcome.stdout).joined())
    default: return []
    }
  }

  @Test("CSV says how many cells it made safe, and leaves them alone where it is told to")
  func raw() throws {
    try Self.run { scenario, _ in
      let safe = try scenario.tool(["installations", "--format", "csv"])
      #expect(safe.stderr.contains("cells were made safe for spreadsheets; --raw leaves them as they are"))
      let raw = try scenario.tool(["installations", "--format", "csv", "--raw"])
      #expect(raw.stderr.isEmpty)
      let apps = try Formats.csv(String(decoding: raw.stdoutBytes, as: UTF8.self)).map { $0[1] }
      #expect(apps == ["app", "-1+1", Self.app])
    }
  }

  @Test("nothing of it reaches a terminal raw, whatever the format, nor in what is said there")
  func terminal() throws {
    try Self.run { scenario, commands in
      let environment = [
        "DATABASE_URL": scenario.database.conninfo, "TERM": "xterm", "PAGER": "cat", "NO_COLOR": "1",
      ]
      for format in ["csv", "table", "json"] {
        for (words, status) in commands {
          let terminal = try PseudoTerminal(words + ["--format", format], environment: environment)
          #expect(terminal.end() == status, "\(words)")
          let raw = terminal.text.replacing("\r\r\n", with: "\n").replacing("\r\n", with: "\n").unicodeScalars
            .filter(Formats.steers)
          #expect(raw.isEmpty, "\(words) \(format): \(raw.map { String($0.value, radix: 16) })")
        }
      }
    }
  }

  @Test("a pager gets nothing of it raw")
  func pager() throws {
    try Self.run { scenario, _ in
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
      defer { try? FileManager.default.removeItem(at: file) }
      let terminal = try PseudoTerminal(
        ["wipes"],
        environment: [
          "DATABASE_URL": scenario.database.conninfo, "MAMAUDIT_PAGER": "cat > '\(file.path)'",
          "PAGER": "false",
          "NO_COLOR": "1",
        ])
      #expect(terminal.end() == 0)
      let paged = try String(contentsOf: file, encoding: .utf8)
      #expect(paged.contains("=cmd|' /C calc'!A0") && !paged.unicodeScalars.contains(where: Formats.steers))
    }
  }

  @Test("what the command line is told does not come back raw in a complaint")
  func complaints() throws {
    try Self.run { scenario, _ in
      let evil = "\u{1B}]0;owned\u{07}\u{9B}2J\u{202E}"
      for words in [
        ["accounts", "--cursor", evil], ["accounts", "--limit", evil], ["accounts", "--width", evil],
        ["accounts", "--status", evil], ["installations", "--app", evil], ["findings", "--device", evil],
        ["findings", "--rule", evil], ["findings", "show", evil], ["why", "--finding", evil],
        ["state", evil],
        ["history", "upn:\(evil)"], ["query", "run", evil], ["query", "run", "./\(evil).sql"],
        ["query", "show", evil], ["query", "run", "wipe-ledger", "--arg", evil],
        ["query", "run", "wipe-ledger", "--arg", "account=\(evil)", "--arg", "\(evil)=1"],
        ["query", "list", "--area", evil], ["ingest", evil], ["ingest", "--rejects", "/\(evil)/x"],
        ["check", evil],
        ["diff", evil, "--from", "7d"], ["rules", "apply", evil],
        ["export", "events", "--output", "/\(evil)/x"],
      ] {
        let outcome = try scenario.tool(words, input: "bad\n")
        #expect(outcome.status != 0, "\(words)")
        #expect(!outcome.stderr.isEmpty, "\(words)")
        let raw = (outcome.stdout + outcome.stderr).unicodeScalars.filter(Formats.steers)
        #expect(raw.isEmpty, "\(words)")
      }
      // A damaged line is told with its reason, its reasons with its file.
      let refused = try scenario.tool(
        ["ingest", "-"], input: Wire.event("x", "no.such", "09:00:00Z", device: "\u{202E}") + "\n\(evil)\n")
      #expect(refused.status == 1 && !refused.stderr.unicodeScalars.contains(where: Formats.steers))
    }
  }
}
