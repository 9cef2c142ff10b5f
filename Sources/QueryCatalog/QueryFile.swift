import PlainText

/// A query file taken apart, and everything that is wrong with it.
public struct QueryFile: Sendable {
  /// The query; nil if there are problems that do not allow to run it.
  public let query: StoredQuery?
  /// Everything that breaks a rule of the format, by line; empty if the file is good.
  public let problems: [QueryProblem]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its path, as `Queries/wipes/unconfirmed-wipes.sql`.
  ///   - bytes: what it holds.
  public init(_ file: String, bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      query = nil
      let line = Self.lineOfBadByte(bytes)
      problems = [
        QueryProblem(file: file, line: line, rule: .encoding, message: "the file is not UTF-8 without NUL")
      ]
      return
    }
    var reader = QueryFileReader(file, text)
    reader.read()
    problems = reader.problems.sorted { ($0.line, $0.message) < ($1.line, $1.message) }
    query = problems.allSatisfy(\.rule.allowsRun) ? reader.query : nil
  }

  private static func lineOfBadByte(_ bytes: some Collection<UInt8>) -> Int {
    var number = 1
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.contains(0) || String(validating: line, as: UTF8.self) == nil { return number }
      number += 1
    }
    return number
  }
}

/// Reads the three parts of a query file: comments, default blocks, statement.
private struct QueryFileReader {
  private let file: String
  private let text: String
  private(set) var problems: [QueryProblem] = []
  private(set) var query: StoredQuery?

  init(_ file: String, _ text: String) {
    self.file = file
    self.text = text
  }

  private mutating func report(_ line: Int, _ rule: QueryProblem.Rule, _ message: String) {
    problems.append(QueryProblem(file: file, line: line, rule: rule, message: message))
  }

  mutating func read() {
    var comments: [(number: Int, text: Substring)] = []
    var blocks: [(number: Int, text: Substring)] = []
    var rest = text[...]
    var number = 1
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      let content = line.drop(while: \.isWhitespace)
      if content.hasPrefix("--") {
        let comment = content.dropFirst(2)
        if blocks.isEmpty {
          comments.append((number, comment))
        } else if comment.drop(while: \.isWhitespace).hasPrefix("@") {
          report(number, .header, "tags stand before the default blocks")
        }
      } else if content.hasPrefix("\\") {
        blocks.append((number, content))
      } else if !content.isEmpty {
        break
      }
      rest = rest.dropFirst(line.count).dropFirst()
      number += 1
    }
    let header = HeaderParser(file: file, lines: comments)
    problems += header.problems
    read(blocks, header.header)
    read(rest, number, header.header)
  }

  private mutating func read(_ blocks: [(number: Int, text: Substring)], _ header: QueryHeader) {
    var seen = Set<String>()
    for (number, text) in blocks {
      guard let block = DefaultBlock(text) else {
        report(number, .metaCommand, "the only meta commands are those of \(DefaultBlock.line("x", "…"))")
        continue
      }
      guard seen.insert(block.name).inserted else {
        report(number, .repeated, "the default of \(block.name) is set already")
        continue
      }
      guard let parameter = header.parameter(block.name) else {
        if header.brokenParameters.contains(block.name) { continue }
        report(number, .undeclared, "no @param declares \(block.name)")
        continue
      }
      if parameter.standard == nil {
        report(number, .metaCommand, "\(block.name) is required and has no default")
      } else if parameter.standard != block.value {
        report(
          number, .metaCommand,
          "the default '\(block.value.printable)' differs from that of @param \(block.name)")
      }
    }
    for parameter in header.parameters where !seen.contains(parameter.name) {
      guard let standard = parameter.standard else { continue }
      report(
        parameter.line, .metaCommand, "missing: \(DefaultBlock.line(parameter.name, standard).printable)")
    }
  }

  private mutating func read(_ statement: Substring, _ line: Int, _ header: QueryHeader) {
    let reader = StatementReader(file: file, text: statement, line: line, header: header)
    problems += reader.problems
    query = StoredQuery(file: file, header: header, sql: reader.sql, line: line)
  }
}
