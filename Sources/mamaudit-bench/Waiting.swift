import Dispatch
import Synchronization

/// Waits for what is asynchronous.
enum Waiting {
  private final class Box<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
  }

  /// The value of a body, on a thread that may block: not on one of the tasks' own.
  static func value<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let box = Box<Value>()
    Task {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      box.result.withLock { $0 = result }
      box.done.signal()
    }
    box.done.wait()
    guard let result = box.result.withLock({ $0 }) else { preconditionFailure("done without a result") }
    return try result.get()
  }
}
