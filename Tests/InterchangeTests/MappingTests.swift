import Foundation
import Testing

@testable import Interchange

/// The reference page of the mapping.
@Suite struct MappingTests {
  @Test("the committed page is the one that is made of the code")
  func committed() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = "Sources/Interchange/Interchange.docc/Mapping.md"
    let committed = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    #expect(
      committed == OCSFMapping.markdown,
      "the mapping was changed: write the page anew with 'swift run mamaudit export mapping > \(page)' and commit it"
    )
  }
}
