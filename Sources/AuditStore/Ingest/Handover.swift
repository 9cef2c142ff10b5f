import Glibc
import Postgres

/// Where the reading thread hands batches to the preparing one, that one to the writing one, and the answers come back.
///
/// At most one batch waits before each of the two: reading never runs far ahead of the store.
final class Handover: @unchecked Sendable {
  // Why @unchecked: all state is touched under `mutex` alone.

  /// What the store said to a batch.
  struct Answer: Sendable {
    var batch: PendingBatch
    /// What became of its events; nil where it has none.
    var result: AppendOutcomes?
    /// Of each of its echoes, whether the log has it.
    var isKnown: [Bool]
  }

  /// A batch that is to be prepared.
  struct Unprepared: Sendable {
    var batch: PendingBatch
    /// Its number among all batches, from 0.
    var number: Int
    /// How many batches were written before it was taken.
    var written: Int
  }

  /// A batch that is to be written.
  struct Prepared: Sendable {
    var batch: PendingBatch
    /// Nil where it has no events.
    var prepared: PreparedBatch?
  }

  private static let room = 1

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [PendingBatch] = []
  private var prepared: [Prepared] = []
  private var answers: [Answer] = []
  private var cancellers: [Canceller] = []
  private var failure: (any Error)?
  private var isClosed = false
  private var isAbandoned = false
  /// Batches that were taken to be prepared, passed on, and written.
  private var taken = 0
  private var passed = 0
  private var written = 0
  /// Threads that have not ended.
  private var running = IngestWriter.threads

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

  // MARK: The preparing and the writing thread

  /// Says that one of the two can do its work.
  func ready(_ canceller: Canceller) {
    locked { cancellers.append(canceller) }
  }

  /// Waits for the next batch to prepare; nil when there will be none.
  func takeToPrepare() -> Unprepared? {
    locked {
      while waiting.isEmpty ? !isClosed : prepared.count >= Self.room { pthread_cond_wait(changed, mutex) }
      if waiting.isEmpty { return nil }
      defer { taken += 1 }
      return Unprepared(batch: waiting.removeFirst(), number: taken, written: written)
    }
  }

  /// Passes a batch on to be written.
  func pass(_ batch: Prepared) {
    locked {
      passed += 1
      if !isAbandoned { prepared.append(batch) }
    }
  }

  /// Waits for the next batch to write; nil when there will be none.
  func takeToWrite() -> Prepared? {
    locked {
      while prepared.isEmpty, !isAbandoned, !isClosed || !waiting.isEmpty || passed < taken {
        pthread_cond_wait(changed, mutex)
      }
      return prepared.isEmpty ? nil : prepared.removeFirst()
    }
  }

  /// Passes on what the store said.
  func answer(_ answer: Answer) {
    locked {
      answers.append(answer)
      written += 1
    }
  }

  /// Says that one of the two is done, and what stopped it if something did; the other then stops too.
  func end(_ failure: (any Error)?) {
    locked {
      running -= 1
      guard let failure else { return }
      self.failure = self.failure ?? failure
      isClosed = true
      abandon()
    }
  }

  // MARK: The reading thread

  /// Waits a moment for the store; false where it has not answered yet.
  func isReady(milliseconds: Int) throws -> Bool {
    try locked {
      wait(milliseconds) { isReady || failure != nil }
      if let failure { throw failure }
      return isReady
    }
  }

  /// Hands a batch over where there is room, or comes to be within some milliseconds.
  ///
  /// - Returns: whether it was taken; it is then empty here.
  /// - Throws: what stopped one of the two threads.
  func put(_ batch: inout PendingBatch?, milliseconds: Int) throws -> Bool {
    try locked {
      wait(milliseconds) { waiting.count < Self.room || failure != nil }
      if let failure { throw failure }
      guard let full = batch, waiting.count < Self.room else { return false }
      waiting.append(full)
      batch = nil
      return true
    }
  }

  /// Whether a batch would be taken at once.
  var hasRoom: Bool { locked { waiting.isEmpty && prepared.isEmpty } }

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
      if abandoning { abandon() }
    }
  }

  /// Waits a moment for the end of both threads.
  ///
  /// - Returns: whether it has ended.
  func hasEnded(milliseconds: Int) -> Bool {
    locked {
      wait(milliseconds) { running == 0 || !answers.isEmpty }
      return running == 0
    }
  }

  /// What stopped one of the two threads.
  var stopped: (any Error)? { locked { failure } }

  /// Cancels the statements that run.
  func cancel() {
    // Where a request does not get through, its statement ends by itself.
    for canceller in locked({ cancellers }) { try? canceller.cancel() }
  }

  // MARK: -

  private var isReady: Bool { cancellers.count == IngestWriter.threads }

  /// Gives up what was not handed to the store yet.
  private func abandon() {
    isAbandoned = true
    waiting.removeAll()
    prepared.removeAll()
  }

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
