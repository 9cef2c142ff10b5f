import Glibc

/// Runs blocking work on a thread of its own, so that it does not hold one of the few threads of Swift's cooperative pool.
///
/// Make the connection inside, or send it in. Cancelling the task does not interrupt the work: use a `Canceller` in a
/// `withTaskCancellationHandler` for that.
///
/// - Throws: what `work` throws, or `PostgresError` with code `connectionFailed` where no thread could be made.
public func onDedicatedThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let job = Unmanaged.passRetained(Job { continuation.resume(with: Result(catching: work)) })
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, { runJob($0) }, job.toOpaque())
    guard failure == 0 else {
      job.release()
      continuation.resume(
        throwing: PostgresError(
          .connectionFailed, "no thread could be made: \(String(cString: strerror(failure)))"))
      return
    }
    pthread_detach(thread)
  }
}

/// What a new thread does, in a box that C can carry.
private final class Job: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func runJob(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
