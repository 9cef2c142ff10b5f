/// Why a text is not the JSON that the log takes: where, and what.
///
/// The description names member names on the way, never values.
public struct JSONError: Error, Hashable, Sendable {
  /// The kinds of refusal.
  public enum Code: String, Sendable, CaseIterable {
    /// The text ends before the value does.
    case truncated
    /// A character that cannot stand there.
    case unexpectedCharacter
    /// Something follows the value.
    case trailingBytes
    /// A number that RFC 8259 does not allow, such as `01`, `+1` or `1.`.
    case invalidNumber
    /// A backslash and something that is no escape.
    case invalidEscape
    /// A control character that stands in a string without an escape.
    case controlCharacter
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Two members of an object with one name.
    case duplicateName
    /// Arrays and objects inside each other beyond the limit.
    case tooDeep
    /// More bytes than a document can hold (2 GiB).
    case tooLarge
  }

  /// What is wrong.
  public var code: Code
  /// The byte, from 0, at which it is.
  public var offset: Int
  /// The member or element in which it is, such as `data.accounts[2]`; empty at the top.
  public var path: String

  /// Makes an error at a byte of the text.
  public init(_ code: Code, at offset: Int, path: String = "") {
    self.code = code
    self.offset = offset
    self.path = path
  }
}

extension JSONError: CustomStringConvertible {
  /// What is wrong and where, in one line without control characters.
  public var description: String {
    let place = path.isEmpty ? "at byte \(offset)" : "at byte \(offset), in \(path)"
    return "\(reason) \(place)"
  }

  private var reason: String {
    switch code {
    case .truncated: "JSON ends too early"
    case .unexpectedCharacter: "not JSON: unexpected character"
    case .trailingBytes: "something follows the JSON value"
    case .invalidNumber: "not a JSON number"
    case .invalidEscape: "not a JSON escape"
    case .controlCharacter: "control character in a string without an escape"
    case .invalidUTF8: "invalid UTF-8"
    case .duplicateName: "duplicate member name"
    case .tooDeep: "arrays and objects nested too deep"
    case .tooLarge: "JSON of more than 2 GiB"
    }
  }
}
