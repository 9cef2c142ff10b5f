import Arguments
import Projections
import Rendering

/// The command `mamaudit history ACCOUNT`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Every event of an account in time order, with what each changed.",
    examples: [
      Example("mamaudit history ada@contoso.example", "all of it"),
      Example("mamaudit history ada@contoso.example --format jsonl | jq .changes", "for programs"),
      Example(
        "mamaudit history ada@contoso.example --known-at 1000",
        "as it stood after the log's first 1000 events"),
    ])

  @OptionGroup var account: AccountArgument
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    try AccountQuestion.ask(account.account, store: store, time: time, output: output) { question in
      switch output.format {
      case .json, .jsonl:
        try output.objects { object in
          try question.reader.history(of: question.account) { entry in
            try object { try HistoryDocument.write(entry, to: &$0) }
          }
        }
      case .table:
        try HistoryText.write(question, output: output)
      case .csv, .markdown, .html:
        try output.rows(HistoryDocument.columns, title: "History of \(account.account)") { row in
          try question.reader.history(of: question.account) { try row(HistoryDocument.cells(of: $0)) }
          return .complete
        }
      }
    }
  }
}
