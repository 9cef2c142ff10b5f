import Arguments
import Projections
import Rendering

/// The command `mamaudit state ACCOUNT`.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "What an account was at an instant, as known at another.",
    examples: [
      Example("mamaudit state ada@contoso.example", "the state now"),
      Example("mamaudit state ada@contoso.example --as-of 2026-03-15T00:00:00Z", "the state at that time"),
      Example(
        "mamaudit state ada@contoso.example --as-of 7d --known-at 6d",
        "the state a week ago, as it was known six days ago"),
    ])

  @OptionGroup var account: AccountArgument
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    try AccountQuestion.ask(account.account, store: store, time: time, output: output) { question in
      let answer = try question.reader.state(
        of: question.account, at: question.header.asOf)
      switch output.format {
      case .table:
        try StateTable.write(answer, header: question.header, output: output)
        output.finish()
      case .json, .jsonl:
        var json = JSONWriter { try output.write($0) }
        StateDocument.write(answer, header: question.header, to: &json)
        json.endLine()
        try json.finish()
      case .csv, .markdown, .html:
        let about = question.header.about(
          "State of \(answer.account.account)", account: account.account,
          caption: "A row for each installation")
        try output.rows(StateTable.accountColumns + StateTable.columns, about: about) { row in
          for cells in StateTable.rows(of: answer) { try row(cells) }
          return .complete
        }
      }
    }
  }
}
