import Compliance
import Postgres
import TestSupport
import Testing

@Suite("Rules in SQL")
struct RuleTableTests {
  @Test("the lookup view of the rules is the catalogue")
  func rules() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let found = try database.connect().execute(
        "SELECT concat_ws(' | ', rule, title, severity, judged_over, document, section) FROM reporting.v1_rule"
      ).map { try $0.text(0) }
      let expected = RuleCatalogue.all.map { rule in
        [
          rule.id.rawValue, rule.title, rule.severity.rawValue, rule.key.rawValue, rule.document.rawValue,
          rule.section,
        ].joined(separator: " | ")
      }
      #expect(found == expected, "the rules were changed: reporting.v1_rule must follow in a migration")
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
