import Glibc

/// A lock between processes and between threads on a file; the kernel releases it when its holder dies.
enum FileLock {
  /// Runs `body` under the lock.
  ///
  /// - Parameters:
  ///   - path: the file; it is made where it is missing, and stays.
  ///   - timeout: how long to wait for another holder, in seconds.
  static func holding<R>(_ path: String, timeout: Int, _ body: () throws -> R) throws -> R {
    // Each opening has its own lock, so that two threads exclude each other as well.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw ClusterError.system("cannot open the lock \(path)", errno) }
    defer { close(file) }
    var waited = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, waited < timeout * 1000 else {
        throw ClusterError(
          .busy, "another mamaudit has been starting or stopping the database for \(timeout) s",
          remedy: "wait for it, or look for a process that hangs and holds \(path)")
      }
      usleep(20_000)
      waited += 20
    }
    return try body()
  }
}
