import CEmbedded
import Foundation
import QueryCatalog
import Testing

@Suite("Catalogue")
struct CatalogTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The SQL files below a folder at the top level, by path.
  private func files(in folder: String) throws -> [String: [UInt8]] {
    let base = Self.root.appending(path: folder)
    guard FileManager.default.fileExists(atPath: base.path) else { return [:] }
    var files = [String: [UInt8]]()
    for name in try FileManager.default.subpathsOfDirectory(atPath: base.path) where name.hasSuffix(".sql") {
      files["\(folder)/\(name)"] = try Array(Data(contentsOf: base.appending(path: name)))
    }
    return files
  }

  @Test("the embedded SQL files are those of the folders, byte for byte")
  func embedded() throws {
    let folders = try files(in: "Migrations").merging(files(in: "Queries")) { first, _ in first }
    try #require(!folders.isEmpty)
    var embedded = [String: [UInt8]]()
    for index in 0..<embedded_file_count() {
      let file = embedded_file(index)
      let path = String(cString: file.path)
      // The sample fleet is compared with its generator, the contract of reporting with a database.
      if !path.hasSuffix(".sql") { continue }
      let previous = embedded.updateValue(
        Array(UnsafeBufferPointer(start: file.bytes, count: file.length)), forKey: path)
      #expect(previous == nil)
    }
    #expect(embedded.keys.sorted() == folders.keys.sorted(), "the list in Sources/CEmbedded/embedded.c")
    for (path, bytes) in folders { #expect(embedded[path] == bytes, "\(path)") }
  }

  @Test("every shipped query lies in a folder of its area")
  func areas() {
    for query in QueryCatalog.embedded().queries {
      #expect(query.file == "Queries/\(query.area)/\(query.name).sql" && !query.area.isEmpty, "\(query.file)")
    }
  }

  @Test("the shipped queries follow all rules")
  func shipped() {
    #expect(QueryCatalog.embedded().problems == [])
  }

  @Test("a query is found by its name, a near name is suggested")
  func find() throws {
    let catalog = QueryCatalog([
      ("Queries/small.sql", Array(smallFile.utf8)), ("Queries/wipes/wipes-of-app.sql", Array(goodFile.utf8)),
    ])
    #expect(try catalog.query(named: "small").file == "Queries/small.sql")
    #expect(catalog.queries.map(\.name) == ["small", "wipes-of-app"])
    let error = #expect(throws: QueryCatalog.UnknownQuery.self) {
      _ = try catalog.query(named: "wipe-of-app")
    }
    #expect(error?.description == "there is no query 'wipe-of-app'; did you mean 'wipes-of-app'?")
  }

  @Test("a query whose file breaks a rule is not run")
  func broken() {
    let catalog = QueryCatalog([("Queries/small.sql", Array("SELECT 1;".utf8))])
    #expect(catalog.queries.isEmpty)
    #expect(throws: QueryProblem.self) { _ = try catalog.query(named: "small") }
  }

  @Test("two files of one name are a problem")
  func namesakes() {
    let catalog = QueryCatalog([
      ("Queries/a/small.sql", Array(smallFile.utf8)), ("Queries/b/small.sql", Array(smallFile.utf8)),
    ])
    #expect(
      catalog.problems.map(\.description) == [
        "Queries/b/small.sql:1: Queries/a/small.sql has the name small too [name]"
      ])
  }
}
