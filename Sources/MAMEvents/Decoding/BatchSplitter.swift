/// Finds the elements of a CloudEvents batch, so that each is taken or refused by itself.
public enum BatchSplitter {
  /// Whether a text is a batch: whether its first character is an opening bracket.
  public static func isBatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.first { !isWhiteSpace($0) } == UInt8(ascii: "[")
  }

  /// The places of the elements of a JSON array, without white space around them.
  ///
  /// Only brackets, strings and commas are looked at; what an element holds is for the decoder to judge.
  ///
  /// - Throws: ``Rejection`` where the text is no array, ends before the array does, or goes on behind it.
  public static func elements(
    of bytes: UnsafeRawBufferPointer
  ) throws(Rejection) -> [Range<Int>] {
    var at = skipWhiteSpace(bytes, 0)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else { throw broken("is no JSON array", at) }
    at = skipWhiteSpace(bytes, at + 1)
    var elements: [Range<Int>] = []
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
      at += 1
    } else {
      var isOpen = true
      while isOpen {
        at = skipWhiteSpace(bytes, at)
        let end = endOfElement(bytes, at)
        guard end < bytes.count else { throw broken("ends too early", end) }
        var last = end
        while last > at, isWhiteSpace(bytes[last - 1]) { last -= 1 }
        elements.append(at..<last)
        isOpen = bytes[end] == UInt8(ascii: ",")
        at = end + 1
      }
    }
    at = skipWhiteSpace(bytes, at)
    guard at == bytes.count else { throw broken("is followed by something", at) }
    return elements
  }

  /// The comma or bracket behind an element, or the end of the text.
  private static func endOfElement(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var at = start
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "]"):
        if depth == 0 { return at }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return at
      default: break
      }
      at += 1
    }
    return bytes.count
  }

  private static func skipWhiteSpace(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, isWhiteSpace(bytes[at]) { at += 1 }
    return at
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func broken(_ what: String, _ at: Int) -> Rejection {
    Rejection(
      .syntax, reason: "the batch \(what) at byte \(at)",
      remedy: "send a JSON array of events, or one event a line")
  }
}
