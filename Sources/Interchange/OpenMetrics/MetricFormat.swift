/// How families of metrics are written.
public enum MetricFormat: String, CaseIterable, Sendable {
  /// OpenMetrics 1.0.
  case openmetrics
  /// The text format 0.0.4 of Prometheus, which node_exporter's textfile collector and `promtool check metrics` read.
  case prometheus

  /// The families as text.
  public func text(_ families: [MetricFamily]) -> String {
    var text = ""
    for family in families { text += head(family) + family.samples.map { lines($0, of: family) }.joined() }
    return self == .openmetrics ? text + "# EOF\n" : text
  }

  /// The lines that describe a family, in the order that the format wants.
  private func head(_ family: MetricFamily) -> String {
    let type = "# TYPE \(title(family)) \(kind(family))\n"
    let help = "# HELP \(title(family)) \(escaped(family.help, quotes: self == .openmetrics))\n"
    guard self == .openmetrics else { return family.samples.isEmpty ? "" : help + type }
    let unit = family.unit.map { "# UNIT \(family.name) \($0)\n" } ?? ""
    return type + unit + help
  }

  /// What the family is called: the older format knows only the names of samples.
  private func title(_ family: MetricFamily) -> String {
    self == .openmetrics ? family.name : family.name + suffix(family.kind)
  }

  private func kind(_ family: MetricFamily) -> String {
    // The older format has no such type and refuses the whole file for the word.
    self == .prometheus && family.kind == .info ? "gauge" : family.kind.rawValue
  }

  private func suffix(_ kind: MetricFamily.Kind) -> String {
    switch kind {
    case .counter: "_total"
    case .info: "_info"
    case .gauge, .histogram: ""
    }
  }

  private func lines(_ sample: MetricSample, of family: MetricFamily) -> String {
    func line(_ suffix: String, _ value: String, bound: String? = nil) -> String {
      let extra = bound.map { [(name: "le", value: $0)] } ?? []
      return "\(family.name)\(suffix)\(labels(sample.labels + extra)) \(value)\n"
    }
    switch sample.value {
    case .integer(let number):
      return line(suffix(family.kind), "\(number)")
    case .seconds(let microseconds):
      return line(suffix(family.kind), Self.seconds(microseconds))
    case .histogram(let buckets, let count, let sum):
      return buckets.map { line("_bucket", "\($0.count)", bound: "\($0.bound).0") }.joined()
        + line("_bucket", "\(count)", bound: "+Inf") + line("_count", "\(count)") + line("_sum", "\(sum)")
    }
  }

  private func labels(_ labels: [(name: String, value: String)]) -> String {
    if labels.isEmpty { return "" }
    return "{" + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
      + "}"
  }

  private func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Microseconds as a decimal number of seconds, exactly.
  private static func seconds(_ microseconds: Int64) -> String {
    let magnitude = microseconds.magnitude
    var fraction = "\(magnitude % 1_000_000)"
    fraction = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    return (microseconds < 0 ? "-" : "") + "\(magnitude / 1_000_000).\(fraction)"
  }
}
