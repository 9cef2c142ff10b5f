import CCrypto

/// SHA-256 by libcrypto, with a context that is used again for every digest.
///
/// The digest is fetched once a process: an implicit fetch costs more than the hash of a short record. Not
/// `Sendable`: one task at a time.
public final class SHA256Hasher {
  private let context: OpaquePointer
  private var isStarted = false

  /// The algorithm, fetched from libcrypto's default provider; it is only read after that.
  private nonisolated(unsafe) static let algorithm: OpaquePointer = {
    guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else {
      fatalError("libcrypto offers no SHA-256: its configuration has disabled the default provider")
    }
    return algorithm
  }()

  /// Makes a hasher at the start of a message.
  public init() {
    guard let context = EVP_MD_CTX_new() else { fatalError("libcrypto is out of memory") }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds bytes to the message.
  public func update(_ bytes: UnsafeRawBufferPointer) {
    start()
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    SHA256Hasher.check(EVP_DigestUpdate(context, base, bytes.count))
  }

  /// Adds bytes to the message.
  public func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of the message; the hasher then stands at the start of the next one.
  public func finalize() -> Digest {
    start()
    isStarted = false
    return Digest { output in
      guard let base = output.baseAddress else { return }
      SHA256Hasher.check(
        EVP_DigestFinal_ex(context, base.assumingMemoryBound(to: UInt8.self), nil))
    }
  }

  /// Forgets a message that was begun.
  public func reset() {
    isStarted = false
  }

  /// The digest of one message.
  ///
  /// A message that was begun is forgotten.
  public func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
    reset()
    update(bytes)
    return finalize()
  }

  /// The digest of one message.
  ///
  /// A message that was begun is forgotten.
  public func digest(of bytes: [UInt8]) -> Digest {
    bytes.withUnsafeBytes { digest(of: $0) }
  }

  private func start() {
    if isStarted { return }
    SHA256Hasher.check(EVP_DigestInit_ex2(context, SHA256Hasher.algorithm, nil))
    isStarted = true
  }

  /// Digest calls fail only by misuse or lack of memory: there is nothing a caller could do.
  private static func check(_ result: CInt) {
    guard result == 1 else { fatalError("libcrypto refused a SHA-256 step") }
  }
}
