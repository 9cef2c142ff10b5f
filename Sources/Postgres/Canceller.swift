import CLibpq
import Synchronization

/// Cancels the statement that a connection is running, from any thread.
///
/// The statement then fails with code `cancelled`; the connection stays usable. Where nothing runs, nothing happens.
public final class Canceller: @unchecked Sendable {
  // Why @unchecked: libpq never changes a PGcancel after it is made, and documents PQcancel as safe from any thread.
  private let pointer: OpaquePointer
  private let stopped = Atomic<Bool>(false)

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { PQfreeCancel(pointer) }

  /// Cancels, and refuses every statement to come until ``goOn()``, but for those that end a transaction.
  ///
  /// To cancel alone would miss work that is between two statements.
  func stop() {
    stopped.store(true, ordering: .releasing)
    // Where the request does not get through, the statement ends by itself, and the next is refused.
    try? cancel()
  }

  func goOn() { stopped.store(false, ordering: .releasing) }

  /// Lets a statement begin, unless the work was stopped.
  func admit() throws(PostgresError) {
    if stopped.load(ordering: .acquiring) {
      throw PostgresError(.cancelled, "stopped before the next statement")
    }
  }

  /// Asks the server to cancel; returns when it has been asked, not when the statement has ended.
  public func cancel() throws(PostgresError) {
    let complaint = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String? in
      buffer.initialize(repeating: 0)
      if PQcancel(pointer, buffer.baseAddress, Int32(buffer.count)) == 1 { return nil }
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    if let complaint { throw PostgresError(.connectionFailed, "the cancel request failed: \(complaint)") }
  }
}
