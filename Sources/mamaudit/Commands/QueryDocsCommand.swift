import Arguments
import Foundation
import QueryCatalog

/// The command `mamaudit query docs`.
struct QueryDocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Markdown about every report: all on one page, or a page each.",
    discussion: """
      With --output the folder gets an index, Queries.md, and a page for each report in a folder of its area; what \
      stands there under the same names is replaced, and nothing is deleted.
      """,
    examples: [
      Example("mamaudit query docs > queries.md", "one page to read or to publish"),
      Example("mamaudit query docs --output docs/queries", "a page a report, and an index"),
    ])

  @Option(help: ArgumentHelp("Write the pages to this folder.", valueName: "folder"), completion: .directory)
  var output: String?
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let catalog = QueryCatalog.embedded()
    guard let folder = self.output else {
      try output.write(catalog.markdown)
      return output.finish()
    }
    let pages = catalog.pages
    for page in pages {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(page.path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(page.text.utf8).write(to: file.resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw OutputFailure(target: file.path, reason: error.localizedDescription)
      }
    }
    output.note("\(pages.count) pages in \(folder)")
  }
}
