import Foundation
import QueryCatalog
import TestSupport
import Testing

/// The files for Grafana, as files: Grafana's own model takes them, and they hold together.
@Suite struct GrafanaFileTests {
  /// The panels that come with Grafana and are used here.
  private static let plugins: Set = ["barchart", "bargauge", "stat", "table", "text", "timeseries"]
  private static let source = GrafanaDashboard.Source(type: "postgres", uid: "mamaudit")

  private static func texts() -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: GrafanaFiles.embedded().map {
        ($0.path, String(decoding: $0.bytes, as: UTF8.self))
      })
  }

  @Test(
    "Grafana's model reads every dashboard and loses nothing; the provisioning says where they and the data are"
  )
  func model() throws {
    let reading = try GrafanaModel.read(Self.texts())
    #expect(reading.problems.count == 7)
    for (path, problems) in reading.problems { #expect(problems == [], "\(path)") }
    let sources = try #require(reading.yaml["provisioning/datasources/mamaudit.yaml"] as? NSDictionary)
    #expect(
      sources == [
        "apiVersion": 1,
        "datasources": [
          [
            "name": "mamaudit", "uid": "mamaudit", "type": "postgres", "access": "proxy", "editable": false,
            "url": "${MAMAUDIT_GRAFANA_HOST}", "user": "${MAMAUDIT_GRAFANA_USER}",
            "jsonData": [
              "database": "${MAMAUDIT_GRAFANA_DATABASE}", "sslmode": "${MAMAUDIT_GRAFANA_SSLMODE}",
              "postgresVersion": 1500, "timescaledb": false, "maxOpenConns": 8, "maxIdleConns": 2,
              "connMaxLifetime": 3600,
            ],
            "secureJsonData": ["password": "${MAMAUDIT_GRAFANA_PASSWORD}"],
          ]
        ],
      ])
    let providers = try #require(reading.yaml["provisioning/dashboards/mamaudit.yaml"] as? [String: Any])
    let provider = try #require((providers["providers"] as? [NSDictionary])?.first)
    #expect(provider["type"] as? String == "file")
    #expect((provider["options"] as? [String: String]) == ["path": "${MAMAUDIT_GRAFANA_DASHBOARDS}"])
  }

  @Test("Grafana's model refuses a dashboard that is broken")
  func broken() throws {
    let fleet = try #require(Self.texts()["dashboards/fleet.json"])
    let breaks: [(name: String, from: String, to: String, problem: String)] = [
      ("number.json", #""h": 4"#, #""h": "4""#, "no int"),
      ("word.json", #""drawStyle": "bars""#, #""drawStyle": "columns""#, "is none of"),
      ("member.json", #""wideLayout""#, #""wideLayuot""#, "no such member"),
      ("plugin.json", #""type": "barchart""#, #""type": "acme-chart""#, "no panel of the model"),
      ("list.json", "\"tags\": [\n    \"mamaudit\"\n  ]", #""tags": "mamaudit""#, "is no list"),
      ("cut.json", #""uid": "mamaudit-fleet""#, #""uid": "mamaudit-fleet"#, "cannot be read"),
      ("cut.yaml", fleet, "datasources:\n  - name: [", "cannot be read"),
    ]
    let files = breaks.map { ($0.name, fleet.replacingOccurrences(of: $0.from, with: $0.to)) }
    for (name, text) in files { #expect(text != fleet, "\(name)") }
    let reading = try GrafanaModel.read(Dictionary(uniqueKeysWithValues: files))
    for (name, _, _, problem) in breaks {
      #expect(
        reading.problems[name]?.contains { $0.contains(problem) } == true,
        "\(name): \(reading.problems[name] ?? [])")
    }
  }

  @Test("the dashboards have fixed ids of their own, one data source, and lead to each other")
  func identities() throws {
    let all = try GrafanaDashboard.all()
    #expect(
      all.map(\.dashboard.uid) == [
        "mamaudit-account", "mamaudit-compliance", "mamaudit-enrollment", "mamaudit-fleet", "mamaudit-wipes",
      ])
    #expect(Set(all.map(\.dashboard.title)).count == all.count)
    for (dashboard, text) in all {
      #expect(dashboard.tags == ["mamaudit"] && dashboard.timezone == "utc" && !dashboard.description.isEmpty)
      #expect(dashboard.time.from.hasSuffix("/d") && dashboard.time.to == "now/d", "whole days")
      let link = try #require(dashboard.links.first)
      #expect(link.type == "dashboards" && link.tags == ["mamaudit"] && link.includeVars && link.keepTime)
      #expect(dashboard.templating.list.first?.name == "tenant")
      for variable in dashboard.templating.list {
        #expect(
          variable.type == "query" && variable.datasource == Self.source && !variable.multi
            && !variable.includeAll)
      }
      for match in text.matches(of: /"uid": "([^"]+)"/) {
        #expect(match.1 == "mamaudit" || match.1 == dashboard.uid)
      }
      for match in text.matches(of: /"\/d\/([a-z-]+)\?([^"]*)"/) {
        #expect(all.contains { $0.dashboard.uid == match.1 })
        #expect(
          match.2 == "${tenant:queryparam}&var-account=${__value.raw:percentencode}&${__url_time_range}",
          "\(dashboard.uid)")
      }
    }
    // From each of the others a click on an account leads to it.
    #expect(all.filter { $0.text.contains("/d/mamaudit-account?") }.count == 4)
  }

  @Test("each panel says what it shows, lies on the grid of 24 columns, and on no other")
  func panels() throws {
    for (dashboard, _) in try GrafanaDashboard.all() {
      #expect(Set(dashboard.panels.map(\.id)).count == dashboard.panels.count)
      #expect(dashboard.panels.first?.title == "Data through")
      var taken: [[Int]: String] = [:]
      for panel in dashboard.panels {
        let name = "\(dashboard.uid): \(panel.title)"
        #expect(Self.plugins.contains(panel.type), "\(name)")
        #expect(panel.description.count > 20 && panel.description.hasSuffix("."), "\(name)")
        #expect((panel.targets == nil) == (panel.type == "text"), "\(name)")
        #expect(panel.datasource == (panel.targets == nil ? nil : Self.source), "\(name)")
        #expect(
          ["stat", "bargauge", "barchart", "timeseries"].contains(panel.type)
            == (panel.fieldConfig.defaults.unit != nil), "\(name)")
        let place = panel.gridPos
        #expect(
          place.x >= 0 && place.y >= 0 && place.w > 0 && place.h > 1 && place.x + place.w <= 24, "\(name)")
        for x in place.x..<place.x + place.w {
          for y in place.y..<place.y + place.h {
            #expect(taken.updateValue(panel.title, forKey: [x, y]) == nil, "\(name)")
          }
        }
      }
      // No hole either.
      #expect(
        taken.count % 24 == 0 && taken.count / 24 == taken.keys.map { $0[1] + 1 }.max(), "\(dashboard.uid)")
    }
  }

  @Test("the SQL reads views of reporting alone, takes variables in quotes, and what counts days says UTC")
  func statements() throws {
    for (dashboard, _) in try GrafanaDashboard.all() {
      let ofVariables = dashboard.templating.list.map { ("$\($0.name)", "", $0.query) }
      let ofPanels = dashboard.panels.flatMap { panel in
        (panel.targets ?? []).map { (panel.title, panel.description, $0.rawSql) }
      }
      for (title, description, sql) in ofVariables + ofPanels {
        let name = "\(dashboard.uid): \(title)"
        #expect(sql.hasPrefix("SELECT\n") || sql.hasPrefix("SELECT "), "\(name)")
        #expect(!sql.contains(";") && !sql.contains("*\n") && !sql.contains("--"), "\(name)")
        // Names without a schema do not resolve where the statements are run.
        let relations = sql.matches(of: /(?:FROM|JOIN)\s+(\w+)\.(\w+)/)
        #expect(!relations.isEmpty, "\(name)")
        for match in relations {
          #expect(match.1 == "reporting" && match.2.hasPrefix("v1_"), "\(name): \(match.0)")
        }
        for match in sql.matches(of: /\$\{?([A-Za-z_]+)(:sqlstring\})?/) {
          let isMacro = ["__timeFilter", "__timeFrom", "__timeTo"].contains(match.1)
          #expect(isMacro != (match.2 != nil), "\(name): \(match.0)")
        }
        for match in sql.matches(of: /\$__timeFilter\(([^)]*)\)/) {
          #expect(match.1.wholeMatch(of: /[a-z_]+/) != nil, "\(name): a plain column")
        }
        if sql.contains("(day)") || sql.contains("::date") {
          #expect(description.contains("UTC days"), "\(name)")
        }
      }
    }
  }

  @Test("export grafana writes the files as they are compiled in, again over themselves, and leaves others")
  func export() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mamaudit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.appending(path: "mine.json"))
    for quiet in [[], ["--quiet"]] {
      let outcome = try Tool.run(["export", "grafana", folder.path + "/new"] + quiet)
      #expect(outcome.status == 0 && outcome.stdout.isEmpty)
      #expect(outcome.stderr.split(separator: "\n").count == (quiet.isEmpty ? 7 : 0))
    }
    let written = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
    let files = GrafanaFiles.embedded()
    #expect(written.sorted() == (["mine.json"] + files.map { "new/" + $0.path }).sorted())
    for file in files {
      #expect(
        try Array(Data(contentsOf: folder.appending(path: "new/" + file.path))) == file.bytes, "\(file.path)")
    }
    let refused = try Tool.run(["export", "grafana", "/proc/mamaudit"])
    #expect(refused.status == 4 && refused.stderr.contains("/proc/mamaudit/dashboards/account.json"))
  }
}
