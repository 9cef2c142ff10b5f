import Glibc

/// Runs a program to its end and says how long it took and how much memory.
struct Child {
  /// Where standard output goes.
  enum Output {
    /// Kept as text.
    case kept
    /// To /dev/null.
    case discarded
  }

  /// How a program ended.
  struct Outcome {
    /// Its exit status; 128 + n where signal n ended it.
    var status: Int32
    /// From the start to the end, by a clock that is never set.
    var seconds: Double
    /// The most memory that was resident, in KiB.
    var peakKiB: Int
    /// What it wrote to standard output, where it was kept.
    var output: String
    /// What it wrote to standard error.
    var errors: String
  }

  /// The folder of what programs write; also their home.
  var folder: String
  /// PATH for what is run.
  var path: String

  /// Runs a program; PG* and other variables of the caller do not reach it.
  ///
  /// - Throws: `BenchError` where it cannot be run, or the run was interrupted.
  func run(
    _ program: String, _ arguments: [String], output: Output = .kept
  ) throws(BenchError) -> Outcome {
    try Interrupts.check()
    let kept = output == .kept ? try temporaryFile() : -1
    let errors = try temporaryFile()
    defer {
      if kept >= 0 { close(kept) }
      close(errors)
    }
    let start = ContinuousClock.now
    let process = try spawn(program, arguments, output: kept, errors: errors)
    Interrupts.watch(process)
    var status: Int32 = 0
    var use = rusage()
    while wait4(process, &status, 0, &use) == -1, errno == EINTR {}
    let seconds = (ContinuousClock.now - start).inSeconds
    Interrupts.watch(0)
    try Interrupts.check()
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, seconds: seconds, peakKiB: use.ru_maxrss,
      output: kept >= 0 ? Self.text(of: kept) : "", errors: Self.text(of: errors))
  }

  /// Runs a program that must succeed.
  @discardableResult
  func must(
    _ program: String, _ arguments: [String], output: Output = .kept
  ) throws(BenchError) -> Outcome {
    let outcome = try run(program, arguments, output: output)
    guard outcome.status == 0 else {
      let words = ([program] + arguments.prefix(2)).joined(separator: " ")
      let said = outcome.errors.split(separator: "\n").suffix(3).joined(separator: "\n")
      throw .failed("'\(words) …' ended with \(outcome.status): \(said)")
    }
    return outcome
  }

  // MARK: -

  private func spawn(
    _ program: String, _ arguments: [String], output: Int32, errors: Int32
  ) throws(BenchError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if output >= 0 {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that a signal ends what it has started too; and SIGPIPE as programs expect it.
    var pipes = sigset_t()
    sigemptyset(&pipes)
    sigaddset(&pipes, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &pipes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    let settings = [
      "PATH=\(path)", "HOME=\(folder)", "XDG_STATE_HOME=\(folder)", "LC_ALL=C.UTF-8", "TZ=UTC",
    ]
    var variables = settings.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    guard failure == 0 else {
      throw .failed("cannot run \(program): \(String(cString: strerror(failure)))")
    }
    return process
  }

  private func temporaryFile() throws(BenchError) -> Int32 {
    var path = Array("\(folder)/output-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw .failed("cannot make a file in \(folder): \(String(cString: strerror(errno)))")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
  }

  private static func text(of descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The most memory that this process itself has had, in KiB: no child can be seen to have had less, since a new
  /// process begins as its parent.
  static var ownPeakKiB: Int {
    var use = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
    return use.ru_maxrss
  }
}

extension Duration {
  /// The length in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
