import Glibc
import Postgres

/// Where the reading thread hands batches to the writing one, and gets the answers back.
///
/// At most two batches wait: reading never runs ahead of the store by more.
final class Handover: @unchecked Sendable {
  // Why @unchecked: all state is touched under `mutex` alone.

  /// What the store said to a batch.
  struct Answer: Sendable {
    var batch: PendingBatch
    /// What became of its events; nil where it has none.
    var result: AppendResult?
    /// Of each of its echoes, whether the log has it.
    var isKnown: [Bool]
  }

  private static let room = 2

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [PendingBatch] = []
  private var answers: [Answer] = []
  private var canceller: Canceller?
  private var failure: (any Error)?
  private var isReady = false
  private var isClosed = false
  private var hasEnded = false

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  // MARK: The writing thread

  /// Says that the store can be written to.
  func ready(_ canceller: Canceller) {
    locked {
      self.canceller = canceller
      isReady = true
    }
  }

  /// Waits for the next batch; nil when there will be none.
  func take() -> PendingBatch? {
    locked {
      while waiting.isEmpty, !isClosed { pthread_cond_wait(changed, mutex) }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  /// Passes on what the store said.
  func answer(_ answer: Answer) {
    locked { answers.append(answer) }
  }

  /// Says that the thread is done, and what stopped it if something did.
  func end(_ failure: (any Error)?) {
    locked {
      self.failure = failure
      waiting.removeAll()
      hasEnded = true
    }
  }

  // MARK: The reading thread

  /// Waits a moment for the store; false where it has not answered yet.
  func isReady(milliseconds: Int) throws -> Bool {
    try locked {
      wait(milliseconds) { isReady || hasEnded }
      if let failure { throw failure }
      return isReady
    }
  }

  /// Hands a batch over where there is room, or comes to be within some milliseconds.
  ///
  /// - Returns: whether it was taken; it is then empty here.
  /// - Throws: what stopped the writing thread.
  func put(_ batch: inout PendingBatch?, milliseconds: Int) throws -> Bool {
    try locked {
      wait(milliseconds) { waiting.count < Self.room || hasEnded }
      if let failure { throw failure }
      guard let full = batch, waiting.count < Self.room else { return false }
      waiting.append(full)
      batch = nil
      return true
    }
  }

  /// The answers that have come.
  func collect() -> [Answer] {
    locked {
      let collected = answers
      answers = []
      return collected
    }
  }

  /// Says that no batch will follow; `abandoning` also takes back those that wait.
  func close(abandoning: Bool) {
    locked {
      isClosed = true
      if abandoning { waiting.removeAll() }
    }
  }

  /// Waits a moment for the end of the writing thread.
  ///
  /// - Returns: whether it has ended.
  func hasEnded(milliseconds: Int) -> Bool {
    locked {
      wait(milliseconds) { hasEnded || !answers.isEmpty }
      return hasEnded
    }
  }

  /// What stopped the writing thread.
  var stopped: (any Error)? { locked { failure } }

  /// Cancels the statement that runs.
  func cancel() {
    let canceller = locked { self.canceller }
    // Where the request does not get through, the statement ends by itself.
    try? canceller?.cancel()
  }

  // MARK: -

  /// Runs `body` alone, and wakes the other thread afterwards.
  private func locked<R>(_ body: () throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body()
  }

  private func wait(_ milliseconds: Int, until isDone: () -> Bool) {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    while !isDone() {
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return }
    }
  }
}
