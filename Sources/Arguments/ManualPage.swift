/// What a manual page says beside the declarations: exit status, environment, files.
public struct ManualSection: Sendable, Hashable {
  /// A word and what it means.
  public struct Entry: Sendable, Hashable {
    /// What is explained, as typed.
    public var label: String
    /// Its explanation.
    public var says: String

    /// Makes an entry.
    public init(_ label: String, _ says: String) {
      self.label = label
      self.says = says
    }
  }

  /// The heading, in capitals.
  public var title: String
  /// What is explained, in this order.
  public var entries: [Entry]

  /// Makes a section.
  public init(_ title: String, _ entries: [Entry]) {
    self.title = title
    self.entries = entries
  }
}

/// A manual page as `man` reads it.
public struct ManualPage: Sendable, Hashable {
  /// The name of its file, as `mamaudit-query-run.1`.
  public var file: String
  /// The page, in the macros of man(7).
  public var text: String
}

extension CommandDump {
  /// The manual: a page for this command, which is the root, and one for each visible command within.
  ///
  /// Equal declarations give equal bytes: a page carries the version and no date.
  ///
  /// - Parameter sections: what each page ends with.
  public func manual(_ sections: [ManualSection]) -> [ManualPage] {
    tree.map { path, command in
      let writer = ManualWriter(path: path, command: command, version: version, sections: sections)
      return ManualPage(file: writer.name + ".1", text: writer.text)
    }
  }
}

/// Writes one page.
private struct ManualWriter {
  var path: [String]
  var command: CommandDump
  var version: String
  var sections: [ManualSection]

  var name: String { path.joined(separator: "-") }

  var text: String {
    var lines = [
      #".\" Made from the declarations of the command line; do not edit."#,
      #".TH "\#(escaped(name.uppercased()))" "1" "" "\#(escaped(version))" "User Commands""#,
      // No hyphenation, ragged right: commands are to be copied.
      ".nh", ".ad l",
      ".SH NAME", line("\(name) - \(summary)"),
    ]
    lines += examples + synopsis
    if !command.discussion.isEmpty { lines += [".SH DESCRIPTION"] + paragraphs(command.discussion) }
    lines += arguments + options + subcommands
    for section in sections {
      lines.append(heading(section.title))
      for item in section.entries { lines += entry(bold(item.label), item.says) }
    }
    lines += seeAlso
    return lines.joined(separator: "\n") + "\n"
  }

  /// The abstract as the NAME section wants it: no full stop.
  private var summary: String {
    command.abstract.hasSuffix(".") ? String(command.abstract.dropLast()) : command.abstract
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    return [".SH EXAMPLES"]
      + command.examples.flatMap { entry(bold($0.command), $0.says) }
  }

  private var synopsis: [String] {
    let usage = HelpText(path: path, command: command, width: 100).usage
    return [".SH SYNOPSIS", line(usage)]
  }

  private var arguments: [String] {
    let places = command.visibleArguments.filter { $0.kind == .argument }
    guard !places.isEmpty else { return [] }
    return [".SH ARGUMENTS"] + places.flatMap { entry(italic($0.valueName ?? ""), $0.explanation) }
  }

  private var options: [String] {
    command.optionSections.flatMap { title, members in
      [heading(title)]
        + members.flatMap { option in
          var label = (option.names + option.inverseNames).map(bold).joined(separator: ", ")
          if let value = option.valueName { label += " " + italic(value) }
          return entry(label, option.explanation)
        }
    }
  }

  private var subcommands: [String] {
    let visible = command.visibleSubcommands
    guard !visible.isEmpty else { return [] }
    return [".SH COMMANDS"]
      + visible.flatMap { entry(bold("\(name)-\($0.name)") + "(1)", $0.abstract) }
  }

  private var seeAlso: [String] {
    guard path.count > 1 else { return [] }
    let outer = (1..<path.count).map { path.prefix($0).joined(separator: "-") }
    return [".SH SEE ALSO", outer.map { bold($0) + "(1)" }.joined(separator: ", ")]
  }

  private func heading(_ title: String) -> String { #".SH "\#(escaped(title))""# }

  private func entry(_ label: String, _ text: String) -> [String] {
    [".TP", label] + (text.isEmpty ? [#"\&"#] : paragraphs(text, between: ".IP"))
  }

  private func paragraphs(_ text: String, between separator: String = ".PP") -> [String] {
    let parts = text.split(separator: "\n").map { line(String($0)) }
    return Array(parts.map { [$0] }.joined(separator: [separator]))
  }

  private func bold(_ text: String) -> String { #"\fB\#(escaped(text))\fR"# }
  private func italic(_ text: String) -> String { #"\fI\#(escaped(text))\fR"# }

  /// A line of text: a period or a quotation mark at its head would be a request to the formatter.
  private func line(_ text: String) -> String {
    let safe = escaped(text)
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? #"\&"# + safe : safe
  }

  /// Text in which nothing is a command of the formatter, and every hyphen can be copied as one.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "'": result += #"\(aq"#
      case "\"": result += #"\(dq"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case "`": result += #"\(ga"#
      case _ where character.isNewline: result += " "
      case _ where character.isASCII: result.append(character)
      default:
        for scalar in character.unicodeScalars { result += "\\[u\(Self.hexadecimal(scalar))]" }
      }
    }
  }

  /// The number of a scalar in the four or more digits that troff wants.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
