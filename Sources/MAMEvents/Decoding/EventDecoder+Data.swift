/// `data`: its known members, checked against the catalogue.
extension EventDecoder {
  mutating func readData(_ definition: CompiledDefinition?) throws(Rejection) {
    let data = node(.data)
    if let data, document.kind(of: data) != .object {
      throw Rejection(
        .wrongMemberType, path: "data",
        reason: "data must be an object, not \(Quoted.kind(document.kind(of: data)))",
        remedy: "send data as a JSON object")
    }
    guard let definition else { return }
    for index in definition.slots.indices { slots[index] = nil }
    if let data { match(data, definition, definition.top) }
    try check(definition, definition.top)
    addDerivedFacts(definition, data)
    if definition.isUpstream, let data { findPersonal(in: data) }
  }

  /// Notes where the known members of an object are.
  private mutating func match(
    _ object: JSONNode, _ definition: CompiledDefinition, _ range: Range<Int>
  ) {
    for (name, value) in document.members(of: object) where document.kind(of: value) != .null {
      for index in range {
        let isThis = definition.slots[index].utf8.withUnsafeBytes { document.isString(name, $0) }
        if isThis {
          slots[index] = value
          break
        }
      }
    }
  }

  private mutating func check(
    _ definition: CompiledDefinition, _ range: Range<Int>
  ) throws(Rejection) {
    for index in range {
      let slot = definition.slots[index]
      guard let value = slots[index] else {
        if slot.member.isRequired { throw missing(slot, definition) }
        continue
      }
      try check(slot, value)
      if !slot.children.isEmpty {
        match(value, definition, slot.children)
        try check(definition, slot.children)
      }
    }
  }

  private mutating func check(
    _ slot: CompiledDefinition.Slot, _ value: JSONNode
  ) throws(Rejection) {
    let member = slot.member
    if let person = member.person {
      guard document.kind(of: value) == .string || document.isRedacted(value) else {
        throw wrong(slot, value)
      }
      hide(value, path: slot.path, name: member.name, person)
      return
    }
    switch member.kind {
    case .boolean:
      guard let flag = document.bool(of: value) else { throw wrong(slot, value) }
      if let fact = member.fact { packer.add(fact, bool: flag) }
    case .integer:
      guard document.kind(of: value) == .number else { throw wrong(slot, value) }
      guard let number = document.integer(of: value) else { throw wrong(slot, value) }
      if let fact = member.fact { packer.add(fact, integer: number) }
    case .digits:
      let number =
        document.integer(of: value) ?? (document.withText(of: value) { decimal($0) } ?? nil)
      guard let number else { throw wrong(slot, value) }
      if let fact = member.fact { packer.add(fact, integer: number) }
    case .text:
      guard document.kind(of: value) == .string else { throw wrong(slot, value) }
      if let fact = member.fact { addText(fact, value) }
    case .instant:
      guard case .success(let instant) = instant(value) else { throw wrong(slot, value) }
      if let fact = member.fact { packer.add(fact, integer: instant.microseconds) }
    case .enumeration(let list):
      try checkCode(slot, list, value)
    case .located(let lists):
      try checkLocated(slot, lists, value)
    case .word(let list):
      guard document.kind(of: value) == .string else { throw wrong(slot, value) }
      let index = document.withText(of: value) { list.index(utf8: $0) } ?? nil
      if index == nil { flags.insert(.unknownWord) }
      if let fact = member.fact, fact != .noUser { packer.add(fact, word: index ?? 255) }
    case .account:
      guard document.kind(of: value) == .string else { throw wrong(slot, value) }
      if let account = accountID(value), let fact = member.fact { packer.add(fact, account: account) }
    case .accounts:
      try checkAccounts(slot, value)
    case .texts:
      try checkTexts(slot, value)
    case .object:
      guard document.kind(of: value) == .object else { throw wrong(slot, value) }
      if let fact = member.fact { packer.add(fact, text: document.compactToken(of: value)) }
    case .settingSwitch:
      if let flag = settingSwitch(value) {
        if let fact = member.fact { packer.add(fact, bool: flag) }
      } else {
        flags.insert(.unknownWord)
      }
    case .setting:
      break
    }
  }

