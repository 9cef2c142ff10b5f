import CEmbedded
import Foundation
import QueryCatalog
import Testing

@Suite("Catalogue")
struct CatalogTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files below a folder at the top level, by path.
  private func files(in folder: String) throws -> [String: [UInt8]] {
    let base = Self.root.appending(path: folder)
    guard FileManager.default.fileExists(atPath: base.path) else { return [:] }
    var files = [String: [UInt8]]()
    for name in try FileManager.default.subpathsOfDirectory(atPath: base.path)
    where [".sql", ".json", ".yaml"].contains(where: { name.hasSuffix($0) }) {
      files["\(folder)/\(name)"] = try Array(Data(contentsOf: base.appending(path: name)))
    }
    return files
  }

  @Test("the embedded files are those of the folders, byte for byte")
  func embedded() throws {
    let folders = try files(in: "Migrations").merging(files(in: "Queries")) { first, _ in first }
    try #require(!folders.isEmpty)
    var embedded = [String: [UInt8]]()
    for index in 0..<embedded_file_count() {
      let file = embedded_file(index)
      let path = String(cString: file.path)
      // The sample fleet is compared with its generator, the contract of reporting with a database.
      if !path.hasPrefix("Migrations/") && !path.hasPrefix("Queries/") { continue }
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

  @Test(
    "a control names rules that there are",
    arguments: [
      ("W1", []), ("W", []), ("K L4a S1", []), ("all", []), ("none", []), ("W2 E1", ["E1"]), ("w1", ["w1"]),
      ("K-", ["K-"]), ("all W1", ["all"]),
    ])
  func rules(text: String, unknown: [String]) throws {
    let known = ["W1", "W2", "L4a", "S1", "K-ADALClientId"]
    let control = smallFile.replacing("@kind report", with: "@kind control\n-- @severity note")
      .replacing("-- @description", with: "-- @rule \(text)\n-- @remediation Mend it.\n-- @description")
      .replacing("@column b bigint -- two", with: "@column status text -- s\n-- @column reason text -- r")
      .replacing("@column a text", with: "@column resource text")
      .replacing(":'b'::bigint AS b", with: "'ok' AS status, :'b'::bigint::text AS reason")
    let catalog = QueryCatalog([("Queries/small.sql", Array(control.utf8))])
    #expect(catalog.problems == [])
    let problems = catalog.problems(ofRules: known)
    #expect(
      problems.map(\.rule) == unknown.map { _ in .rule } && problems.map(\.line) == unknown.map { _ in 11 })
    for (problem, word) in zip(problems, unknown) { #expect(problem.message.hasPrefix("@rule '\(word)' ")) }
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
    let error = #expect(throws: QueryProblems.self) { _ = try catalog.query(named: "small") }
    // All of it, and not the first alone.
    #expect(error?.problems == catalog.problems.filter { !$0.rule.allowsRun })
    #expect((error?.problems.count ?? 0) > 3)
    #expect(error?.description.split(separator: "\n").count == error?.problems.count)
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
