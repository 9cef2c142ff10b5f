import Rendering

extension Report {
  /// The report as one JSON document with a line end.
  func json() throws -> String {
    try JSONWriter.text { json in
      json.object { json in
        json.key("version")
        json.integer(1)
        json.key("startedAt")
        json.string(startedAt)
        json.key("quick")
        json.boolean(isQuick)
        json.key("debugBuild")
        json.boolean(isDebugBuild)
        for (name, facts) in [
          ("options", options), ("machine", machine), ("versions", versions), ("settings", settings),
        ] {
          json.key(name)
          Self.write(facts, to: &json)
        }
        json.key("measures")
        json.array(rows) { json, row in Self.write(row, to: &json) }
        json.key("notes")
        json.array(notes) { $0.string($1) }
      }
    } + "\n"
  }

  private static func write(_ facts: [Fact], to json: inout JSONWriter) {
    json.object { json in
      for fact in facts {
        json.key(fact.name)
        json.string(fact.value)
      }
    }
  }

  private static func write(_ row: ReportRow, to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.string(row.measure.rawValue)
      json.key("work")
      json.string(row.work)
      json.key("unit")
      json.string(row.unit.rawValue)
      json.key("product")
      write(row.spread, row.product, to: &json)
      for (name, other) in [("limit", row.limit), ("peer", row.peer)] {
        json.key(name)
        guard let other else {
          json.null()
          continue
        }
        json.object { json in
          json.key("what")
          json.string(other.what)
          json.key("figure")
          write(other.spread, other.values, to: &json)
          json.key("ratio")
          write(row.ratio(to: other), nil, to: &json)
          json.key("bar")
          json.real(other.bar)
          json.key("met")
          json.boolean(row.isMet(other))
        }
      }
      json.key("notes")
      json.array(row.notes) { $0.string($1) }
    }
  }

  private static func write(_ spread: Spread?, _ values: [Double]?, to json: inout JSONWriter) {
    guard let spread else { return json.null() }
    json.object { json in
      for (name, value) in [
        ("median", spread.median), ("minimum", spread.minimum), ("maximum", spread.maximum),
      ] {
        json.key(name)
        json.real(value)
      }
      if let values {
        json.key("rounds")
        json.array(values) { $0.real($1) }
      }
    }
  }
}