  private mutating func checkCode(
    _ slot: CompiledDefinition.Slot, _ list: Enumeration, _ value: JSONNode
  ) throws(Rejection) {
    guard let decoded = decode(list, value) else { throw wrong(slot, value) }
    if !decoded.isKnown { flags.insert(.unknownCode) }
    if slot.member.isCode { code = decoded.number }
    switch slot.member.fact {
    case .policySource:
      packer.add(.policySource, word: decoded.isKnown ? UInt8(clamping: decoded.number ?? 255) : 255)
    case let fact?:
      if let number = decoded.number { packer.add(fact, integer: Int64(number)) }
    case nil: break
    }
  }

  /// A value of an enumeration, nil where it is neither a number nor a string.
  private func decode(_ list: Enumeration, _ value: JSONNode) -> CodedValue? {
    switch document.kind(of: value) {
    case .number: document.integer(of: value).map(list.decode) ?? .unknownName
    case .string: document.withText(of: value) { list.decode(utf8: $0) } ?? .unknownName
    default: nil
    }
  }

  /// `{enum, value}`; the code of a file's protection may also come alone, as the first enumeration's.
  private mutating func checkLocated(
    _ slot: CompiledDefinition.Slot, _ lists: [Enumeration], _ value: JSONNode
  ) throws(Rejection) {
    var chosen: Int? = 0
    var coded = value
    if document.kind(of: value) == .object {
      chosen = nil
      guard let name = document.member("enum", of: value), document.kind(of: name) != .null else {
        throw missing(slot, "enum")
      }
      guard document.kind(of: name) == .string else { throw wrong(slot, name, "enum", "a string") }
      for (index, list) in lists.enumerated() where document.withText(of: name, list.isNamed) ?? false {
        chosen = index
      }
      guard let inner = document.member("value", of: value), document.kind(of: inner) != .null else {
        throw missing(slot, "value")
      }
      coded = inner
    } else if !slot.member.isCode {
      throw wrong(slot, value)
    }
    guard let decoded = decode(lists[chosen ?? 0], coded) else {
      throw wrong(slot, coded, "value", "a number or a name")
    }
    guard let chosen else {
      flags.insert(.unknownCode)
      return
    }
    if !decoded.isKnown { flags.insert(.unknownCode) }
    if slot.member.isCode {
      code = decoded.number
      packer.add(.codeEnum, word: UInt8(chosen))
    } else {
      if let number = decoded.number { packer.add(.location, integer: Int64(number)) }
      packer.add(.locationEnum, integer: Int64(chosen))
    }
  }

  private mutating func checkAccounts(
    _ slot: CompiledDefinition.Slot, _ value: JSONNode
  ) throws(Rejection) {
    guard document.kind(of: value) == .array else { throw wrong(slot, value) }
    var accounts: [AccountName] = []
    for (index, element) in document.elements(of: value).enumerated() {
      guard document.kind(of: element) == .string else {
        throw wrong(slot, element, "[\(index)]", "a string (an account's id)")
      }
      if let account = accountID(element) { accounts.append(account) }
    }
    if let fact = slot.member.fact { packer.add(fact, accounts: accounts) }
  }

  private mutating func checkTexts(
    _ slot: CompiledDefinition.Slot, _ value: JSONNode
  ) throws(Rejection) {
    guard document.kind(of: value) == .array else { throw wrong(slot, value) }
    var texts: [String] = []
    for (index, element) in document.elements(of: value).enumerated() {
      guard document.kind(of: element) == .string else {
        throw wrong(slot, element, "[\(index)]", "a string")
      }
      texts.append(document.lossyString(of: element))
    }
    if let fact = slot.member.fact { packer.add(fact, texts: texts) }
  }

