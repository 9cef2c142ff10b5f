import Arguments

/// A small tool that uses every form of declaration.
struct Ledger: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Keep a ledger and ask it questions.",
    examples: [
      Example("ledger history alice", "Everything that happened to an account."),
      Example("ledger add --amount 5 alice", "Put five in."),
    ],
    version: "ledger 1.2.3",
    subcommands: [History.self, Add.self, Report.self, Findings.self, Secret.self])

  @OptionGroup var shared: Shared
}

struct Shared: ParsableArguments {
  @Option(name: .shortAndLong, help: "Which book.") var tenant: String?
  @Flag(name: .shortAndLong, help: "Say more.") var verbose: Int
  @Option(help: "When to use colour.") var color = Color.auto

  func validate() throws {
    if tenant == "" { throw ValidationError("--tenant is empty: name a book") }
  }
}

enum Color: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Every entry of an account, in time order.",
    discussion: "Times are RFC 3339 with an offset.",
    examples: [Example("ledger history alice --since 7d", "The last week.")],
    aliases: ["log"])

  @Argument(help: "The account's name.") var account: String
  @Option(
    name: [.customLong("since"), .customShort("s")],
    help: ArgumentHelp("From this time on.", valueName: "time"))
  var from: String?
  @Option(help: "The most entries to show.") var limit = 100
  @Option(help: ArgumentHelp("Only these kinds.", valueName: "kind"))
  var only: [String] = []
  @Flag(inversion: .prefixedNo, help: "Use a pager on a terminal.") var pager = true
  @Flag(inversion: .prefixedEnableDisable, help: "Check the seals.") var seals: Bool?
  @Flag(name: [.customShort("r"), .long], help: "Nothing escaped.") var raw = false
  @OptionGroup(title: "Global options") var shared: Shared

  func run() throws {
    if account == "nobody" { throw ValidationError("no such account: nobody") }
    if account == "help" { throw HelpRequest() }
    if account == "quiet" { throw ExitCode(6) }
    if account == "broken" { throw Broken() }
  }
}

struct Broken: Error {}

struct Add: ParsableCommand {
  @Option(help: "How much.") var amount: Int32
  @Option(help: ArgumentHelp("As key=value.", valueName: "pair"), transform: Pair.init)
  var pair: [Pair] = []
  @Argument(help: "Who.", completion: .shellCommand("ledger names")) var accounts: [String]

  func validate() throws {
    if amount == 0 { throw ValidationError("--amount 0 changes nothing") }
  }
}

struct Pair: Equatable {
  var key: String
  var value: String

  init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw ValidationError("has no '=': write key=value") }
    self.init(String(parts[0]), String(parts[1]))
  }
}

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reports.", subcommands: [ReportList.self, ReportRun.self])
}

struct ReportList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the reports.")
}

struct ReportRun: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: "Run a report.")

  @Argument var name: String
  @Argument(help: "Where to write.", completion: .file(extensions: ["csv"])) var output: String = "-"
  @OptionGroup var shared: Shared
}

struct Findings: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Findings.", subcommands: [FindingsList.self, Acknowledge.self],
    defaultSubcommand: FindingsList.self)
}

struct FindingsList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the findings.")

  @Option(help: "The least severity.") var severity: String?
}

struct Acknowledge: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Accept a finding.")

  @Argument var id: Int
}

struct Secret: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Not for people.", visible: false)
}
