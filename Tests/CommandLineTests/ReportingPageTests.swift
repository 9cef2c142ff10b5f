import Foundation
import Postgres
import Testing

@testable import TestSupport

/// The page about reporting is run: its statements, through psql and as a login for reports, answer what it shows.
@Suite struct ReportingPageTests {
  private static let page = "Sources/mamaudit/mamaudit.docc/Reporting.md"

  /// A fenced block of the page.
  private struct Block {
    var language: String
    var line: Int
    var text = ""
  }

  private static func blocks() throws -> [Block] {
    let text = try String(contentsOfFile: Readme.folder + "/" + page, encoding: .utf8)
    var blocks: [Block] = []
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append(Block(language: String(line.dropFirst(3)), line: index + 1)) }
      } else if isInside {
        blocks[blocks.count - 1].text += line + "\n"
      }
    }
    return blocks
  }

  private func psql(_ statement: String, _ conninfo: String, _ options: String = "") throws -> Tool.Outcome {
    try Tool.shell(
      #"exec psql -X -v ON_ERROR_STOP=1 \#(options) -d "$0" -c "$1""#, [conninfo, statement],
      environment: ["PAGER": "cat"])
  }

  @Test("each statement answers what is shown below it, to the login that the page makes")
  func statements() throws {
    let blocks = try Self.blocks()
    let makesLogin = try #require(blocks.first { $0.language == "sql" })
    try #require(makesLogin.text.hasPrefix("CREATE ROLE board LOGIN"))
    let shown = zip(blocks, blocks.dropFirst()).filter { $0.0.language == "sql" && $0.1.language == "text" }
    #expect(shown.count == blocks.count { $0.language == "sql" } - 1)
    #expect(shown.count >= 13)
    try TestDatabase.withDatabase(migrated: true) { database in
      let ingested = try Tool.run([
        "ingest", Readme.folder + "/Sources/CEmbedded/sample-fleet.ndjson", "--database", database.conninfo,
      ])
      try #require(ingested.status == 0, "\(ingested.stderr)")
      let connection = try database.connect()
      // One transaction, so that no other test sees the login before it is complete.
      try connection.script(makesLogin.text)
      defer { try? connection.script("DROP ROLE board") }
      try database.letIn("board", connection)
      let login = "\(database.conninfo) user=board"
      for (statement, answer) in shown {
        let outcome = try psql(statement.text, login)
        let said = "line \(statement.line): \(outcome.stdout)\(outcome.stderr)"
        #expect(outcome.status == 0, "\(said)")
        #expect(
          Readme.matches(Readme.lines(of: answer.text)[...], Readme.lines(of: outcome.stdout)[...]), "\(said)"
        )
      }
      let settings = try psql(
        "SELECT string_agg(current_setting(s), ' ') FROM unnest('{timezone,statement_timeout,search_path}'::text[]) AS s",
        login, "-At")
      #expect(settings.stdout == "UTC 30s reporting\n")
      #expect(try psql("CREATE TABLE t ()", login).stderr.contains("read-only transaction"))
      let doctor = try Tool.run(["doctor", "--database", database.conninfo])
      #expect(doctor.stdout.contains("reporting.logins") && !doctor.stdout.contains("board"))
    }
  }

  @Test("on the private cluster the page's words connect, as the role for reports and for reading alone")
  func privateCluster() throws {
    let words = try #require(Self.blocks().first { $0.language == "sh" }).text
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("mamaudit-\(UUID().uuidString)")
      .path
    let environment = ["MAMAUDIT_HOME": home, "PAGER": "cat"]
    defer {
      _ = try? Tool.run(["down"], environment: environment)
      try? FileManager.default.removeItem(atPath: home)
    }
    try #require(try Tool.run(["up"], environment: environment).status == 0)
    // The statement at the end of the last line.
    func ask(_ statement: String) throws -> Tool.Outcome {
      let script = words.trimmingCharacters(in: .newlines) + #" -XAt -v ON_ERROR_STOP=1 -c "$0""#
      return try Tool.shell(script, [statement], environment: environment)
    }
    let settings = try ask("SELECT current_user, current_setting('TimeZone'), count(*) FROM v1_through")
    #expect(settings.stdout == "mamaudit_reporting|UTC|0\n", "\(settings.stderr)")
    #expect(try ask("CREATE TABLE t ()").stderr.contains("read-only transaction"))
    #expect(try ask("SELECT FROM audit.event").stderr.contains("permission denied"))
  }

  @Test("the page answers ten questions, and the README leads to it")
  func complete() throws {
    let text = try String(contentsOfFile: Readme.folder + "/" + Self.page, encoding: .utf8)
    #expect(text.components(separatedBy: "\n### ").dropFirst().count >= 10)
    let readme = try String(contentsOfFile: Readme.folder + "/README.md", encoding: .utf8)
    #expect(readme.contains("](\(Self.page))"))
  }
}
