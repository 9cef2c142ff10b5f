import Foundation
import Testing

@testable import TestSupport

/// A page of the documentation, read for its commands: the README unless named.
enum Readme {
  /// A command and what the page shows below it.
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
  static func steps(of page: String = "README.md") throws -> [Step] {
    let text = try String(contentsOfFile: folder + "/" + page, encoding: .utf8)
    var steps: [Step] = []
    var section = ""
    var isConsole = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if !isConsole {
        let marks = line.prefix { $0 == "#" }.count
        if marks > 1, line.dropFirst(marks).first == " " { section = String(line.dropFirst(marks + 1)) }
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
