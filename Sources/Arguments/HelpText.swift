import PlainText

/// The help of one command: examples first, then usage, arguments, options and commands.
struct HelpText {
  /// The outer commands and the command, as typed.
  var path: [String]
  var command: CommandDump
  /// Columns, kept between 80 and 100.
  var width: Int

  private static let labelWidth = 26

  /// The text, ending in a line break.
  var text: String {
    var sections = [String]()
    if !command.abstract.isEmpty {
      sections.append(command.abstract.wrapped(to: clampedWidth).joined(separator: "\n"))
    }
    if !command.examples.isEmpty { sections.append(section("EXAMPLES", command.examples.flatMap(example))) }
    sections.append("USAGE: " + usage)
    if !command.aliases.isEmpty { sections.append("ALIASES: " + command.aliases.joined(separator: ", ")) }
    let visible = command.arguments.filter(\.isVisible)
    let places = visible.filter { $0.kind == .argument }
    if !places.isEmpty { sections.append(section("ARGUMENTS", places.flatMap(entry))) }
    for (title, members) in command.optionSections {
      sections.append(section(title, members.flatMap(entry)))
    }
    let subcommands = command.subcommands.filter(\.isVisible)
    if !subcommands.isEmpty {
      sections.append(section("COMMANDS", subcommands.flatMap(entry)))
    }
    if !command.discussion.isEmpty {
      sections.append(command.discussion.wrapped(to: clampedWidth).joined(separator: "\n"))
    }
    if !subcommands.isEmpty {
      sections.append("'\(path.joined(separator: " ")) <command> --help' says more of a command.")
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The line after `USAGE:`.
  var usage: String {
    if let usage = command.usage { return usage }
    let visible = command.arguments.filter(\.isVisible)
    var parts = path
    parts += visible.filter { $0.kind == .option && $0.isRequired }.map { argument in
      "\(argument.longestName) <\(argument.valueName ?? "")>" + (argument.isRepeating ? " ..." : "")
    }
    let builtIn = [["-h", "--help"], ["--version"]]
    if visible.contains(where: { $0.kind != .argument && !$0.isRequired && !builtIn.contains($0.names) }) {
      parts.append("[options]")
    }
    parts += visible.filter { $0.kind == .argument }.map { argument in
      let value = "<\(argument.valueName ?? "")>" + (argument.isRepeating ? " ..." : "")
      return argument.isRequired ? value : "[\(value)]"
    }
    let subcommands = command.subcommands.filter(\.isVisible)
    if !subcommands.isEmpty {
      parts.append(subcommands.contains(where: \.isDefault) ? "[<command>]" : "<command>")
    }
    return parts.joined(separator: " ")
  }

  private var clampedWidth: Int { min(max(width, 80), 100) }

  private func section(_ title: String, _ lines: [String]) -> String {
    ([title + ":"] + lines).joined(separator: "\n")
  }

  private func example(_ example: Example) -> [String] {
    ["  " + example.command] + example.says.wrapped(to: clampedWidth - 6).map { "      " + $0 }
  }

  private func entry(_ argument: ArgumentDump) -> [String] {
    var label = (argument.names + argument.inverseNames).joined(separator: ", ")
    if argument.kind == .argument { label = "<\(argument.valueName ?? "")>" }
    if argument.kind == .option { label += " <\(argument.valueName ?? "")>" }
    return entry(label, argument.explanation)
  }

  private func entry(_ subcommand: CommandDump) -> [String] {
    entry(subcommand.name, subcommand.abstract + (subcommand.isDefault ? " (default)" : ""))
  }

  private func entry(_ label: String, _ text: String) -> [String] {
    let indent = String(repeating: " ", count: Self.labelWidth + 2)
    var lines = text.isEmpty ? [] : text.wrapped(to: clampedWidth - indent.count)
    // The label needs two spaces before the text; a longer one has its line to itself.
    let fits = label.displayWidth <= Self.labelWidth - 2
    let head =
      "  " + (lines.isEmpty ? label : label.padded(to: Self.labelWidth))
      + (fits && !lines.isEmpty ? lines.removeFirst() : "")
    return [String(head.reversed().drop { $0 == " " }.reversed())]
      + lines.map { $0.isEmpty ? "" : indent + $0 }
  }
}

extension ArgumentDump {
  /// The name to show where there is room for one.
  var longestName: String {
    names.first { $0.hasPrefix("--") } ?? names.first ?? ""
  }

  /// What it is for, which values it takes, and what it is when not given.
  var explanation: String {
    var text = abstract
    var notes = [String]()
    if !values.isEmpty { notes.append("values: " + values.joined(separator: ", ")) }
    if let defaultValue {
      notes.append("default: " + (defaultValue.isEmpty ? "''" : defaultValue))
    }
    if isRepeating, kind == .option { notes.append("may be repeated") }
    if !notes.isEmpty { text += (text.isEmpty ? "" : " ") + "(\(notes.joined(separator: "; ")))" }
    if !discussion.isEmpty { text += "\n" + discussion }
    return text
  }
}

extension CommandDump {
  /// The visible options and flags by the title they stand below, in the order of first mention; those without a
  /// title first.
  var optionSections: [(title: String, members: [ArgumentDump])] {
    var titles = [String]()
    var members = [String: [ArgumentDump]]()
    for option in visibleArguments where option.kind != .argument {
      let title = option.section?.uppercased() ?? "OPTIONS"
      if members[title] == nil { titles.append(title) }
      members[title, default: []].append(option)
    }
    if let index = titles.firstIndex(of: "OPTIONS") { titles.insert(titles.remove(at: index), at: 0) }
    return titles.map { ($0, members[$0] ?? []) }
  }
}
