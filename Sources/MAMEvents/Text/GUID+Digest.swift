import Hashing

extension GUID {
  /// The first eight bytes, big-endian, of the SHA-256 of the text in lower case.
  ///
  /// Tells whether two ids are the same where neither must be kept.
  public var shortDigest: Int64 {
    Int64(bitPattern: SHA256Hasher().digest(of: Array(text.utf8)).words.0)
  }
}
