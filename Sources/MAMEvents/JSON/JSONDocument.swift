/// A parsed JSON text: the bytes as they came, and a tape of the values in them.
///
/// Strict RFC 8259, and beyond it what the wire format refuses: two members of one name (at any depth, compared
/// unescaped), invalid UTF-8, and nesting beyond a limit. Nothing is converted at parsing; numbers and strings keep
/// their tokens. `\u0000` and lone surrogates are legal and kept.
///
/// Made to be used again: parsing keeps the capacity of what it fills. The bytes are copied in, so the caller's buffer may go.
///
/// In a hot loop keep it in a stored property or a local variable and pass it on: a variable that a closure captures
/// is copied at each call, which costs more than the parse.
public struct JSONDocument: Sendable {
  var text: [UInt8] = []
  var tape = JSONTape()

  /// Arrays and objects inside each other that an event may have.
  public static let depthLimit = 64

  /// Makes a document that holds `null`.
  public init() {
    tape.clear()
  }

  /// Parses a text; after a failure the document holds `null`.
  ///
  /// - Parameters:
  ///   - bytes: One JSON value, with white space around it or not. No byte order mark.
  ///   - maximumDepth: How deep arrays and objects may nest; a batch gives one more than an event.
  /// - Throws: ``JSONError`` with the first byte that is wrong.
  public mutating func parse(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSONDocument.depthLimit
  ) throws(JSONError) {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: bytes)
    try build(maximumDepth)
  }

  /// Parses a text; after a failure the document holds `null`.
  ///
  /// - Throws: ``JSONError`` with the first byte that is wrong.
  public mutating func parse(
    _ bytes: some Sequence<UInt8>, maximumDepth: Int = JSONDocument.depthLimit
  ) throws(JSONError) {
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: bytes)
    try build(maximumDepth)
  }

  private mutating func build(_ maximumDepth: Int) throws(JSONError) {
    let source = text
    try tape.build(source.span, maximumDepth: maximumDepth)
  }

  /// The whole value.
  public var root: JSONNode { JSONNode(0) }

  /// What a value is.
  public func kind(of node: JSONNode) -> JSONKind { tape.entries[node.index].kind }

  /// The members of an object or the elements of an array; 0 for any other value.
  public func count(of node: JSONNode) -> Int { Int(tape.entries[node.index].count) }

  /// Where the token (with all that is in it) stands in the text that was parsed.
  public func range(of node: JSONNode) -> Range<Int> {
    let entry = tape.entries[node.index]
    return Int(entry.start)..<Int(entry.end)
  }

  /// Calls `body` with the bytes of a token as they came, quotes and all.
  public func withToken<Result>(
    of node: JSONNode, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let range = range(of: node)
    return try withBytes(range, body)
  }

  /// The token as it came, as text.
  public func token(of node: JSONNode) -> String {
    withToken(of: node) { String(decoding: $0, as: UTF8.self) }
  }

  /// The token as it came but for the white space between the tokens in it, as text.
  public func compactToken(of node: JSONNode) -> String {
    let range = range(of: node)
    var bytes: [UInt8] = []
    var at = range.lowerBound
    for gap in tape.gaps where Int(gap.lowerBound) >= at && Int(gap.upperBound) <= range.upperBound {
      withBytes(at..<Int(gap.lowerBound)) { bytes.append(contentsOf: $0) }
      at = Int(gap.upperBound)
    }
    withBytes(at..<range.upperBound) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func withBytes<Result>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try text.withUnsafeBytes { bytes in
      try body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}
