import Foundation

/// CloudEvents in structured mode, one a line, by the Python SDK and by the rules of the JSON format that it does not check.
public enum CloudEventsCheck {
  /// What was found.
  public struct Outcome: Decodable, Sendable {
    /// A line that is no CloudEvent.
    public struct Problem: Decodable, Sendable {
      /// The line, from 0.
      public var line: Int
      /// What is wrong with it.
      public var message: String
    }

    /// How many lines are CloudEvents.
    public var events: Int
    /// The others, with the first thing that is wrong with each.
    public var problems: [Problem]
  }

  /// Reads lines.
  public static func read(_ lines: [String]) throws -> Outcome {
    let environment = try PythonEnvironment("cloudevents", packages: ["cloudevents==2.2.0"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("cloudevents_check.py").path
    let outcome = try environment.run(script, input: Data(lines.joined(separator: "\n").utf8))
    guard outcome.status == 0 else {
      throw TestSupportError("cloudevents_check.py exits with \(outcome.status):\n\(outcome.stderr)")
    }
    return try JSONDecoder().decode(Outcome.self, from: outcome.stdout)
  }
}
