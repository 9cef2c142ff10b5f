import CEmbedded
import FoundationEssentials
import PrivateCluster

/// The peer: python eventsourcing with psycopg, in an environment of its own within the run's folder.
///
/// Where it fails once it is left out from then on: the figures of the product do not depend on it.
final class Peer {
  /// What is installed.
  static let packages = ["eventsourcing==9.5.6", "psycopg[binary,pool]==3.3.9"]
  /// How many events it appends at a time.
  static let batch = 1_000

  /// What a run of it said.
  private struct Answer: Decodable {
    var events: Int
    var seconds: Double
  }

  /// How long anything of it may take, in seconds.
  private static let patience = 1_200

  /// Why it failed; nil while it did not.
  private(set) var failure: String?

  private let stage: Stage
  private let python: String
  private let script: String

  /// Installs it.
  ///
  /// - Throws: `BenchError` that says why it cannot be had.
  init(_ stage: Stage) throws {
    self.stage = stage
    stage.say("installing the peer: \(Self.packages.joined(separator: " "))")
    let environment = "\(stage.folder)/peer"
    python = "\(environment)/bin/python"
    script = "\(stage.folder)/eventsourcing_peer.py"
    try Self.must(stage, [try stage.programs.onPath("python3"), "-m", "venv", environment])
    try Self.must(
      stage, [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"] + Self.packages)
    let file = try FileOutput(creating: script)
    try file.write(Self.source)
    try file.close()
  }

  /// Events a second, appending the first events of the trace into a new database.
  func append() throws -> Double? {
    try stage.create(.peer)
    try stage.checkpoint()
    return try run("append", [try stage.trace(), String(stage.plan.peerEvents), String(Self.batch)])
  }

  /// Events a second, reading the notification log in pages.
  func read() throws -> Double? { try run("read", [String(Self.batch)]) }

  /// Events a second, appending single ones.
  func single(clients: Int) throws -> Double? {
    try stage.create(.peer)
    try stage.checkpoint()
    return try run("single", [String(clients), String(stage.plan.seconds)])
  }

  /// Its side of a row; nil where it failed.
  func comparison(_ what: String, _ values: [Double], bar: Double) -> ReportRow.Comparison? {
    failure == nil ? ReportRow.Comparison(what: what, values: values, bar: bar) : nil
  }

  private func run(_ work: String, _ arguments: [String]) throws -> Double? {
    guard failure == nil else { return nil }
    do {
      let outcome = try Self.must(
        stage,
        [python, script, work, stage.cluster.socketDirectory, "mamaudit", Stage.Database.peer.rawValue]
          + arguments)
      let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
      guard answer.events > 0, answer.seconds > 0 else { throw BenchError.failed("nothing was done") }
      return Double(answer.events) / answer.seconds
    } catch {
      try Interrupts.check()
      failure = "\(work): \(error)"
      return nil
    }
  }

  @discardableResult
  private static func must(_ stage: Stage, _ words: [String]) throws -> Child.Outcome {
    try stage.child.must(try stage.programs.onPath("timeout"), [String(patience)] + words)
  }

  /// The program that drives it, compiled in.
  static var source: String {
    for index in 0..<embedded_file_count() {
      let file = embedded_file(index)
      if String(cString: file.path) == "Sources/mamaudit-bench/eventsourcing_peer.py" {
        return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.length), as: UTF8.self)
      }
    }
    preconditionFailure("the peer's program is not compiled in")
  }
}
