import CEmbedded
import FoundationEssentials
import PrivateCluster

/// The peer: python eventsourcing with psycopg, in an environment of its own within the run's folder.
struct Peer {
  /// What is installed.
  static let packages = ["eventsourcing==9.5.6", "psycopg[binary,pool]==3.3.9"]
  /// How many events it appends at a time.
  static let batch = 1_000

  /// What a run of it said.
  struct Answer: Decodable {
    var events: Int
    var seconds: Double
    var eventsourcing: String
    var psycopg: String
    var python: String

    /// Events a second.
    var rate: Double { Double(events) / seconds }
  }

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
    try stage.child.must(try stage.programs.onPath("python3"), ["-m", "venv", environment])
    try stage.child.must(
      python, ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"] + Self.packages)
    let file = try FileOutput(creating: script)
    try file.write(Self.source)
    try file.close()
  }

  /// Appends the first events of the trace into a new database.
  func append() throws -> Answer {
    try stage.create(.peer)
    try stage.checkpoint()
    return try run(
      "append", [try stage.trace(), String(stage.plan.peerEvents), String(Self.batch)])
  }

  /// Reads the notification log in pages of as many events as the recorder reads by itself.
  func read() throws -> Answer { try run("read", [String(Self.batch)]) }

  /// Appends single events.
  func single(clients: Int) throws -> Answer {
    try stage.create(.peer)
    try stage.checkpoint()
    return try run("single", [String(clients), String(stage.plan.seconds)])
  }

  private func run(_ work: String, _ arguments: [String]) throws -> Answer {
    let outcome = try stage.child.must(
      python,
      [script, work, stage.cluster.socketDirectory, "mamaudit", Stage.Database.peer.rawValue] + arguments)
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8)),
      answer.events > 0
    else { throw BenchError.failed("the peer gave no answer: \(outcome.output)\(outcome.errors)") }
    return answer
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
