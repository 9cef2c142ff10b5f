import Arguments
import Glibc
import MAMEvents
import Projections
import Rendering

/// The command `mamaudit replay ACCOUNT`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "The state of an account after each of its events.",
    examples: [
      Example("mamaudit replay ada@contoso.example", "one state after the other"),
      Example("mamaudit replay ada@contoso.example --step", "wait for the return key before the next"),
    ])

  @OptionGroup var account: AccountArgument
  @Flag(help: "Wait for the return key before the next event; q leaves.")
  var step: Bool
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if step && !(Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDOUT_FILENO)) {
      throw ValidationError("--step needs a terminal to wait for the return key")
    }
    if step, let format = outputOptions.format, format != .table {
      throw ValidationError("--step is for people at a terminal: leave out --format \(format.rawValue)")
    }
  }

  mutating func run() throws {
    if step { outputOptions.noPager = true }
    let output = try Output(outputOptions)
    try AccountQuestion.ask(account.account, store: store, time: time, output: output) { question in
      let about = question.header.about(
        "Replay of \(account.account)", account: account.account,
        caption: "The state after each event, a row for each installation")
      switch output.format {
      case .json, .jsonl:
        try output.objects(about: about) { object in
          try question.reader.history(of: question.account) { entry in
            try object { json in
              json.object { json in
                json.key("position")
                json.integer(entry.event.position)
                json.key("effectiveAt")
                json.timestamp(entry.event.effectiveAt.microseconds)
                json.key("state")
                var header = question.header
                header.asOf = entry.event.effectiveAt
                StateDocument.write(entry.after, header: header, to: &json)
              }
            }
          }
          return .complete
        }
      case .table:
        try replayTable(question, output)
      case .csv, .markdown, .html:
        let columns =
          [Column("effectiveAt", .timestamp, title: "time"), Column("position", .integer)]
          + StateTable.accountColumns + StateTable.columns
        try output.rows(columns, about: about) { row in
          try question.reader.history(of: question.account) { entry in
            for cells in StateTable.rows(of: entry.after) {
              try row(
                [.timestamp(entry.event.effectiveAt.microseconds), .integer(entry.event.position)] + cells)
            }
          }
          return .complete
        }
      }
    }
  }

  private func replayTable(_ question: AccountQuestion, _ output: Output) throws {
    var isFirst = true
    do {
      try question.reader.history(of: question.account) { entry in
        if step, !isFirst { try waitForNext(output) }
        isFirst = false
        try output.write("\n" + HistoryText.text(of: entry, output: output))
        var writer = OutputFormat.table.writer(output.writerOptions) { try output.write($0) }
        try writer.begin(StateTable.columns)
        for installation in entry.after.installations { try writer.row(StateTable.cells(of: installation)) }
        try writer.end(.complete)
      }
    } catch is Left {}
    output.finish()
  }

  /// The person at the terminal has seen enough.
  private struct Left: Error {}

  private func waitForNext(_ output: Output) throws {
    output.prompt("return: the next event, q: leave ")
    guard let line = try Terminal.line() else { throw Left() }
    if ["q", "quit", "exit"].contains(line.lowercased()) { throw Left() }
  }
}
