import Glibc
import PrivateCluster

/// The programs that a run needs.
struct Programs {
  /// This program.
  var bench: String
  /// The product, beside this one.
  var mamaudit: String
  /// PostgreSQL's own client.
  var psql: String
  /// PostgreSQL's own benchmark; nil where it is not needed.
  var pgbench: String?
  /// The folders where programs are looked for.
  var path: String

  /// Finds them.
  ///
  /// - Throws: `BenchError` that names the one that is missing, and what to install.
  init(needsPgbench: Bool) throws {
    path =
      getenv("PATH").map { String(cString: $0) }
      ?? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    let folder = try Self.ownFolder()
    bench = "\(folder)/mamaudit-bench"
    mamaudit = "\(folder)/mamaudit"
    for program in [bench, mamaudit] where access(program, X_OK) != 0 {
      throw BenchError.missing(
        "\(program) is not there: build both programs (swift build --configuration release), they are measured "
          + "from one folder")
    }
    let server: ServerPrograms
    do { server = try ServerPrograms.locate() } catch { throw BenchError.missing("\(error)") }
    // Debian's psql on the PATH is a script that takes longer than psql itself.
    let folders =
      ["/usr/lib/postgresql/\(server.majorVersion)/bin", server.directory]
      + path.split(separator: ":").map(String.init)
    psql = try Self.find("psql", in: folders, package: "postgresql-client")
    if needsPgbench { pgbench = try Self.find("pgbench", in: folders, package: "postgresql-contrib") }
  }

  /// The program of a name on the PATH.
  func onPath(_ name: String) throws -> String {
    try Self.find(name, in: path.split(separator: ":").map(String.init), package: name)
  }

  private static func find(_ name: String, in folders: [String], package: String) throws -> String {
    guard
      let found = folders.map({ $0 + "/" + name }).first(where: { (path: String) in access(path, X_OK) == 0 })
    else {
      throw BenchError.missing("\(name) is not installed (Debian: apt-get install \(package))")
    }
    return found
  }

  private static func ownFolder() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw BenchError.missing("/proc is not there") }
    defer { free(path) }
    let text = String(cString: path)
    return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "/"
  }
}
