import Compliance
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Rules in SQL")
struct RuleTableTests {
  /// What the catalogue declares of a rule, in the order of the columns.
  private static func row(_ rule: Rule, _ ordinal: Int) -> [String] {
    let parameters = rule.parameters.map { parameter in
      switch parameter.builtIn {
      case .seconds: #""\#(parameter.name.rawValue)": "\#(parameter.builtIn.compact)""#
      case .count: #""\#(parameter.name.rawValue)": \#(parameter.builtIn.compact)"#
      }
    }
    return [
      rule.id.rawValue, rule.title, rule.severity.rawValue, rule.key.rawValue, rule.document.rawValue,
      rule.section,
      rule.id.area.rawValue, rule.remedy, "{\(parameters.joined(separator: ", "))}", "\(ordinal)",
    ]
  }

  private static let rows = RuleCatalogue.all.enumerated().map { row($1, $0 + 1) }

  /// The statement that makes the view of the catalogue as it is.
  private static var statement: String {
    let values = rows.map { row in
      let texts = row.prefix(8).map { "'" + $0.replacing("'", with: "''") + "'" }
      return "        (\(texts.joined(separator: ", ")), '\(row[8])'::jsonb, \(row[9])::bigint)"
    }
    return """
      CREATE OR REPLACE VIEW reporting.v1_rule (
          rule, title, severity, judged_over, document, section, area, remedy, parameters, ordinal
      ) AS
          VALUES
      \(values.joined(separator: ",\n"));

      """
  }

  @Test("the lookup view of the rules is the catalogue")
  func rules() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let connection = try database.connect()
      try connection.script("SET ROLE mamaudit_reporting")
      let found = try connection.execute(
        """
        SELECT rule, title, severity, judged_over, document, section, area, remedy, parameters::text, ordinal::text
          FROM reporting.v1_rule AS r ORDER BY r.ordinal
        """
      ).map { row in try (0..<10).map { try row.text($0) } }
      // jsonb has an order of its own.
      let parameters = try connection.execute(
        "SELECT p.text::jsonb::text FROM unnest($1) WITH ORDINALITY AS p (text, n) ORDER BY p.n",
        [.textArray(Self.rows.map { $0[8] })]
      ).map { try $0.text(0) }
      var expected = Self.rows
      for (index, text) in parameters.enumerated() { expected[index][8] = text }
      guard found != expected else { return }
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("v1_rule.sql")
      try Self.statement.write(to: file, atomically: true, encoding: .utf8)
      let differing = Set(Set(found).symmetricDifference(expected).map { $0[0] }).sorted().joined(
        separator: ", ")
      Issue.record(
        """
        the rules were changed (\(differing)): add a migration that begins with SET LOCAL ROLE mamaudit_owner and has \
        the statement in \(file.path)
        """)
    }
  }

  @Test("an append lets the server count the logs anew, so that reports are planned for as many as there are")
  func statistics() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let options = try database.connect().execute(
        "SELECT array_to_string(reloptions, ' ') FROM pg_class WHERE oid = 'audit.log'::regclass"
      ).single().text(0)
      #expect(options.contains("autovacuum_analyze_threshold=0"))
      #expect(options.contains("autovacuum_analyze_scale_factor=0"))
    }
  }
}
