import Glibc
import Postgres

/// The two threads that own the connections: one prepares batches, the other appends them in the same order.
///
/// So the next batch is looked up, and laid out as it is sent, while the server writes the one before.
enum IngestWriter {
  /// How many threads there are.
  static let threads = 2

  private struct Work: Sendable {
    let connect: @Sendable () throws -> Connection
    let handover: Handover
    let names: NameCache
    let run: @Sendable (Work) throws -> Void
  }

  private final class Box: Sendable {
    let work: Work
    init(_ work: Work) { self.work = work }
  }

  /// Starts the threads.
  ///
  /// They end when the handover is closed, or at the first failure, and say so there.
  static func start(_ handover: Handover, connect: @escaping @Sendable () throws -> Connection) {
    let names = NameCache()
    start(Work(connect: connect, handover: handover, names: names, run: prepare))
    start(Work(connect: connect, handover: handover, names: names, run: write))
  }

  private static func start(_ work: Work) {
    let box = Unmanaged.passRetained(Box(work))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work
        do {
          try work.run(work)
          work.handover.end(nil)
        } catch {
          work.handover.end(error)
        }
        return nil
      }, box.toOpaque())
    if failure == 0 {
      pthread_detach(thread)
    } else {
      box.release()
      work.handover.end(
        PostgresError(.connectionFailed, "no thread could be made: \(FileError.reason(failure))"))
    }
  }

  @Sendable private static func prepare(_ work: Work) throws {
    let connection = try work.connect()
    let preparer = try BatchPreparer(connection, names: work.names)
    work.handover.ready(connection.canceller)
    while var next = work.handover.takeToPrepare() {
      let prepared =
        next.batch.events.isEmpty
        ? nil : try preparer.prepare(&next.batch.events, number: next.number, written: next.written)
      work.handover.pass(Handover.Prepared(batch: next.batch, prepared: prepared))
    }
  }

  @Sendable private static func write(_ work: Work) throws {
    let connection = try work.connect()
    let appender = try Appender(connection, names: work.names)
    work.handover.ready(connection.canceller)
    while let next = work.handover.takeToWrite() {
      let result = try next.prepared.map { try appender.append($0) }
      let isKnown = try appender.knows(next.batch.echoes, of: next.batch.events.tenant)
      work.handover.answer(Handover.Answer(batch: next.batch, result: result, isKnown: isKnown))
    }
  }
}
