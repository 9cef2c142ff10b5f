import Foundation
import Testing

@testable import TestSupport

/// The README is run: its commands in order, in a home of their own, must answer what it shows.
@Suite struct ReadmeTests {
  @Test("every mamaudit command of the README answers what is shown below it")
  func session() throws {
    let steps = try Readme.steps().filter {
      $0.command.hasPrefix("mamaudit ") && $0.section != Readme.ownDatabase
    }
    try #require(steps.count >= 5)
    try Readme.withHome { home in
      for step in steps {
        let outcome = try Tool.shell(
          "exec 2>&1; \(step.command)", environment: ["MAMAUDIT_HOME": home, "PAGER": "cat"],
          folder: Readme.folder)
        #expect(outcome.status == 0, "line \(step.line): \(step.command)\n\(outcome.stdout)")
        let shown = Readme.lines(of: step.output)
        let answered = Readme.lines(of: outcome.stdout)
        #expect(
          shown.isEmpty || Readme.matches(shown[...], answered[...]),
          "line \(step.line): \(step.command) answered\n\(outcome.stdout)")
      }
    }
  }

  @Test("every make command of the README has a target")
  func targets() throws {
    let makefile = try String(contentsOfFile: Readme.folder + "/Makefile", encoding: .utf8)
    let commands = try Readme.steps().map(\.command).filter { $0.hasPrefix("make ") }
    #expect(commands.contains("make demo") && commands.contains("make test"))
    for command in commands {
      let target = command.dropFirst(5)
      #expect(makefile.contains("\n\(target): "), "\(command)")
    }
  }

  @Test("the section about another database shows commands that there are")
  func ownDatabase() throws {
    let steps = try Readme.steps().filter {
      $0.section == Readme.ownDatabase && $0.command.hasPrefix("mamaudit ")
    }
    #expect(!steps.isEmpty)
    for step in steps {
      let words = step.command.split(separator: " ").dropFirst().map(String.init)
      #expect(try Tool.run(words + ["--help"]).status == 0, "line \(step.line): \(step.command)")
    }
  }

  @Test(
    "… alone on a line stands for any lines, within a line for any text, and all else for itself",
    arguments: [
      (["a", "…", "d"], ["a", "b", "c", "d"], true), (["a", "…", "d"], ["a", "d"], true), (["…"], [], true),
      (["a… b"], ["a, 12 b"], true), (["a… b"], ["a, 12 c"], false), (["… …!"], ["x y!"], true),
      (["a"], ["a", "b"], false), (["a", "b"], ["a"], false), (["a"], ["ab"], false),
      (["ab…ba"], ["aba"], false),
      (["…", "b"], ["a", "b", "c"], false), (["…", "b"], ["b", "a", "b"], true),
    ])
  func masks(shown: [String], answered: [String], isMatch: Bool) {
    #expect(Readme.matches(shown[...], answered[...]) == isMatch)
  }
}

/// The README, read for its commands.
private enum Readme {
  /// A command and what the README shows below it.
  struct Step {
    var section: String
    var line: Int
    var command: String
    var output: String
  }

  /// The section whose commands need a database of the reader's.
  static let ownDatabase = "Your own database"

  /// The folder of the package.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The commands of the blocks marked `console`: lines that begin with `$ `, each with the lines up to the next.
  static func steps() throws -> [Step] {
    let text = try String(contentsOfFile: folder + "/README.md", encoding: .utf8)
    var steps: [Step] = []
    var section = ""
    var isConsole = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if !isConsole {
        if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      } else if line.hasPrefix("$ ") {
        steps.append(Step(section: section, line: index + 1, command: String(line.dropFirst(2)), output: ""))
      } else {
        try #require(steps.last?.section == section, "line \(index + 1): output before a command")
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }

  /// Lines without the blanks at their ends, and without blank lines before the first and after the last.
  static func lines(of text: String) -> [String] {
    var lines = text.unixLines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    while lines.first == "" { lines.removeFirst() }
    return lines
  }

  /// Whether an answer is what is shown: `…` alone on a line stands for any number of lines, also for none; within a
  /// line it stands for any text, such as times of recording, durations and rates.
  static func matches(_ shown: ArraySlice<String>, _ answered: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return answered.isEmpty }
    if first == "…" {
      return (answered.startIndex...answered.endIndex).contains {
        matches(shown.dropFirst(), answered[$0...])
      }
    }
    guard let line = answered.first, matches(line, pattern: first) else { return false }
    return matches(shown.dropFirst(), answered.dropFirst())
  }

  private static func matches(_ line: String, pattern: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return line == pattern }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Runs a test with a folder for a private cluster, which is stopped and removed afterwards, in whatever way the test ends.
  static func withHome(_ body: (String) throws -> Void) throws {
    var path = Array("/tmp/mamaudit-readme-XXXXXX".utf8CString)
    try #require(mkdtemp(&path) != nil)
    let home = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try Watcher.start(removing: home)
    defer {
      _ = try? Tool.run(["down"], environment: ["MAMAUDIT_HOME": home])
      try? FileManager.default.removeItem(atPath: home)
    }
    try body(home)
  }
}
