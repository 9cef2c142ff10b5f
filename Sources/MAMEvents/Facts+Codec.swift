extension Facts {
  /// The bytes are not packed facts.
  public struct Malformed: Error, Hashable, CustomStringConvertible {
    /// The byte, from 0, at which the entry that cannot be read begins.
    public var offset: Int

    /// Says that the entry at `offset` cannot be read.
    public init(offset: Int) { self.offset = offset }

    /// What is wrong and where.
    public var description: String { "packed facts cannot be read from byte \(offset) on" }
  }

  /// Reads every entry, also those of keys that this program does not know.
  ///
  /// - Throws: ``Malformed`` where bytes are missing, left over or not of the layout, or the keys do not rise.
  public func validate() throws(Malformed) {
    var reader = FactsReader(bytes)
    var last: UInt8 = 0
    while !reader.isAtEnd {
      let offset = reader.at
      guard let raw = reader.byte(), raw > last, let kind = FactKey.kind(ofRawValue: raw),
        reader.isValid(kind)
      else { throw Malformed(offset: offset) }
      last = raw
    }
  }

  /// A boolean; nil where the facts do not have it.
  public func bool(_ key: FactKey) -> Bool? {
    guard var reader = reader(at: key, .boolean), let byte = reader.byte(), byte < 2 else { return nil }
    return byte == 1
  }

  /// The index of a word in its closed list, 255 for one that is not in it; nil where the facts do not have it.
  public func word(_ key: FactKey) -> UInt8? {
    guard var reader = reader(at: key, .word) else { return nil }
    return reader.byte()
  }

  /// An integer; nil where the facts do not have it.
  public func integer(_ key: FactKey) -> Int64? {
    guard var reader = reader(at: key, .integer) else { return nil }
    return reader.word().map { Int64(bitPattern: $0) }
  }

  /// A text; nil where the facts do not have it.
  public func text(_ key: FactKey) -> String? {
    guard var reader = reader(at: key, .text) else { return nil }
    return reader.text()
  }

  /// An account; nil where the facts do not have it.
  public func account(_ key: FactKey) -> AccountName? {
    guard var reader = reader(at: key, .account) else { return nil }
    return reader.account()
  }

  /// A list of accounts; nil where the facts do not have it.
  public func accounts(_ key: FactKey) -> [AccountName]? {
    guard var reader = reader(at: key, .accounts), let count = reader.count() else { return nil }
    var accounts: [AccountName] = []
    for _ in 0..<count {
      guard let account = reader.account() else { return nil }
      accounts.append(account)
    }
    return accounts
  }

  /// A list of texts; nil where the facts do not have it.
  public func texts(_ key: FactKey) -> [String]? {
    guard var reader = reader(at: key, .texts), let count = reader.count() else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = reader.text() else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Whether an account is the one under `key`, or in the list under it.
  ///
  /// Allocates nothing.
  public func names(_ account: AccountName, in key: FactKey) -> Bool {
    if key.kind == .account {
      guard var reader = reader(at: key, .account) else { return false }
      return reader.matches(account) == true
    }
    guard var reader = reader(at: key, .accounts), let count = reader.count() else { return false }
    for _ in 0..<count {
      guard let isSame = reader.matches(account) else { return false }
      if isSame { return true }
    }
    return false
  }

  /// The facts that a finished record gives again: all but the one that comes from a personal value, in whose place
  /// the record has a digest.
  ///
  /// Full verification compares these.
  public var ofRecord: Facts {
    guard var reader = reader(at: .deniedAccount, .integer) else { return self }
    let start = reader.at - 1
    guard reader.skip(.integer) else { return self }
    return Facts(bytes: Array(bytes[..<start] + bytes[reader.at...]))
  }

  /// A reader that stands behind the byte of a key.
  private func reader(at key: FactKey, _ kind: FactKey.Kind) -> FactsReader? {
    guard key.kind == kind else { return nil }
    var reader = FactsReader(bytes)
    while let raw = reader.byte(), raw <= key.rawValue {
      if raw == key.rawValue { return reader }
      guard let other = FactKey.kind(ofRawValue: raw), reader.skip(other) else { return nil }
    }
    return nil
  }
}

/// Walks packed facts; gives nil, and never traps, where they are not of the layout.
private struct FactsReader {
  private let bytes: [UInt8]
  private(set) var at = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { at == bytes.count }

  mutating func byte() -> UInt8? {
    guard at < bytes.count else { return nil }
    defer { at += 1 }
    return bytes[at]
  }

  mutating func count() -> Int? {
    guard let high = byte(), let low = byte() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  mutating func word() -> UInt64? {
    guard let range = take(8) else { return nil }
    return bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func text() -> String? {
    guard let length = count(), let range = take(length) else { return nil }
    return String(validating: bytes[range], as: UTF8.self)
  }

  mutating func account() -> AccountName? {
    switch byte() {
    case 1:
      guard let high = word(), let low = word() else { return nil }
      return .object(GUID(high: high, low: low))
    case 2:
      return text().map { .upn($0) }
    default:
      return nil
    }
  }

  /// Passes an account and says whether it is the one that is looked for; nil where there is no account.
  mutating func matches(_ account: AccountName) -> Bool? {
    switch byte() {
    case 1:
      guard let high = word(), let low = word() else { return nil }
      return account == .object(GUID(high: high, low: low))
    case 2:
      guard let length = count(), let range = take(length) else { return nil }
      guard case .upn(let name) = account else { return false }
      return name.utf8.elementsEqual(bytes[range])
    default:
      return nil
    }
  }

  /// Passes a value without looking into it; false where it ends too early.
  mutating func skip(_ kind: FactKey.Kind) -> Bool {
    switch kind {
    case .boolean, .word: return take(1) != nil
    case .integer: return take(8) != nil
    case .text: return count().flatMap { take($0) } != nil
    case .account: return skipAccount()
    case .accounts:
      guard let count = count() else { return false }
      for _ in 0..<count where !skipAccount() { return false }
      return true
    case .texts:
      guard let count = count() else { return false }
      for _ in 0..<count where !skip(.text) { return false }
      return true
    }
  }

  /// Passes a value and says whether it is of the layout.
  mutating func isValid(_ kind: FactKey.Kind) -> Bool {
    switch kind {
    case .boolean: return byte().map { $0 < 2 } ?? false
    case .word, .integer: return skip(kind)
    case .text: return text() != nil
    case .account: return account() != nil
    case .accounts:
      guard let count = count() else { return false }
      for _ in 0..<count where account() == nil { return false }
      return true
    case .texts:
      guard let count = count() else { return false }
      for _ in 0..<count where text() == nil { return false }
      return true
    }
  }

  private mutating func skipAccount() -> Bool {
    switch byte() {
    case 1: take(16) != nil
    case 2: skip(.text)
    default: false
    }
  }

  private mutating func take(_ count: Int) -> Range<Int>? {
    guard count <= bytes.count - at else { return nil }
    defer { at += count }
    return at..<at + count
  }
}
