import PlainText

/// Reads the tags of a query file's header.
struct HeaderParser {
  /// A tag with its text, which further lines may have continued.
  private struct Entry {
    var tag: String
    var text: String
    var line: Int
  }

  private static let tags = [
    "name", "summary", "description", "param", "column", "kind", "order", "cursor", "example", "severity",
    "rule",
    "remediation", "cost",
  ]
  private static let repeatable: Set<String> = ["param", "column", "example"]
  private static let continued: Set<String> = ["description", "param", "column", "remediation", "summary"]

  private let file: String
  private(set) var header = QueryHeader()
  private(set) var problems: [QueryProblem] = []

  /// Reads the comment lines, each with its number and without the `--`.
  init(file: String, lines: [(number: Int, text: Substring)]) {
    self.file = file
    let entries = entries(lines)
    var lineOfTag = [String: Int]()
    for entry in entries {
      if let first = lineOfTag[entry.tag] {
        if !Self.repeatable.contains(entry.tag) {
          report(entry.line, .repeated, "@\(entry.tag) is there already, in line \(first)")
          continue
        }
      } else {
        lineOfTag[entry.tag] = entry.line
      }
      read(entry)
    }
    for tag in ["name", "summary", "kind", "column"] where lineOfTag[tag] == nil {
      report(1, .missing, "the header lacks @\(tag)")
    }
    for tag in ["description", "cost", "example"] where lineOfTag[tag] == nil {
      report(1, .undocumented, "the header lacks @\(tag)")
    }
    checkName(lineOfTag["name"] ?? 1)
    checkDescription(lineOfTag["description"] ?? 1)
    checkOrder(lineOfTag)
    checkControl(lineOfTag)
    checkExamples()
  }

  private mutating func report(_ line: Int, _ rule: QueryProblem.Rule, _ message: String) {
    problems.append(QueryProblem(file: file, line: line, rule: rule, message: message))
  }

  private mutating func entries(_ lines: [(number: Int, text: Substring)]) -> [Entry] {
    var entries = [Entry]()
    for (number, line) in lines {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("@") {
        let tag = String(text.dropFirst().prefix { !$0.isWhitespace })
        guard Self.tags.contains(tag) else {
          let meant = Nearness.closest(to: tag, in: Self.tags).map { "; did you mean @\($0)?" } ?? ""
          report(number, .header, "there is no tag @\(tag.printable)\(meant)")
          continue
        }
        let rest = text.dropFirst(tag.count + 1)
        entries.append(Entry(tag: tag, text: String(rest).trimmed, line: number))
      } else if let last = entries.last, Self.continued.contains(last.tag) {
        // An empty comment line begins a paragraph.
        let more = String(text).trimmed
        let joint = more.isEmpty ? "\n" : last.text.hasSuffix("\n") || last.text.isEmpty ? "" : " "
        entries[entries.count - 1].text += joint + more
      } else if !entries.isEmpty, !String(text).trimmed.isEmpty {
        report(number, .header, "text that belongs to no tag")
      }
    }
    return entries
  }

  private mutating func read(_ entry: Entry) {
    let text = entry.text.trimmed
    guard !text.isEmpty || entry.tag == "example" else {
      return report(entry.line, .header, "@\(entry.tag) says nothing")
    }
    switch entry.tag {
    case "name": header.name = text
    case "summary": header.summary = text
    case "description": header.description = text
    case "remediation": header.remediation = text
    case "rule": (header.rule, header.ruleLine) = (text, entry.line)
    case "kind": if let kind: QueryHeader.Kind = word(entry, text) { header.kind = kind }
    case "severity": header.severity = word(entry, text)
    case "cost": header.cost = word(entry, text)
    case "order": header.order = list(text)
    case "cursor": header.cursor = list(text)
    case "param": readParameter(text, entry.line)
    case "column": readColumn(text, entry.line)
    default: readExample(text, entry.line)
    }
  }

  private mutating func word<Word: RawRepresentable & CaseIterable>(_ entry: Entry, _ text: String) -> Word?
  where Word.RawValue == String {
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
    report(entry.line, .header, "@\(entry.tag) '\(text.printable)' is none of: \(known)")
    return nil
  }

