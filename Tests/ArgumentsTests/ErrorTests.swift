import Arguments
import Testing

@Suite("Usage errors")
struct ErrorTests {
  private func failure(_ arguments: [String]) -> CommandExit? {
    #expect(throws: CommandExit.self) { _ = try Ledger.parseAsRoot(arguments) }
  }

  static let messages: [(String, String)] = [
    ("histroy a", "error: unknown command 'histroy'; did you mean 'history'?\nTry 'ledger --help'."),
    ("xyzzy", "error: unknown command 'xyzzy'\nTry 'ledger --help'."),
    ("report rum", "error: unknown command 'rum'; did you mean 'run'?\nTry 'ledger report --help'."),
    (
      "findings acknowlege 3",
      "error: unknown command 'acknowlege'; did you mean 'acknowledge'?\nTry 'ledger findings --help'."
    ),
    ("secre", "error: unknown command 'secre'\nTry 'ledger --help'."),
    ("help nothing", "error: unknown command 'nothing'\nTry 'ledger --help'."),
    (
      "history a --sinse 1",
      "error: unknown option '--sinse'; did you mean '--since'?\nTry 'ledger history --help'."
    ),
    (
      "history a --lim 1",
      "error: unknown option '--lim'; did you mean '--limit'?\nTry 'ledger history --help'."
    ),
    (
      "history a -limit 1",
      "error: unknown option '-l'; did you mean '--limit'?\nTry 'ledger history --help'."
    ),
    ("history a -x", "error: unknown option '-x'\nTry 'ledger history --help'."),
    ("--tenat x history", "error: unknown option '--tenat'; did you mean '--tenant'?\nTry 'ledger --help'."),
    (
      "--tenant x add --amount 1 a",
      "error: '--tenant' is not an option of this command\nTry 'ledger add --help'."
    ),
    ("-v add --amount 1 a", "error: '-v' is not an option of this command\nTry 'ledger add --help'."),
    ("history", "error: missing '<account>'\nTry 'ledger history --help'."),
    ("add", "error: missing '--amount', '<accounts>'\nTry 'ledger add --help'."),
    ("history a b", "error: unexpected argument 'b'\nTry 'ledger history --help'."),
    ("history a --since", "error: '--since' needs a value: '--since <time>'\nTry 'ledger history --help'."),
    (
      "history a --since --raw",
      "error: '--since' needs a value before '--raw'; a value that begins with '-' is written '--since=<time>'\n"
        + "Try 'ledger history --help'."
    ),
    (
      "history a --raw=yes",
      "error: '--raw' takes no value, but was given 'yes'\nTry 'ledger history --help'."
    ),
    ("history a -r=yes", "error: '-r' takes no value, but was given 'yes'\nTry 'ledger history --help'."),
    (
      "history a --limit ten",
      "error: 'ten' for '--limit' is not a whole number\nTry 'ledger history --help'."
    ),
    (
      "add --amount 3000000000 a",
      "error: '3000000000' for '--amount' is not a whole number from -2147483648 to 2147483647\nTry 'ledger add --help'."
    ),
    (
      "history a --color alwas",
      "error: 'alwas' for '--color' is none of: auto, always, never; did you mean 'always'?\n"
        + "Try 'ledger history --help'."
    ),
    (
      "history a --color blue",
      "error: 'blue' for '--color' is none of: auto, always, never\nTry 'ledger history --help'."
    ),
    (
      "add --amount 1 a --pair k",
      "error: 'k' for '--pair': has no '=': write key=value\nTry 'ledger add --help'."
    ),
    ("add --amount 0 a", "error: --amount 0 changes nothing\nTry 'ledger add --help'."),
    ("history a --tenant=", "error: --tenant is empty: name a book\nTry 'ledger history --help'."),
    ("report list x", "error: unexpected argument 'x'\nTry 'ledger report list --help'."),
    ("history a --\u{1B}[31m", "error: unknown option '--\\x1b[31m'\nTry 'ledger history --help'."),
  ]

  @Test("each says what is wrong and where help is, and ends with 2", arguments: messages)
  func message(line: String, message: String) {
    let exit = failure(line.split(separator: " ").map(String.init))
    #expect(exit?.message == message)
    #expect(exit?.code == .usage)
    #expect(exit?.isFailure == true)
  }

  @Test("a missing word is missed even where another place shows the same name")
  func sameName() throws {
    #expect(throws: CommandExit(.usage, "error: missing '<file>'\nTry 'copy --help'.")) {
      _ = try Copy.parse(["a"])
    }
    #expect(try Copy.parse(["a", "b"]).target == "b")
  }

  @Test("an unambiguous abbreviation is still refused: scripts must not break when an option is added")
  func noAbbreviations() {
    #expect(failure(["history", "a", "--ra"])?.code == .usage)
  }
}

/// Two places that show the same name.
private struct Copy: ParsableCommand {
  @Argument(help: ArgumentHelp(valueName: "file")) var source: String
  @Argument(help: ArgumentHelp(valueName: "file")) var target: String
}

@Suite("Running")
struct RunningTests {
  private func execute(_ arguments: String...) -> CommandExit {
    Ledger.execute(arguments) { error in CommandExit(ExitCode(4), "error: \(type(of: error))") }
  }

  @Test("what run() throws says how the program ends")
  func endings() {
    #expect(execute("history", "alice") == CommandExit(.success))
    #expect(execute("history", "quiet") == CommandExit(ExitCode(6)))
    #expect(execute("history", "broken") == CommandExit(ExitCode(4), "error: Broken"))
    #expect(
      execute("history", "nobody")
        == CommandExit(.usage, "error: no such account: nobody\nTry 'ledger history --help'."))
    #expect(execute("history", "help").message.hasPrefix("Every entry of an account"))
    #expect(execute("histery").code == .usage)
  }

  @Test("a command that only holds others prints its help")
  func container() {
    let exit = execute("report")
    #expect(exit.code == .success)
    #expect(exit.message.contains("USAGE: ledger report <command>"))
    #expect(execute().message == Ledger.helpMessage())
  }

  @Test("--version is the root's alone")
  func version() {
    #expect(execute("--version") == CommandExit(.success, "ledger 1.2.3\n"))
    #expect(execute("-v", "--version") == CommandExit(.success, "ledger 1.2.3\n"))
    #expect(execute("history", "--version").code == .usage)
  }
}
