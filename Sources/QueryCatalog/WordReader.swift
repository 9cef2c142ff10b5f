import Postgres

/// Reads words as values of PostgreSQL types.
enum WordReader {
  /// The value; nil if the word is not of the type.
  ///
  /// Times are not read here.
  static func parameter(_ word: String, _ type: SQLType) -> Parameter? {
    switch type {
    case .text: word.utf8.contains(0) ? nil : .text(word)
    case .integer: Int32(word).map { .int32($0) }
    case .bigint: Int64(word).map { .int64($0) }
    case .boolean: boolean(word).map { .bool($0) }
    case .doublePrecision: Double(word).flatMap { $0.isFinite ? .float8($0) : nil }
    case .uuid: uuid(word).map { .uuid(high: $0.high, low: $0.low) }
    case .date: days(word).map { .raw(.date, bigEndian($0 - daysTo2000)) }
    case .timestamptz, .smallint, .numeric, .json, .jsonb, .bytea, .textArray: nil
    }
  }

  /// What the words of a type look like.
  static func expectation(_ type: SQLType) -> String {
    switch type {
    case .integer: "a whole number from \(Int32.min) to \(Int32.max)"
    case .bigint: "a whole number"
    case .boolean: "true or false"
    case .doublePrecision: "a number"
    case .uuid: "a UUID, as 0a1b2c3d-0000-4000-8000-000000000000"
    case .date: "a date, as 2026-03-15"
    default: "text without NUL"
    }
  }

  /// PostgreSQL's own words, in any case.
  private static func boolean(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "t", "yes", "y", "on", "1": true
    case "false", "f", "no", "n", "off", "0": false
    default: nil
    }
  }

  /// The canonical form alone, in any case.
  private static func uuid(_ word: String) -> UUIDBits? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
    let digits = parts.joined()
    guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.dropFirst(16), radix: 16)
    else { return nil }
    return UUIDBits(high: high, low: low)
  }

  private static let daysTo2000: Int32 = 10_957

  /// Days since 1970 of `YYYY-MM-DD` from year 1 on, in the proleptic Gregorian calendar.
  private static func days(_ word: String) -> Int32? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
      let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2]), year > 0
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int32] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[Int(month) - 1]).contains(day) else { return nil }
    // Years that begin in March: the leap day is the last.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func bigEndian(_ value: Int32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
