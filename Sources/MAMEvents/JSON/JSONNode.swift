/// What a JSON value is.
public enum JSONKind: UInt8, Sendable {
  case null, `true`, `false`, number, string, array, object
}

/// A value, or the name of a member, in a ``JSONDocument``: its place on the document's tape.
///
/// Holds for the document that gave it, until that document parses something else.
public struct JSONNode: Hashable, Comparable, Sendable {
  /// The place on the tape; children follow their parent, names precede their values.
  public let index: Int

  init(_ index: Int) { self.index = index }

  init(_ index: Int32) { self.index = Int(index) }

  /// The order on the tape: a value precedes what is in it and what follows it.
  public static func < (left: JSONNode, right: JSONNode) -> Bool { left.index < right.index }
}

/// One place on the tape.
struct JSONEntry: Sendable {
  /// The first byte of the token.
  var start: Int32
  /// The byte after the token, closing bracket included.
  var end: Int32
  /// The place after this value and all in it.
  var next: Int32
  /// The members of an object or elements of an array.
  var count: Int32
  var kind: JSONKind
  /// The string has a backslash in it.
  var hasEscapes: Bool
}
