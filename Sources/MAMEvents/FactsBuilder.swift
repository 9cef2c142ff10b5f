/// Packs facts, one by one in rising order of key.
///
/// Made to be used again: it keeps its capacity.
public struct FactsBuilder: Sendable {
  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []
  private var lastKey: UInt8 = 0

  /// The longest text and the longest list that can be packed; what is longer is cut.
  public static let limit = Int(UInt16.max)

  /// Makes a builder with no facts.
  public init() {}

  /// The facts so far.
  public var facts: Facts { Facts(bytes: bytes) }

  /// Forgets all facts and keeps the capacity.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    lastKey = 0
  }

  /// Adds a boolean.
  ///
  /// - Precondition: Here and for the others, the key is above the last one and of that kind.
  public mutating func add(_ key: FactKey, _ value: Bool) {
    begin(key, .boolean)
    bytes.append(value ? 1 : 0)
  }

  /// Adds the index of a word in its closed list; 255 for a word that is not in it.
  public mutating func add(_ key: FactKey, word: UInt8) {
    begin(key, .word)
    bytes.append(word)
  }

  /// Adds an integer.
  public mutating func add(_ key: FactKey, integer: Int64) {
    begin(key, .integer)
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a text; beyond 65,535 bytes of UTF-8 it is cut before the scalar that does not fit.
  public mutating func add(_ key: FactKey, text: String) {
    begin(key, .text)
    append(text: text)
  }

  /// Adds an account.
  public mutating func add(_ key: FactKey, account: AccountName) {
    begin(key, .account)
    append(account: account)
  }

  /// Adds a list of accounts; beyond 65,535 it is cut.
  public mutating func add(_ key: FactKey, accounts: some Collection<AccountName>) {
    begin(key, .accounts)
    append(count: min(accounts.count, FactsBuilder.limit))
    for account in accounts.prefix(FactsBuilder.limit) { append(account: account) }
  }

  /// Adds a list of texts; beyond 65,535 it is cut.
  public mutating func add(_ key: FactKey, texts: some Collection<String>) {
    begin(key, .texts)
    append(count: min(texts.count, FactsBuilder.limit))
    for text in texts.prefix(FactsBuilder.limit) { append(text: text) }
  }

  private mutating func begin(_ key: FactKey, _ kind: FactKey.Kind) {
    precondition(key.rawValue > lastKey, "facts are added in rising order of key")
    precondition(key.kind == kind, "the fact is of another kind")
    lastKey = key.rawValue
    bytes.append(key.rawValue)
  }

  private mutating func append(count: Int) {
    bytes.append(UInt8(truncatingIfNeeded: count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: count))
  }

  private mutating func append(text: String) {
    let utf8 = text.utf8
    var end = utf8.endIndex
    if utf8.count > FactsBuilder.limit {
      end = utf8.index(utf8.startIndex, offsetBy: FactsBuilder.limit)
      while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    }
    append(count: utf8.distance(from: utf8.startIndex, to: end))
    bytes.append(contentsOf: utf8[..<end])
  }

  private mutating func append(account: AccountName) {
    switch account {
    case .object(let guid):
      bytes.append(1)
      withUnsafeBytes(of: (guid.high.bigEndian, guid.low.bigEndian)) { bytes.append(contentsOf: $0) }
    case .upn(let name):
      bytes.append(2)
      append(text: name)
    }
  }
}
