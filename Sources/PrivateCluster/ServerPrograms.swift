import Glibc

/// Where PostgreSQL's server programs are.
public struct ServerPrograms: Hashable, Sendable {
  /// The folder that holds `initdb`, `pg_ctl` and `postgres`.
  public let directory: String
  /// The major version, such as 15.
  public let majorVersion: Int

  /// The oldest version that serves.
  public static let minimumVersion = 15

  func path(_ program: String) -> String { "\(directory)/\(program)" }

  /// Finds the programs: in PATH, then the newest under `/usr/lib/postgresql`, then where `pg_config` says.
  ///
  /// - Parameter major: the version that is needed, where a cluster has been made with it; otherwise any from 15 on.
  /// - Throws: `ClusterError` with code `programsMissing`.
  public static func locate(major: Int? = nil) throws(ClusterError) -> ServerPrograms {
    for directory in candidates() where hasPrograms(directory) {
      guard let version = majorVersion(in: directory) else { continue }
      if let major {
        if version == major { return ServerPrograms(directory: directory, majorVersion: version) }
      } else if version >= minimumVersion {
        return ServerPrograms(directory: directory, majorVersion: version)
      }
    }
    let wanted =
      major.map { "PostgreSQL \($0), with which the cluster was made," } ?? "PostgreSQL 15 or later"
    let package = major.map { "postgresql-\($0)" } ?? "postgresql"
    throw ClusterError(
      .programsMissing, "\(wanted) is not installed",
      remedy: "install it (Debian: apt-get install \(package)), or name a database with --database")
  }

  private static func candidates() -> [String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    var directories = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let versions = FileSystem.entries(of: "/usr/lib/postgresql").compactMap { Int($0) }.sorted(by: >)
    directories += versions.map { "/usr/lib/postgresql/\($0)/bin" }
    for directory in directories where access("\(directory)/pg_config", X_OK) == 0 {
      guard let outcome = try? ChildProcess.run("\(directory)/pg_config", ["--bindir"]), outcome.status == 0
      else { continue }
      directories.append(outcome.output.split(separator: "\n").first.map(String.init) ?? "")
      break
    }
    return directories
  }

  private static func hasPrograms(_ directory: String) -> Bool {
    ["initdb", "pg_ctl", "postgres"].allSatisfy { access("\(directory)/\($0)", X_OK) == 0 }
  }

  /// The major version from `postgres (PostgreSQL) 15.18 (Debian …)`.
  private static func majorVersion(in directory: String) -> Int? {
    guard let outcome = try? ChildProcess.run("\(directory)/postgres", ["--version"]), outcome.status == 0
    else { return nil }
    let words = outcome.output.split(separator: " ")
    guard words.count >= 3 else { return nil }
    return Int(words[2].prefix { $0.isNumber })
  }

  /// Whether the server was built with LZ4; only then may `wal_compression` name it.
  var hasLZ4: Bool {
    guard let outcome = try? ChildProcess.run(path("pg_config"), ["--configure"]) else { return false }
    return outcome.status == 0
      && outcome.output.split(whereSeparator: { $0 == "'" || $0 == " " }).contains("--with-lz4")
  }
}
