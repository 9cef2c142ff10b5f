/// Collects facts in the order in which they are found, and packs them in rising order of key.
struct FactPacker: Sendable {
  private enum Value {
    case bool(Bool)
    case word(UInt8)
    case integer(Int64)
    case text(String)
    case account(AccountName)
    case accounts([AccountName])
    case texts([String])
  }

  private var entries: [(key: FactKey, value: Value)] = []
  private var builder = FactsBuilder()

  /// Forgets all facts and keeps the room.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  mutating func add(_ key: FactKey, bool: Bool) { entries.append((key, .bool(bool))) }

  mutating func add(_ key: FactKey, word: UInt8) { entries.append((key, .word(word))) }

  mutating func add(_ key: FactKey, integer: Int64) { entries.append((key, .integer(integer))) }

  mutating func add(_ key: FactKey, text: String) { entries.append((key, .text(text))) }

  mutating func add(_ key: FactKey, account: AccountName) { entries.append((key, .account(account))) }

  mutating func add(_ key: FactKey, accounts: [AccountName]) { entries.append((key, .accounts(accounts))) }

  mutating func add(_ key: FactKey, texts: [String]) { entries.append((key, .texts(texts))) }

  /// The packed facts.
  mutating func pack() -> Facts {
    if entries.isEmpty { return Facts() }
    // A handful of entries: insertion keeps it simple and allocates nothing.
    for index in entries.indices.dropFirst() {
      var at = index
      while at > 0, entries[at - 1].key.rawValue > entries[at].key.rawValue {
        entries.swapAt(at - 1, at)
        at -= 1
      }
    }
    builder.removeAll()
    for (key, value) in entries {
      switch value {
      case .bool(let bool): builder.add(key, bool)
      case .word(let word): builder.add(key, word: word)
      case .integer(let integer): builder.add(key, integer: integer)
      case .text(let text): builder.add(key, text: text)
      case .account(let account): builder.add(key, account: account)
      case .accounts(let accounts): builder.add(key, accounts: accounts)
      case .texts(let texts): builder.add(key, texts: texts)
      }
    }
    return builder.facts
  }
}
