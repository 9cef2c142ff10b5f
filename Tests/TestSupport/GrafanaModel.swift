import Foundation

/// Grafana's own models of its files, by PyPI's `grafana-foundation-sdk`, and PyYAML.
public enum GrafanaModel {
  /// What was read from files.
  public struct Reading {
    /// What is wrong with each file.
    public var problems: [String: [String]]
    /// What each YAML file says.
    public var yaml: [String: Any]
  }

  /// Reads dashboards (names that end in `.json`) and provisioning files (`.yaml`).
  ///
  /// - Parameter files: the text of each, by name.
  public static func read(_ files: [String: String]) throws -> Reading {
    let environment = try PythonEnvironment(
      "grafana", packages: ["grafana-foundation-sdk==1769699379!11.6.0", "PyYAML==6.0.4"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "grafana.py")
    let outcome = try environment.run(script.path, input: try JSONEncoder().encode(files))
    guard outcome.status == 0 else {
      throw TestSupportError("grafana.py exits with \(outcome.status):\n\(outcome.stderr)")
    }
    let answer = try JSONSerialization.jsonObject(with: outcome.stdout) as? [String: [String: Any]]
    guard let problems = answer?["problems"] as? [String: [String]], let yaml = answer?["yaml"] else {
      throw TestSupportError("grafana.py answers otherwise than expected")
    }
    return Reading(problems: problems, yaml: yaml)
  }
}
