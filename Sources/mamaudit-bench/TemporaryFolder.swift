import Glibc
import PrivateCluster

/// The folder of a run: made at its beginning, gone at its end; what a killed run left is removed by the next one.
struct TemporaryFolder {
  private static let prefix = "mamaudit-bench-"
  private static let lockName = "owner.lock"

  /// Its path.
  let path: String
  /// The open file whose lock says that the run goes on.
  private let lock: Int32

  /// Makes a folder within another.
  init(in parent: String) throws(BenchError) {
    Self.removeAbandoned(in: parent)
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .failed("cannot make a folder in \(parent): \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    lock = open("\(path)/\(Self.lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw .failed("cannot lock \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// The free bytes on its disk.
  var freeBytes: Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return 0 }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Stops the server in it, and removes all.
  func remove() throws {
    defer { close(lock) }
    try Self.remove(path)
  }

  private static func remove(_ path: String) throws {
    let cluster = PrivateCluster(home: path)
    try cluster.stop()
    // A long path has its socket elsewhere; the folder is empty once the server has stopped.
    if !cluster.socketDirectory.hasPrefix(path) { rmdir(cluster.socketDirectory) }
    removeTree(path)
    if access(path, F_OK) == 0 { throw BenchError.failed("cannot remove all of \(path)") }
  }

  /// Removes the folders of runs of this user that were killed.
  private static func removeAbandoned(in parent: String) {
    for name in entries(of: parent) where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR else {
        continue
      }
      let lock = open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? remove(path) }
    }
  }

  private static func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in entries(of: path) { removeTree("\(path)/\(name)") }
    rmdir(path)
  }

  private static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
