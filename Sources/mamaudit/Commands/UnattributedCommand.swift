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
      Example("mamaudit unattributed --limit 50", "the first fifty, and the command that goes on"),
    ])

  @OptionGroup var time: TimeOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  private static let kind = ListQuestion.Kind(name: "unattributed", title: "Unattributed events")

  mutating func run() throws {
    try ListQuestion.list(
      UnattributedEvent.self, Self.kind, store: store, time: time, page: page, output: Output(outputOptions)
    ) { _ in
      []
    } _: { question, row in
      var first: Int64 = 0
      if case .integer(let last)? = question.after?.first { first = last + 1 }
      try LogReader(question.session.connection).unattributed(
        of: question.log.id, positions: first..<max(first, question.scope.size), asOf: question.scope.asOf,
        row)
    }
  }
}
