import Glibc

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
    left.description.hasSameBytes(as: right.description)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether two texts have the same UTF-8, which `==` does not ask: it takes composed and decomposed letters for one.
  func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let one = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(one, other, left.count) == 0
      }
    }
  }
}
