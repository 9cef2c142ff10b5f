/// Why the private cluster could not be made, started, stopped or reached, and what to do.
public struct ClusterError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it was.
  public enum Code: Sendable, Hashable {
    /// PostgreSQL's server programs are not installed, or not in the version that made the cluster.
    case programsMissing
    /// The folder cannot be made, or the account that runs the server cannot enter it.
    case folderUnusable
    /// initdb failed.
    case initialisationFailed
    /// The server did not start or stop.
    case serverFailed
    /// Another invocation held the cluster's lock for too long.
    case busy
    /// Something of the operating system failed.
    case system
  }

  /// What kind of failure it was.
  public var code: Code
  /// What is wrong.
  public var message: String
  /// What to do next.
  public var remedy: String

  /// Makes an error.
  public init(_ code: Code, _ message: String, remedy: String) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// What is wrong and what to do, on one line.
  public var description: String { "\(message); \(remedy)" }
}
