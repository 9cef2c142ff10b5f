import Compliance
import Foundation
import Testing

/// The reference page of the rules.
@Suite struct RuleDocsTests {
  @Test("the committed page is the one that is made of the catalogue")
  func committed() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = "Sources/Compliance/Compliance.docc/Rules.md"
    let committed = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    #expect(
      committed == RuleCatalogue.markdown,
      "rules were changed: write the page anew with 'swift run mamaudit rules docs > \(page)' and commit it")
  }

  @Test("every rule has its chapter with all that is declared of it", arguments: RuleCatalogue.all.indices)
  func complete(index: Int) {
    let rule = RuleCatalogue.all[index]
    let page = RuleCatalogue.markdown
    #expect(page.contains("\n### \(rule.id.rawValue): \(rule.title)\n"))
    for text in rule.reasons + [rule.remedy, rule.section, rule.document.rawValue] {
      #expect(page.contains(text))
    }
    for parameter in rule.parameters {
      #expect(page.contains("`\(parameter.name.rawValue)` \(parameter.builtIn.compact)"))
    }
  }

  @Test("no text of a rule ends a cell of a table, and the example is a file")
  func cells() throws {
    for rule in RuleCatalogue.all { #expect(!rule.title.contains("|")) }
    let example = try #require(
      RuleCatalogue.markdown.split(separator: "```json\n").last?.split(separator: "```").first)
    let parameters = try RuleParameters(json: example.utf8)
    #expect(parameters.off == [.s9])
  }

  @Test("chapters hold their rules together, in the order of the catalogue")
  func areas() {
    let areas = RuleCatalogue.all.map(\.id.area)
    #expect(
      areas.enumerated().filter { $0.offset == 0 || areas[$0.offset - 1] != $0.element }.count
        == Set(areas).count)
    #expect(RuleID.w10.area == .wipe)
    #expect(RuleID.kADALClientID.area == .configuration)
  }
}
