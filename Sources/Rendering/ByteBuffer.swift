/// Where output goes: a block of bytes at a time.
public typealias ByteSink = (_ bytes: [UInt8]) throws -> Void

/// Gathers output into blocks of 64 KiB for a sink.
///
/// Appending does not throw: what the sink throws is kept, all later output is dropped, and ``check()`` and
/// ``flush()`` throw it.
struct ByteBuffer {
  private static let blockSize = 65_536

  private var bytes: [UInt8] = []
  private var failure: (any Error)?
  private let sink: ByteSink

  init(_ sink: @escaping ByteSink) {
    self.sink = sink
    bytes.reserveCapacity(Self.blockSize + 4096)
  }

  mutating func append(_ text: some StringProtocol) {
    append(contentsOf: text.utf8)
  }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    if bytes.count >= Self.blockSize { drain() }
  }

  mutating func append(contentsOf more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.blockSize { drain() }
  }

  /// Throws what the sink has thrown.
  func check() throws {
    if let failure { throw failure }
  }

  /// Hands everything over.
  mutating func flush() throws {
    drain()
    try check()
  }

  private mutating func drain() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil, !bytes.isEmpty else { return }
    do {
      try sink(bytes)
    } catch {
      failure = error
    }
  }
}
