import Arguments
import AuditStore
import Projections
import Rendering

/// The command `mamaudit unattributed`.
struct UnattributedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unattributed",
    abstract: "Events that should name an account and do not; they are kept, and change no account.",
    examples: [
      Example("mamaudit unattributed", "all of them"),
      Example("mamaudit unattributed --as-of 7d", "those that counted a week ago"),
    ])

  @OptionGroup var time: TimeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    try ListQuestion.list(
      UnattributedEvent.self, title: "Unattributed events", store: store, time: time, usesProjections: false,
      output: Output(outputOptions)
    ) { question, row in
      try LogReader(question.session.connection).unattributed(
        of: question.log.id, size: question.scope.size, asOf: question.scope.asOf, row)
    }
  }
}