  /// An account's id, flagged where it is none.
  ///
  /// An object id, `upn:NAME`, a UPN, or MSAL's id of an account at home.
  private mutating func accountID(_ node: JSONNode) -> AccountName? {
    if document.isEmptyString(node) { return nil }
    let found = document.withText(of: node) { bytes -> AccountName? in
      if let account = AccountName(text: bytes) { return account }
      if let home = HomeAccountID(text: bytes) { return .object(home.objectID) }
      return bytes.contains(UInt8(ascii: "@")) ? .upn(UPN.lowercased(bytes)) : nil
    }
    guard let found, let account = found else {
      flags.insert(.unreadableAccount)
      return nil
    }
    return account
  }

  /// JSON true and false, 1 and 0, and the words of a property list in any case.
  private func settingSwitch(_ node: JSONNode) -> Bool? {
    if let flag = document.bool(of: node) { return flag }
    if let number = document.integer(of: node) { return number == 1 ? true : number == 0 ? false : nil }
    return document.withText(of: node) { bytes -> Bool? in
      switch String(decoding: bytes.map(asciiLowercase), as: UTF8.self) {
      case "yes", "true", "1": true
      case "no", "false", "0": false
      default: nil
      }
    } ?? nil
  }

  mutating func addText(_ fact: FactKey, _ node: JSONNode) {
    packer.add(fact, text: document.lossyString(of: node))
  }

  /// Notes a personal value.
  mutating func hide(_ value: JSONNode, path: String, name: String, _ person: Member.Person) {
    personal.append(
      PersonalMember(value: value, path: path, name: name, account: person == .account ? account : nil))
  }

  private func missing(_ slot: CompiledDefinition.Slot, _ definition: CompiledDefinition) -> Rejection {
    Rejection(
      .missingMember, path: slot.path, reason: "\(definition.definition.name) needs \(slot.path)",
      remedy: "add it: \(slot.member.expected)")
  }

  private func missing(_ slot: CompiledDefinition.Slot, _ name: String) -> Rejection {
    Rejection(
      .missingMember, path: "\(slot.path).\(name)", reason: "\(slot.path) needs \(name)",
      remedy: "send \(slot.member.expected)")
  }

  private func wrong(_ slot: CompiledDefinition.Slot, _ value: JSONNode) -> Rejection {
    let kind = document.kind(of: value)
    var found = Quoted.kind(kind)
    if let shown = shown(slot.member, value, kind) { found += " (\(shown))" }
    return Rejection(
      .wrongMemberType, path: slot.path, reason: "\(slot.path) must be \(slot.member.expected), not \(found)",
      remedy: "send \(slot.member.expected)")
  }

  /// The offending value as a message may show it: never one that may be personal, such as a text where a structure
  /// is expected.
  private func shown(_ member: Member, _ value: JSONNode, _ kind: JSONKind) -> String? {
    if member.isPersonal { return nil }
    switch member.kind {
    case .boolean, .integer, .digits, .enumeration, .word, .instant: break
    default: return nil
    }
    switch kind {
    case .number: return Quoted.short(document.token(of: value))
    case .string:
      let text = document.lossyString(of: value)
      return PersonalShape.matches(utf8: Array(text.utf8)) ? nil : Quoted.text(text)
    default: return nil
    }
  }

  private func wrong(
    _ slot: CompiledDefinition.Slot, _ value: JSONNode, _ inner: String, _ expected: String
  ) -> Rejection {
    let path = slot.path + (inner.hasPrefix("[") ? inner : ".\(inner)")
    return Rejection(
      .wrongMemberType, path: path,
      reason: "\(path) must be \(expected), not \(Quoted.kind(document.kind(of: value)))",
      remedy: "send \(expected)")
  }
}

extension JSONDocument {
  /// A string's text; a lone surrogate, which UTF-8 cannot write, becomes U+FFFD.
  func lossyString(of node: JSONNode) -> String {
    if let text = string(of: node) { return text }
    var bytes: [UInt8] = []
    appendText(of: node, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