  private func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0).trimmed }
  }

  private mutating func readParameter(_ text: String, _ line: Int) {
    var scanner = WordScanner(text)
    // Said once: what uses the parameter is not to blame, if its declaration cannot be read.
    if let name = text.split(whereSeparator: \.isWhitespace).first {
      header.brokenParameters.insert(String(name))
    }
    guard let (name, type) = nameAndType(&scanner, "@param", line) else { return }
    guard type.isForParameters else {
      return report(line, .header, "a parameter cannot be of type \(type.rawValue)")
    }
    var standard: String?
    var isRequired = false
    var values: [String]?
    while let word = scanner.next(), word != "--" {
      switch word {
      case "required":
        isRequired = true
      case "default":
        guard let quoted = scanner.quoted() else {
          return report(line, .header, "a default is written in double quotes: default \"7\"")
        }
        standard = quoted
      case "enum":
        values = scanner.next()?.split(separator: "|").map(String.init)
      default:
        return report(line, .header, "'\(word.printable)' is not required, default, enum or --")
      }
    }
    guard isRequired != (standard != nil) else {
      return report(line, .header, "@param \(name) needs either required or default \"…\"")
    }
    if header.parameter(name) != nil { return report(line, .repeated, "@param \(name) is there already") }
    let parameter = QueryHeader.Parameter(
      name: name, type: type, standard: standard, values: values, text: scanner.rest, line: line)
    if let standard, let reason = parameter.refusal(of: standard) {
      report(line, .header, "the default '\(standard.printable)' of \(name) \(reason)")
    }
    header.parameters.append(parameter)
    header.brokenParameters.remove(name)
  }

  private mutating func readColumn(_ text: String, _ line: Int) {
    var scanner = WordScanner(text)
    guard let (name, type) = nameAndType(&scanner, "@column", line) else { return }
    if let word = scanner.next(), word != "--" {
      return report(line, .header, "'\(word.printable)' stands where '-- text' should")
    }
    if header.columns.contains(where: { $0.name == name }) {
      return report(line, .repeated, "@column \(name) is there already")
    }
    header.columns.append(QueryHeader.Column(name: name, type: type, text: scanner.rest, line: line))
  }

  private mutating func nameAndType(
    _ scanner: inout WordScanner, _ tag: String, _ line: Int
  ) -> (String, SQLType)? {
    guard let name = scanner.next(), name.isIdentifier else {
      report(line, .header, "\(tag) begins with a name of lower-case letters, digits and underscores")
      return nil
    }
    guard var typeName = scanner.next() else {
      report(line, .header, "\(tag) \(name) lacks its type")
      return nil
    }
    if typeName == "double" { typeName += " " + (scanner.next() ?? "") }
    guard let type = SQLType(rawValue: typeName) else {
      let known = SQLType.allCases.map(\.rawValue)
      let meant = Nearness.closest(to: typeName, in: known).map { "; did you mean \($0)?" } ?? ""
      report(line, .header, "'\(typeName.printable)' is not a type known here\(meant)")
      return nil
    }
    return (name, type)
  }

  private mutating func readExample(_ text: String, _ line: Int) {
    var scanner = WordScanner(text)
    var arguments = [QueryHeader.Example.Argument]()
    while let (name, value) = scanner.assignment() {
      if arguments.contains(where: { $0.name == name }) {
        report(line, .example, "'\(name.printable)' is given twice")
      }
      arguments.append(QueryHeader.Example.Argument(name: name, value: value))
    }
    guard scanner.rest.isEmpty else {
      return report(
        line, .example, "'\(scanner.rest.printable)' is not of the form name=value or name=\"value\"")
    }
    header.examples.append(QueryHeader.Example(arguments: arguments, line: line))
  }

  // MARK: Checks over several tags

  private mutating func checkName(_ line: Int) {
    guard !header.name.isEmpty else { return }
    let fileName = file.split(separator: "/").last.map(String.init) ?? file
    if header.name + ".sql" != fileName {
      report(line, .name, "@name \(header.name.printable) differs from the file's name \(fileName)")
    }
    let parts = header.name.split(separator: "-", omittingEmptySubsequences: false)
    let isKebab = parts.allSatisfy {
      !$0.isEmpty && $0.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    }
    if !isKebab { report(line, .name, "@name is written in kebab case: lower-case letters, digits and '-'") }
  }

  private mutating func checkOrder(_ lineOfTag: [String: Int]) {
    for (tag, columns) in [("order", header.order), ("cursor", header.cursor)] {
      for column in columns {
        let name = column.split(separator: " ").first.map(String.init) ?? ""
        if !header.columns.contains(where: { $0.name == name }) {
          report(lineOfTag[tag] ?? 1, .order, "@\(tag) names '\(name.printable)', which is not a @column")
        }
      }
    }
    checkCursor(lineOfTag["cursor"] ?? 1)
  }

  /// A description has at least one word that the summary has not.
  private mutating func checkDescription(_ line: Int) {
    guard !header.description.isEmpty else { return }
    let known = Set(Self.words(header.summary))
    if Self.words(header.description).allSatisfy(known.contains) {
      report(
        line, .description, "@description only repeats @summary: say what a row is, and what it is read from")
    }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// A keyset goes on where a row was: it is the order of the rows, of columns that compare.
  private mutating func checkCursor(_ line: Int) {
    guard !header.cursor.isEmpty else { return }
    let keys = header.cursor.map(QueryHeader.OrderedColumn.init)
    for (entry, key) in zip(header.cursor, keys) where key == nil {
      report(
        line, .order, "'\(entry.printable)' in @cursor is not of the form column, column asc or column desc")
    }
    let order = header.order.map(QueryHeader.OrderedColumn.init)
    let agree = zip(keys, order).allSatisfy { key, order in
      key?.name == order?.name
        && (key?.isDescending == nil || key?.isDescending == order?.isDescending ?? false)
    }
    if !order.isEmpty, keys.count != order.count || !agree {
      report(line, .order, "@cursor differs from @order: a keyset is the order of the rows")
    }
    for name in keys.compactMap({ $0?.name }) {
      if let type = header.columns.first(where: { $0.name == name })?.type, !type.isForKeysets {
        report(
          line, .order,
          "@cursor names '\(name)', and values of type \(type.rawValue) have no order to go on in")
      }
    }
  }

  private mutating func checkControl(_ lineOfTag: [String: Int]) {
    let ofControls = ["severity", "rule", "remediation"]
    guard header.kind == .control else {
      for tag in ofControls {
        if let line = lineOfTag[tag] { report(line, .control, "@\(tag) is for controls only") }
      }
      return
    }
    for tag in ofControls where lineOfTag[tag] == nil {
      report(1, .missing, "a control needs @\(tag)")
    }
    let first = header.columns.prefix(3)
    if first.map(\.name) != ["resource", "status", "reason"] || first.contains(where: { $0.type != .text }) {
      report(
        lineOfTag["column"] ?? 1, .control,
        "the first columns of a control are resource, status and reason, each of type text")
    }
  }

  private mutating func checkExamples() {
    for example in header.examples {
      for argument in example.arguments {
        guard let parameter = header.parameter(argument.name) else {
          if header.brokenParameters.contains(argument.name) { continue }
          report(example.line, .example, "the query has no parameter '\(argument.name.printable)'")
          continue
        }
        if let reason = parameter.refusal(of: argument.value) {
          report(example.line, .example, "'\(argument.value.printable)' for \(parameter.name) \(reason)")
        }
      }
      for parameter in header.parameters
      where parameter.standard == nil && example.values[parameter.name] == nil {
        report(example.line, .example, "the example lacks '\(parameter.name)', which is required")
      }
    }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// A name that SQL takes without quotes and psql as a variable.
  var isIdentifier: Bool {
    guard let first = utf8.first, first == 0x5F || (97...122).contains(first) else { return false }
    return utf8.allSatisfy { $0 == 0x5F || (97...122).contains($0) || (48...57).contains($0) }
  }
}
