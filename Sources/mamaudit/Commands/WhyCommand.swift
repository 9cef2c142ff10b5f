import Arguments
import Projections
import Rendering

/// The command `mamaudit why ACCOUNT`.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "The chain of events that made an account what it is, with the reason for each step.",
    discussion: """
      First each part of the state that is not at its start value, with the events that made it so; then each open \
      finding, with the rule behind it, the events it can be explained by, what to do, and what ends it. With --finding \
      one finding alone, however it stands.
      """,
    examples: [
      Example("mamaudit why ada@contoso.example", "for each part of the state how it came about"),
      Example("mamaudit why ada@contoso.example --at 2026-03-15T00:00:00Z", "as it was then"),
      Example(
        "mamaudit why --finding 47e961f16851f965", "one finding, by the id that 'mamaudit findings' lists"),
      Example(
        "mamaudit why ada@contoso.example --format jsonl | jq 'select(.kind==\"finding\")'", "for programs"),
    ])

  @Argument(help: "Object id, UPN or homeAccountId, in any casing; none with --finding.")
  var account: String?
  @Option(help: ArgumentHelp("Only this finding, however it stands.", valueName: "id"))
  var finding: String?
  @Option(help: ArgumentHelp("The same as --as-of.", valueName: "time"))
  var at: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var rules: RulesOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if at != nil, time.asOf != nil { throw ValidationError("--at and --as-of are the same: give one") }
    if (account == nil) == (finding == nil) {
      throw ValidationError("name an account, or a finding with --finding ID")
    }
    if let finding {
      _ = try FindingAnswer.id(finding)
      if rules.rules != nil {
        throw ValidationError(
          "--finding is about what the log's own parameters have found: leave out --rules")
      }
    }
  }

  mutating func run() throws {
    if let at { time.asOf = at }
    let output = try Output(outputOptions)
    if let finding {
      return try FindingAnswer.write(FindingAnswer.id(finding), store: store, time: time, output: output)
    }
    guard let account else { return }
    let timeline = try rules.timeline(output)
    try AccountQuestion.ask(account, store: store, time: time, output: output) { question in
      let explanation = try question.reader.explanation(
        of: question.account, at: question.header.asOf, rules: timeline)
      let about = question.header.about(
        "Why \(explanation.account.account) is what it is", account: account,
        caption: "The events behind each part of the state, and behind each open finding")
      switch output.format {
      case .json, .jsonl:
        try output.objects(about: about) { object in
          for part in explanation.parts {
            try object { WhyDocument.write(part, of: explanation, header: question.header, to: &$0) }
          }
          for finding in explanation.findings {
            try object { WhyDocument.write(finding, header: question.header, to: &$0) }
          }
          return .complete
        }
      case .table:
        try output.write(WhyText.text(of: explanation, header: question.header, output: output))
        output.finish()
      case .csv, .markdown, .html:
        try output.rows(WhyDocument.columns, about: about) { row in
          for part in explanation.parts {
            for link in part.chain { try row(WhyDocument.cells(of: link, in: part)) }
          }
          for finding in explanation.findings {
            for link in finding.chain { try row(WhyDocument.cells(of: link, in: finding)) }
          }
          return .complete
        }
      }
    }
  }
}
