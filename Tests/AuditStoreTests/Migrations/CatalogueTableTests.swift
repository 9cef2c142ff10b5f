import MAMEvents
import Postgres
import TestSupport
import Testing

@Suite struct CatalogueTableTests {
  @Test("the lookup table of types is the catalogue: numbers, names, chapters, enumerations of the code")
  func types() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let rows = try database.connect().execute(
        "SELECT type, name, chapter, code_enumeration FROM audit.event_type ORDER BY type")
      let found = try rows.map { row in
        "\(try row.int16(0)) \(try row.text(1)) \(try row.text(2)) \(try row.textOrNull(3) ?? "-")"
      }
      let expected = Catalogue.all.sorted { $0.type.rawValue < $1.type.rawValue }.map { definition in
        var enumeration = "-"
        if let code = definition.code, case .enumeration(let list) = code.kind { enumeration = list.name }
        return "\(definition.type.rawValue) \(definition.name) \(definition.group.rawValue) \(enumeration)"
      }
      #expect(found == expected)
      #expect(Set(Catalogue.all.map(\.type)) == Set(EventType.allCases))
    }
  }

  @Test("the lookup table of enumerations is the catalogue's")
  func enumerations() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let rows = try database.connect().execute(
        "SELECT enumeration, number, name, meaning <> '' FROM audit.enumeration")
      let found = try rows.map { "\(try $0.text(0)) \(try $0.int32(1)) \(try $0.text(2)) \(try $0.bool(3))" }
      let expected = Enumerations.all.flatMap { list in
        list.entries.map { "\(list.name) \($0.number) \($0.name) true" }
      }
      #expect(found.sorted() == expected.sorted())
    }
  }

  @Test("the lookup table of flags is the catalogue's")
  func flags() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      let rows = try database.connect().execute("SELECT flag, name FROM audit.event_flag ORDER BY flag")
      let found = try rows.map { "\(try $0.int32(0)) \(try $0.text(1))" }
      #expect(found == EventFlags.all.map { "\($0.flag.rawValue) \($0.name)" })
    }
  }
}
