import Postgres
import QueryCatalog
import Rendering

/// A report as data.
enum QueryDocument {
  /// Writes a report as one object.
  static func write(_ query: StoredQuery, to json: inout JSONWriter) {
    let header = query.header
    json.object { json in
      for (name, value) in [
        ("name", query.name), ("area", query.area), ("file", query.file), ("kind", header.kind.rawValue),
        ("summary", header.summary),
        ("description", header.description),
      ] {
        json.key(name)
        json.string(value)
      }
      json.key("parameters")
      json.array(header.parameters) { json, parameter in write(parameter, to: &json) }
      json.key("columns")
      json.array(header.columns) { json, column in
        json.object { json in
          json.key("name")
          json.string(column.name)
          json.key("type")
          json.string(column.type.rawValue)
          json.key("meaning")
          json.string(column.text)
        }
      }
      json.key("order")
      json.array(header.order) { $0.string($1) }
      json.key("severity")
      json.string(header.severity?.rawValue)
      json.key("rule")
      json.string(header.rule)
      json.key("remediation")
      json.string(header.remediation)
      json.key("examples")
      json.array(query.commandLines) { $0.string($1) }
    }
  }

  private static func write(_ parameter: QueryHeader.Parameter, to json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.string(parameter.name)
      json.key("type")
      json.string(parameter.type.rawValue)
      json.key("required")
      json.boolean(parameter.standard == nil)
      json.key("default")
      json.string(parameter.standard)
      json.key("values")
      if let values = parameter.values { json.array(values) { $0.string($1) } } else { json.null() }
      json.key("meaning")
      json.string(parameter.text)
    }
  }
}

extension BoundQuery {
  /// The arguments as they are bound: instants in full, all else as it was written.
  var resolved: String {
    zip(arguments, parameters).compactMap { argument, parameter in
      guard case .timestamptz(let microseconds) = parameter else {
        return argument.value.isEmpty ? nil : "\(argument.name)=\(argument.value)"
      }
      return "\(argument.name)=\(CalendarText.machine(microseconds))"
    }.joined(separator: ", ")
  }
}
