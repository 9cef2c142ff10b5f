/// Finds two members of one object with the same name, compared as unescaped bytes.
///
/// Small objects are compared pairwise by a word made of a name's head and length; large ones, and those with
/// escapes in a name, go through a table whose hash is seeded a process, so that no input makes it slow.
struct DuplicateNames: Sendable {
  private var heads: [UInt64] = []
  private var nodes: [Int32] = []
  private var slots: [Int32] = []
  private static let pairwiseLimit = 16

  /// The entry of the first name that stands earlier in the object too.
  mutating func firstDuplicate(
    in object: Int, of entries: ContiguousArray<JSONEntry>, _ text: Span<UInt8>
  ) -> Int? {
    nodes.removeAll(keepingCapacity: true)
    var child = object + 1
    let end = Int(entries[object].next)
    var hasEscapes = false
    while child < end {
      nodes.append(Int32(child))
      hasEscapes = hasEscapes || entries[child].hasEscapes
      child = Int(entries[child + 1].next)
    }
    return hasEscapes || nodes.count > DuplicateNames.pairwiseLimit
      ? duplicateByTable(entries, text) : duplicateByPairs(entries, text)
  }

  private mutating func duplicateByPairs(
    _ entries: ContiguousArray<JSONEntry>, _ text: Span<UInt8>
  ) -> Int? {
    heads.removeAll(keepingCapacity: true)
    for node in nodes {
      let entry = entries[Int(node)]
      let head = DuplicateNames.head(entry, text)
      for earlier in 0..<heads.count where heads[earlier] == head {
        let other = entries[Int(nodes[earlier])]
        if DuplicateNames.sameBytes(entry, other, text) { return Int(node) }
      }
      heads.append(head)
    }
    return nil
  }

  private mutating func duplicateByTable(
    _ entries: ContiguousArray<JSONEntry>, _ text: Span<UInt8>
  ) -> Int? {
    var capacity = 64
    while capacity < nodes.count * 2 { capacity *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(-1, count: capacity))
    for node in nodes {
      let entry = entries[Int(node)]
      var slot = DuplicateNames.hash(entry, text) & (capacity - 1)
      while slots[slot] >= 0 {
        if DuplicateNames.sameText(entry, entries[Int(slots[slot])], text) { return Int(node) }
        slot = (slot + 1) & (capacity - 1)
      }
      slots[slot] = node
    }
    return nil
  }

  /// The first seven bytes of a name and, in the top byte, its length.
  private static func head(_ entry: JSONEntry, _ text: Span<UInt8>) -> UInt64 {
    let length = Int(entry.end - entry.start) - 2
    var head = UInt64(truncatingIfNeeded: length) << 56
    for index in 0..<min(length, 7) { head |= UInt64(text[Int(entry.start) + 1 + index]) << (index * 8) }
    return head
  }

  private static func sameBytes(_ left: JSONEntry, _ right: JSONEntry, _ text: Span<UInt8>) -> Bool {
    guard left.end - left.start == right.end - right.start else { return false }
    for index in 0..<Int(left.end - left.start)
    where text[Int(left.start) + index] != text[Int(right.start) + index] {
      return false
    }
    return true
  }

  private static func sameText(_ left: JSONEntry, _ right: JSONEntry, _ text: Span<UInt8>) -> Bool {
    if !left.hasEscapes, !right.hasEscapes { return sameBytes(left, right, text) }
    var leftBytes = UnescapedBytes(left)
    var rightBytes = UnescapedBytes(right)
    while true {
      let byte = leftBytes.next(text)
      guard byte == rightBytes.next(text) else { return false }
      if byte == nil { return true }
    }
  }

  private static func hash(_ entry: JSONEntry, _ text: Span<UInt8>) -> Int {
    var hasher = Hasher()
    var bytes = UnescapedBytes(entry)
    while let byte = bytes.next(text) { hasher.combine(byte) }
    return hasher.finalize()
  }
}
