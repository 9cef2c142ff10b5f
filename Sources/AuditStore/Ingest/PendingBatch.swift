import Hashing
import MAMEvents

/// A batch on its way into the log, with what is needed to tell where each of its events came from.
struct PendingBatch: Sendable {
  /// Where an event came from.
  struct Origin: Sendable {
    /// The input, by its place in the list.
    var file: Int
    /// The line in it.
    var line: Int
    /// The end of its bytes in `received`.
    var end: Int
    /// Its content hash.
    var contentHash: Digest
  }

  /// An event of a type that the log alone writes, as an export has them: a duplicate where the log has it.
  struct Echo: Sendable {
    /// The input, by its place in the list.
    var file: Int
    /// The line in it.
    var line: Int
    /// Its bytes as they came.
    var received: [UInt8]
    /// Its key.
    var key: EventKey
    /// Its content hash.
    var contentHash: Digest
    /// Why it is refused where the log does not have it.
    var refusal: Rejection
  }

  /// What bounds a batch: its lock is held while it is written, and a killed program loses it whole.
  static let eventLimit = 10_000
  static let byteLimit = 8 << 20
  /// Nanoseconds.
  static let ageLimit: UInt64 = 200_000_000

  /// The events.
  var events: EventBatch
  /// Their bytes as they came, one behind the other, kept until the store has answered.
  private(set) var received: [UInt8] = []
  private(set) var origins: [Origin] = []
  private(set) var echoes: [Echo] = []
  /// When its first event came, in nanoseconds of the monotonic clock.
  var openedAt: UInt64

  init(tenant: GUID, now: UInt64) {
    events = EventBatch(tenant: tenant)
    openedAt = now
  }

  /// Whether it is time to send it on by its size.
  var isFull: Bool {
    max(events.count, echoes.count) >= Self.eventLimit || events.recordBytes >= Self.byteLimit
  }

  mutating func append(_ event: DecodedEvent, _ bytes: UnsafeRawBufferPointer, file: Int, line: Int) {
    events.append(event)
    received.append(contentsOf: bytes)
    origins.append(
      Origin(file: file, line: line, end: received.count, contentHash: event.columns.contentHash))
  }

  /// The bytes of an event as they came.
  func withReceived<R, E>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    let start = index == 0 ? 0 : origins[index - 1].end
    let result = received.withUnsafeBytes { bytes -> Result<R, E> in
      do throws(E) {
        return .success(try body(UnsafeRawBufferPointer(rebasing: bytes[start..<origins[index].end])))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Adds an event of the log's own: it is looked for, never appended.
  mutating func appendEcho(
    _ event: DecodedEvent, _ bytes: UnsafeRawBufferPointer, file: Int, line: Int, refusal: Rejection
  ) {
    echoes.append(
      Echo(
        file: file, line: line, received: Array(bytes), key: event.columns.eventKey,
        contentHash: event.columns.contentHash, refusal: refusal))
  }

  /// Makes it ready to be filled again.
  mutating func empty(now: UInt64) {
    events.removeAll()
    received.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    echoes.removeAll()
    openedAt = now
  }
}
