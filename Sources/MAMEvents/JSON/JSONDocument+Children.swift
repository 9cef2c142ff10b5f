/// Walking down: members of objects and elements of arrays.
extension JSONDocument {
  /// The members of an object in the order in which they came; none for any other value.
  public func members(of node: JSONNode) -> Members {
    let entry = tape.entries[node.index]
    return Members(
      entries: tape.entries, at: node.index + 1, end: entry.kind == .object ? Int(entry.next) : 0)
  }

  /// The elements of an array in order; none for any other value.
  public func elements(of node: JSONNode) -> Elements {
    let entry = tape.entries[node.index]
    return Elements(
      entries: tape.entries, at: node.index + 1, end: entry.kind == .array ? Int(entry.next) : 0)
  }

  /// The value of the member of that name; nil where there is none or the value is no object.
  public func member(_ name: StaticString, of node: JSONNode) -> JSONNode? {
    for member in members(of: node) where isString(member.name, name) { return member.value }
    return nil
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol {
    let entries: ContiguousArray<JSONEntry>
    var at: Int
    let end: Int

    /// The next member: the node of its name (a string) and that of its value.
    public mutating func next() -> (name: JSONNode, value: JSONNode)? {
      guard at < end else { return nil }
      let name = at
      at = Int(entries[name + 1].next)
      return (JSONNode(name), JSONNode(name + 1))
    }
  }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol {
    let entries: ContiguousArray<JSONEntry>
    var at: Int
    let end: Int

    /// The next element.
    public mutating func next() -> JSONNode? {
      guard at < end else { return nil }
      defer { at = Int(entries[at].next) }
      return JSONNode(at)
    }
  }
}
