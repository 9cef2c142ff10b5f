import Glibc
import Postgres

/// The thread that owns the connection: appends one batch after the other while the next one is read.
enum IngestWriter {
  private struct Work: Sendable {
    let connect: @Sendable () throws -> Connection
    let handover: Handover
  }

  private final class Box: Sendable {
    let work: Work
    init(_ work: Work) { self.work = work }
  }

  /// Starts the thread.
  ///
  /// It ends when the handover is closed, or at the first failure, and says so there.
  static func start(_ handover: Handover, connect: @escaping @Sendable () throws -> Connection) {
    let box = Unmanaged.passRetained(Box(Work(connect: connect, handover: handover)))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { IngestWriter.run(Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work) }
        return nil
      }, box.toOpaque())
    if failure == 0 {
      pthread_detach(thread)
    } else {
      box.release()
      handover.end(PostgresError(.connectionFailed, "no thread could be made: \(FileError.reason(failure))"))
    }
  }

  private static func run(_ work: Work) {
    let handover = work.handover
    do {
      let connection = try work.connect()
      let appender = try Appender(connection)
      handover.ready(connection.canceller)
      while var batch = handover.take() {
        let result = batch.events.isEmpty ? nil : try appender.append(&batch.events)
        let isKnown = try appender.knows(batch.echoes, of: batch.events.tenant)
        handover.answer(Handover.Answer(batch: batch, result: result, isKnown: isKnown))
      }
      handover.end(nil)
    } catch {
      handover.end(error)
    }
  }
}
