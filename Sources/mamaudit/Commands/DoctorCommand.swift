import Arguments
import AuditStore
import PrivateCluster
import Rendering

/// The command `mamaudit doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that the database is fit to keep evidence; nothing is made or changed.",
    discussion: """
      It looks at the settings that make a commit durable, the clock, the migrations, the triggers that refuse \
      changes, owners, functions, roles and grants. Exit code 5 where a check failed. Whoever owns the server can \
      still change what is in it: evidence comes from checkpoints that are kept elsewhere.
      """,
    examples: [
      Example("mamaudit doctor", "one line a check, with what to do"),
      Example("mamaudit doctor --format jsonl | jq 'select(.result == \"failed\")'", "what failed"),
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let findings = try examine()
    let columns = [
      Column("check"), Column("result", tones: ["ok": .good, "failed": .bad]), Column("detail"),
      Column("remedy"),
    ]
    try output.rows(columns, title: "Doctor") { row in
      for finding in findings {
        try row([
          .text(finding.name), .text(finding.ok ? "ok" : "failed"), .text(finding.detail),
          Cell(finding.remedy),
        ])
      }
      return .complete
    }
    let failed = findings.count { !$0.ok }
    output.note("\(findings.count) checks, \(failed) failed")
    if failed > 0 { throw ExitCode.integrity }
  }

  /// The checks of the private cluster where it is used, and those of the database where it can be reached.
  private func examine() throws -> [StoreCheck.Finding] {
    guard Session.choose(store).source == .privateCluster else {
      return try StoreDoctor(Session(store, needsSchema: false).connection).examine()
    }
    let cluster = try PrivateCluster()
    let findings = cluster.doctor().map { check in
      StoreCheck.Finding(name: check.name, ok: check.ok, detail: check.detail, remedy: check.remedy)
    }
    guard try cluster.status().state == .running else { return findings }
    let connection = try Session(store, needsSchema: false).connection
    return findings + (try StoreDoctor(connection).examine(skipsDurability: true))
  }
}
