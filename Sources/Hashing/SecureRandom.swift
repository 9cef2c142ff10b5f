import CCrypto

/// The system's source of random bytes gave none.
public struct RandomSourceError: Error, Hashable, CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    "libcrypto has no random bytes to give: check that /dev/urandom and getrandom(2) work here"
  }
}

/// Fills a buffer with random bytes from libcrypto's generator (RAND_bytes).
///
/// - Throws: ``RandomSourceError`` where the generator could not be seeded; the bytes are then not to be used.
public func fillWithSecureRandomBytes(_ bytes: UnsafeMutableRawBufferPointer) throws(RandomSourceError) {
  guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
  guard let count = CInt(exactly: bytes.count),
    RAND_bytes(base.assumingMemoryBound(to: UInt8.self), count) == 1
  else { throw RandomSourceError() }
}

/// Random bytes from libcrypto's generator (RAND_bytes).
///
/// - Throws: ``RandomSourceError`` where the generator could not be seeded.
public func secureRandomBytes(_ count: Int) throws(RandomSourceError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var failure: RandomSourceError?
  bytes.withUnsafeMutableBytes { buffer in
    do throws(RandomSourceError) {
      try fillWithSecureRandomBytes(buffer)
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}
