import Arguments
import AuditStore
import MAMEvents
import Rendering

/// The command `mamaudit export events`.
struct ExportEventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "The records of a log in order of position, one a line, every byte as it is stored.",
    discussion: """
      Personal values stand in the records as digests and do not leave. The lines can be ingested again: those that \
      are in the log are duplicates.
      """,
    examples: [
      Example("mamaudit export events --output log.ndjson", "the whole log into a file"),
      Example("mamaudit export events --from 1000 --to 2000 | sha256sum", "positions 1000 to 1999"),
    ])

  @Option(help: ArgumentHelp("The first position.", valueName: "position"))
  var from: Int64 = 0
  @Option(
    help: ArgumentHelp("The position to stop before; the log's end when not given.", valueName: "position"))
  var to: Int64?
  @Option(help: ArgumentHelp("Write to a file, which is there when it is whole.", valueName: "file"))
  var output: String?
  @Flag(name: .shortAndLong, help: "No notes and no progress on standard error.")
  var quiet: Bool
  @OptionGroup var store: StoreOptions

  mutating func run() throws {
    var options = OutputOptions()
    options.quiet = quiet
    let face = try Output(options)
    let session = try Session(store)
    let log = try LogSelection.one(session, store)
    let end = min(to ?? log.size, log.size)
    guard from >= 0, from <= end else {
      throw ValidationError(
        "there is no range from \(from) to \(to ?? log.size): the log has \(log.size) events")
    }
    face.note("tenant \(log.tenant.text), positions from \(from) to before \(end)")
    if output == nil, Terminal.isTerminal(1) {
      // For eyes alone: bytes that could steer the terminal stand as escapes, which mean the same.
      _ = try session.reading {
        try EventExport(log, on: session.connection).records(from..<end) { record in
          try face.write(JSONWriter.shown(String(decoding: record, as: UTF8.self)) + "\n")
        }
      }
      return
    }
    let target = output.map { ExportTarget.file($0) } ?? .standardOutput
    let progress = ExportProgress(face, isToFile: output != nil, total: end - from)
    let count = try session.reading {
      try EventExport(log, on: session.connection).write(from..<end, to: target, progress: progress.show)
    }
    progress.clear()
    if let output { face.note("\(Quantity.grouped(count)) events are in \(output)") }
  }
}
