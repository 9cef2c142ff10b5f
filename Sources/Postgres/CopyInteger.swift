/// An integer, or a list of them, that stands for `$n` in a COPY statement.
public enum CopyInteger: Sendable, Hashable {
  /// `bigint`
  case int64(Int64)
  /// `integer[]`
  case int32Array([Int32])
  /// `bigint[]`
  case int64Array([Int64])

  /// The SQL literal; digits, signs, commas and a cast, whatever the value.
  var literal: String {
    switch self {
    case .int64(let value): "'\(value)'::bigint"
    case .int32Array(let values): "'{\(values.map(String.init).joined(separator: ","))}'::integer[]"
    case .int64Array(let values): "'{\(values.map(String.init).joined(separator: ","))}'::bigint[]"
    }
  }

  /// The statement with the literals where `$1` … stand, outside of quotes and comments.
  ///
  /// - Throws: `invalidUse` where a placeholder has no value or a value no placeholder, or `$` stands otherwise in code.
  static func substitute(_ values: [CopyInteger], in sql: String) throws(PostgresError) -> String {
    if values.isEmpty { return sql }
    let text = Array(sql.utf8)
    var result: [UInt8] = []
    var used = Set<Int>()
    var index = 0
    while index < text.count {
      let end = endOfQuoted(text, from: index)
      if end > index {
        result.append(contentsOf: text[index..<end])
        index = end
      } else if text[index] == UInt8(ascii: "$") {
        let digits = text[(index + 1)...].prefix { (0x30...0x39).contains($0) }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), values.indices.contains(number - 1)
        else {
          throw PostgresError(.invalidUse, "a placeholder of the COPY has no value")
        }
        used.insert(number)
        result.append(contentsOf: values[number - 1].literal.utf8)
        index += 1 + digits.count
      } else {
        result.append(text[index])
        index += 1
      }
    }
    guard used.count == values.count else {
      throw PostgresError(.invalidUse, "a value has no placeholder in the COPY")
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The end of the quoted text or line comment that begins at `start`; `start` itself where none does.
  private static func endOfQuoted(_ text: [UInt8], from start: Int) -> Int {
    let first = text[start]
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      // A doubled quote ends one quoted text and begins the next, which comes to the same.
      let close = text[(start + 1)...].firstIndex(of: first)
      return close.map { $0 + 1 } ?? text.count
    }
    let dash = UInt8(ascii: "-")
    if first == dash, start + 1 < text.count, text[start + 1] == dash {
      return text[start...].firstIndex(of: 0x0A) ?? text.count
    }
    return start
  }
}
