import Glibc
import Synchronization

/// Makes Ctrl-C, SIGTERM and SIGHUP end a program gently: the first cancels the running statements and sets a flag, the second
/// exits with 128 and the number of the signal.
///
/// Install it once, early. Loops look at `isInterrupted`; a connection is cancelled while it is inside `cancelling`.
public final class InterruptHandler: Sendable {
  /// The one of the process.
  public static let shared = InterruptHandler()

  /// The signal by which the program was asked to end; 0 for none.
  private let received = Atomic<Int32>(0)
  private let installed = Atomic<Bool>(false)
  private let cancellers = Mutex<[ObjectIdentifier: Canceller]>([:])

  private init() {}

  /// Whether the program was asked to end.
  public var isInterrupted: Bool { received.load(ordering: .relaxed) != 0 }

  /// By which signal it was, SIGINT where it was not.
  public var signal: Int32 {
    let signal = received.load(ordering: .relaxed)
    return signal == 0 ? SIGINT : signal
  }

  /// Begins to listen to SIGINT, SIGTERM and SIGHUP, but for one that the program was started to ignore; a second call does nothing.
  ///
  /// - Throws: `invalidUse` where the system gives no pipe or thread.
  public func install() throws(PostgresError) {
    guard installed.exchange(true, ordering: .relaxed) == false else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PostgresError(.invalidUse, "no pipe for signals") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    signalPipe.store(ends[1], ordering: .releasing)
    var thread = pthread_t()
    let context = UnsafeMutableRawPointer(bitPattern: Int(readEnd))
    guard pthread_create(&thread, nil, { listenForSignals($0) }, context) == 0 else {
      throw PostgresError(.invalidUse, "no thread for signals")
    }
    pthread_detach(thread)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { forward($0) }
    // System calls go on after the first Ctrl-C: what is to end is ended by the cancel request.
    action.sa_flags = SA_RESTART
    // Who starts a program from a thread that blocks signals passes that on to it.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var before = sigaction()
      // nohup has SIGHUP ignored, and means it.
      if signal == SIGHUP, sigaction(signal, nil, &before) == 0, isIgnored(before) { continue }
      sigaction(signal, &action, nil)
      sigaddset(&interrupts, signal)
    }
    pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
  }

  /// Runs `body`; while it runs, and where it came before, such a signal cancels the connection's statement and refuses the next ones.
  ///
  /// Work that has come to its end all the same is committed.
  @discardableResult
  public func cancelling<R>(_ connection: Connection, _ body: () throws -> R) rethrows -> R {
    let canceller = connection.canceller
    cancellers.withLock { $0[ObjectIdentifier(canceller)] = canceller }
    if isInterrupted { canceller.stop() }
    defer {
      cancellers.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(canceller)) }
      canceller.goOn()
    }
    return try body()
  }

  fileprivate func handle(_ signal: Int32) {
    if received.exchange(signal, ordering: .relaxed) != 0 { _exit(128 + signal) }
    for canceller in cancellers.withLock({ Array($0.values) }) { canceller.stop() }
  }
}

/// The end of the pipe that the signal handler writes to; it can do nothing else safely.
private let signalPipe = Atomic<Int32>(-1)

private func isIgnored(_ action: sigaction) -> Bool {
  // SIG_IGN is the address 1.
  action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) == 1 } ?? false
}

private func forward(_ signal: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

private func listenForSignals(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let readEnd = Int32(Int(bitPattern: context))
  var byte: UInt8 = 0
  while true {
    let count = read(readEnd, &byte, 1)
    if count == 1 {
      InterruptHandler.shared.handle(Int32(byte))
    } else if count == 0 || errno != EINTR {
      return nil
    }
  }
}
