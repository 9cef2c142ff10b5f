import Foundation
import MAMEvents
import Postgres
import TestSupport
import Testing

/// What the page about personal data says of the catalogue and of the sample fleet.
@Suite struct PersonalDataTests {
  private static let page = "Sources/mamaudit/mamaudit.docc/PersonalData.md"

  private static func codes(_ cell: Substring) -> [String] {
    cell.matches(of: /`([^`…]+)`/).map { String($0.1) }
  }

  @Test("the table names the personal members of the catalogue, type by type, and the README leads to it")
  func members() throws {
    let text = try String(contentsOfFile: Readme.folder + "/" + Self.page, encoding: .utf8)
    var told: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|")
      try #require(cells.count == 2)
      for type in Self.codes(cells[0]) { told[type, default: []].formUnion(Self.codes(cells[1])) }
    }
    var declared: [String: Set<String>] = [:]
    for definition in Catalogue.all where definition.group != .upstream {
      let names = definition.members.filter { $0.person != nil }.map(\.name)
      if definition.group != .log, definition.account != .none { #expect(names.contains("identity")) }
      let own = Set(names).subtracting(["identity"])
      if !own.isEmpty { declared[definition.name] = own }
    }
    #expect(told == declared)
    let readme = try String(contentsOfFile: Readme.folder + "/README.md", encoding: .utf8)
    #expect(readme.contains("](\(Self.page))"))
    #expect(!readme.contains("Names never enter"))
  }

  @Test("in the sample fleet a name stands in clear as the key of an account alone, where the page says")
  func fleet() throws {
    try SampleFleet.withDatabase { database, _ in
      let row = try database.connect().execute(
        """
        SELECT
          count(*) FILTER (WHERE record ~ '[^"[:space:]]@'),
          count(*) FILTER (WHERE regexp_replace(record,
            '"(subject|peerAccount|owner|current|previous)":"upn:[^"]*"|"accounts":[[][^]]*[]]', '', 'g')
            ~ '[^"[:space:]]@')
        FROM audit.event
        """
      ).single()
      #expect(try row.int64(0) > 100)
      #expect(try row.int64(1) == 0)
    }
  }
}
