import Compliance
import Foundation
import Hashing
import Postgres
import TestSupport
import Testing

@Suite struct RulesCommandTests {
  private static let story = [
    Wire.event("r0", "app.lifecycle", "09:00:00Z", subject: nil, data: #"{"phase":"launched"}"#)
  ]
  private static let content =
    #"{"rules": {"W1": {"confirmWithin": "12h", "severity": "warning"}, "S9": {"off": true}}}"#

  private func inForce(_ outcome: Tool.Outcome) throws -> [String: String] {
    var found: [String: String] = [:]
    for rule in try outcome.objects() {
      let id = try #require(rule["rule"] as? String)
      let parameters = (rule["parameters"] as? [[String: String]] ?? []).map {
        "\($0["name"] ?? "") \($0["value"] ?? "")"
      }
      let state = rule["on"] as? Bool == true ? rule["severity"] as? String : "off"
      let setBy = (rule["setBy"] as? Int).map { " by \($0)" } ?? ""
      found[id] = ([state ?? ""] + parameters).joined(separator: ", ") + setBy
    }
    return found
  }

  @Test("a file is set whole, recorded in the log with its SHA-256, and shown from when it was recorded")
  func apply() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let applied = try scenario.tool(["rules", "apply", "-"], input: Self.content)
      #expect(applied.status == 0)
      #expect(
        applied.lines == [
          #"{"rule":"W1","parameter":"confirmWithin","from":"24h","to":"12h","fromBuiltIn":true,"toBuiltIn":false}"#,
          #"{"rule":"W1","parameter":"severity","from":"violation","to":"warning","fromBuiltIn":true,"toBuiltIn":false}"#,
          #"{"rule":"S9","parameter":"off","from":"false","to":"true","fromBuiltIn":true,"toBuiltIn":false}"#,
        ])
      #expect(applied.stderr.contains("by event 1 of the log"))
      let event = try scenario.database.connect().execute(
        "SELECT type, (data -> 'parameters')::text, data ->> 'sha256' FROM audit.events WHERE position = 1"
      ).single()
      #expect(try event.text(0) == "log.rules.changed")
      #expect(
        try event.text(1)
          == #"{"rules": {"S9": {"off": true}, "W1": {"severity": "warning", "confirmWithin": "12h"}}}"#)
      #expect(try event.text(2) == SHA256Hasher().digest(of: Array(Self.content.utf8)).hex)

