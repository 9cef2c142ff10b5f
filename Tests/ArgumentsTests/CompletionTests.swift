import Arguments
import Foundation
import Testing

/// Small enough for its scripts to be read.
private struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", abstract: "It's a tool.", subcommands: [Run.self])

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run [fast]: now.", aliases: ["go"])

    @Option(name: .shortAndLong, help: "When to use colour.") var color = Color.auto
    @Option(help: "Where to.", completion: .file(extensions: ["csv"])) var output: String?
    @Flag(inversion: .prefixedNo, help: "Page.") var pager = true
    @Option(help: .hidden) var secret: String?
    @Argument(help: "Who.", completion: .shellCommand("tool names")) var names: [String]
  }
}

@Suite("Completions")
struct CompletionTests {
  @Test("the script for bash")
  func bash() {
    #expect(CommandDump(Tool.self).completionScript(for: .bash) == Self.goldenBash)
  }

  @Test("the script for zsh")
  func zsh() {
    #expect(CommandDump(Tool.self).completionScript(for: .zsh) == Self.goldenZsh)
  }

  @Test("the script for fish")
  func fish() {
    #expect(CommandDump(Tool.self).completionScript(for: .fish) == Self.goldenFish)
  }

  static let lines: [([String], [String])] = [
    (["ledger", "hi"], ["history"]),
    (["ledger", ""], ["history", "add", "report", "findings"]),
    (["ledger", "report", ""], ["list", "run"]),
    (["ledger", "--tenant", "report", ""], ["history", "add", "report", "findings"]),
    (["ledger", "history", "--color", "a"], ["auto", "always"]),
    (["ledger", "history", "--color", "="], ["auto", "always", "never"]),
    (["ledger", "history", "--color", "=", "n"], ["never"]),
    (["ledger", "log", "--no"], ["--no-pager"]),
    (
      ["ledger", "history", "-"],
      [
        "-s", "--since", "--limit", "--only", "--pager", "--no-pager", "--enable-seals",
        "--disable-seals", "-r", "--raw", "-t", "--tenant", "-v", "--verbose", "--color", "-h", "--help",
      ]
    ),
    (["ledger", "history", "--since", ""], []),
    (["ledger", "add", ""], ["alice", "\\$\\(touch\\ owned\\)"]),
    (["ledger", "sec"], []),
  ]

  @Test("bash offers what fits, and runs nothing that it offers", arguments: lines)
  func bashBehaviour(words: [String], offers: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = """
      ledger() { printf '%s\\n' alice '$(touch owned)'; }
      \(CommandDump(Ledger.self).completionScript(for: .bash))
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _ledger_complete
      if ((${#COMPREPLY[@]} > 0)); then printf '%s\\n' "${COMPREPLY[@]}"; fi
      """
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", "--norc", "-c", program, "bash"] + words
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init) == offers)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
