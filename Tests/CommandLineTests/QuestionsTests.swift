import Foundation
import QueryCatalog
import Testing

/// The page of questions is run: what it says answers a question does.
@Suite struct QuestionsTests {
  private static let page = "Sources/mamaudit/mamaudit.docc/Questions.md"
  /// What later work brings.
  private static let later = ["importers", "proofs", "erasure", "evidence export"]

  /// A command, and what the page says behind it.
  private struct Example {
    var step: Readme.Step
    var command: String
    var comment: String

    init(_ step: Readme.Step) {
      self.step = step
      let parts = step.command.split(separator: "   # ", maxSplits: 1)
      command = String(parts[0])
      comment = parts.count > 1 ? String(parts[1]) : ""
    }

    var status: Int32 { comment.hasPrefix("exits 1") ? 1 : 0 }
    var isEmpty: Bool { comment == "none in the sample fleet" }
  }

  @Test("every command of the page answers as the page says")
  func commands() throws {
    let examples = try Readme.steps(of: Self.page).map(Example.init)
    try #require(examples.first?.command.hasPrefix("mamaudit ingest ") == true)
    try Readme.withHome { home in
      for example in examples {
        let outcome = try Tool.shell(
          example.command, environment: ["MAMAUDIT_HOME": home], folder: Readme.folder)
        let said = "line \(example.step.line): \(example.command)\n\(outcome.stderr)"
        #expect(outcome.status == example.status, "\(said)")
        #expect(outcome.lines.isEmpty == example.isEmpty, "\(said)")
        #expect(example.comment.isEmpty || example.isEmpty || example.status == 1, "\(said)")
      }
    }
  }

  @Test("each of the 32 questions has a command, or says what it waits for")
  func complete() throws {
    let text = try String(contentsOfFile: Readme.folder + "/" + Self.page, encoding: .utf8)
    let questions = text.components(separatedBy: "\n## By SQL alone\n")[0]
    let chapters = questions.components(separatedBy: "\n### ").dropFirst()
    #expect(chapters.compactMap { Int($0.prefix { $0 != "." }) } == Array(1...32))
    for chapter in chapters {
      let waits = chapter.components(separatedBy: "**Not yet: needs ").dropFirst()
      #expect(chapter.contains("\n$ mamaudit ") || !waits.isEmpty, "\(chapter)")
      for wait in waits { #expect(Self.later.contains { wait.hasPrefix($0) }, "\(wait)") }
    }
  }

  @Test("the table of queries has each question once, and names queries that there are")
  func table() throws {
    let text = try String(contentsOfFile: Readme.folder + "/" + Self.page, encoding: .utf8)
    let table = text.components(separatedBy: "\n## By SQL alone\n").last ?? ""
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(rows.map { $0[1] } == (1...32).map(String.init))
    let names = Set(QueryCatalog.embedded().queries.map(\.name))
    for row in rows {
      let quoted = row[2].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      let named = quoted.filter { !$0.contains("=") }
      #expect(names.isSuperset(of: named), "\(row)")
      #expect(row[3].hasPrefix("no") || !named.isEmpty, "\(row)")
      #expect(["whole", "in part: ", "no: "].contains { row[3].hasPrefix($0) }, "\(row)")
    }
  }

  @Test("the README leads to the page")
  func linked() throws {
    let readme = try String(contentsOfFile: Readme.folder + "/README.md", encoding: .utf8)
    #expect(readme.contains("](\(Self.page))"))
  }
}
