import Foundation
import Synchronization

/// A thread that runs beside a test, begun at once.
///
/// A task would wait for a thread of the cooperative pool, which other tests may hold for long.
public final class BackgroundThread: Sendable {
  private let outcome = Mutex<Result<Void, any Error>?>(nil)
  private let finished = DispatchSemaphore(value: 0)

  /// Starts a thread.
  public init(_ body: @escaping @Sendable () throws -> Void) {
    let thread = Thread { [self] in
      let result = Result { try body() }
      outcome.withLock { $0 = result }
      finished.signal()
    }
    thread.start()
  }

  /// Waits for the thread to end.
  ///
  /// - Throws: what it threw.
  public func join() throws {
    finished.wait()
    finished.signal()
    try outcome.withLock { try $0?.get() }
  }
}
