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
        "mamaudit history ada@contoso.example --format html > ada.html", "a timeline to print and hand over"),
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
      let about = question.header.about(
        "History of \(account.account)", account: account.account,
        caption: "Events in the order in which they count")
      switch output.format {
      case .json, .jsonl:
        try output.objects(about: about) { object in
          try question.reader.history(of: question.account) { entry in
            try object { try HistoryDocument.write(entry, to: &$0) }
          }
          return .complete
        }
      case .table:
        try HistoryText.write(question, output: output)
      case .html:
        try TimelinePage.write(question, output: output)
      case .csv:
        try output.rows(HistoryDocument.machineColumns, about: about) { row in
          try question.reader.history(of: question.account) { try row(HistoryDocument.machineCells(of: $0)) }
          return .complete
        }
      case .markdown:
        try output.rows(HistoryDocument.columns, about: about) { row in
          try question.reader.history(of: question.account) { try row(HistoryDocument.cells(of: $0)) }
          return .complete
        }
      }
    }
  }
}
