import Foundation
import TestSupport
import Testing

/// The page about reports of one's own: its example is one.
@Suite struct OwnReportsTests {
  private static let page = "Sources/mamaudit/mamaudit.docc/OwnReports.md"

  private static func fences(_ language: String) throws -> [String] {
    try String(contentsOfFile: Readme.folder + "/" + page, encoding: .utf8)
      .components(separatedBy: "\n```").dropFirst()
      .filter { $0.hasPrefix(language + "\n") }.map { String($0.dropFirst(language.count + 1)) + "\n" }
  }

  @Test("the example breaks no rule, and the page's commands run it on the sample fleet")
  func example() throws {
    let example = try #require(Self.fences("sql").first)
    let commands = try #require(Self.fences("console").first).split(separator: "\n").map {
      try #require($0.hasPrefix("$ ") ? String($0.dropFirst(2)) : nil)
    }
    try #require(commands.count == 4)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mamaudit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("wipes-by-app.sql")
    try example.write(to: file, atomically: true, encoding: .utf8)
    try SampleFleet.withDatabase { database, _ in
      for command in commands {
        let outcome = try Tool.shell(
          command, environment: ["DATABASE_URL": database.conninfo, "PAGER": "cat"], folder: folder.path)
        #expect(outcome.status == 0, "\(command): \(outcome.stderr)")
        if command.contains("query run") {
          let rows = outcome.stdout.split(separator: "\n")
          #expect(rows.count > 1 && rows.allSatisfy { $0.contains(#""confirmed":0"#) }, "\(outcome.stdout)")
        }
      }
      let psql = try Tool.shell(
        #"PGOPTIONS='-c role=mamaudit_reporting' psql -XqAt -d "$0" -v state=open -f "$1""#,
        [database.conninfo, file.path])
      #expect(psql.status == 0 && psql.stdout.split(separator: "\n").count > 1, "\(psql.stderr)")
    }
  }

  @Test("a file that cannot be run says all that is wrong with it; help and README lead to the page")
  func problems() throws {
    let example = try #require(Self.fences("sql").first)
      .replacing("-- @kind report\n", with: "").replacing(":'until'::timestamptz", with: ":'until'")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("wipes-by-app.sql")
    try example.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try Tool.run(["query", "run", file.path])
    #expect(outcome.status == 4)
    #expect(outcome.stderr.contains("the header lacks @kind") && outcome.stderr.contains("[uncast]"))
    #expect(try Tool.run(["query", "--help"]).stdout.contains("OwnReports.md"))
    let readme = try String(contentsOfFile: Readme.folder + "/README.md", encoding: .utf8)
    #expect(readme.contains("](\(Self.page))"))
  }
}
