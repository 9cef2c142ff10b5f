import Compliance
import MAMEvents

/// The names of accounts as they count at one event.
struct NamesAtEvent {
  let scrubber: NameScrubber
  let point: FoldPoint

  /// A text with pseudonyms in place of its UPNs; nil where it has none.
  func scrubbed(_ text: UnsafeRawBufferPointer) throws -> [UInt8]? {
    try scrubber.scrubbed(text, at: point)
  }

  /// A text with pseudonyms in place of its UPNs.
  func scrubbed(_ text: String) throws -> String {
    var text = text
    let clean = try text.withUTF8 { try scrubbed(UnsafeRawBufferPointer($0)) }
    return clean.map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}

extension JSONLine {
  /// Writes a string of a document without UPNs; any other value as the text of its token.
  mutating func text(_ node: JSONNode, of document: JSONDocument, _ names: NamesAtEvent) throws {
    guard document.kind(of: node) == .string else {
      return try value(names.scrubbed(document.token(of: node)))
    }
    guard let clean = try names.scrubbed(node, of: document) else {
      return document.withToken(of: node) { stringToken($0) }
    }
    value(utf8: clean)
  }

  mutating func member(
    _ name: StaticString, _ node: JSONNode?, of document: JSONDocument, _ names: NamesAtEvent
  ) throws {
    guard let node else { return }
    key(name)
    try text(node, of: document, names)
  }

  /// Writes a value of a document with all that is in it, without UPNs.
  mutating func json(_ node: JSONNode, of document: JSONDocument, _ names: NamesAtEvent) throws {
    switch document.kind(of: node) {
    case .string:
      try text(node, of: document, names)
    case .object:
      beginObject()
      for member in document.members(of: node) {
        try self.member(member.name, member.value, of: document, names)
      }
      endObject()
    case .array:
      beginArray()
      for element in document.elements(of: node) { try json(element, of: document, names) }
      endArray()
    case .number, .true, .false, .null:
      document.withToken(of: node) { token($0) }
    }
  }

  /// Writes a member of a document; one whose name is a UPN is left out, since two of them could get one name.
  mutating func member(
    _ name: JSONNode, _ node: JSONNode, of document: JSONDocument, _ names: NamesAtEvent
  ) throws {
    guard try names.scrubbed(name, of: document) == nil else { return }
    document.withToken(of: name) { key(token: $0) }
    try json(node, of: document, names)
  }
}

extension NamesAtEvent {
  /// A string of a document with pseudonyms in place of its UPNs; nil where it has none.
  func scrubbed(_ node: JSONNode, of document: JSONDocument) throws -> [UInt8]? {
    guard document.hasEscapes(node) else {
      return try document.withToken(of: node) { token in
        try scrubbed(UnsafeRawBufferPointer(rebasing: token[1..<token.count - 1]))
      }
    }
    var text: [UInt8] = []
    document.appendText(of: node, to: &text)
    return try text.withUnsafeBytes { try scrubbed($0) }
  }
}
