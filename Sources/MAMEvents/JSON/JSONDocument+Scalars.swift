import Glibc

/// Reading strings, integers and booleans.
extension JSONDocument {
  /// Whether a node is the string `literal`, escapes undone.
  ///
  /// Allocates nothing.
  public func isString(_ node: JSONNode, _ literal: StaticString) -> Bool {
    isString(node, UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Whether a node is a string of exactly these UTF-8 bytes, escapes undone.
  ///
  /// Allocates nothing.
  public func isString(_ node: JSONNode, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let entry = tape.entries[node.index]
    guard entry.kind == .string else { return false }
    if entry.hasEscapes {
      var unescaped = UnescapedBytes(entry)
      let span = text.span
      for byte in bytes where unescaped.next(span) != byte { return false }
      return unescaped.next(span) == nil
    }
    guard Int(entry.end - entry.start) - 2 == bytes.count else { return false }
    return withBytes(Int(entry.start) + 1..<Int(entry.end) - 1) { content in
      guard let left = content.baseAddress, let right = bytes.baseAddress else { return true }
      return memcmp(left, right, bytes.count) == 0
    }
  }

  /// Whether a string token has a backslash in it.
  public func hasEscapes(_ node: JSONNode) -> Bool { tape.entries[node.index].hasEscapes }

  /// Whether a node is the string "".
  public func isEmptyString(_ node: JSONNode) -> Bool { isString(node, "") }

  /// Adds the UTF-8 of a string to a buffer, escapes undone.
  ///
  /// - Returns: False where the node is no string (nothing is added), or where the string has a lone surrogate: that
  ///   is added as the three bytes which UTF-8 would give it, so the result still tells strings apart but is not
  ///   UTF-8.
  @discardableResult
  public func appendText(of node: JSONNode, to buffer: inout [UInt8]) -> Bool {
    let entry = tape.entries[node.index]
    guard entry.kind == .string else { return false }
    guard entry.hasEscapes else {
      withBytes(Int(entry.start) + 1..<Int(entry.end) - 1) { buffer.append(contentsOf: $0) }
      return true
    }
    var unescaped = UnescapedBytes(entry)
    let span = text.span
    while let byte = unescaped.next(span) { buffer.append(byte) }
    return !unescaped.hasLoneSurrogates
  }

  /// Calls `body` with the UTF-8 of a string, escapes undone; for a string without escapes nothing is copied.
  ///
  /// - Returns: What `body` returns; nil where the node is no string or has a lone surrogate.
  public func withText<Result>(
    of node: JSONNode, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    let entry = tape.entries[node.index]
    guard entry.kind == .string else { return nil }
    guard entry.hasEscapes else {
      return try withBytes(Int(entry.start) + 1..<Int(entry.end) - 1, body)
    }
    var buffer: [UInt8] = []
    guard appendText(of: node, to: &buffer) else { return nil }
    return try buffer.withUnsafeBytes { try body($0) }
  }

  /// The text of a string, escapes undone; nil where the node is no string or has a lone surrogate.
  public func string(of node: JSONNode) -> String? {
    withText(of: node) { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of `true` and `false`; nil for anything else.
  public func bool(of node: JSONNode) -> Bool? {
    switch kind(of: node) {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A number as an integer; nil where the node is no number, or its exact value is no integer of 64 bits.
  ///
  /// The spelling does not matter: `1`, `1.0` and `10e-1` are one number, here as in the content hash.
  public func integer(of node: JSONNode) -> Int64? {
    guard kind(of: node) == .number else { return nil }
    return withToken(of: node) { DecimalNumber(token: $0).integer }
  }
}
