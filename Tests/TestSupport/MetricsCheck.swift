import Foundation

/// Readers of metrics that others have written.
public enum MetricsCheck {
  /// A sample as Prometheus' parser has understood it.
  public struct Sample: Decodable, Sendable {
    /// The family.
    public var family: String
    /// What its values are.
    public var kind: String
    /// What they are measured in.
    public var unit: String
    /// The name of the sample.
    public var name: String
    /// Its labels.
    public var labels: [String: String]
    /// Its value.
    public var value: Double
  }

  /// The samples of OpenMetrics text, by the strict parser of PyPI's `prometheus-client`.
  ///
  /// - Throws: a `TestSupportError` with the parser's words where the text is no OpenMetrics.
  public static func samples(_ text: String) throws -> [Sample] {
    let environment = try PythonEnvironment("prometheus", packages: ["prometheus-client==0.26.0"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("openmetrics.py").path
    let outcome = try environment.run(script, input: Data(text.utf8))
    guard outcome.status == 0 else {
      throw TestSupportError("openmetrics.py exits with \(outcome.status):\n\(outcome.stderr)")
    }
    return try JSONDecoder().decode([Sample].self, from: outcome.stdout)
  }

  /// What `promtool check metrics` says against text in Prometheus' own format; nothing where it is content.
  public static func promtool(_ text: String) throws -> String {
    let input = FileManager.default.temporaryDirectory.appendingPathComponent("metrics-\(UUID().uuidString)")
    try Data(text.utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["promtool", "check", "metrics"]
    process.standardInput = try FileHandle(forReadingFrom: input)
    let said = Pipe()
    process.standardOutput = said
    process.standardError = said
    try process.run()
    let words = try said.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      throw TestSupportError("The tests need promtool: apt-get install prometheus")
    }
    let text = String(decoding: words, as: UTF8.self)
    return process.terminationStatus == 0 ? text : "exit code \(process.terminationStatus): \(text)"
  }
}
