import Foundation
import Postgres
import TestSupport
import Testing

/// `mamaudit export metrics` through the built program.
@Suite struct ExportMetricsCommandTests {
  private static let other = "7e4b0000-0000-4000-8000-0000000000bb"

  /// Ada's wipe is confirmed after five minutes, Bob's never; two events are of types of the producer's own.
  private static let story = [
    Wire.event("m1", "account.signedIn", "09:00:00Z"),
    Wire.event("m2", "account.registered", "09:01:00Z", data: #"{"method":"registerAndEnroll"}"#),
    Wire.event("m3", "enrollment.completed", "09:02:00Z", data: #"{"statusCode":100}"#),
    Wire.event(
      "m4", "enrollment.completed", "09:03:00Z", subject: Scenario.bob, data: #"{"statusCode":227}"#),
    Wire.event("m5", "wipe.requested", "10:00:00Z", data: #"{"origin":"admin"}"#),
    Wire.event("m6", "wipe.completed", "10:05:00Z"),
    Wire.event("m7", "wipe.requested", "11:00:00Z", subject: Scenario.bob, data: #"{"origin":"admin"}"#),
    Wire.event("m8", "badge", "12:00:00Z").replacing("mam.badge", with: #"x.\"door\""#),
    Wire.event("m9", "badge", "12:00:00Z").replacing("mam.badge", with: "x.bob@contoso.example"),
  ]
  private static let ofOther = Wire.event("n1", "account.signedIn", "09:00:00Z")
    .replacing(Scenario.tenant, with: other)

  /// The value of the one sample of a name with these labels.
  private static func value(
    _ samples: [MetricsCheck.Sample], _ name: String, _ labels: [String: String] = [:],
    tenant: String = Scenario.tenant
  ) throws -> Double {
    let labels = labels.merging(["tenant": tenant]) { $1 }
    let found = samples.filter { $0.name == name && $0.labels == labels }
    try #require(found.count == 1, "\(name) \(labels): \(found.count) samples")
    return found[0].value
  }

  @Test("the figures of all tenants, worked out by hand, in OpenMetrics that strict readers take")
  func values() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story + [Self.ofOther])
      let text = try scenario.ask("export", "metrics")
      #expect(OpenMetricsGrammar.problem(in: text) == nil)
      let samples = try MetricsCheck.samples(text)
      func value(_ name: String, _ labels: [String: String] = [:]) throws -> Double {
        try Self.value(samples, "mamaudit_" + name, labels)
      }
      #expect(try value("events_total", ["type": "mam.enrollment.completed"]) == 2)
      #expect(try value("events_total", ["type": "x.*"]) == 2)
      #expect(try value("log_size") == 9)
      for projection in ["accounts", "devices", "log", "rollups"] {
        #expect(try value("projection_through_position", ["projection": projection]) == 9)
        #expect(try value("projection_lag_seconds", ["projection": projection]) == 0)
      }
      #expect(try value("enrollment_results_total", ["code": "100", "name": "NewPoliciesReceived"]) == 1)
      #expect(
        try value("enrollment_results_total", ["code": "227", "name": "SingleManagedAccountMode"]) == 1)
      // A wipe removes the policy and the data; the account is enrolled until it is unenrolled.
      #expect(try value("accounts", ["status": "enrolled"]) == 1)
      #expect(try value("accounts", ["status": "wipePending"]) == 1)
      #expect(try value("accounts", ["status": "managed"]) == 0)
      #expect(try value("installations") == 1)
      #expect(try value("devices") == 1)
      #expect(try value("open_findings", ["rule": "W1", "severity": "violation"]) == 1)
      #expect(try value("wipes", ["state": "requested"]) == 1)
      #expect(try value("wipes", ["state": "completed"]) == 1)
      #expect(try value("wipes", ["state": "failed"]) == 0)
      #expect(try value("open_wipes") == 1)
      #expect(try value("wipe_confirmation_seconds_bucket", ["le": "60.0"]) == 0)
      #expect(try value("wipe_confirmation_seconds_bucket", ["le": "300.0"]) == 1)
      #expect(try value("wipe_confirmation_seconds_bucket", ["le": "+Inf"]) == 1)
      #expect(try value("wipe_confirmation_seconds_count") == 1)
      #expect(try value("wipe_confirmation_seconds_sum") == 300)
      // The same instant as the store shows it, to the microsecond.
      let recorded = try scenario.database.connect().execute(
        "SELECT extract(epoch FROM max(recorded_at))::text FROM audit.event WHERE log_id = (SELECT log_id FROM audit.log WHERE tenant = '\(Scenario.tenant)')"
      ).single().text(0)
      #expect(
        text.contains("mamaudit_last_recorded_timestamp_seconds{tenant=\"\(Scenario.tenant)\"} \(recorded)\n")
      )
      #expect(try Self.value(samples, "mamaudit_log_size", tenant: Self.other) == 1)
      #expect(try Self.value(samples, "mamaudit_open_wipes", tenant: Self.other) == 0)
      #expect(try Self.value(samples, "mamaudit_wipe_confirmation_seconds_count", tenant: Self.other) == 0)
      #expect(text.hasPrefix("# TYPE mamaudit_build info\n"))
      #expect(samples.first?.labels == ["version": "0.1.0"])

      // Nobody, no device, no app, and no word of a producer's is a label.
      let labels = samples.reduce(into: Set<String>()) { $0.formUnion($1.labels.keys) }
      #expect(
        labels == [
          "version", "tenant", "type", "code", "name", "status", "rule", "severity", "state", "projection",
          "le",
        ])
      for word in [Scenario.ada, Scenario.bob, "contoso", "D-1", "door"] { #expect(!text.contains(word)) }

      let one = try MetricsCheck.samples(try scenario.ask("export", "metrics", "--tenant", Self.other))
      #expect(Set(one.compactMap { $0.labels["tenant"] }) == [Self.other])
      let unknown = try scenario.tool(["export", "metrics", "--tenant", Scenario.ada])
      #expect(unknown.status == 1)
      #expect(unknown.stdout.isEmpty)
    }
  }

  @Test("a finding that has ended counts as none, and stays")
  func ended() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story)
      let line = try #require(
        try scenario.tool(["findings", "--rule", "W1", "--format", "jsonl"]).lines.first)
      let id = try #require(line.firstMatch(of: #/"id":"([0-9a-f]{16})"/#)).1
      _ = try scenario.ask("findings", "acknowledge", String(id), "--reason", "told")
      let samples = try MetricsCheck.samples(try scenario.ask("export", "metrics"))
      #expect(
        try Self.value(samples, "mamaudit_open_findings", ["rule": "W1", "severity": "violation"]) == 0)
    }
  }

  @Test("read models that wait show where they are, and how long they have been waiting")
  func lag() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Array(Self.story.prefix(4)))
      try scenario.database.withLogin(granted: "mamaudit_writer") { conninfo in
        let rest = Self.story.dropFirst(4).map { $0 + "\n" }.joined()
        let outcome = try Tool.run(
          ["ingest", "-"], environment: ["DATABASE_URL": conninfo], input: Array(rest.utf8))
        #expect(outcome.status == 0, "\(outcome.stderr)")
      }
      let samples = try MetricsCheck.samples(try scenario.ask("export", "metrics"))
      #expect(try Self.value(samples, "mamaudit_log_size") == 9)
      #expect(
        try Self.value(samples, "mamaudit_projection_through_position", ["projection": "accounts"]) == 4)
      let lag = try Self.value(samples, "mamaudit_projection_lag_seconds", ["projection": "accounts"])
      #expect(lag > 0 && lag < 600)
      #expect(
        samples.filter { $0.name == "mamaudit_events_total" }.map(\.value).reduce(0, +) == 4)
    }
  }

  @Test(
    "the format of the textfile collector: promtool is content, all may read the file, and it is there when whole"
  )
  func textfile() throws {
    try Scenario.run { scenario in
      try scenario.ingest(Self.story + [Self.ofOther])
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("prom-\(UUID().uuidString)")
        .path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "/mamaudit.prom"
      let outcome = try scenario.tool(["export", "metrics", "--format", "prometheus", "--output", path])
      #expect(outcome.status == 0)
      #expect(outcome.stdout.isEmpty)
      #expect(outcome.stderr == "the metrics of 2 tenants are in \(path)\n")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try MetricsCheck.promtool(text) == "")
      #expect(text.contains("# TYPE mamaudit_events_total counter\n"))
      #expect(text.contains("mamaudit_build_info{version=\"0.1.0\"} 1\n"))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o644)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mamaudit.prom"])
      // Both formats have the same samples.
      let samples = { (text: String) in text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
      let openMetrics = try scenario.ask("export", "metrics")
      #expect(samples(text) == samples(openMetrics))
      #expect(try scenario.tool(["export", "metrics", "--output", "/dev/full"]).status == 4)
    }
  }

  @Test("a login for reports alone may ask; an empty store has the program's version alone")
  func rights() throws {
    try Scenario.run { scenario in
      let empty = try scenario.ask("export", "metrics")
      #expect(OpenMetricsGrammar.problem(in: empty) == nil)
      #expect(try MetricsCheck.samples(empty).map(\.name) == ["mamaudit_build_info"])
      #expect(
        try MetricsCheck.promtool(try scenario.ask("export", "metrics", "--format", "prometheus")) == "")
      try scenario.ingest(Self.story)
      try scenario.database.withLogin(granted: "mamaudit_reporting") { conninfo in
        let outcome = try Tool.run(["export", "metrics"], environment: ["DATABASE_URL": conninfo])
        #expect(outcome.status == 0, "\(outcome.stderr)")
        let own = try scenario.ask("export", "metrics")
        #expect(outcome.stdout == own)
      }
      try scenario.database.withLogin(granted: "mamaudit_writer") { conninfo in
        let outcome = try Tool.run(["export", "metrics"], environment: ["DATABASE_URL": conninfo])
        #expect(outcome.status == 3)
      }
    }
  }

  @Test("the sums over the sample fleet are those of the lists")
  func sampleFleet() throws {
    try Scenario.run { scenario in
      _ = try scenario.ask("ingest", Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson")
      let samples = try MetricsCheck.samples(try scenario.ask("export", "metrics"))
      func sum(_ name: String) -> Double {
        samples.filter { $0.name == "mamaudit_" + name }.map(\.value).reduce(0, +)
      }
      #expect(sum("events_total") == 2953)
      #expect(
        sum("accounts")
          == Double(try scenario.ask("accounts", "--format", "jsonl").split(separator: "\n").count))
      #expect(
        sum("wipes") == Double(try scenario.ask("wipes", "--format", "jsonl").split(separator: "\n").count))
      let open = try scenario.ask("wipes", "--open", "--format", "jsonl").split(separator: "\n").count
      #expect(sum("open_wipes") == Double(open))
      let findings = try scenario.ask("findings", "--format", "jsonl").split(separator: "\n").count
      #expect(sum("open_findings") == Double(findings))
    }
  }
}
