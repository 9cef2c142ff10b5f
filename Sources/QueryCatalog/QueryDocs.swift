extension QueryCatalog {
  /// A page about every query: what it answers, its parameters and columns, and lines to copy.
  public var markdown: String {
    let queries = queries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let list = queries.map { "- [`\($0.name)`](#\($0.name)): \($0.header.summary)\n" }.joined()
    return "# Queries\n\n" + list + queries.map { "\n" + $0.markdown }.joined()
  }
}

extension StoredQuery {
  /// A chapter about the query.
  public var markdown: String {
    var text = "## \(name)\n\n\(header.summary)\n"
    if !header.description.isEmpty { text += "\n\(header.description)\n" }
    let facts: [(String, String?)] = [
      ("File", "`\(file)`"), ("Kind", header.kind.rawValue), ("Reads", header.cost?.rawValue),
      ("Severity", header.severity?.rawValue), ("Rule", header.rule),
      ("Order", header.order.isEmpty ? nil : header.order.joined(separator: ", ")),
      ("Remediation", header.remediation),
    ]
    text += "\n" + facts.compactMap { name, value in value.map { "- \(name): \($0)\n" } }.joined()
    if !header.parameters.isEmpty {
      text += "\n| parameter | type | default | meaning |\n|---|---|---|---|\n"
      text += header.parameters.map(\.markdown).joined()
    }
    text += "\n| column | type | meaning |\n|---|---|---|\n"
    text += header.columns.map { "| `\($0.name)` | \($0.type.rawValue) | \($0.text.asTableCell) |\n" }
      .joined()
    return text + "\n```sh\n" + commandLines.joined(separator: "\n") + "\n```\n"
  }

  /// The examples as command lines; where there is none, the shortest one that runs.
  public var commandLines: [String] {
    let examples =
      header.examples.isEmpty ? [QueryHeader.Example(arguments: required, line: 1)] : header.examples
    return examples.map { example in
      (["mamaudit query run \(name)"]
        + example.arguments.map { "--arg " + shellQuoted("\($0.name)=\($0.value)") })
        .joined(separator: " ")
    }
  }

  private var required: [QueryHeader.Example.Argument] {
    header.parameters.filter { $0.standard == nil }
      .map { QueryHeader.Example.Argument(name: $0.name, value: $0.values?.first ?? "…") }
  }
}

extension QueryHeader.Parameter {
  fileprivate var markdown: String {
    let meaning = values.map { "\(text) (\($0.joined(separator: ", ")))" } ?? text
    let standard = standard.map { $0.isEmpty ? "empty" : "`\($0.asTableCell)`" } ?? "required"
    return "| `\(name)` | \(type.rawValue) | \(standard) | \(meaning.asTableCell) |\n"
  }
}

extension String {
  /// The text without what ends a cell of a Markdown table.
  fileprivate var asTableCell: String {
    split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

/// A word as a shell takes it, in single quotes where it needs them.
private func shellQuoted(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "=-_.,:/@+".utf8.contains(byte)
  }
  if isPlain { return word }
  return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
