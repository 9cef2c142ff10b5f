import MAMEvents
import Postgres

/// Appends the events of files and standard input to the logs of their tenants.
///
/// One bad event never stops the rest: it goes to the rejects with its reason. One thread reads and decodes, one
/// looks up what the store has, and one appends; batches end at 10,000 events, 8 MiB of records or, where the store
/// waits for work, 0.2 s, and each is appended whole or not at all. Positions follow the order of the input.
public struct Ingester: Sendable {
  /// What an ingest is told besides its inputs.
  public struct Options: Hashable, Sendable {
    /// The tenant of events that name none; an event that names another is refused.
    ///
    /// With nil each event names its own.
    public var tenant: GUID?
    /// Where the rejects go; nil for a new file under the user's state folder.
    public var rejectsPath: String?

    /// Names the options.
    public init(tenant: GUID? = nil, rejectsPath: String? = nil) {
      self.tenant = tenant
      self.rejectsPath = rejectsPath
    }
  }

  /// How far an ingest has come.
  public struct Progress: Hashable, Sendable {
    /// Events of which the store has answered, or which were refused.
    public var events: Int
    /// Bytes read.
    public var bytes: Int
    /// Bytes of all inputs; nil where one of them is no regular file.
    public var totalBytes: Int?
  }

  private let connect: @Sendable () throws -> Connection

  /// Makes an ingester.
  ///
  /// - Parameter connect: makes a connection to append over; called twice, on the threads that will use them, which
  ///   take the writer's role.
  public init(connect: @escaping @Sendable () throws -> Connection) {
    self.connect = connect
  }

  /// Reads the inputs one after the other and appends their events.
  ///
  /// - Parameters:
  ///   - inputs: what to read; all are looked at before anything is appended.
  ///   - options: tenant and rejects.
  ///   - isInterrupted: asked again and again; once true, reading ends, the batch that is being written is finished,
  ///     and the summary says so.
  ///   - progress: called a few times a second.
  /// - Throws: `FileError` where an input cannot be read at all; ``IngestError`` for what stopped it later.
  public func run(
    _ inputs: [IngestInput], options: Options = Options(),
    isInterrupted: @escaping () -> Bool = { InterruptHandler.shared.isInterrupted },
    progress: @escaping (Progress) -> Void = { _ in }
  ) throws -> IngestSummary {
    var total: Int? = 0
    for input in inputs {
      let size = try InputReader.check(input)
      total = total.flatMap { sum in size.map { sum + $0 } }
    }
    let run = IngestRun(
      inputs, options: options, totalBytes: total, isInterrupted: isInterrupted, progress: progress)
    return try run.run(connect)
  }
}
