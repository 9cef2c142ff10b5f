import Glibc

/// Why reading, or writing a file, failed; not why an event was refused (that is a `Rejection`).
public enum FileError: Error, Hashable, Sendable {
  /// A file cannot be read at all; nothing was appended.
  case unreadable(path: String, reason: String)
  /// Reading stopped in the middle.
  case readFailed(path: String, reason: String)
  /// A file cannot be made or written: the disk is full, say.
  case writeFailed(path: String, reason: String)
  /// A file would overwrite one that is being read.
  case overwritesInput(path: String)
}

extension FileError: CustomStringConvertible {
  /// What is wrong with which file, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .readFailed(let path, let reason):
      "\(path): reading failed: \(reason); run the same again when it is mended, what is in already is not written twice"
    case .writeFailed(let path, let reason): "\(path): writing failed: \(reason)"
    case .overwritesInput(let path): "\(path) is being read; name another file for the rejects"
    }
  }

  /// Whether what was named cannot be used, rather than that the system failed.
  public var isInput: Bool {
    switch self {
    case .unreadable, .overwritesInput: true
    case .readFailed, .writeFailed: false
    }
  }

  /// The system's words for an error number.
  static func reason(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}

/// Why an ingest did not come to its end, and how far it came.
///
/// What was appended stays; running the same again is safe, since events that are in are found and not written twice.
public struct IngestError: Error {
  /// What went wrong: a `FileError`, `PostgresError` or `AppendError`.
  public var cause: any Error
  /// What was done before.
  ///
  /// A batch whose answer never came is not in it, and may be in the log all the same.
  public var summary: IngestSummary

  /// Joins a cause and what was done.
  public init(cause: any Error, summary: IngestSummary) {
    self.cause = cause
    self.summary = summary
  }
}

extension IngestError: CustomStringConvertible {
  /// What went wrong, how many events are in, and what to do.
  public var description: String {
    "\(cause); \(summary.counts.appended) events were appended by then: run the same command again, what is in "
      + "already is not written twice"
  }
}
