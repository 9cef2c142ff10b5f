import Foundation
import Glibc
import Synchronization

/// The built `mamaudit`, run as a user runs it.
enum Tool {
  /// How a run ended.
  struct Outcome {
    /// The exit code; that of the signal plus 128 where one ended it.
    var status: Int32
    /// What it wrote to standard output.
    var stdout: String
    /// What it wrote to standard error.
    var stderr: String
    /// The same, byte by byte.
    var stdoutBytes: [UInt8]

    /// The lines of standard output.
    var lines: [String] { stdout.split(separator: "\n").map(String.init) }

    /// Standard output as one JSON value.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(stdoutBytes)) }

    /// Standard output as JSON objects, one a line.
    func objects() throws -> [[String: Any]] {
      try lines.map { line in
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let object = value as? [String: Any] else { throw ToolError(text: "no object: \(line)") }
        return object
      }
    }
  }

  /// The program that the build made, beside the tests.
  static let path: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("mamaudit").path
  }()

  /// The home of runs that name none: a folder of this test process, removed at its end.
  static let home: String = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mamaudit-home-\(getpid())")
      .path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: Tool.home) }
    return folder
  }()

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: what follows the program's name.
  ///   - environment: added to PATH and an empty HOME; nothing else is passed on, so no database of the user's is named.
  ///   - input: what it reads from standard input.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Outcome {
    try finish(try process(arguments, environment: environment), input: input)
  }

  /// Runs a line of shell script to its end, with `$0`, `$1` … as given and the program found as `mamaudit`.
  ///
  /// - Parameter folder: the folder it runs in; that of the tests when nil.
  static func shell(
    _ script: String, _ arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil
  ) throws -> Outcome {
    let process = try process(["-c", script] + arguments, environment: environment)
    let folders = process.environment?["PATH"] ?? ""
    process.environment?["PATH"] = URL(fileURLWithPath: path).deletingLastPathComponent().path + ":" + folders
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    return try finish(process, input: [])
  }

  private static func finish(_ process: Process, input: [UInt8]) throws -> Outcome {
    let standardInput = Pipe()
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = errors
    // A program that ends before it has read its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let feeding = Collector {
      try? standardInput.fileHandleForWriting.write(contentsOf: Data(input))
    } after: {
      try? standardInput.fileHandleForWriting.close()
    }
    let complaints = Collector(reading: errors.fileHandleForReading)
    let answer = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    let said = complaints.wait()
    _ = feeding.wait()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: isSignal ? 128 + process.terminationStatus : process.terminationStatus,
      stdout: String(decoding: answer, as: UTF8.self), stderr: String(decoding: said, as: UTF8.self),
      stdoutBytes: Array(answer))
  }

  /// The program, ready to be started; for tests that stop it while it runs.
  static func process(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
    guard access(path, X_OK) == 0 else { throw ToolError(text: "\(path) is not there: run swift build") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let inherited = ProcessInfo.processInfo.environment
    var variables = ["PATH": inherited["PATH"] ?? "/usr/bin:/bin", "HOME": home]
    variables.merge(environment) { $1 }
    process.environment = variables
    return process
  }
}

/// Why the program could not be run.
struct ToolError: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

/// Reads or writes one end of a pipe on a thread of its own, so that no pipe fills while another is waited for.
private final class Collector: Sendable {
  private let data = Mutex(Data())
  private let done = DispatchSemaphore(value: 0)

  init(reading handle: FileHandle) {
    let descriptor = handle
    Thread.detachNewThread { [self] in
      let read = (try? descriptor.readToEnd()) ?? Data()
      data.withLock { $0 = read }
      done.signal()
    }
  }

  init(_ body: @escaping @Sendable () -> Void, after: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      body()
      after()
      done.signal()
    }
  }

  func wait() -> Data {
    done.wait()
    return data.withLock { $0 }
  }
}
