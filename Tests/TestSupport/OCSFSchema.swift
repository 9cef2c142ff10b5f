import Foundation

/// The published schema of OCSF, by PyPI's `ocsf-json-schema`.
public enum OCSFSchema {
  /// Something that the schema does not allow.
  public struct Problem: Decodable, Sendable, CustomStringConvertible {
    /// The line, from 0.
    public var line: Int
    /// The place in the object.
    public var place: String
    /// What is wrong with it.
    public var message: String

    /// The line, the place, and what is wrong.
    public var description: String { "line \(line), \(place): \(message)" }
  }

  /// What versions of the schema do not allow in lines of JSON, by version.
  ///
  /// Each line is judged by the schema of its class with the profiles that it names.
  public static func problems(_ lines: [String], versions: [String] = ["1.8.0"]) throws -> [String: [Problem]]
  {
    let environment = try PythonEnvironment(
      "ocsf", packages: ["ocsf-json-schema==1.2.0", "jsonschema==4.26.0"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("ocsf.py")
    let outcome = try environment.run(
      script.path, versions, input: Data(lines.joined(separator: "\n").utf8))
    guard outcome.status == 0 else {
      throw TestSupportError("ocsf.py exits with \(outcome.status):\n\(outcome.stderr)")
    }
    return try JSONDecoder().decode([String: [Problem]].self, from: outcome.stdout)
  }
}
