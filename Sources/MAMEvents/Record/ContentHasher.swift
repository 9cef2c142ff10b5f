import Hashing

/// The content hash of an event: SHA-256 over its canonical form, by which a repeated event is told from a conflict.
///
/// In the canonical form members are sorted by the UTF-8 of their names, there is no white space, strings have the
/// fewest escapes (`\"`, `\\`, `\u00xx`; lone surrogates as `\udxxx`), and numbers are exact decimals, so that `1`,
/// `1.0` and `1e0` are one. `recordedtime` and top-level members that are null are left out; each personal value is
/// null, so that an event hashes alike before and after redaction and erasure. Made to be used again.
public final class ContentHasher {
  private let hasher = SHA256Hasher()
  private var output: [UInt8] = []
  private var isCollecting = false
  private var hidden: [Int] = []
  private var names: [SortedName] = []
  /// The buffer goes to the hasher when it is longer than this.
  private static let flushCount = 4096

  /// A member that waits for its turn.
  private struct SortedName {
    /// The first eight bytes of the unescaped name, big-endian, zeros after its end.
    var head: UInt64
    var name: Int
  }

  /// Makes a hasher.
  public init() {}

  /// The content hash of an event.
  ///
  /// - Parameters:
  ///   - event: The event's object.
  ///   - document: The document that it is in.
  ///   - personal: The values that are personal data, in any order.
  public func hash(of event: JSONNode, in document: JSONDocument, personal: [PersonalMember]) -> Digest {
    isCollecting = false
    hasher.reset()
    write(event, document, personal)
    hasher.update(output)
    return hasher.finalize()
  }

  /// The canonical form itself, for whoever wants to see why two events differ.
  public func canonicalForm(
    of event: JSONNode, in document: JSONDocument, personal: [PersonalMember]
  ) -> [UInt8] {
    isCollecting = true
    write(event, document, personal)
    return output
  }

  private func write(_ event: JSONNode, _ document: JSONDocument, _ personal: [PersonalMember]) {
    output.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    hidden.removeAll(keepingCapacity: true)
    for person in personal { hidden.append(person.value.index) }
    if hidden.count > 1 { hidden.sort() }
    if document.kind(of: event) == .object {
      write(object: event.index, isEvent: true, document)
    } else {
      write(event.index, document)
    }
  }

  private func write(_ node: Int, _ document: JSONDocument) {
    if isHidden(node) {
      put("null")
      return
    }
    let entry = document.tape.entries[node]
    switch entry.kind {
    case .null: put("null")
    case .true: put("true")
    case .false: put("false")
    case .number:
      document.withToken(of: JSONNode(node)) { DecimalNumber(token: $0).appendCanonical(to: &output) }
    case .string: write(string: entry, document)
    case .array:
      output.append(UInt8(ascii: "["))
      var child = node + 1
      while child < Int(entry.next) {
        if child > node + 1 { output.append(UInt8(ascii: ",")) }
        write(child, document)
        child = Int(document.tape.entries[child].next)
      }
      output.append(UInt8(ascii: "]"))
    case .object: write(object: node, isEvent: false, document)
    }
    if output.count > ContentHasher.flushCount, !isCollecting {
      hasher.update(output)
      output.removeAll(keepingCapacity: true)
    }
  }

  private func write(object node: Int, isEvent: Bool, _ document: JSONDocument) {
    let base = names.count
    for member in document.members(of: JSONNode(node)) {
      if isEvent {
        if document.isString(member.name, JSONDocument.recordedTimeName) { continue }
        if document.kind(of: member.value) == .null { continue }
      }
      names.append(SortedName(head: head(of: member.name.index, document), name: member.name.index))
    }
    sortNames(from: base, document)
    output.append(UInt8(ascii: "{"))
    for index in base..<names.count {
      if index > base { output.append(UInt8(ascii: ",")) }
      let name = names[index].name
      write(string: document.tape.entries[name], document)
      output.append(UInt8(ascii: ":"))
      write(name + 1, document)
    }
    output.append(UInt8(ascii: "}"))
    names.removeLast(names.count - base)
  }

  private func write(string entry: JSONEntry, _ document: JSONDocument) {
    // Without escapes a token is canonical: what would have to be escaped cannot stand in it.
    guard entry.hasEscapes else {
      document.withBytes(Int(entry.start)..<Int(entry.end)) { output.append(contentsOf: $0) }
      return
    }
    let text = document.text.span
    var bytes = UnescapedBytes(entry)
    output.append(UInt8(ascii: "\""))
    while let byte = bytes.next(text) {
      guard byte == 0xED, let second = bytes.next(text) else {
        JSONText.append(byte, to: &output)
        continue
      }
      // U+D000 to U+DFFF: from A0 on the second byte says that it is a surrogate, which was alone.
      if second >= 0xA0, let third = bytes.next(text) {
        JSONText.appendEscape(0xD000 | UInt16(second & 0x3F) << 6 | UInt16(third & 0x3F), to: &output)
      } else {
        output.append(byte)
        output.append(second)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private func put(_ word: StaticString) {
    output.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private func isHidden(_ node: Int) -> Bool {
    var low = 0
    var high = hidden.count
    while low < high {
      let middle = (low + high) / 2
      if hidden[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low < hidden.count && hidden[low] == node
  }

  // MARK: Order of names

  private func head(of name: Int, _ document: JSONDocument) -> UInt64 {
    let text = document.text.span
    var bytes = UnescapedBytes(document.tape.entries[name])
    var head: UInt64 = 0
    for place in 0..<8 {
      guard let byte = bytes.next(text) else { break }
      head |= UInt64(byte) << UInt64(56 - place * 8)
    }
    return head
  }

  private func sortNames(from base: Int, _ document: JSONDocument) {
    if names.count - base > 32 {
      let sorted = names[base...].sorted { ContentHasher.precedes($0, $1, document) }
      names.replaceSubrange(base..., with: sorted)
      return
    }
    for index in base..<names.count {
      let member = names[index]
      var place = index
      while place > base, ContentHasher.precedes(member, names[place - 1], document) {
        names[place] = names[place - 1]
        place -= 1
      }
      names[place] = member
    }
  }

  private static func precedes(_ left: SortedName, _ right: SortedName, _ document: JSONDocument) -> Bool {
    if left.head != right.head { return left.head < right.head }
    let text = document.text.span
    var leftBytes = UnescapedBytes(document.tape.entries[left.name])
    var rightBytes = UnescapedBytes(document.tape.entries[right.name])
    while true {
      guard let rightByte = rightBytes.next(text) else { return false }
      guard let leftByte = leftBytes.next(text) else { return true }
      if leftByte != rightByte { return leftByte < rightByte }
    }
  }
}
