import Glibc
import Synchronization

/// Makes Ctrl-C, a hang-up or a request to terminate end the program that is measured, and then the run with all it made.
enum Interrupts {
  /// Begins to listen; until ``ignore()`` a signal ends the child and sets a flag.
  static func install() {
    // Both exist before a handler can touch them.
    _ = (isAsked.load(ordering: .relaxed), child.load(ordering: .relaxed))
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in endChild() }
    action.sa_flags = SA_RESTART
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var before = sigaction()
      sigaction(number, nil, &before)
      // Who runs it under nohup wants it to outlive the terminal.
      if number == SIGHUP, isIgnoring(before) { continue }
      sigaction(number, &action, nil)
      sigaddset(&wanted, number)
    }
    // Who starts a program from a thread that blocks signals passes that on to it.
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }

  private static func isIgnoring(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Lets nothing disturb the clearing up, neither here nor in what it runs.
  static func ignore() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
  }

  /// Whether the run was asked to end.
  static var isInterrupted: Bool { isAsked.load(ordering: .relaxed) }

  /// Throws where the run was asked to end.
  static func check() throws(BenchError) {
    if isInterrupted { throw BenchError.interrupted }
  }

  /// Names the child that a signal is to end; 0 for none.
  static func watch(_ process: pid_t) {
    child.store(process, ordering: .sequentiallyConsistent)
    // The signal may have come between the start and this.
    if process > 0, isInterrupted { kill(-process, SIGTERM) }
  }
}

private let isAsked = Atomic<Bool>(false)
private let child = Atomic<pid_t>(0)

/// Runs in a signal handler: nothing here but what may.
private func endChild() {
  isAsked.store(true, ordering: .sequentiallyConsistent)
  let process = child.load(ordering: .sequentiallyConsistent)
  if process > 0 { kill(-process, SIGTERM) }
}
