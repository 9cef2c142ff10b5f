import Hashing

/// Packs facts, one by one in rising order of key.
///
/// Made to be used again: it keeps its capacity.
public struct FactsBuilder: Sendable {
  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []
  private var lastKey: UInt8 = 0

  /// The longest text in bytes of UTF-8, and the longest list, that can be packed.
  ///
  /// Of a longer text the beginning is kept, then `…` and the SHA-256 of the whole in lower-case hexadecimal, so that two
  /// that differ stay different and one sees that there was more. Of a longer list of texts all but the last place is kept
  /// so, and that place holds `…` and the SHA-256 of the texts that are left out, each with a NUL behind it. A longer list
  /// of accounts is cut. The record of the event holds all of them.
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

  /// Adds a text; one beyond ``limit`` ends with the SHA-256 of the whole.
  public mutating func add(_ key: FactKey, text: String) {
    begin(key, .text)
    append(text: text)
  }

  /// Adds an account.
  public mutating func add(_ key: FactKey, account: AccountName) {
    begin(key, .account)
    append(account: account)
  }

  /// Adds a list of accounts; beyond ``limit`` it is cut.
  public mutating func add(_ key: FactKey, accounts: some Collection<AccountName>) {
    begin(key, .accounts)
    append(count: min(accounts.count, FactsBuilder.limit))
    for account in accounts.prefix(FactsBuilder.limit) { append(account: account) }
  }

  /// Adds a list of texts; in one beyond ``limit`` the last place stands for those that are left out.
  public mutating func add(_ key: FactKey, texts: some Collection<String>) {
    begin(key, .texts)
    append(count: min(texts.count, FactsBuilder.limit))
    guard texts.count > FactsBuilder.limit else {
      for text in texts { append(text: text) }
      return
    }
    for text in texts.prefix(FactsBuilder.limit - 1) { append(text: text) }
    let hasher = SHA256Hasher()
    for text in texts.dropFirst(FactsBuilder.limit - 1) { hasher.update(Array(text.utf8) + [0]) }
    append(text: FactsBuilder.mark + hasher.finalize().hex)
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
    guard utf8.count > FactsBuilder.limit else {
      append(count: utf8.count)
      bytes.append(contentsOf: utf8)
      return
    }
    let digest = Array((FactsBuilder.mark + SHA256Hasher().digest(of: Array(utf8)).hex).utf8)
    var end = utf8.index(utf8.startIndex, offsetBy: FactsBuilder.limit - digest.count)
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    append(count: utf8.distance(from: utf8.startIndex, to: end) + digest.count)
    bytes.append(contentsOf: utf8[..<end])
    bytes.append(contentsOf: digest)
  }

  /// What stands before the digest of what was left out.
  private static let mark = "…"

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
