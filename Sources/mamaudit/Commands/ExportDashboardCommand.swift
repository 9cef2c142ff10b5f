import Arguments
import AuditStore
import Dashboard
import Foundation
import Rendering

/// The command `mamaudit export dashboard`.
struct ExportDashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "One HTML page with the compliance figures of a period, to read, print and hand over.",
    discussion: """
      The page is whole in itself: no script, nothing from outside, the numbers of every chart in a table. Its figures \
      come from the reports 'dashboard-…', read with the rights of mamaudit_reporting in one transaction; each is named \
      on the page, so that anybody can ask for it again. The same options and the same events give the same bytes.

      Days are UTC days. Without --since and --until the page is about the last 30 days up to the last event of the \
      log, whatever day it is today. Accounts stand by object id: --identities puts their names beside it.
      """,
    examples: [
      Example("mamaudit export dashboard --output dashboard.html", "the last 30 days of the log"),
      Example(
        "mamaudit export dashboard --since 2026-03-01T00:00:00Z --until 2026-04-01T00:00:00Z --output march.html",
        "a month"),
      Example(
        "mamaudit export dashboard --since 90d --title \"Q1 report\" --identities --output q1.html",
        "with a title of yours, and the names of accounts"),
    ])

  @Option(
    help: ArgumentHelp(
      "The first day (UTC): that in which this time lies. Thirty days up to the last one when not given.",
      valueName: "time"))
  var since: String?
  @Option(
    help: ArgumentHelp(
      "The time to stop before; the day in which it lies is the last one. That of the last event when not given.",
      valueName: "time"))
  var until: String?
  @Option(help: ArgumentHelp("The heading of the page.", valueName: "text"))
  var title: String = DashboardScope.standardTitle
  @Flag(help: "Show accounts with their names (UPNs). The page then holds personal data.")
  var identities: Bool
  @Option(
    help: ArgumentHelp(
      "Time zone of times of day and of local times in options, such as Europe/Amsterdam. Days stay UTC days.",
      valueName: "zone"))
  var tz: String?
  @Option(
    help: ArgumentHelp("Write to a file, which is there when it is whole.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String?
  @Flag(name: .shortAndLong, help: "No notes on standard error.")
  var quiet: Bool
  @OptionGroup var store: StoreOptions

  mutating func run() throws {
    var options = OutputOptions()
    options.quiet = quiet
    options.tz = tz
    let face = try Output(options)
    let range = (
      since: try since.map(TimeExpression.init), until: try until.map(TimeExpression.init)
    )
    let session = try Session(store)
    let bounds = (
      since: try range.since?.resolve(now: session.now, zone: face.zone),
      until: try range.until?.resolve(now: session.now, zone: face.zone)
    )
    let page = try DashboardReader(session).page(
      tenant: LogSelection.tenant(store),
      DashboardReader.Wishes(
        since: bounds.since, until: bounds.until, title: title, showsIdentities: identities,
        zone: face.writerOptions.zone, zoneName: face.zone?.identifier ?? "UTC"),
      note: face.note)
    let target = output.map { ExportTarget.file($0) } ?? .standardOutput
    try target.write(Array(page.html.utf8))
    if let output { face.note("the dashboard is in \(output)") }
  }
}
