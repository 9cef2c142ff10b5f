import Glibc

/// Runs a program to its end, without a shell.
enum ChildProcess {
  /// How a program ended.
  struct Outcome {
    /// Its exit status; 128 + n where signal n killed it.
    let status: Int32
    /// What it wrote to standard output and standard error.
    let output: String
  }

  private static let environment = "/usr/bin/env"

  /// Runs a program with a small environment, in `/`, with nothing on standard input.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: its arguments, passed as they are.
  ///   - account: whom to run as; only root can give another than itself.
  static func run(
    _ program: String, _ arguments: [String], as account: ServerAccount = .current
  ) throws(ClusterError) -> Outcome {
    // PG* variables of the caller must not reach the server programs, and `/` can be entered by every account.
    var line = [
      environment, "--chdir=/", "-i", "LC_ALL=C",
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ]
    line += account.prefix
    line.append(program)
    line += arguments
    // A file and not a pipe: a server that stays would hold a pipe open, and reading it would never end.
    let output = try temporaryFile()
    defer { close(output) }
    let process = try spawn(line, output: output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return Outcome(status: code, output: readAll(output))
  }

  private static func spawn(_ line: [String], output: Int32) throws(ClusterError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // A server that stays would keep open what the caller left open, and who waits for its end would wait for ever.
    for descriptor in openDescriptors() where descriptor > STDERR_FILENO {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var arguments = line.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var nothing: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    let failure = posix_spawn(&process, environment, &actions, nil, &arguments, &nothing)
    guard failure == 0 else { throw ClusterError.system("cannot run \(line.last ?? "")", failure) }
    return process
  }

  /// The descriptors that this process has open; one that is closed by the time of the spawn does no harm.
  private static func openDescriptors() -> [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let descriptor = Int32(name) { descriptors.append(descriptor) }
    }
    return descriptors
  }

  private static func temporaryFile() throws(ClusterError) -> Int32 {
    var path = Array("/tmp/mamaudit-output-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw ClusterError.system("cannot make a temporary file in /tmp", errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
  }

  private static func readAll(_ descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ClusterError {
  /// A failed system call.
  static func system(_ what: String, _ number: Int32) -> ClusterError {
    ClusterError(
      .system, "\(what): \(String(cString: strerror(number)))",
      remedy: "check its permissions and the free disk space")
  }
}
