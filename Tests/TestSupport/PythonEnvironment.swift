import Foundation
import Glibc

/// A Python environment with packages of PyPI for checkers that exist in Python alone.
///
/// It is made once under the build folder, whichever test process comes first, and made anew when the packages change.
/// A package that cannot be had fails the test that asks for it: nothing is skipped.
public struct PythonEnvironment: Sendable {
  /// Its folder.
  public let folder: String
  /// The interpreter that finds the packages.
  public let python: String

  /// Makes the environment, or takes the one that is there.
  ///
  /// - Parameters:
  ///   - name: what it is called among those of the build.
  ///   - packages: requirements with exact versions, such as `ocsf-json-schema==0.4.0`.
  ///   - withDependencies: false where the packages named are all that is needed, whatever they ask for.
  /// - Throws: a `TestSupportError` with the words of venv or pip, and what to install.
  public init(_ name: String, packages: [String], withDependencies: Bool = true) throws {
    precondition(packages.allSatisfy { $0.contains("==") }, "tests need exact versions")
    folder = Self.root + "/" + name
    python = folder + "/bin/python"
    let wanted = packages.joined(separator: "\n") + "\n"
    let stamp = folder + "/mamaudit-packages.txt"
    try Self.locked(folder + ".lock") { [folder, python] in
      if (try? String(contentsOfFile: stamp, encoding: .utf8)) == wanted { return }
      try? FileManager.default.removeItem(atPath: folder)
      try Self.must(
        ["/usr/bin/env", "python3", "-m", "venv", folder],
        advice: "The tests need Python with venv: apt-get install python3-venv")
      if !packages.isEmpty {
        try Self.must(
          [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
            + (withDependencies ? [] : ["--no-deps"]) + packages,
          advice: "The tests need these packages of PyPI: \(packages.joined(separator: " "))")
      }
      // Last, so that an environment half made is none.
      try wanted.write(toFile: stamp, atomically: true, encoding: .utf8)
    }
  }

  /// What a script said.
  public struct Outcome: Sendable {
    /// The exit code; negative where a signal ended it.
    public var status: Int32
    /// Standard output.
    public var stdout: Data
    /// Standard error.
    public var stderr: String
  }

  /// Runs a script to its end.
  ///
  /// - Parameters:
  ///   - script: the path of the script.
  ///   - arguments: what follows it.
  ///   - input: what it reads from standard input.
  public func run(_ script: String, _ arguments: [String] = [], input: Data = Data()) throws -> Outcome {
    try Self.run([python, script] + arguments, input: input)
  }

  /// The path of a file in a package, such as `axe_playwright_python/axe.min.js`.
  public func file(_ path: String) throws -> String {
    let versions = try FileManager.default.contentsOfDirectory(atPath: folder + "/lib").sorted()
    let paths = versions.map { "\(folder)/lib/\($0)/site-packages/\(path)" }
    guard let found = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw TestSupportError("there is no \(path) in the packages at \(folder)")
    }
    return found
  }

  // MARK: -

  /// Beside the built tests.
  private static let root: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("python").path
  }()

  /// Runs `body` while no other test process does so with the same file.
  private static func locked<R>(_ path: String, _ body: () throws -> R) throws -> R {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw TestSupportError("cannot open \(path): \(errno)") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw TestSupportError("cannot lock \(path): \(errno)") }
    }
    return try body()
  }

  private static func must(_ words: [String], advice: String) throws {
    let outcome = try run(words)
    guard outcome.status == 0 else {
      let said = String(decoding: outcome.stdout, as: UTF8.self) + outcome.stderr
      throw TestSupportError("\(words.joined(separator: " ")) failed:\n\(said)\n\(advice)")
    }
  }

  /// Runs a program to its end; its streams are files, so that none can fill.
  private static func run(_ words: [String], input: Data = Data()) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mamaudit-python-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let streams = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
    try input.write(to: streams[0])
    for stream in streams.dropFirst() { try Data().write(to: stream) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: isSignal ? -process.terminationStatus : process.terminationStatus,
      stdout: try Data(contentsOf: streams[1]),
      stderr: String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self))
  }
}
