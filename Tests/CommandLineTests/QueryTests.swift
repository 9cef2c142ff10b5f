import Foundation
import Postgres
import QueryCatalog
import TestSupport
import Testing

@Suite struct QueryTests {
  private static let good = """
    -- @name logs-by-size
    -- @summary How many accounts each tenant has.
    -- @description A report for a test.
    -- @cost bounded
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
    for name in names { #expect(docs.stdout.contains("\n### \(name)\n")) }
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
        .filter { !$0.hasPrefix("[") && !$0.hasPrefix("./") }
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
      #expect(problems.contains { $0["rule"] as? String == "bare" && $0["line"] as? Int == 17 })
      #expect(problems.contains { ($0["file"] as? String)?.hasSuffix("deep/other.sql") ?? false })
      #expect(outcome.stderr.contains("2 files"))
      let one = try Tool.run(["query", "lint", folder + "/deep/other.sql"])
      #expect(one.stderr.contains("1 file, ") && !one.stderr.contains("1 files"))
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
        #expect(try outcome.objects().map { $0["line"] as? Int } == [8])
      }
    }
  }

  @Test("lint --prepare finds a claim of cost that the plan does not keep, and a rule that there is not")
  func lintClaims() throws {
    let reading = Self.good.replacingOccurrences(
      of: "FROM reporting.v1_account", with: "FROM reporting.v1_event")
    let control = """
      -- @name none-of-it
      -- @summary Nothing.
      -- @description A control for a test.
      -- @cost bounded
      -- @kind control
      -- @severity note
      -- @rule W1 W99
      -- @remediation None.
      -- @column resource text -- it
      -- @column status text -- ok
      -- @column reason text -- none
      -- @example
      SELECT 'x' AS resource, 'ok' AS status, 'y' AS reason;

      """
    try Self.withFolder(["logs-by-size.sql": reading, "none-of-it.sql": control]) { folder in
      let alone = try Tool.run(["query", "lint", folder])
      #expect(alone.status == 1)
      #expect(try alone.objects().map { $0["rule"] as? String } == ["rule"])
      #expect(try alone.objects().map { $0["line"] as? Int } == [7])
      try TestDatabase.withDatabase(migrated: true) { database in
        let outcome = try Tool.run(
          ["query", "lint", folder, "--prepare", "--database", database.conninfo, "--format", "csv"])
        #expect(outcome.status == 1)
        let rows = PsqlCSV.records(of: outcome.stdoutBytes).dropFirst().map {
          $0[1...2].joined(separator: " ")
        }
        #expect(rows == ["7 rule", "10 cost"])
      }
    }
  }

  @Test("a value that no report takes is exit code 2 and names its argument")
  func values() throws {
    try TestDatabase.withDatabase(migrated: true) { database in
      func run(_ words: String...) throws -> Tool.Outcome {
        try Tool.run(["query", "run"] + words + ["--database", database.conninfo])
      }
      for (word, said) in [
        ("tenant=x", "'x' for tenant is not a tenant id"), ("limit=-1", "'-1' for limit is not 0 or more"),
      ] {
        let name = String(word.prefix { $0 != "=" })
        let query = try #require(
          QueryCatalog.embedded().queries.first { query in
            query.header.parameter(name) != nil
              && query.header.parameters.allSatisfy { $0.standard != nil || $0.type == .timestamptz }
          })
        let required = query.header.parameters.filter { $0.standard == nil }.flatMap {
          ["--arg", "\($0.name)=2026-03-01T00:00:00Z"]
        }
        let outcome = try Tool.run(
          ["query", "run", query.name, "--arg", word, "--database", database.conninfo] + required)
        #expect(outcome.status == 2, "\(outcome.stderr)")
        #expect(outcome.stderr.contains(said), "\(outcome.stderr)")
      }
      for timeout in ["x", "0s", "10000d", "-1h"] {
        #expect(try run("log-is-whole", "--timeout=\(timeout)").status == 2)
      }
      #expect(try run("log-is-whole", "--timeout", "none").status == 0)
    }
  }

  @Test("docs --output writes an index and a page for each report, and nothing else changes")
  func docsFolder() throws {
    try Self.withFolder(["mine.md": "mine\n"]) { folder in
      let outcome = try Tool.run(["query", "docs", "--output", folder])
      #expect(outcome.status == 0 && outcome.stdout.isEmpty)
      let written = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
      let pages = QueryCatalog.embedded().pages
      #expect(Set(written) == Set(pages.map(\.path) + ["mine.md"]))
      for page in pages {
        #expect(try String(contentsOfFile: folder + "/" + page.path, encoding: .utf8) == page.text)
      }
      #expect(try String(contentsOfFile: folder + "/mine.md", encoding: .utf8) == "mine\n")
      let refused = try Tool.run(["query", "docs", "--output", folder + "/mine.md"])
      #expect(refused.status == 4 && refused.stderr.contains("mine.md"))
    }
  }

  @Test("a control fails on an alarm where that is asked for, and tells how many resources have which status")
  func failOn() throws {
    try SampleFleet.withDatabase { database, _ in
      func run(_ name: String, _ words: String...) throws -> Tool.Outcome {
        try Tool.run(["query", "run", name, "--database", database.conninfo] + words)
      }
      let at = ["--arg", "at=2026-02-20T00:00:00Z"]
      let alarming = try run("open-violations", "--arg", "at=2026-04-01T00:00:00Z", "--fail-on", "alarm")
      #expect(alarming.status == 1)
      let rows = alarming.lines.count
      #expect(rows > 0 && alarming.stderr.hasSuffix("\n\(rows) alarm\n"))
      #expect(try run("open-violations", "--arg", "at=2026-04-01T00:00:00Z").status == 0)
      let quiet = try run("open-violations", at[0], at[1], "--fail-on", "alarm")
      #expect(quiet.status == 0 && quiet.stderr.hasSuffix("\n1 ok\n"))
      // Nothing fails, and so nothing is shown.
      let empty = try run(
        "no-old-violations", at[0], at[1], "--arg", "only=alarm", "--fail-on", "alarm")
      #expect(empty.status == 0 && empty.stdout.isEmpty && empty.stderr.hasSuffix("\nno resource\n"))
      let report = try run("wipe-ledger", "--fail-on", "alarm")
      #expect(report.status == 2 && report.stderr.contains("--fail-on is for controls"))
      #expect(report.stdout.isEmpty)
    }
  }

  @Test("an account that cannot be judged fails a control as an alarm does")
  func failOnError() throws {
    try SampleFleet.withDatabase { database, _ in
      try database.connect().script(
        "UPDATE projection.account SET stale = true WHERE account LIKE '7e2f87f2-%'")
      let outcome = try Tool.run(
        ["query", "run", "check-ins-in-time", "--arg", "as_of=2026-03-31T00:00:00Z", "--arg", "days=365"]
          + ["--fail-on", "alarm", "--database", database.conninfo])
      #expect(outcome.status == 1)
      #expect(try outcome.objects().first?["status"] as? String == "error")
      #expect(outcome.stderr.contains("1 error, ") && !outcome.stderr.contains("alarm,"))
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
