import Arguments
import Testing

@Suite("Help")
struct HelpTests {
  private func help(_ arguments: String..., width: Int = 80) -> String {
    let exit = #expect(throws: CommandExit.self) { _ = try Ledger.parseAsRoot(arguments, helpWidth: width) }
    #expect(exit?.code == .success)
    return exit?.message ?? ""
  }

  @Test("the root's help shows examples first")
  func root() {
    #expect(
      help("--help") == """
        Keep a ledger and ask it questions.

        EXAMPLES:
          ledger history alice
              Everything that happened to an account.
          ledger add --amount 5 alice
              Put five in.

        USAGE: ledger [options] <command>

        OPTIONS:
          -t, --tenant <tenant>     Which book.
          -v, --verbose             Say more.
          --color <color>           When to use colour. (values: auto, always, never;
                                    default: auto)
          --version                 Print the version.
          -h, --help                Print this help.

        COMMANDS:
          history                   Every entry of an account, in time order.
          add
          report                    Reports.
          findings                  Findings.

        'ledger <command> --help' says more of a command.

        """)
  }

  @Test("a command's help")
  func command() {
    #expect(
      help("history", "--help") == """
        Every entry of an account, in time order.

        EXAMPLES:
          ledger history alice --since 7d
              The last week.

        USAGE: ledger history [options] <account>

        ALIASES: log

        ARGUMENTS:
          <account>                 The account's name.

        OPTIONS:
          -s, --since <time>        From this time on.
          --limit <limit>           The most entries to show. (default: 100)
          --only <kind>             Only these kinds. (may be repeated)
          --pager, --no-pager       Use a pager on a terminal. (default: --pager)
          --enable-seals, --disable-seals
                                    Check the seals.
          -r, --raw                 Nothing escaped.
          -h, --help                Print this help.

        GLOBAL OPTIONS:
          -t, --tenant <tenant>     Which book.
          -v, --verbose             Say more.
          --color <color>           When to use colour. (values: auto, always, never;
                                    default: auto)

        Times are RFC 3339 with an offset.

        """)
  }

  @Test("required options and defaults of arguments show in the usage line")
  func usage() {
    #expect(help("add", "-h").contains("USAGE: ledger add --amount <amount> [options] <accounts> ...\n"))
    #expect(help("report", "run", "-h").contains("USAGE: ledger report run [options] <name> [<output>]\n"))
    #expect(help("findings", "-h").contains("USAGE: ledger findings [<command>]\n"))
    #expect(help("findings", "-h").contains("  list                      List the findings. (default)\n"))
  }

  @Test("-h, help and --help say the same, wherever they stand")
  func forms() {
    let text = help("history", "--help")
    #expect(help("history", "-h") == text)
    #expect(help("help", "history") == text)
    #expect(help("log", "a", "--limit", "x", "--help") == text)
    #expect(help("history", "-rh") == text)
    #expect(help("help") == help("-h"))
    #expect(help("help", "report", "run") == help("report", "run", "-h"))
  }

  @Test("no line is wider than asked, from 80 to 100")
  func width() {
    for width in [10, 80, 90, 100, 400] {
      let longest = help("history", "-h", width: width).split(separator: "\n").map(\.count).max() ?? 0
      #expect(longest <= min(max(width, 80), 100))
    }
  }
}
