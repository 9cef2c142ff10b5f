import Arguments
import Foundation
import QueryCatalog

/// The command `mamaudit export grafana`.
struct ExportGrafanaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grafana",
    abstract: "Dashboards for Grafana, and the files by which Grafana finds them and the database.",
    discussion: """
      They read the views of the schema reporting through the login that Grafana is given; no database is asked here. \
      Files of the same names are written over, all others stay.
      """,
    examples: [
      Example(
        "mamaudit export grafana /etc/grafana/mamaudit", "write dashboards/ and provisioning/ into a folder"),
      Example("mamaudit export grafana . --quiet", "into this one, without a word"),
    ])

  @Argument(
    help: ArgumentHelp("The folder; it is made where it is missing.", valueName: "folder"),
    completion: .directory)
  var folder: String
  @Flag(name: .shortAndLong, help: "Do not tell what was written.")
  var quiet: Bool

  mutating func run() throws {
    let base = URL(filePath: folder, directoryHint: .isDirectory)
    for file in GrafanaFiles.embedded() {
      let target = base.appending(path: file.path)
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: target.resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw OutputFailure(target: target.path, reason: error.localizedDescription)
      }
      if !quiet { Terminal.complain("wrote \(target.path)") }
    }
  }
}
