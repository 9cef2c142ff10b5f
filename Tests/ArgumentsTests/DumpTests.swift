import Arguments
import Foundation
import Testing

@Suite("The declaration as data")
struct DumpTests {
  @Test("holds every command, argument, default and value")
  func dump() throws {
    let root = CommandDump(Ledger.self)
    #expect(root.name == "ledger" && root.version == "ledger 1.2.3")
    #expect(root.subcommands.map(\.name) == ["history", "add", "report", "findings", "secret"])
    #expect(root.subcommands.map(\.isVisible) == [true, true, true, true, false])
    #expect(root.subcommands[3].subcommands.map(\.isDefault) == [true, false])
    let history = root.subcommands[0]
    #expect(history.aliases == ["log"] && history.examples.count == 1 && history.version.isEmpty)
    let since = try #require(history.arguments.first { $0.names.contains("--since") })
    #expect(since.kind == .option && since.names == ["-s", "--since"] && since.valueName == "time")
    #expect(!since.isRequired && !since.isRepeating && since.defaultValue == nil)
    let color = try #require(history.arguments.first { $0.names == ["--color"] })
    #expect(color.values == ["auto", "always", "never"] && color.defaultValue == "auto")
    #expect(color.completion == .list(color.values) && color.section == "Global options")
    let pager = try #require(history.arguments.first { $0.names == ["--pager"] })
    #expect(pager.kind == .flag && pager.inverseNames == ["--no-pager"] && pager.valueName == nil)
    let accounts = try #require(root.subcommands[1].arguments.first { $0.kind == .argument })
    #expect(
      accounts.isRequired && accounts.isRepeating && accounts.completion == .shellCommand("ledger names"))
  }

  @Test("comes back whole from JSON")
  func coding() throws {
    let root = CommandDump(Ledger.self)
    #expect(try JSONDecoder().decode(CommandDump.self, from: JSONEncoder().encode(root)) == root)
  }
}
