import Glibc
import MAMEvents
import Postgres
import Synchronization

/// Appends single events of many concurrent callers, as many in one transaction as there are callers.
///
/// Each caller goes on when its own event is durable. One thread owns the connection: what comes while it writes goes
/// into its next transaction together, so the wait for the disk is shared. It gives callers that were there a moment
/// ago some microseconds to come again, and waits for nobody else.
///
/// An event that the store refuses fails its own caller alone. A connection that is lost fails those whose events were
/// on their way (whether they were written is not known: appending them again tells), and is made anew for the next.
public final class GroupAppender: Sendable {
  private let queue: GroupQueue

  /// Starts the thread; it connects when the first event comes.
  ///
  /// - Parameter connect: makes the connection to append over; called on the thread that will use it, which takes
  ///   the writer's role.
  /// - Throws: `PostgresError` with code `connectionFailed` where no thread could be made.
  public init(connect: @escaping @Sendable () throws -> Connection) throws(PostgresError) {
    let queue = GroupQueue()
    try GroupWriter(queue: queue, connect: connect).start()
    self.queue = queue
  }

  deinit { queue.close() }

  /// Appends an event; when it returns, the event is durable, or was in the log before.
  ///
  /// - Throws: `AppendError`, `PostgresError`; with code `invalidUse` after ``close()``.
  public func append(_ event: DecodedEvent) async throws -> AppendOutcome {
    try await withCheckedThrowingContinuation { continuation in
      queue.put(GroupQueue.Caller(event: event) { continuation.resume(with: $0) })
    }
  }

  /// Lets what was handed in be written, and takes nothing more.
  public func close() { queue.close() }
}

/// The events that wait for the next transaction.
final class GroupQueue: @unchecked Sendable {
  // Why @unchecked: all state but the atomic count is touched under `mutex` alone.

  /// An event, and who waits for what becomes of it.
  struct Caller: Sendable {
    var event: DecodedEvent
    var resume: @Sendable (Result<AppendOutcome, any Error>) -> Void
  }

  /// Nanoseconds that are given to callers who were there a moment ago.
  private static let patience: UInt64 = 60_000

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// How many wait; read without the lock while gathering.
  private let count = Atomic<Int>(0)
  private var waiting: [Caller] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrived, nil)
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(mutex)
    arrived.deallocate()
    mutex.deallocate()
  }

  /// Puts a caller in the queue; after the end it is answered at once.
  func put(_ caller: Caller) {
    pthread_mutex_lock(mutex)
    let isRefused = isClosed
    if !isRefused {
      waiting.append(caller)
      count.store(waiting.count, ordering: .relaxed)
      if waiting.count == 1 { pthread_cond_signal(arrived) }
    }
    pthread_mutex_unlock(mutex)
    if isRefused {
      caller.resume(.failure(PostgresError(.invalidUse, "the appender was closed before the event came")))
    }
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(arrived)
    pthread_mutex_unlock(mutex)
  }

  /// How many wait now.
  var waitingCount: Int { count.load(ordering: .relaxed) }

  /// Waits for callers, and then a moment for as many as are expected; empty when there will be none.
  func take(expecting expected: Int) -> [Caller] {
    pthread_mutex_lock(mutex)
    while waiting.isEmpty, !isClosed { pthread_cond_wait(arrived, mutex) }
    let isEnding = isClosed
    pthread_mutex_unlock(mutex)
    if !isEnding, waitingCount < expected { gather(expected) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    // What does not fit into one batch of reasonable size waits for the next.
    let taken = Array(waiting.prefix(PendingBatch.eventLimit))
    waiting.removeFirst(taken.count)
    count.store(waiting.count, ordering: .relaxed)
    return taken
  }

  /// Yields instead of sleeping: a timer is later than the whole wait.
  private func gather(_ expected: Int) {
    let deadline = MonotonicClock.nanoseconds() + Self.patience
    while waitingCount < expected, MonotonicClock.nanoseconds() < deadline { sched_yield() }
  }
}

/// The thread that owns the connection of a group appender.
private struct GroupWriter: Sendable {
  let queue: GroupQueue
  let connect: @Sendable () throws -> Connection

  private final class Box: Sendable {
    let writer: GroupWriter
    init(_ writer: GroupWriter) { self.writer = writer }
  }

  func start() throws(PostgresError) {
    let box = Unmanaged.passRetained(Box(self))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().writer.run() }
        return nil
      }, box.toOpaque())
    guard failure == 0 else {
      box.release()
      throw PostgresError(.connectionFailed, "no thread could be made: \(FileError.reason(failure))")
    }
    pthread_detach(thread)
  }

  private func run() {
    var appender: Appender?
    var expected = 0
    while true {
      let callers = queue.take(expecting: expected)
      if callers.isEmpty { return }
      serve(callers, &appender)
      expected = callers.count + queue.waitingCount
    }
  }

  private func serve(_ callers: [GroupQueue.Caller], _ appender: inout Appender?) {
    var tenants: [GUID: [GroupQueue.Caller]] = [:]
    for caller in callers { tenants[caller.event.columns.tenant, default: []].append(caller) }
    for (tenant, callers) in tenants { serve(callers[...], of: tenant, &appender) }
  }

  /// Appends the events of one tenant; where the store refuses them together, each by itself.
  private func serve(
    _ callers: ArraySlice<GroupQueue.Caller>, of tenant: GUID, _ appender: inout Appender?
  ) {
    do {
      let open = try appender ?? Appender(connect())
      appender = open
      var batch = EventBatch(tenant: tenant)
      var end = callers.startIndex
      while end < callers.endIndex, batch.recordBytes < PendingBatch.byteLimit {
        batch.append(callers[end].event)
        end += 1
      }
      let sent = callers[..<end]
      do {
        let result = try open.append(&batch)
        for (place, caller) in sent.enumerated() { caller.resume(.success(result[place])) }
      } catch  where sent.count > 1 && isOfOneEvent(error) {
        for caller in sent { serve([caller], of: tenant, &appender) }
      }
      if end < callers.endIndex { serve(callers[end...], of: tenant, &appender) }
    } catch {
      if !(error is AppendError || isOfOneEvent(error)) { appender = nil }
      for caller in callers { caller.resume(.failure(error)) }
    }
  }

  /// Whether the store refused something that one of the events says, and would take the others.
  private func isOfOneEvent(_ error: any Error) -> Bool {
    switch error {
    case AppendError.refused: true
    // Classes of SQLSTATE: data exceptions, violated constraints, exceeded limits.
    case let error as PostgresError: ["22", "23", "54"].contains(error.sqlState?.prefix(2))
    default: false
    }
  }
}
