import Compliance
import MAMEvents

/// Gives the name under which an export shows an account that the log knows by a UPN: an object id, or a number.
///
/// - Parameters:
///   - upn: the UPN in lower case.
///   - row: the number of the event's account, where the UPN is the subject itself.
///   - point: the place in fold order at which the name counts.
public typealias PseudonymSource = (_ upn: String, _ row: AccountID?, _ point: FoldPoint) throws -> String

/// Takes UPNs out of texts, so that none leaves the store with an export.
///
/// Personal members are digests in the record already. But an account that is known by its UPN alone stands there as
/// `upn:NAME`, members name accounts by their UPNs, and a producer may have put one anywhere.
struct NameScrubber {
  let pseudonym: PseudonymSource

  /// Whether a text can hold a UPN at all.
  static func mayHold(_ text: UnsafeRawBufferPointer) -> Bool {
    text.contains(UInt8(ascii: "@")) || text.starts(with: AccountName.upnPrefix.utf8)
  }

  /// A text with pseudonyms in place of its UPNs; nil where it has none.
  ///
  /// A text that is `upn:NAME`, or has the shape of a UPN as a whole, is replaced; in any other each word of that
  /// shape is.
  func scrubbed(_ text: UnsafeRawBufferPointer, at point: FoldPoint) throws -> [UInt8]? {
    guard Self.mayHold(text) else { return nil }
    if case .upn(let upn)? = AccountName(text: text) { return Array(try pseudonym(upn, nil, point).utf8) }
    var result: [UInt8] = []
    // One name, also where it has characters that none should have.
    if !text.contains(where: Self.isHardBreak), try add(0..<text.count, of: text, to: &result, at: point) {
      return result
    }
    result.removeAll()
    var isChanged = false
    var start = 0
    for end in 0...text.count where end == text.count || Self.isBreak(text[end]) {
      if try add(start..<end, of: text, to: &result, at: point) { isChanged = true }
      if end < text.count { result.append(text[end]) }
      start = end + 1
    }
    return isChanged ? result : nil
  }

  /// Adds a word, or a pseudonym where it is a UPN.
  ///
  /// - Returns: whether it was one.
  private func add(
    _ word: Range<Int>, of text: UnsafeRawBufferPointer, to result: inout [UInt8], at point: FoldPoint
  ) throws -> Bool {
    let core = Self.core(of: word, in: text)
    let bytes = UnsafeRawBufferPointer(rebasing: text[core])
    guard bytes.contains(UInt8(ascii: "@")), PersonalShape.matches(utf8: bytes) else {
      result.append(contentsOf: text[word])
      return false
    }
    if core.lowerBound == word.lowerBound, result.suffix(4).elementsEqual(AccountName.upnPrefix.utf8) {
      result.removeLast(4)
    }
    result.append(contentsOf: text[word.lowerBound..<core.lowerBound])
    result.append(contentsOf: try pseudonym(UPN.lowercased(bytes), nil, point).utf8)
    result.append(contentsOf: text[core.upperBound..<word.upperBound])
    return true
  }

  /// Whether a byte shows that a text is more than one word.
  private static func isHardBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "/"): false
    default: isBreak(byte)
    }
  }

  /// Whether a byte ends a word: white space, and what no UPN has.
  private static func isBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "\\"),
      UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "&"):
      true
    default: false
    }
  }

  /// A word without the quotes around it and the point behind it.
  private static func core(of word: Range<Int>, in text: UnsafeRawBufferPointer) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    while start < end, text[start] == UInt8(ascii: "'") || text[start] == UInt8(ascii: "`") { start += 1 }
    while end > start,
      [UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "."), UInt8(ascii: "!")].contains(text[end - 1])
    { end -= 1 }
    return start..<end
  }
}
