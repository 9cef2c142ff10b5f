import Arguments
import AuditStore
import MAMEvents
import Rendering

/// The command `mamaudit logs`.
struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs",
    abstract: "The logs in the store: one a tenant.",
    examples: [Example("mamaudit logs", "tenants, and how many events each has")])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let session = try Session(store)
    let logs = try LogSelection.all(session, store)
    let columns = [
      Column("tenant", .guid), Column("events", .integer), Column("lastRecordedAt", .timestamp),
      Column("createdAt", .timestamp),
    ]
    try output.rows(columns, title: "Logs") { row in
      for log in logs {
        try row([
          .guid(log.tenant.text), .integer(log.size), Cell(log.lastRecordedAt), Cell(Optional(log.createdAt)),
        ])
      }
      return .complete
    }
    if logs.isEmpty { output.note("the store is empty: append events with 'mamaudit ingest FILE'") }
  }
}
