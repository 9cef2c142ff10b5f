import Arguments
import Rendering

/// The command `mamaudit schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "The types of events with their members; for programs also enumerations, codes and documents.",
    examples: [
      Example("mamaudit schema", "every type of event, what it needs and what its data holds"),
      Example("mamaudit schema --json", "the same for programs, with enumerations, codes and documents"),
    ])

  @Flag(help: "Write one JSON object.")
  var json: Bool
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    if json { outputOptions.format = .json }
    let output = try Output(outputOptions)
    switch output.format {
    case .json, .jsonl:
      var json = JSONWriter { try output.write($0) }
      SchemaDocument.write(to: &json)
      json.endLine()
      try json.finish()
    case .table, .csv, .markdown, .html:
      try output.write(SchemaDocument.text(style: output.writerOptions.style))
      output.finish()
    }
  }
}
