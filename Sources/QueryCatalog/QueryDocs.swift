extension QueryCatalog {
  /// A page of the documentation.
  public struct Page: Sendable, Hashable {
    /// Its path below the folder of the documentation, as `wipes/wipe-ledger.md`.
    public var path: String
    /// Its Markdown.
    public var text: String
  }

  /// A page a query, and the index that leads to them by area.
  public var pages: [Page] {
    let queries = queries
    return [Page(path: "Queries.md", text: Self.index(of: queries))]
      + queries.map { Page(path: "\($0.area)/\($0.name).md", text: $0.page) }
  }

  /// All about every query on one page.
  public var markdown: String {
    "# Queries\n"
      + Self.byArea(queries).map { area, queries in
        "\n## \(area)\n" + queries.map { "\n" + $0.chapter("###") }.joined()
      }.joined()
  }

  private static func byArea(_ queries: [StoredQuery]) -> [(String, [StoredQuery])] {
    Dictionary(grouping: queries, by: \.area).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func index(of queries: [StoredQuery]) -> String {
    var text = """
      # Queries

      The SQL reports and controls of `Queries/`, by area: a page each.

      Each is one file that runs as it is in psql, and by name with `mamaudit query run`. They read the views
      `reporting.v1_…` alone: `SET ROLE mamaudit_reporting` or a login that has been granted it is enough.
      `mamaudit query list` has this list, `mamaudit query show NAME` a page, `mamaudit query show NAME --sql` the file.
      A control has a row for each resource it judges, with its status: ok, alarm, error (it cannot be judged), info, or
      skip (there is nothing to judge); `mamaudit query run NAME --fail-on alarm` makes a gate of it.

      These pages are made from the heads of the files: `mamaudit query docs --output DIR`.

      """
    for (area, queries) in byArea(queries) {
      text += "\n## \(area)\n\n| query | kind | what it answers |\n|---|---|---|\n"
      for query in queries {
        text +=
          "| [`\(query.name)`](\(area)/\(query.name).md) | \(query.header.kind.rawValue) "
          + "| \(query.header.summary.asTableCell) |\n"
      }
    }
    return text
  }
}

extension StoredQuery {
  /// A page about the query.
  public var page: String { chapter("#") }

  /// A chapter about the query.
  ///
  /// - Parameter heading: the marks of its heading.
  func chapter(_ heading: String) -> String {
    var text = "\(heading) \(name)\n\n\(header.summary)\n"
    if !header.description.isEmpty { text += "\n" + header.description.wrapped }
    text += "\n" + facts
    if let remediation = header.remediation {
      text += "\n\(heading)# What to do about an alarm\n\n" + remediation.wrapped
    }
    if !header.parameters.isEmpty {
      text += "\n\(heading)# Parameters\n\n| parameter | type | default | meaning |\n|---|---|---|---|\n"
      text += header.parameters.map(\.markdown).joined()
    }
    text += "\n\(heading)# Columns\n\n| column | type | meaning |\n|---|---|---|\n"
    text += header.columns.map { "| `\($0.name)` | \($0.type.rawValue) | \($0.text.asTableCell) |\n" }
      .joined()
    text += "\n\(heading)# Examples\n\n```sh\n" + commandLines.joined(separator: "\n") + "\n```\n"
    return text + "\nThe same in psql:\n\n```sh\n" + psqlLines.joined(separator: "\n") + "\n```\n"
  }

  private var facts: String {
    let facts: [(String, String?)] = [
      ("Kind", header.kind.rawValue), ("File", "`\(file)`"),
      ("Severity", header.severity?.rawValue), ("Rules", header.rule),
      ("Reads", reads.map { "`\($0)`" }.joined(separator: ", ")), ("Cost", header.cost?.sentence),
      ("Order", header.order.isEmpty ? nil : header.order.joined(separator: ", ")),
      ("Pages", header.cursor.isEmpty ? nil : "it can be read page by page"),
    ]
    return facts.compactMap { name, value in value.map { "- \(name): \($0)\n" } }.joined()
  }

  /// The examples as command lines; where there is none, the shortest one that runs.
  public var commandLines: [String] {
    arguments.map { arguments in
      (["mamaudit query run \(name)"] + arguments.map { "--arg " + shellQuoted("\($0.name)=\($0.value)") })
        .joined(separator: " ")
    }
  }

  /// The same for psql.
  public var psqlLines: [String] {
    arguments.map { arguments in
      (["psql"] + arguments.map { "-v " + shellQuoted("\($0.name)=\($0.value)") } + ["-f \(file)"])
        .joined(separator: " ")
    }
  }

  private var arguments: [[QueryHeader.Example.Argument]] {
    header.examples.isEmpty ? [required] : header.examples.map(\.arguments)
  }

  private var required: [QueryHeader.Example.Argument] {
    header.parameters.filter { $0.standard == nil }
      .map { QueryHeader.Example.Argument(name: $0.name, value: $0.values?.first ?? "…") }
  }
}

extension QueryHeader.Cost {
  fileprivate var sentence: String {
    switch self {
    case .indexOnly: "index-only: what an index leads to"
    case .bounded:
      "bounded: tables that grow with accounts, and of the events only those that an index leads to"
    case .full: "full: all events, or all of them recorded from an instant on"
    }
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

  /// The paragraphs of the text, in lines of at most 110 characters.
  fileprivate var wrapped: String {
    split(separator: "\n").map { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ") {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if last.count + 1 + word.count <= 110 {
          lines[lines.count - 1] += " \(word)"
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
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
