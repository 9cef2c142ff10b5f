import Hashing

/// Writes the canonical form of an event that ``ContentHasher`` hashes.
struct CanonicalWriter {
  /// The form, or the end of it that has not gone to the hasher.
  private(set) var output: [UInt8] = []
  private var hidden: [Int] = []
  private var names: [SortedName] = []
  private var hasher: SHA256Hasher?
  /// The output goes to the hasher when it is longer than this.
  private static let flushCount = 4096

  /// A member that waits for its turn.
  private struct SortedName {
    /// The first eight bytes of the unescaped name, big-endian, zeros after its end.
    var head: UInt64
    var name: Int
  }

  /// Writes the form in place of the last one.
  mutating func write(
    _ event: JSONNode, of document: JSONDocument, personal: [PersonalMember], flushingTo hasher: SHA256Hasher?
  ) {
    self.hasher = hasher
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

  private mutating func write(_ node: Int, _ document: JSONDocument) {
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
    if let hasher, output.count > CanonicalWriter.flushCount {
      hasher.update(output)
      output.removeAll(keepingCapacity: true)
    }
  }

  private mutating func write(object node: Int, isEvent: Bool, _ document: JSONDocument) {
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

  private mutating func write(string entry: JSONEntry, _ document: JSONDocument) {
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

  private mutating func put(_ word: StaticString) {
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

  private mutating func sortNames(from base: Int, _ document: JSONDocument) {
    if names.count - base > 32 {
      let sorted = names[base...].sorted { CanonicalWriter.precedes($0, $1, document) }
      names.replaceSubrange(base..., with: sorted)
      return
    }
    for index in base..<names.count {
      let member = names[index]
      var place = index
      while place > base, CanonicalWriter.precedes(member, names[place - 1], document) {
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
