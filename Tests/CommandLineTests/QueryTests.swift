import Foundation
import QueryCatalog
import TestSupport
import Testing

@Suite struct QueryTests {
  private static let good = """
    -- @name logs-by-size
    -- @summary How many accounts each tenant has.
    -- @description A report for a test.
    -- @kind report
    -- @param least bigint default "0" -- Only tenants with at least so many.
    -- @column tenant uuid -- The tenant.
    -- @column accounts bigint -- How many accounts.
    -- @order tenant
    -- @example least=1

    \\if :{?least} \\else \\set least '0' \\endif

    SELECT a.tenant, count(*) AS accounts
    FROM reporting.v1_account AS a
    GROUP BY a.tenant
    HAVING count(*) >= :'least'::bigint
    ORDER BY a.tenant;

    """

  @Test("the list and the docs name every report that is built in")
  func list() throws {
    let names = QueryCatalog.embedded().queries.map(\.name)
    let listed = try Tool.run(["query", "list"])
    #expect(listed.status == 0)
    #expect(try listed.objects().map { $0["name"] as? String } == names)
    let table = try Tool.run(["query", "list", "--format", "table"])
    #expect(table.stdout.contains("since, until, tenant"))
    let docs = try Tool.run(["query", "docs"])
    #expect(docs.status == 0)
    for name in names { #expect(docs.stdout.contains("\n## \(name)\n")) }
  }

  @Test("the list tells the area of each report, and shows the reports of one")
  func area() throws {
    let queries = QueryCatalog.embedded().queries
    let listed = try Tool.run(["query", "list"]).objects()
    #expect(listed.map { $0["area"] as? String } == queries.map(\.area))
    let wipes = try Tool.run(["query", "list", "--area", "wipes"]).objects()
    #expect(wipes.map { $0["name"] as? String } == queries.filter { $0.area == "wipes" }.map(\.name))
    #expect(wipes.contains { $0["name"] as? String == "wipe-ledger" })
    let wrong = try Tool.run(["query", "list", "--area", "wipe"])
    #expect(wrong.status == 2)
    #expect(wrong.stderr.contains("did you mean 'wipes'?"))
  }

  @Test("every report that a help text names is built in")
  func helpNamesReports() throws {
    let names = Set(QueryCatalog.embedded().queries.map(\.name))
    for command in ["run", "show"] {
      let words = try Tool.run(["query", command, "--help"]).stdout.split(whereSeparator: \.isWhitespace)
      let named = zip(words, words.dropFirst()).filter { $0.0 == Substring(command) }.map { String($0.1) }
        .filter { !$0.hasPrefix("[") }
      #expect(!named.isEmpty && names.isSuperset(of: named))
    }
  }

  @Test("a report that does not exist is exit code 2 and leads to the list")
  func unknown() throws {
    for command in ["show", "run"] {
      let outcome = try Tool.run(["query", command, "no-such-report"])
      #expect(outcome.status == 2)
      #expect(outcome.stdout.isEmpty)
      #expect(outcome.stderr.contains("no-such-report") && outcome.stderr.contains("query list"))
    }
  }

  @Test(
    "an argument without a name, or given twice, is exit code 2", arguments: [["x"], ["=x"], ["a=1", "a=2"]])
  func badArguments(words: [String]) throws {
    let outcome = try Tool.run(["query", "run", "any"] + words.flatMap { ["--arg", $0] })
    #expect(outcome.status == 2)
    #expect(outcome.stderr.contains("--arg"))
  }

  @Test("lint passes a good file, alone and against the database")
  func lintGood() throws {
    try Self.withFolder(["logs-by-size.sql": Self.good]) { folder in
      #expect(try Tool.run(["query", "lint", folder]).status == 0)
      try TestDatabase.withDatabase(migrated: true) { database in
        let prepared = try Tool.run(["query", "lint", folder, "--prepare", "--database", database.conninfo])
        #expect(prepared.status == 0)
        #expect(prepared.stdout.isEmpty)
      }
    }
  }

  @Test("lint is exit code 1 with file and line of what breaks a rule")
  func lintBad() throws {
    let bare = Self.good.replacingOccurrences(of: ":'least'::bigint", with: ":least")
    try Self.withFolder(["logs-by-size.sql": bare, "deep/other.sql": "SELECT 1;\n"]) { folder in
      let outcome = try Tool.run(["query", "lint", folder])
      #expect(outcome.status == 1)
      let problems = try outcome.objects()
      #expect(problems.contains { $0["rule"] as? String == "bare" && $0["line"] as? Int == 16 })
      #expect(problems.contains { ($0["file"] as? String)?.hasSuffix("deep/other.sql") ?? false })
      #expect(outcome.stderr.contains("2 files"))
    }
  }

  @Test("lint --prepare finds a type that the header has wrong")
  func lintPrepare() throws {
    let wrong = Self.good.replacingOccurrences(of: "@column accounts bigint", with: "@column accounts text")
    try Self.withFolder(["logs-by-size.sql": wrong]) { folder in
      #expect(try Tool.run(["query", "lint", folder]).status == 0)
      try TestDatabase.withDatabase(migrated: true) { database in
        let outcome = try Tool.run(["query", "lint", folder, "--prepare", "--database", database.conninfo])
        #expect(outcome.status == 1)
        #expect(try outcome.objects().map { $0["line"] as? Int } == [7])
      }
    }
  }

  @Test("a file that is not there is exit code 2")
  func lintMissing() throws {
    let outcome = try Tool.run(["query", "lint", "/nonexistent/report.sql"])
    #expect(outcome.status == 2)
    #expect(outcome.stderr.contains("/nonexistent/report.sql"))
  }

  private static func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mamaudit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder.path)
  }
}
