import Hashing

/// The content hash of an event: SHA-256 over its canonical form, by which a repeated event is told from a conflict.
///
/// In the canonical form members are sorted by the UTF-8 of their names, there is no white space, strings have the
/// fewest escapes (`\"`, `\\`, `\u00xx`; lone surrogates as `\udxxx`), and numbers are exact decimals, so that `1`,
/// `1.0` and `1e0` are one. `recordedtime` and top-level members that are null are left out; each personal value is
/// null, so that an event hashes alike before and after redaction and erasure. Made to be used again.
public final class ContentHasher {
  private let hasher = SHA256Hasher()
  private var writer = CanonicalWriter()

  /// Makes a hasher.
  public init() {}

  /// The content hash of an event.
  ///
  /// - Parameters:
  ///   - event: The event's object.
  ///   - document: The document that it is in.
  ///   - personal: The values that are personal data, in any order.
  public func hash(of event: JSONNode, in document: JSONDocument, personal: [PersonalMember]) -> Digest {
    hasher.reset()
    writer.write(event, of: document, personal: personal, flushingTo: hasher)
    hasher.update(writer.output)
    return hasher.finalize()
  }

  /// The canonical form itself, for whoever wants to see why two events differ.
  public func canonicalForm(
    of event: JSONNode, in document: JSONDocument, personal: [PersonalMember]
  ) -> [UInt8] {
    writer.write(event, of: document, personal: personal, flushingTo: nil)
    return writer.output
  }
}
