/// The flat form of a JSON text: every value and name in order of its first byte, and the white space between tokens.
///
/// Built in one pass without recursion. The arrays keep their capacity, so that a document that is used again
/// allocates nothing.
struct JSONTape: Sendable {
  var entries: ContiguousArray<JSONEntry> = []
  /// The runs of white space between tokens, in order.
  var gaps: [Range<Int32>] = []
  private var open: [Int32] = []
  private var names = DuplicateNames()

  private enum Expectation {
    case value, firstElement, firstName, name, separator
  }

  /// Puts a lone null in place of what was there.
  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    gaps.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    entries.append(JSONEntry(start: 0, end: 0, next: 1, count: 0, kind: .null, hasEscapes: false))
  }

  /// Builds the tape of a whole text.
  mutating func build(_ text: Span<UInt8>, maximumDepth: Int) throws(JSONError) {
    clear()
    guard text.count <= Int(Int32.max) else { throw JSONError(.tooLarge, at: 0) }
    entries.removeAll(keepingCapacity: true)
    do throws(JSONError) {
      try scan(text, maximumDepth: maximumDepth)
    } catch {
      var located = error
      located.path = path(text, to: error.offset)
      clear()
      throw located
    }
  }

  private mutating func scan(_ text: Span<UInt8>, maximumDepth: Int) throws(JSONError) {
    var at = 0
    var expectation = Expectation.value
    while true {
      at = skipWhiteSpace(text, at)
      guard at < text.count else {
        if expectation == .separator, open.isEmpty { return }
        throw JSONError(.truncated, at: at)
      }
      let byte = text[at]
      switch expectation {
      case .separator:
        guard let container = open.last else { throw JSONError(.trailingBytes, at: at) }
        let isObject = entries[Int(container)].kind == .object
        if byte == UInt8(ascii: ",") {
          expectation = isObject ? .name : .value
        } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          try close(text, at)
        } else {
          throw JSONError(.unexpectedCharacter, at: at)
        }
        at += 1
      case .firstName where byte == UInt8(ascii: "}"), .firstElement where byte == UInt8(ascii: "]"):
        try close(text, at)
        at += 1
        expectation = .separator
      case .firstName, .name:
        guard byte == UInt8(ascii: "\"") else { throw JSONError(.unexpectedCharacter, at: at) }
        at = skipWhiteSpace(text, try string(text, at))
        guard at < text.count else { throw JSONError(.truncated, at: at) }
        guard text[at] == UInt8(ascii: ":") else { throw JSONError(.unexpectedCharacter, at: at) }
        at += 1
        expectation = .value
      case .value, .firstElement:
        if let container = open.last { entries[Int(container)].count += 1 }
        expectation = .separator
        switch byte {
        case UInt8(ascii: "\""): at = try string(text, at)
        case UInt8(ascii: "{"):
          try push(.object, at, maximumDepth)
          expectation = .firstName
          at += 1
        case UInt8(ascii: "["):
          try push(.array, at, maximumDepth)
          expectation = .firstElement
          at += 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          let end = try JSONToken.endOfNumber(text, at)
          append(.number, at, end)
          at = end
        case UInt8(ascii: "t"): at = try literal("true", .true, text, at)
        case UInt8(ascii: "f"): at = try literal("false", .false, text, at)
        case UInt8(ascii: "n"): at = try literal("null", .null, text, at)
        default: throw JSONError(.unexpectedCharacter, at: at)
        }
      }
    }
  }

  @inline(__always)
  private mutating func skipWhiteSpace(_ text: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < text.count, JSONToken.isWhiteSpace(text[at]) { at += 1 }
    if at != start { gaps.append(Int32(start)..<Int32(at)) }
    return at
  }

  @inline(__always)
  private mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int, hasEscapes: Bool = false) {
    let next = Int32(entries.count + 1)
    entries.append(
      JSONEntry(
        start: Int32(start), end: Int32(end), next: next, count: 0, kind: kind, hasEscapes: hasEscapes))
  }

  private mutating func string(_ text: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
    let (end, hasEscapes) = try JSONToken.endOfString(text, start)
    append(.string, start, end, hasEscapes: hasEscapes)
    return end
  }

  private mutating func literal(
    _ word: StaticString, _ kind: JSONKind, _ text: Span<UInt8>, _ start: Int
  ) throws(JSONError) -> Int {
    for index in 0..<word.utf8CodeUnitCount {
      guard start + index < text.count else { throw JSONError(.truncated, at: start + index) }
      guard text[start + index] == word.utf8Start[index] else {
        throw JSONError(.unexpectedCharacter, at: start + index)
      }
    }
    append(kind, start, start + word.utf8CodeUnitCount)
    return start + word.utf8CodeUnitCount
  }

  private mutating func push(_ kind: JSONKind, _ start: Int, _ maximumDepth: Int) throws(JSONError) {
    guard open.count < maximumDepth else { throw JSONError(.tooDeep, at: start) }
    open.append(Int32(entries.count))
    append(kind, start, start)
  }

  private mutating func close(_ text: Span<UInt8>, _ at: Int) throws(JSONError) {
    guard let container = open.last.map(Int.init) else { throw JSONError(.unexpectedCharacter, at: at) }
    entries[container].end = Int32(at + 1)
    entries[container].next = Int32(entries.count)
    if entries[container].kind == .object, entries[container].count > 1,
      let duplicate = names.firstDuplicate(in: container, of: entries, text)
    {
      throw JSONError(.duplicateName, at: Int(entries[duplicate].start))
    }
    open.removeLast()
  }

  /// The members and elements that were open where the scan stopped, or that lead to the member at `offset`.
  private func path(_ text: Span<UInt8>, to offset: Int) -> String {
    var path = JSONPath()
    for container in open {
      let entry = entries[Int(container)]
      if entry.kind == .array {
        if entry.count > 0 { path.append(index: Int(entry.count) - 1) }
        continue
      }
      var child = Int(container) + 1
      var last: Int?
      while child < entries.count {
        last = child
        if Int(entries[child].start) == offset { break }
        let value = child + 1
        // A container that is still open has no end yet: what follows is inside it.
        guard value < entries.count, !open.contains(Int32(value)) else { break }
        child = Int(entries[value].next)
      }
      if let last {
        let range = Int(entries[last].start) + 1..<Int(entries[last].end) - 1
        path.append(rawName: text.extracting(range))
      }
    }
    return path.text
  }
}
