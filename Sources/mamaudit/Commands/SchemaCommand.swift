import Arguments
import MAMEvents
import PlainText
import Rendering

/// The command `mamaudit schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "The types of events with their members, and the views for reports; for programs all there is to rely on.",
    discussion: "'mamaudit schema' is 'mamaudit schema events'.",
    examples: [
      Example("mamaudit schema", "every type of event, what it needs and what its data holds"),
      Example("mamaudit schema mam.token.denied", "one type of event"),
      Example("mamaudit schema reporting", "the views for reports and dashboards"),
      Example("mamaudit schema reporting v1_wipe", "the columns of one of them"),
      Example(
        "mamaudit schema --json", "all of it for programs, with enumerations, codes and documents"),
    ],
    subcommands: [SchemaEventsCommand.self, SchemaReportingCommand.self],
    defaultSubcommand: SchemaEventsCommand.self)
}

/// The command `mamaudit schema events`.
struct SchemaEventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "The types of events with their members; as JSON the whole schema.",
    examples: [
      Example("mamaudit schema events", "every type of event, what it needs and what its data holds"),
      Example("mamaudit schema events mam.token.denied", "one of them"),
      Example("mamaudit schema --json", "for programs, with enumerations, codes, documents and views"),
    ])

  @Argument(
    help: ArgumentHelp("A type of event; all when not given.", valueName: "type"),
    completion: .list(Catalogue.all.map(\.name)))
  var type: String?
  @Flag(help: "Write the whole schema as one JSON object.")
  var json: Bool
  @OptionGroup var outputOptions: OutputOptions

  /// A name that is no type of event.
  struct UnknownType: Error, CustomStringConvertible {
    var name: String

    var description: String {
      let meant = Catalogue.nearest(to: name).map { "; did you mean '\($0)'?" } ?? ""
      return "there is no type '\(name.printable)'\(meant)"
    }
  }

  mutating func run() throws {
    if json { outputOptions.format = .json }
    let output = try Output(outputOptions)
    if let type {
      guard let definition = Catalogue.named(type) else { throw UnknownType(name: type) }
      return try write(definition, output)
    }
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

  private func write(_ definition: EventDefinition, _ output: Output) throws {
    switch output.format {
    case .json, .jsonl:
      var json = JSONWriter { try output.write($0) }
      SchemaDocument.write(definition, to: &json)
      json.endLine()
      try json.finish()
    case .table, .csv, .markdown, .html:
      try output.write(SchemaDocument.text(of: definition))
      output.finish()
    }
  }
}
