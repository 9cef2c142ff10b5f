import Arguments
import Foundation
import Testing

@testable import mamaudit

/// What is made from the declarations of the command line: manual pages and examples.
@Suite struct ManualCommandTests {
  /// The commands that do something, each with its name in full.
  private static func leaves(
    _ command: CommandDump, _ outer: String = ""
  ) -> [(name: String, it: CommandDump)] {
    let name = outer + command.name
    let inner = command.subcommands.filter(\.isVisible)
    return inner.isEmpty ? [(name, command)] : inner.flatMap { leaves($0, name + " ") }
  }

  @Test("mandoc finds nothing wrong with any page")
  func lint() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mamaudit-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try Tool.run(["manual", "--output", folder]).status == 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(pages.contains("mamaudit.1") && pages.contains("mamaudit-query-run.1"))
    for page in pages {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["mandoc", "-T", "lint", "-W", "warning", "\(folder)/\(page)"]
      process.standardOutput = pipe
      try process.run()
      let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      // A page has no date: equal declarations give equal bytes.
      let wrong = said.split(separator: "\n").filter { !$0.contains("missing date") }
      #expect(wrong.isEmpty, "apt-get install mandoc, if it is that")
      #expect(process.terminationStatus <= 2)
    }
  }

  @Test("the page of a command is printed; one of no command is exit code 2")
  func print() throws {
    let page = try Tool.run(["manual", "wipes"])
    #expect(page.status == 0)
    #expect(page.stdout.hasPrefix(".\\\" ") && page.stdout.contains("\n.TH \"MAMAUDIT\\-WIPES\" \"1\""))
    #expect(try Tool.run(["manual"]).stdout.contains("\\fBmamaudit\\-wipes\\fR(1)"))
    for arguments in [["manual", "wipe"], ["manual", "wipes", "--output", "/tmp/x"]] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.stdout.isEmpty)
    }
  }

  @Test("a folder that cannot be made is exit code 4")
  func unwritable() throws {
    let outcome = try Tool.run(["manual", "--output", "/proc/mamaudit/man1"])
    #expect(outcome.status == 4)
    #expect(outcome.stderr.contains("/proc/mamaudit/man1"))
  }

  @Test("every command has an example, and every example of every command can be typed as it stands")
  func examples() throws {
    for (name, command) in Self.leaves(CommandDump(Mamaudit.self)) {
      #expect(!command.examples.isEmpty, "\(name)")
    }
    let all = Self.all(CommandDump(Mamaudit.self)).flatMap(\.examples).map(\.command)
    for example in all where example.hasPrefix("mamaudit ") {
      let words = Self.words(example)
      #expect(throws: Never.self, "\(example)") {
        do {
          _ = try Mamaudit.parseAsRoot(Array(words.dropFirst()))
        } catch let exit as CommandExit where exit.code == .success || exit.message.contains("a terminal") {
          // Help was asked for, or there is nobody at a keyboard here.
        }
      }
    }
  }

  private static func all(_ command: CommandDump) -> [CommandDump] {
    [command] + command.subcommands.flatMap(all)
  }

  /// The words of the first command of a line, as a shell reads them.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isWord = false
    for character in line + " " {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        (quote, isWord) = (character, true)
      } else if character == " " {
        if ["|", ">", "&&"].contains(word) { break }
        if isWord || !word.isEmpty { words.append(word) }
        (word, isWord) = ("", false)
      } else {
        word.append(character)
      }
    }
    return words
  }
}
