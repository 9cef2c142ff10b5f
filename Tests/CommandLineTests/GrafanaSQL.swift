import Foundation

/// What Grafana makes of the SQL of a panel before PostgreSQL sees it.
///
/// First the browser puts in the values of the variables, then the server expands the macros of its data source for
/// PostgreSQL, in whatever text the values have left: both as Grafana 11 does, as far as dashboards here use it.
struct GrafanaSQL {
  /// The time range of the dashboard as Grafana writes it: RFC 3339 in UTC.
  var from: String
  var to: String
  /// The values of the variables.
  var variables: [String: String]

  /// Why Grafana shows an error in place of the panel.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  func expand(_ sql: String) throws -> String { try expandMacros(interpolate(sql)) }

  // MARK: - Variables

  /// `$name`, `${name}` and `${name:format}`; what is no variable stays.
  func interpolate(_ sql: String) throws -> String {
    try sql.replacing(/\$(\w+)|\$\{(\w+)(?::([^}]+))?\}/) { match in
      let name = String(match.1 ?? match.2 ?? "")
      guard let value = variables[name] else { return String(match.0) }
      switch match.3.map(String.init) {
      case "sqlstring": return Self.sqlString(value)
      // The data source's own way with a variable of one value: quotes are doubled, and none are put around it.
      case nil: return value.replacing("'", with: "''")
      case let format?: throw Refusal(description: "the format \(format) is not known here")
      }
    }
  }

  /// In quotes, quotes doubled; Grafana puts a backslash before a double quote too.
  static func sqlString(_ value: String) -> String {
    "'" + value.replacing("'", with: "''").replacing("\"", with: "\\\"") + "'"
  }

  // MARK: - Macros

  /// `$__name(a, b)`: an argument ends at a comma or the first parenthesis, whatever is quoted.
  func expandMacros(_ sql: String) throws -> String {
    try sql.replacing("$__unixEpochFrom()", with: String(Self.seconds(from)))
      .replacing("$__unixEpochTo()", with: String(Self.seconds(to)))
      .replacing(/\$([_a-zA-Z0-9]+)\(([^)]*)\)/) { match in
        let arguments = match.2.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: [" "])
        }
        var name = String(match.1)
        // As Grafana before 5.3 did: with a comma behind it, the group is the column of times.
        if name == "__timeGroup", sql.contains(match.0 + ",") { name = "__timeGroupAlias" }
        return try expandMacro(name, arguments)
      }
  }

  private func expandMacro(_ name: String, _ arguments: [String]) throws -> String {
    switch name {
    case "__time": return "\(arguments[0]) AS \"time\""
    case "__timeEpoch": return "extract(epoch from \(arguments[0])) as \"time\""
    case "__timeFilter": return "\(arguments[0]) BETWEEN '\(from)' AND '\(to)'"
    case "__timeFrom": return "'\(from)'"
    case "__timeTo": return "'\(to)'"
    case "__timeGroup":
      guard arguments.count > 1 else { throw Refusal(description: "\(name) needs a column and an interval") }
      let seconds = try Self.interval(arguments[1].trimmingCharacters(in: ["'"]))
      return "floor(extract(epoch from \(arguments[0]))/\(seconds))*\(seconds)"
    case "__timeGroupAlias": return try expandMacro("__timeGroup", arguments) + " AS \"time\""
    case "__unixEpochFilter":
      return "\(arguments[0]) >= \(Self.seconds(from)) AND \(arguments[0]) <= \(Self.seconds(to))"
    default: throw Refusal(description: "unknown macro \(name)")
    }
  }

  private static func interval(_ text: String) throws -> Int {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()) else {
      throw Refusal(description: "\(text) is no interval")
    }
    return number * unit
  }

  private static func seconds(_ text: String) -> Int {
    let format = ISO8601DateFormatter()
    format.formatOptions =
      text.contains(".") ? [.withInternetDateTime, .withFractionalSeconds] : [.withInternetDateTime]
    return Int((format.date(from: text)?.timeIntervalSince1970 ?? .nan).rounded(.down))
  }
}