      let now = try inForce(scenario.tool(["rules", "show"]))
      #expect(now.count == RuleID.allCases.count)
      #expect(now["W1"] == "warning, confirmWithin 12h by 1")
      #expect(now["S9"] == "off by 1")
      #expect(now["W9"] == "warning, count 3, within 7d")
      let recordedAt = try scenario.recordedAt(1)
      #expect(
        try inForce(scenario.tool(["rules", "show", "w1", "--as-of", recordedAt])) == ["W1": now["W1"]])
      for before in [["--as-of", "2026-03-01T09:00:00Z"], ["--known-at", "1"]] {
        #expect(
          try inForce(scenario.tool(["rules", "show", "W1"] + before)) == [
            "W1": "violation, confirmWithin 24h"
          ])
      }

      // The read models were brought up.
      let lag = try scenario.tool(["accounts"])
      #expect(!lag.stderr.contains("projections stand at"))
    }
  }

  @Test("what began before is judged by what was in force then, what begins after by the new content")
  func inForceFromNowOn() throws {
    try Scenario.run { scenario in
      let request = { (device: String, time: String) in
        Wire.event(device, "wipe.requested", "TIME", device: device, data: #"{"origin":"admin"}"#)
          .replacing("2026-03-01TTIME", with: time)
      }
      let now = {
        try scenario.database.connect().execute(
          #"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#
        ).single().text(0)
      }
      func wipes(_ words: String...) throws -> [String: String] {
        let found = try scenario.tool(["findings", "--rule", "W1", "--status", "all"] + words).objects()
        return try Dictionary(
          uniqueKeysWithValues: found.map { finding in
            let scope = try #require(finding["scope"] as? [String: Any])
            let parameters = try #require(finding["parameters"] as? [String: String])
            return (try #require(scope["device"] as? String), parameters["confirmWithin"] ?? "")
          })
      }
      try scenario.ingest([request("D-1", "2026-03-01T10:00:00Z"), request("D-2", try now())])
      let applied = try scenario.tool(
        ["rules", "apply", "-"], input: #"{"rules":{"W1":{"confirmWithin":"0s"}}}"#)
      #expect(
        applied.stderr.contains("findings that began before keep the parameters they began under\n"))
      try scenario.ingest([request("D-3", try now()), request("D-4", "2026-03-02T10:00:00Z")])
      // D-2 is not due yet; D-4 came late, and counts before the change.
      #expect(try wipes() == ["D-1": "24h", "D-3": "0s", "D-4": "24h"])
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
      try Data(#"{"rules":{"W1":{"confirmWithin":"1s"}}}"#.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(
        try wipes("--rules", file.path, "--as-of", "2026-03-03T00:00:00Z") == ["D-1": "1s", "D-4": "1s"])
      #expect(try scenario.tool(["projections", "verify"]).status == 0)
    }
  }

  @Test("the same content again changes and records nothing, in whatever form it is written")
  func applyAgain() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let builtIn = try scenario.tool(["rules", "apply", "-"], input: #"{"rules":{"W1":{}}}"#)
      #expect(builtIn.status == 0)
      #expect(builtIn.stdout.isEmpty)
      #expect(builtIn.stderr.contains("in force already: the built-in values"))
      _ = try scenario.tool(["rules", "apply", "-"], input: Self.content)
      let form =
        #"{"rules":{"S9":{"off":true,"severity":"note"},"W1":{"severity":"warning","confirmWithin":"720m"}}}"#
      let other = try scenario.tool(["rules", "apply", "-"], input: form)
      // A severity that is set to the built-in one is set all the same.
      #expect(other.lines.count == 1)
      let again = try scenario.tool(["rules", "apply", "-"], input: form.replacing("720m", with: "12h"))
      #expect(again.status == 0)
      #expect(again.stdout.isEmpty)
      #expect(again.stderr.contains("in force already, set by event 2 of the log"))
      let file = try scenario.ask("rules", "show", "--as-file")
      let asFile = try scenario.tool(["rules", "apply", "-"], input: file)
      #expect(asFile.stderr.contains("in force already"))
      #expect(try scenario.database.connect().execute("SELECT head FROM audit.log").single().int64(0) == 3)
      let back = try scenario.tool(["rules", "apply", "-", "--format", "csv"], input: "{}")
      #expect(
        back.stdout.unixLines == """
          rule,parameter,from,to,fromBuiltIn,toBuiltIn
          W1,confirmWithin,12h,24h,false,true
          W1,severity,warning,violation,false,true
          S9,severity,note,note,false,true
          S9,off,true,false,false,true

          """)
      #expect(try inForce(scenario.tool(["rules", "show", "W1"])) == ["W1": "violation, confirmWithin 24h"])
    }
  }

  @Test("a dry run says what would change and records nothing")
  func dryRun() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(
        ["rules", "apply", "-", "--dry-run", "--format", "markdown"], input: Self.content)
      #expect(outcome.status == 0)
      #expect(outcome.stdout.contains("| W1 | confirmWithin | 24h (built-in) | 12h |"))
      #expect(outcome.stderr.contains("nothing was recorded"))
      #expect(try scenario.database.connect().execute("SELECT head FROM audit.log").single().int64(0) == 1)
    }
  }

  @Test("a file that cannot be taken is exit code 2 with all that is wrong, and records nothing")
  func refusedFile() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let outcome = try scenario.tool(
        ["rules", "apply", "-"], input: #"{"rules":{"W1":{"confirmWithn":"1h"},"W99":{}}}"#)
      #expect(outcome.status == 2)
      #expect(outcome.stdout.isEmpty)
      #expect(
        outcome.stderr == """
          error: '-' is no file of rule parameters; nothing of it is taken:
            rules.W1.confirmWithn: rule W1 has no parameter 'confirmWithn'; did you mean confirmWithin? it has \
          confirmWithin, severity, off
            rules.W99: there is no rule 'W99'; did you mean W9?

          """)
      let missing = try scenario.tool(["rules", "apply", "/nonexistent/rules.json"])
      #expect(missing.status == 2)
      #expect(missing.stderr.contains("cannot read '/nonexistent/rules.json'"))
      #expect(try scenario.tool(["rules", "apply", "/"]).status == 2)
      #expect(try scenario.database.connect().execute("SELECT head FROM audit.log").single().int64(0) == 1)
    }
  }

  @Test(
    "a reader cannot set the rules, nor can who appends; a keeper that reads can, and acknowledges",
    arguments: [
      ("mamaudit_reader", false), ("mamaudit_reader, mamaudit_writer, mamaudit_projector", false),
      ("mamaudit_reader, mamaudit_keeper", true),
    ])
  func rights(roles: String, mayKeep: Bool) throws {
    try Scenario.run { scenario in
      try scenario.ingest([Wire.event("w", "wipe.requested", "09:00:00Z", data: #"{"origin":"admin"}"#)])
      let finding = try #require(
        try scenario.tool(["findings", "--rule", "W1"]).objects().first?["id"] as? String)
      try scenario.database.withLogin(granted: roles) { conninfo in
        let environment = ["DATABASE_URL": conninfo]
        let applied = try Tool.run(
          ["rules", "apply", "-"], environment: environment, input: Array(Self.content.utf8))
        let acknowledged = try Tool.run(
          ["findings", "acknowledge", finding, "--reason", "known"], environment: environment)
        for outcome in [applied, acknowledged] {
          #expect(outcome.status == (mayKeep ? 0 : 3), "\(outcome.stderr)")
          #expect(outcome.stderr.contains("GRANT mamaudit_keeper TO it.") != mayKeep)
          #expect(outcome.stdout.isEmpty != mayKeep)
        }
        // The read models do not have it yet, which makes it no second one.
        let again = try Tool.run(
          ["findings", "acknowledge", finding, "--reason", "known"], environment: environment)
        #expect(again.stdout == acknowledged.stdout)
        #expect(again.stderr.contains("acknowledged already") == mayKeep)
      }
      let head = try scenario.database.connect().execute("SELECT head FROM audit.log").single().int64(0)
      #expect(head == (mayKeep ? 3 : 1))
    }
  }

  @Test("--rules FILE shows a file's parameters and says so")
  func fileInstead() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json").path
    try Data(Self.content.utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    // No store is needed for it.
    let outcome = try Tool.run(["rules", "show", "W1", "--rules", file, "--database", "host=/nonexistent"])
    #expect(outcome.status == 0)
    #expect(try inForce(outcome) == ["W1": "warning, confirmWithin 12h"])
    #expect(outcome.stderr == "note: judged by \(file) instead of the log's own parameters\n")
  }

  @Test("an empty store has the built-in values")
  func emptyStore() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let outcome = try Tool.run(["rules", "show", "W9", "--database", database.conninfo])
      #expect(outcome.status == 0)
      #expect(outcome.stderr == "note: the store is empty: these are the built-in values\n")
      #expect(
        outcome.stdout == """
          {"tenant":null,"rule":"W9","area":"wipe","title":"Wipe loop","severity":"warning",\
          "builtInSeverity":"warning","on":true,"judgedOver":"account",\
          "parameters":[{"name":"count","value":"3","builtIn":"3"},{"name":"within","value":"7d","builtIn":"7d"}],\
          "setBy":null,"document":"Issues of the Intune App SDK for iOS","section":"Issue 693",\
          "reasons":["{account} was wiped {count} times in {app} on {device} within {within}."],\
          "remedy":"Look for the cause of the wipes: the app may unenroll the account itself, or the list still names it."}

          """)
      let table = try Tool.run(
        ["rules", "show", "W9", "W10", "--format", "table", "--database", database.conninfo])
      #expect(table.stdout.hasPrefix("rule          W9\nseverity      warning\ntitle         Wipe loop\n"))
      #expect(table.stdout.contains("\n\nrule          W10\n"))
      let list = try Tool.run(["rules", "show", "--format", "table", "--database", database.conninfo])
      #expect(list.lines.count == RuleID.allCases.count + 2)
    }
  }

  @Test("a rule that there is not is exit code 2 with the one that was meant")
  func unknownRule() throws {
    let outcome = try Tool.run(["rules", "show", "W1", "W11"])
    #expect(outcome.status == 2)
    #expect(outcome.stderr.contains("there is no rule 'W11'; did you mean 'W1'?"))
    #expect(try Tool.run(["rules", "show", "W1", "--as-file"]).status == 2)
  }

  @Test("what a newer program set is told of, and goes with the next content")
  func newer() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      _ = try scenario.tool(["rules", "apply", "-"], input: Self.content)
      let connection = try scenario.database.connect()
      // The fact of the event as a newer program would have written it.
      try connection.script(
        """
        SET session_replication_role = replica; ALTER TABLE audit.event DISABLE TRIGGER ALL;
        UPDATE audit.event SET facts = '\\x85'::bytea || '\\x0013'::bytea || convert_to('{"rules":{"Z9":{}}}', 'UTF8')
          WHERE position = 1
        """)
      let shown = try scenario.tool(["rules", "show", "W1"])
      #expect(shown.stderr.contains("event 1 sets what this program does not know: rules.Z9"))
      let applied = try scenario.tool(["rules", "apply", "-"], input: "{}")
      #expect(applied.stderr.contains("by event 2 of the log"))
    }
  }

  @Test("the reference page is printed as it is committed")
  func docs() throws {
    let outcome = try Tool.run(["rules", "docs"])
    #expect(outcome.status == 0)
    #expect(outcome.stdout == RuleCatalogue.markdown)
  }
}
