import Glibc
import PrivateCluster

/// The PostgreSQL server of this test process: made on first use in a folder of its own, gone when the process is.
///
/// It keeps nothing, so it does not wait for the disk. A child process watches this one and removes the server when this one ends, in
/// whatever way; should the child be killed too, the next test process removes it.
enum TestCluster {
  private static let prefix = "mamaudit-tests-\(geteuid())-"

  private static let started = Result { try start() }

  /// The running server.
  static func shared() throws -> PrivateCluster { try started.get() }

  private static func start() throws -> PrivateCluster {
    removeAbandoned()
    var path = Array("/tmp/\(prefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw TestSupportError("no folder in /tmp: \(errno)") }
    let home = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    try Watcher.start(removing: home)
    let cluster = PrivateCluster(
      home: home,
      overrides: [
        ("fsync", "off"), ("full_page_writes", "off"), ("shared_buffers", "128MB"), ("min_wal_size", "80MB"),
        ("max_wal_size", "1GB"), ("max_connections", "200"),
      ])
    try cluster.ensureRunning()
    return cluster
  }

  /// Removes the servers of test processes that ended without their watcher.
  private static func removeAbandoned() {
    guard let folder = opendir("/tmp") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), let owner = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      _ = try? Watcher.start(removing: "/tmp/\(name)", now: true)
    }
  }
}

/// A child process that removes a server and its folder once this process has ended.
enum Watcher {
  /// Waits for the end of its input, which comes when the last holder of the pipe's other end is gone.
  private static let script = """
    trap '' INT TERM HUP
    cat > /dev/null
    for round in 1 2 3; do
      pid=$(head -n 1 "$1/cluster/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid" 2> /dev/null
      for wait in 1 2 3 4 5 6 7 8 9 10; do
        test -n "$pid" && kill -0 "$pid" 2> /dev/null || break
        sleep 0.1
      done
      rm -rf -- "$1" 2> /dev/null
      test -e "$1" || exit 0
      sleep 1
    done
    """

  /// Starts a watcher.
  ///
  /// - Parameters:
  ///   - home: the folder of a private cluster.
  ///   - now: whether to remove it at once.
  /// - Returns: the child, which is over where the server is removed at once.
  @discardableResult
  static func start(removing home: String, now: Bool = false) throws -> pid_t {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestSupportError("no pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    if now { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    // The tests' output must not stay open through the watcher.
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // Nor must anything by which Foundation learns that another child has ended.
    for descriptor in (STDERR_FILENO + 1)..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that Ctrl-C on the tests does not end the one that clears up after them.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    // One that ends before this process is nobody's child and waits for nobody: the library that runs the tests looks
    // at whichever child has ended first, and one that nobody takes away would hide all others from it.
    let words: [String] = ["/bin/sh", "-c", now ? "(\n\(script)\n) &" : script, "sh", home]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    guard failure == 0 else { throw TestSupportError("no watcher: \(failure)") }
    while now, waitpid(process, nil, 0) == -1, errno == EINTR {}
    return process
  }
}
