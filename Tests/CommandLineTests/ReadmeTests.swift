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
