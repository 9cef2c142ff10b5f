/// A SHA-256 digest: thirty-two bytes as a plain value.
public struct Digest: Hashable, Comparable, Sendable {
  /// The bytes in order, in memory as they are on the wire.
  private var storage: (UInt64, UInt64, UInt64, UInt64)

  /// The length of a digest in bytes.
  public static let byteCount = 32

  /// Makes a digest by letting `fill` write its thirty-two bytes.
  init(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    storage = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &storage) { fill($0) }
  }

  /// Takes thirty-two bytes; nil for any other count.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Digest.byteCount else { return nil }
    self.init { $0.copyMemory(from: bytes) }
  }

  /// Takes thirty-two bytes; nil for any other count.
  public init?(bytes: some Sequence<UInt8>) {
    let copy = [UInt8](bytes)
    guard let digest = copy.withUnsafeBytes({ Digest(bytes: $0) }) else { return nil }
    self = digest
  }

  /// The digest as four big-endian numbers.
  public var words: (UInt64, UInt64, UInt64, UInt64) {
    (storage.0.bigEndian, storage.1.bigEndian, storage.2.bigEndian, storage.3.bigEndian)
  }

  /// The thirty-two bytes.
  public var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }

  /// Calls `body` with the thirty-two bytes in place.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Swift.withUnsafeBytes(of: storage, body)
  }

  /// Sixty-four lower-case hexadecimal digits.
  public var hex: String { withUnsafeBytes { Hex.encode($0) } }

  /// Reads sixty-four hexadecimal digits of any case; nil for anything else.
  public init?(hex: String) {
    guard let bytes = Hex.decode(hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether two digests have the same bytes.
  public static func == (left: Digest, right: Digest) -> Bool { left.storage == right.storage }

  /// The order of the bytes.
  public static func < (left: Digest, right: Digest) -> Bool { left.words < right.words }

  /// Feeds the bytes to a hasher of the standard library.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension Digest: CustomStringConvertible {
  /// The digest in lower-case hexadecimal.
  public var description: String { hex }
}
