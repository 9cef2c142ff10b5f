import Arguments
import Testing

@Suite("Parsing")
struct ParsingTests {
  private func history(_ arguments: String...) throws -> History {
    try #require(try Ledger.parseAsRoot(["history"] + arguments) as? History)
  }

  @Test("what is not given keeps its default")
  func defaults() throws {
    let command = try history("alice")
    #expect(command.account == "alice")
    #expect(command.from == nil)
    #expect(command.limit == 100)
    #expect(command.only == [])
    #expect(command.pager)
    #expect(command.seals == nil)
    #expect(!command.raw)
    #expect(command.shared.tenant == nil)
    #expect(command.shared.verbose == 0)
    #expect(command.shared.color == .auto)
  }

  @Test(
    "an option's value follows, or is attached",
    arguments: [
      ["--since", "7d"], ["--since=7d"], ["-s", "7d"], ["-s7d"], ["-s=7d"], ["-rs7d"], ["-rs", "7d"],
    ])
  func optionForms(arguments: [String]) throws {
    let command = try #require(try Ledger.parseAsRoot(["history", "alice"] + arguments) as? History)
    #expect(command.from == "7d")
  }

  @Test("a value may hold '=' and may be empty")
  func oddValues() throws {
    #expect(try history("a", "--since=x=y").from == "x=y")
    #expect(try history("a", "--since=").from == "")
    #expect(try history("a", "--since", "").from == "")
    #expect(try history("a", "--since=-1d").from == "-1d")
    #expect(try history("a", "--limit", "-5").limit == -5)
    #expect(try history("a", "--since", "-").from == "-")
  }

  @Test("options and words may stand in any order")
  func anyOrder() throws {
    let command = try history("--limit", "3", "alice", "-r")
    #expect(command.account == "alice" && command.limit == 3 && command.raw)
  }

  @Test("the last of an option given twice counts, a repeatable one takes them all")
  func twice() throws {
    let command = try history("a", "--limit", "1", "--limit=2", "--only", "x", "--only=y")
    #expect(command.limit == 2)
    #expect(command.only == ["x", "y"])
  }

  @Test("flags are inverted, counted and clustered")
  func flags() throws {
    #expect(try !history("a", "--no-pager").pager)
    #expect(try history("a", "--no-pager", "--pager").pager)
    #expect(try history("a", "--enable-seals").seals == true)
    #expect(try history("a", "--disable-seals").seals == false)
    let command = try history("a", "-vrv", "--verbose")
    #expect(command.shared.verbose == 3 && command.raw)
  }

  @Test("after '--' nothing is an option")
  func terminator() throws {
    #expect(try history("--", "--raw").account == "--raw")
    #expect(try history("-r", "--", "--help").account == "--help")
    let add = try #require(try Ledger.parseAsRoot(["add", "--amount", "1", "a", "--", "-b", "--"]) as? Add)
    #expect(add.accounts == ["a", "-b", "--"])
  }

  @Test("an array argument takes all that is left, a transform reads each value")
  func arrays() throws {
    let command = try Add.parse(["--amount=7", "a", "b", "--pair", "k=v", "--pair=x="])
    #expect(command.accounts == ["a", "b"])
    #expect(command.pair == [Pair("k", "v"), Pair("x", "")])
  }

  @Test("an argument with a default need not be given")
  func defaultArgument() throws {
    let run = try #require(try Ledger.parseAsRoot(["report", "run", "x"]) as? ReportRun)
    #expect(run.output == "-")
    let other = try #require(try Ledger.parseAsRoot(["report", "run", "x", "y.csv"]) as? ReportRun)
    #expect(other.output == "y.csv")
  }

  @Test("commands answer to their aliases")
  func aliases() throws {
    #expect(try Ledger.parseAsRoot(["log", "alice"]) is History)
  }

  @Test("an option of the outer command may stand before the inner one's name")
  func carried() throws {
    let command = try #require(
      try Ledger.parseAsRoot(["-v", "--tenant", "history", "history", "a", "-v"]) as? History)
    #expect(command.shared.tenant == "history")
    #expect(command.shared.verbose == 2)
  }

  @Test("the default command is meant when none is named")
  func defaultCommand() throws {
    #expect(try Ledger.parseAsRoot(["findings"]) is FindingsList)
    let list = try #require(try Ledger.parseAsRoot(["findings", "--severity", "high"]) as? FindingsList)
    #expect(list.severity == "high")
    let acknowledge = try #require(try Ledger.parseAsRoot(["findings", "acknowledge", "12"]) as? Acknowledge)
    #expect(acknowledge.id == 12)
  }

  @Test("a parsed command is a value: a change to a copy leaves the original")
  func values() throws {
    let command = try history("alice")
    var copy = command
    copy.account = "bob"
    copy.shared.tenant = "t"
    #expect(command.account == "alice" && command.shared.tenant == nil)
    #expect(copy.account == "bob" && copy.shared.tenant == "t")
  }
}
