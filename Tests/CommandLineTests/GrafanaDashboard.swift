import Foundation
import QueryCatalog

/// A dashboard of `Queries/grafana/`, as far as tests look at it.
struct GrafanaDashboard: Decodable {
  struct Source: Decodable, Equatable {
    var type: String
    var uid: String
  }

  struct Query: Decodable {
    var datasource: Source
    var format: String
    var rawSql: String
  }

  struct Place: Decodable {
    var x: Int
    var y: Int
    var w: Int
    var h: Int
  }

  struct Override: Decodable {
    struct Matcher: Decodable {
      var id: String
      var options: String
    }

    struct Property: Decodable {
      var id: String
    }

    var matcher: Matcher
    var properties: [Property]
  }

  struct FieldConfig: Decodable {
    struct Defaults: Decodable {
      var unit: String?
    }

    var defaults: Defaults
    var overrides: [Override]
  }

  struct Panel: Decodable {
    var id: Int
    var type: String
    var title: String
    var description: String
    var gridPos: Place
    var datasource: Source?
    var targets: [Query]?
    var fieldConfig: FieldConfig
  }

  struct Variable: Decodable {
    var name: String
    var type: String
    var datasource: Source
    var query: String
    var multi: Bool
    var includeAll: Bool
  }

  struct Templating: Decodable {
    var list: [Variable]
  }

  struct Link: Decodable {
    var type: String
    var tags: [String]
    var includeVars: Bool
    var keepTime: Bool
  }

  struct Time: Decodable {
    var from: String
    var to: String
  }

  var uid: String
  var title: String
  var description: String
  var tags: [String]
  var timezone: String
  var time: Time
  var links: [Link]
  var templating: Templating
  var panels: [Panel]

  /// All that are shipped, by path, with their text.
  static func all() throws -> [(dashboard: GrafanaDashboard, text: String)] {
    try GrafanaFiles.embedded().filter { $0.path.hasSuffix(".json") }.map { file in
      (
        try JSONDecoder().decode(GrafanaDashboard.self, from: Data(file.bytes)),
        String(decoding: file.bytes, as: UTF8.self)
      )
    }
  }

  /// The SQL of a panel by a part of its title.
  static func sql(_ uid: String, _ title: String) throws -> String {
    let panels = try all().first { $0.dashboard.uid == uid }?.dashboard.panels ?? []
    let found = panels.filter { $0.title.hasPrefix(title) }.compactMap { $0.targets?.first?.rawSql }
    guard found.count == 1 else { throw ToolError(text: "\(found.count) panels '\(title)' in \(uid)") }
    return found[0]
  }
}
