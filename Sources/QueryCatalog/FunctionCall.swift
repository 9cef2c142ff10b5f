/// What looks like the call of a function in a statement.
struct FunctionCall: Hashable {
  /// The schema that is written before the name; nil where none is.
  var schema: String?
  /// The name as the server reads it: without quotes, with its case folded where it stands in none.
  var name: String
  /// Whether it is written as a field, `(row).name`, which calls a function of one row.
  var isField: Bool
  /// The line of the file.
  var line: Int

  /// The calls in a statement, in order; some are none, such as `IN (…)`.
  static func all(in tokens: [SQLToken]) -> [FunctionCall] {
    let words = tokens.filter { $0.kind != .space }
    var calls = [FunctionCall]()
    for index in words.indices {
      guard let name = identifier(words, at: index) else { continue }
      var next = index + 1
      // The escape of U&"…" stands between the name and the parenthesis.
      if next + 1 < words.count, words[next].kind == .word("uescape") { next += 2 }
      let isCalled = next < words.count && words[next].kind == .symbol("(")
      let start = isUnicode(words, at: index) ? index - 2 : index
      let isPart = start > 0 && words[start - 1].kind == .symbol(".")
      guard isCalled || isPart else { continue }
      var schema: String?
      if isCalled, isPart { schema = schemaName(words, before: start - 1) }
      calls.append(FunctionCall(schema: schema, name: name, isField: !isCalled, line: words[index].line))
    }
    return calls
  }

  /// The name that ends before a dot, or nil where it is none.
  private static func schemaName(_ words: [SQLToken], before dot: Int) -> String? {
    guard dot > 0 else { return nil }
    if let name = identifier(words, at: dot - 1) { return name }
    // U&"…" UESCAPE '…' before the dot.
    return dot > 2 && words[dot - 2].kind == .word("uescape") ? identifier(words, at: dot - 3) : nil
  }

  private static func isUnicode(_ words: [SQLToken], at index: Int) -> Bool {
    index > 1 && words[index].text.hasPrefix("\"") && words[index - 1].kind == .symbol("&")
      && words[index - 2].kind == .word("u")
  }

  /// The identifier that a token is; nil where it is none.
  private static func identifier(_ words: [SQLToken], at index: Int) -> String? {
    let token = words[index]
    if case .word(let name) = token.kind { return name }
    guard token.kind == .opaque, token.text.hasPrefix("\"") else { return nil }
    let name = token.text.dropFirst().dropLast().replacing("\"\"", with: "\"")
    guard isUnicode(words, at: index) else { return String(name) }
    var escape: Unicode.Scalar = "\\"
    if index + 2 < words.count, words[index + 1].kind == .word("uescape") {
      escape = words[index + 2].text.unicodeScalars.dropFirst().first ?? escape
    }
    return decoded(name, escape: escape)
  }

  /// The text of U&"…": `\0061` and `\+000061` stand for characters.
  private static func decoded(_ text: some StringProtocol, escape: Unicode.Scalar) -> String {
    var rest = Substring(text).unicodeScalars
    var units = [UInt16]()
    while let scalar = rest.popFirst() {
      guard scalar == escape else {
        units += Array(String(scalar).utf16)
        continue
      }
      if rest.first == escape {
        rest.removeFirst()
        units += Array(String(escape).utf16)
        continue
      }
      let isLong = rest.first == "+"
      let digits = rest.dropFirst(isLong ? 1 : 0).prefix(isLong ? 6 : 4)
      guard let value = UInt32(String(digits), radix: 16) else { continue }
      rest = rest.dropFirst(digits.count + (isLong ? 1 : 0))
      // Four digits may be half of a pair.
      if let unit = UInt16(exactly: value) {
        units.append(unit)
      } else if let scalar = Unicode.Scalar(value) {
        units += Array(String(scalar).utf16)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
