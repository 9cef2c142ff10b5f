import Arguments
import Glibc

/// The program of MAMAUDIT_PAGER or PAGER (less by default), fed with the answer.
///
/// When it goes out of use, also because of an error, the program waits for the reader to leave it.
final class Pager {
  private let process: pid_t
  private let input: Int32
  private var hasEnded = false
  /// What is to be said on standard error once the reader has left.
  var remarks: [String] = []

  /// Starts the pager; nil where none is wanted, or there is no such program.
  ///
  /// It stays in this process's group: one in a group of its own is stopped as soon as it touches the terminal.
  init?() {
    let named = getenv("MAMAUDIT_PAGER") ?? getenv("PAGER")
    let command = named.map { String(cString: $0) } ?? "less -FRX"
    if command.isEmpty || command == "cat" || !Self.isThere(command) { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    let words: [String] = ["/bin/sh", "-c", command]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    close(ends[0])
    guard failure == 0 else {
      close(ends[1])
      return nil
    }
    (self.process, input) = (process, ends[1])
  }

  deinit { finish() }

  /// Hands bytes to the pager.
  ///
  /// - Throws: `ExitCode.success` when the reader has left: nobody waits for the rest.
  func write(_ bytes: [UInt8]) throws {
    signal(SIGPIPE, SIG_IGN)
    do {
      try Terminal.write(bytes, to: input, named: "the pager")
    } catch {
      throw ExitCode.success
    }
  }

  /// Ends the answer, waits for the reader, and says what is left to say.
  func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    close(input)
    // Ctrl-C is for the pager now, which takes it as its own command.
    let before = signal(SIGINT, SIG_IGN)
    while waitpid(process, nil, 0) == -1, errno == EINTR {}
    signal(SIGINT, before)
    for remark in remarks { Terminal.complain(remark) }
  }

  /// Whether the first word of a command is a program, as far as that can be told without a shell.
  private static func isThere(_ command: String) -> Bool {
    guard let word = command.split(separator: " ").first,
      !word.contains(where: { "=\"'$`\\(){};&|<>".contains($0) })
    else { return true }
    if word.contains("/") { return access(String(word), X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(word)", X_OK) == 0 }
  }
}
