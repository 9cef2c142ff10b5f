import Arguments
import Projections
import Rendering

/// The command `mamaudit why ACCOUNT`.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "The chain of events that made an account what it is, with the reason for each step.",
    examples: [
      Example("mamaudit why ada@contoso.example", "for each part of the state how it came about"),
      Example("mamaudit why ada@contoso.example --at 2026-03-15T00:00:00Z", "as it was then"),
      Example("mamaudit why ada@contoso.example --format jsonl | jq .reason", "for programs"),
    ])

  @OptionGroup var account: AccountArgument
  @Option(help: ArgumentHelp("The same as --as-of.", valueName: "time"))
  var at: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if at != nil, time.asOf != nil { throw ValidationError("--at and --as-of are the same: give one") }
  }

  mutating func run() throws {
    if let at { time.asOf = at }
    let output = try Output(outputOptions)
    try AccountQuestion.ask(account.account, store: store, time: time, output: output) { question in
      let explanation = try question.reader.explanation(of: question.account)
      switch output.format {
      case .json, .jsonl:
        try output.objects { object in
          for part in explanation.parts {
            try object { WhyDocument.write(part, of: explanation, header: question.header, to: &$0) }
          }
        }
      case .table:
        try output.write(WhyText.text(of: explanation, header: question.header, output: output))
        output.finish()
      case .csv, .markdown, .html:
        try output.rows(WhyDocument.columns, title: "Why \(explanation.account.account) is what it is") {
          row in
          for part in explanation.parts {
            for link in part.chain { try row(WhyDocument.cells(of: link, in: part)) }
          }
          return .complete
        }
      }
    }
  }
}
