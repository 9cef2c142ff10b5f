/// A text that compares by its UTF-8 bytes: ids, sources, apps and devices are other ones where a normalisation of
/// Unicode differs, which `String` does not tell apart.
public struct ExactText: Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public let description: String

  /// Wraps a text.
  public init(_ text: String) {
    description = text
  }

  /// Whether two texts have the same bytes.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
