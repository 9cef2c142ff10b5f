import Arguments
import PrivateCluster
import Rendering

/// The command `mamaudit down`.
struct DownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "down",
    abstract: "Stop the private PostgreSQL; what it holds stays.",
    examples: [Example("mamaudit down", "the next command that needs it starts it again")])

  @OptionGroup var outputOptions: OutputOptions

  mutating func run() throws {
    let output = try Output(outputOptions)
    let cluster = try PrivateCluster()
    let wasRunning = try cluster.status().state == .running
    try cluster.stop()
    output.note(
      wasRunning
        ? "stopped the PostgreSQL in \(cluster.dataDirectory)"
        : "no PostgreSQL was running in \(cluster.dataDirectory)")
  }
}
