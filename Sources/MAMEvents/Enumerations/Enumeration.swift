/// An enumeration as data: what decoding, the SQL lookup table and the docs read.
public struct Enumeration: Sendable, CustomStringConvertible {
  /// One value of an enumeration.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The header's number.
    public let number: Int32
    /// The constant without the enumeration's prefix.
    public let name: String
    /// What the value means, in one sentence.
    public let meaning: String

    /// The number and the name.
    public var description: String { "\(number) \(name)" }
  }

  /// The header's name.
  public let name: String
  /// What the header's constants begin with.
  public let prefix: String
  /// The values in rising order of number.
  public let entries: [Entry]

  private let numbers: Set<Int32>
  private let lowerNames: [(bytes: [UInt8], number: Int32)]
  private let lowerPrefix: [UInt8]

  /// Lists the values of an enumeration.
  public init<E: CodedEnumeration>(_ type: E.Type) {
    name = E.enumerationName
    prefix = E.prefix
    entries = E.allCases
      .map { Entry(number: $0.rawValue, name: $0.name, meaning: $0.meaning) }
      .sorted { $0.number < $1.number }
    numbers = Set(entries.map(\.number))
    lowerNames = entries.map { ($0.name.utf8.map(asciiLowercase), $0.number) }
    lowerPrefix = prefix.utf8.map(asciiLowercase)
  }

  /// The header's name.
  public var description: String { name }

  /// The value of a number.
  public subscript(number: Int32) -> Entry? {
    entries.first { $0.number == number }
  }

  /// Reads a number.
  public func decode(_ number: Int64) -> CodedValue {
    guard let narrow = Int32(exactly: number) else { return .unknownName }
    return numbers.contains(narrow) ? .known(narrow) : .unknownNumber(narrow)
  }

  /// Reads a name, with or without the prefix and in any case, or a string of digits.
  public func decode(_ text: String) -> CodedValue {
    decode(utf8: Array(text.utf8))
  }

  /// Reads the UTF-8 of a name, with or without the prefix and in any case, or of a string of digits.
  public func decode(utf8: some RandomAccessCollection<UInt8>) -> CodedValue {
    if let number = decimal(utf8) { return decode(number) }
    let lower = utf8.map(asciiLowercase)
    if let entry = lowerNames.first(where: { $0.bytes == lower }) { return .known(entry.number) }
    if lower.starts(with: lowerPrefix) {
      let rest = lower.dropFirst(lowerPrefix.count)
      if let entry = lowerNames.first(where: { $0.bytes.elementsEqual(rest) }) { return .known(entry.number) }
    }
    return .unknownName
  }
}

/// A byte with A to Z in lower case.
@inlinable
func asciiLowercase(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}

/// The value of a string of decimal digits with an optional minus, nil for anything else or one too large.
func decimal(_ utf8: some Collection<UInt8>) -> Int64? {
  var digits = utf8[...]
  let isNegative = digits.first == 0x2D
  if isNegative { digits = digits.dropFirst() }
  guard !digits.isEmpty else { return nil }
  var value: Int64 = 0
  for byte in digits {
    guard byte &- 0x30 < 10 else { return nil }
    let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tens.subtractingReportingOverflow(Int64(byte &- 0x30))
    guard !overflow, !carry else { return nil }
    value = sum
  }
  if isNegative { return value }
  return value == .min ? nil : -value
}

extension Enumeration {
  /// Whether this is the header's name of the enumeration, compared by bytes.
  func isNamed(_ utf8: UnsafeRawBufferPointer) -> Bool {
    name.utf8.elementsEqual(utf8)
  }
}
