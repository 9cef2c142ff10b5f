import MAMEvents

/// How many events were read, and what became of them.
public struct IngestCounts: Hashable, Sendable {
  /// They are in the log now.
  public var appended = 0
  /// They were there already, or came earlier in the same input.
  public var duplicates = 0
  /// Another event with the same source and id is there; they are in the rejects.
  public var conflicts = 0
  /// They are no events that the log takes; they are in the rejects.
  public var rejected = 0

  /// No events.
  public init() {}

  /// All of them: elements of an array count one by one, blank lines not at all.
  public var read: Int { appended + duplicates + conflicts + rejected }
}

/// What an ingest did.
public struct IngestSummary: Hashable, Sendable {
  /// What went into one tenant's log.
  public struct LogPart: Hashable, Sendable {
    /// The tenant.
    public var tenant: GUID
    /// How many events were appended to its log.
    public var appended = 0
    /// The first position that was written; nil where none was.
    public var firstPosition: Int64?
    /// The last position that was written; nil where none was.
    public var lastPosition: Int64?
  }

  /// What came from one input.
  public struct FilePart: Hashable, Sendable {
    /// Its path, or `-`.
    public var file: String
    /// What became of its events.
    public var counts = IngestCounts()
  }

  /// What became of the events of all inputs.
  public internal(set) var counts = IngestCounts()
  /// The logs that the events belong to, ordered by tenant; also those to which nothing was appended.
  public internal(set) var logs: [LogPart] = []
  /// The inputs, in the order in which they were given.
  public internal(set) var files: [FilePart]
  /// How long it took.
  public internal(set) var seconds = 0.0
  /// Where the rejects are; nil where there are none.
  public internal(set) var rejectsPath: String?
  /// Whether it was stopped before the end of the inputs.
  public internal(set) var isInterrupted = false

  init(_ inputs: [IngestInput]) {
    files = inputs.map { FilePart(file: $0.name) }
  }

  /// The first position that was written; nil where none was, or where several logs were written.
  public var firstPosition: Int64? { onlyLog?.firstPosition }
  /// The last position that was written; nil where none was, or where several logs were written.
  public var lastPosition: Int64? { onlyLog?.lastPosition }
  /// Events read a second.
  public var eventsPerSecond: Double { seconds > 0 ? Double(counts.read) / seconds : 0 }
  /// Whether something was refused: the ingest is then no success, though all else is in.
  public var hasRefusals: Bool { counts.rejected > 0 || counts.conflicts > 0 }
  /// Where the reasons of the rejects are; nil where there are none.
  public var reasonsPath: String? { rejectsPath.map { $0 + RejectsLocation.reasonsSuffix } }

  private var onlyLog: LogPart? {
    let written = logs.filter { $0.appended > 0 }
    return written.count == 1 ? written[0] : nil
  }

  mutating func count(_ kind: WritableKeyPath<IngestCounts, Int>, file: Int) {
    counts[keyPath: kind] += 1
    files[file].counts[keyPath: kind] += 1
  }

  /// Adds what a batch appended to the log of its tenant.
  mutating func add(_ result: AppendOutcomes, tenant: GUID) {
    let index =
      logs.firstIndex { $0.tenant == tenant }
      ?? {
        logs.append(LogPart(tenant: tenant))
        logs.sort { $0.tenant < $1.tenant }
        return logs.firstIndex { $0.tenant == tenant } ?? 0
      }()
    logs[index].appended += result.appended
    logs[index].firstPosition = logs[index].firstPosition ?? result.firstPosition
    logs[index].lastPosition = result.lastPosition ?? logs[index].lastPosition
  }
}
