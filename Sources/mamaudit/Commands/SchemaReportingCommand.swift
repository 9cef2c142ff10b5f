import Arguments
import AuditStore
import PlainText
import Rendering

/// The command `mamaudit schema reporting`.
struct SchemaReportingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reporting",
    abstract: "The views for reports and dashboards, and what each column means.",
    discussion: """
      Any SQL client reads them in the schema reporting; the view v1_catalog there says the same as this command. \
      A v1_ view only ever gains columns, at its end.
      """,
    examples: [
      Example("mamaudit schema reporting", "the views there are"),
      Example("mamaudit schema reporting v1_wipe", "the columns of one, with types, units and meanings"),
      Example("mamaudit schema reporting v1_wipe --format markdown", "the same for a page"),
    ])

  @Argument(
    help: "A view; all views when not given.",
    completion: .list(ReportingContract.embedded.views.map(\.name)))
  var view: String?
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let views = ReportingContract.embedded.views
    guard let view else { return try list(views, output) }
    let name = view.hasPrefix("reporting.") ? String(view.dropFirst("reporting.".count)) : view
    guard let found = views.first(where: { $0.name == name || $0.name == "v1_" + name }) else {
      throw UnknownView(name: view, suggestion: Nearness.closest(to: name, in: views.map(\.name)))
    }
    try show(found, output)
  }

  private func list(_ views: [ReportingContract.View], _ output: Output) throws {
    let columns = [
      Column("view"), Column("columns", .integer), Column("since", .integer), Column("description"),
    ]
    try output.rows(columns, title: "Views of the schema reporting") { row in
      for view in views {
        try row([
          .text(view.name), .integer(Int64(view.columns.count)), .integer(Int64(view.since)),
          .text(view.description),
        ])
      }
      return .complete
    }
  }

  private func show(_ view: ReportingContract.View, _ output: Output) throws {
    if output.format == .table { try output.write("reporting.\(view.name): \(view.description)\n\n") }
    let columns = [
      Column("ordinal", .integer), Column("column"), Column("type"), Column("unit"),
      Column("since", .integer), Column("description"),
    ]
    try output.rows(columns, title: "reporting.\(view.name): \(view.description)") { row in
      for (index, column) in view.columns.enumerated() {
        try row([
          .integer(Int64(index + 1)), .text(column.name), .text(column.type), Cell(column.unit),
          .integer(Int64(column.since)), .text(column.description),
        ])
      }
      return .complete
    }
  }

  /// No view has a name.
  struct UnknownView: Error, CustomStringConvertible {
    var name: String
    var suggestion: String?

    var description: String {
      "there is no view '\(name.printable)' in reporting"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        + "\n'mamaudit schema reporting' lists them."
    }
  }
}
