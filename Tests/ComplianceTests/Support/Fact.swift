import MAMEvents

/// A fact of a step.
enum Fact: Sendable {
  case bool(FactKey, Bool)
  case word(FactKey, UInt8)
  case integer(FactKey, Int64)
  case text(FactKey, String)
  case account(FactKey, AccountName)
  case accounts(FactKey, [AccountName])
  case texts(FactKey, [String])

  var key: FactKey {
    switch self {
    case .bool(let key, _), .word(let key, _), .integer(let key, _), .text(let key, _), .account(let key, _),
      .accounts(let key, _), .texts(let key, _):
      key
    }
  }
}

extension Facts {
  /// Packs facts, given in any order of key.
  init(_ facts: [Fact]) {
    var builder = FactsBuilder()
    for fact in facts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      switch fact {
      case .bool(let key, let value): builder.add(key, value)
      case .word(let key, let index): builder.add(key, word: index)
      case .integer(let key, let value): builder.add(key, integer: value)
      case .text(let key, let text): builder.add(key, text: text)
      case .account(let key, let name): builder.add(key, account: name)
      case .accounts(let key, let names): builder.add(key, accounts: names)
      case .texts(let key, let texts): builder.add(key, texts: texts)
      }
    }
    self = builder.facts
  }
}
