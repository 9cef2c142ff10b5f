/// Checks the statement of a query file and turns its variables into bound parameters.
struct StatementReader {
  private let file: String
  private let header: QueryHeader
  private let numbers: [String: Int]
  private(set) var problems: [QueryProblem] = []
  /// The statement with `$n`, without its `;`.
  private(set) var sql = ""
  private var used = Set<String>()

  init(file: String, text: Substring, line: Int, header: QueryHeader) {
    self.file = file
    self.header = header
    numbers = Dictionary(
      header.parameters.enumerated().map { ($0.element.name, $0.offset + 1) },
      uniquingKeysWith: { first, _ in first })
    let tokens = SQLLexer.tokens(text, line: line)
    checkShape(tokens, line)
    render(tokens)
    checkWords(tokens)
    for call in FunctionCall.all(in: tokens) where VolatileFunctions.isWellKnown(call) {
      report(call.line, .function, VolatileFunctions.message(call))
    }
    for parameter in header.parameters where !used.contains(parameter.name) {
      report(parameter.line, .unused, "the statement does not use \(parameter.name)")
    }
  }

  private mutating func report(_ line: Int, _ rule: QueryProblem.Rule, _ message: String) {
    problems.append(QueryProblem(file: file, line: line, rule: rule, message: message))
  }

  /// One statement, SELECT or WITH, closed by one `;` with nothing after it.
  private mutating func checkShape(_ tokens: [SQLToken], _ line: Int) {
    let significant = tokens.filter { $0.kind != .space }
    guard let first = significant.first else {
      return report(line, .statement, "the file has no statement")
    }
    if first.kind != .word("select"), first.kind != .word("with") {
      report(first.line, .statement, "the statement begins with SELECT or WITH")
    }
    guard let end = significant.firstIndex(where: { $0.kind == .symbol(";") }) else {
      return report(significant[significant.count - 1].line, .statement, "the statement ends with ';'")
    }
    if end + 1 < significant.count {
      report(significant[end + 1].line, .statement, "there is more after the one statement of the file")
    }
  }

  private mutating func render(_ tokens: [SQLToken]) {
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .symbol(";"):
        while sql.last?.isWhitespace == true { sql.removeLast() }
        return
      case .variable(let name):
        guard let number = numbers[name], let parameter = header.parameter(name) else {
          if header.brokenParameters.contains(name) { continue }
          report(token.line, .undeclared, "no @param declares \(name)")
          continue
        }
        used.insert(name)
        if !isCast(tokens[(index + 1)...], to: parameter.type) {
          report(token.line, .uncast, "\(name) is written :'\(name)'::\(parameter.type.rawValue)")
        }
        sql += "$\(number)"
      case .bareVariable(let name):
        report(token.line, .bare, "\(token.text) pastes text into the statement; write :'\(name)'::type")
        sql += token.text
      case .position:
        report(token.line, .bare, "\(token.text) means nothing to psql; write :'name'::type")
        sql += token.text
      case .unterminated(let what):
        report(token.line, .statement, "the \(what) that begins here has no end")
        sql += token.text
      default:
        sql += token.text
      }
    }
  }

  /// Whether the tokens begin with `::` and the type, in its declared spelling.
  private func isCast(_ tokens: ArraySlice<SQLToken>, to type: SQLType) -> Bool {
    guard tokens.first?.kind == .cast else { return false }
    var rest = tokens.dropFirst()
    for (position, word) in type.rawValue.split(separator: " ").enumerated() {
      if position > 0 { rest = rest.drop { $0.kind == .space } }
      guard rest.popFirst()?.kind == .word(String(word)) else { return false }
    }
    return rest.first?.kind != .symbol("[")
  }

  /// `select *`, meta commands, and ORDER BY where the header promises one.
  private mutating func checkWords(_ tokens: [SQLToken]) {
    var depth = 0
    var isOrdered = false
    var previous: SQLToken.Kind?
    for token in tokens where token.kind != .space {
      switch token.kind {
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case .symbol("*"):
        switch previous {
        case .word("select"), .word("distinct"), .word("all"), .symbol("."), .symbol(","):
          report(token.line, .star, "name the columns: the result must not change with the tables")
        default: break
        }
      case .symbol("\\"):
        report(token.line, .metaCommand, "meta commands stand before the statement")
      case .word("by"):
        if depth == 0, previous == .word("order") { isOrdered = true }
      default: break
      }
      previous = token.kind
    }
    if !isOrdered, !header.order.isEmpty || !header.cursor.isEmpty {
      let tag = header.cursor.isEmpty ? "@order" : "@cursor"
      report(tokens.last?.line ?? 1, .order, "\(tag) needs an ORDER BY at the end of the statement")
    }
  }
}
