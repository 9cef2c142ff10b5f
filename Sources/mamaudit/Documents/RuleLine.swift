import Compliance
import MAMEvents
import Rendering

/// A rule with what it is judged by, as `rules show` writes it.
struct RuleLine {
  var rule: Rule
  var inForce: RulesInForce

  private var isOn: Bool { inForce.parameters.isOn(rule.id) }
  private var severity: RuleSeverity { inForce.parameters.severity(of: rule.id) }
  private var setBy: Int64? { inForce.sets(rule.id) ? inForce.position : nil }

  private func value(_ parameter: RuleParameter) -> ParameterValue {
    inForce.parameters.values[rule.id]?[parameter.name] ?? parameter.builtIn
  }

  /// The parameters in words, such as `count 3, within 7d`.
  private var parameters: String {
    rule.parameters.map { "\($0.name.rawValue) \(value($0).compact)" }.joined(separator: ", ")
  }

  private static let columns: [Column] = [
    Column("rule"), Column("severity", tones: ["violation": .bad, "off": .faint]), Column("title"),
    Column("parameters"), Column("setBy", .integer, title: "set by event"),
  ]
  private static let moreColumns: [Column] = [Column("document"), Column("section"), Column("remedy")]

  private var cells: [Cell] {
    [
      .text(rule.id.rawValue), .text(isOn ? severity.rawValue : "off"), .text(rule.title), .text(parameters),
      Cell(setBy),
    ]
  }

  private var moreCells: [Cell] { [.text(rule.document.rawValue), .text(rule.section), .text(rule.remedy)] }

  /// Writes rules in the format asked for; on a terminal those that were named with all there is to say.
  static func write(_ lines: [RuleLine], areNamed: Bool, to output: Output) throws {
    switch output.format {
    case .json, .jsonl:
      try output.objects(title: "Rules") { object in
        for line in lines { try object { json in json.object { line.write(to: &$0) } } }
      }
    case .table where areNamed:
      for (index, line) in lines.enumerated() {
        try output.write((index == 0 ? "" : "\n") + line.fields(output.writerOptions))
      }
      output.finish()
    case .table:
      try output.rows(columns, title: "Rules") { row in
        for line in lines { try row(line.cells) }
        return .complete
      }
    case .csv, .markdown, .html:
      try output.rows(columns + moreColumns, title: "Rules") { row in
        for line in lines { try row(line.cells + line.moreCells) }
        return .complete
      }
    }
  }

  private func fields(_ options: WriterOptions) -> String {
    var fields = FieldList(options)
    for (column, cell) in zip(Self.columns + Self.moreColumns, cells + moreCells) {
      fields.add(column.title, cell)
    }
    for reason in rule.reasons { fields.add("says", .text(reason)) }
    return fields.text
  }

  private func write(to json: inout JSONWriter) {
    json.key("tenant")
    json.string(inForce.tenant?.text)
    json.key("rule")
    json.string(rule.id.rawValue)
    json.key("area")
    json.string(rule.id.area.rawValue)
    json.key("title")
    json.string(rule.title)
    json.key("severity")
    json.string(severity.rawValue)
    json.key("builtInSeverity")
    json.string(rule.severity.rawValue)
    json.key("on")
    json.boolean(isOn)
    json.key("judgedOver")
    json.string(rule.key.rawValue)
    json.key("parameters")
    json.array(rule.parameters) { json, parameter in
      json.object { json in
        json.key("name")
        json.string(parameter.name.rawValue)
        json.key("value")
        json.string(value(parameter).compact)
        json.key("builtIn")
        json.string(parameter.builtIn.compact)
      }
    }
    json.key("setBy")
    json.integer(setBy)
    json.key("document")
    json.string(rule.document.rawValue)
    json.key("section")
    json.string(rule.section)
    json.key("reasons")
    json.array(rule.reasons) { $0.string($1) }
    json.key("remedy")
    json.string(rule.remedy)
  }
}
