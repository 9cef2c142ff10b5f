import Foundation
import Glibc

/// A run of the program at a terminal: what it writes can be waited for, and answered.
final class PseudoTerminal {
  let process: Process
  private let master: Int32
  /// A read can end within a character, so the bytes are kept.
  private var received: [UInt8] = []

  /// What the program has written so far.
  var text: String { String(decoding: received, as: UTF8.self) }

  /// Starts the program with its standard input, output and error at a new terminal.
  ///
  /// - Parameters:
  ///   - columns: how wide the terminal is; 0 for one that does not say.
  ///   - script: a line of shell script that is run instead, with the program as `$0` and the arguments behind it.
  init(_ arguments: [String], environment: [String: String], columns: UInt16 = 0, script: String? = nil)
    throws
  {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw ToolError(text: "no terminal: \(errno)")
    }
    self.master = master
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    process = try Tool.process(
      script.map { ["-c", $0, Tool.path] + arguments } ?? arguments, environment: environment)
    if script != nil { process.executableURL = URL(fileURLWithPath: "/bin/sh") }
    let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    try terminal.close()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(master)
  }

  /// Types keys.
  func type(_ keys: String) {
    _ = keys.withCString { write(master, $0, strlen($0)) }
  }

  /// Reads until a text has come so many times, or the program has ended, or half a minute has gone.
  ///
  /// - Returns: whether it has come.
  func wait(for expected: String, times: Int = 1) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while text.components(separatedBy: expected).count - 1 < times {
      if ContinuousClock.now > deadline || !readMore() { return false }
    }
    return true
  }

  /// Reads to the end and waits for the program's.
  func end() -> Int32 {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline, readMore() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Reads what is there; false at the end.
  private func readMore() -> Bool {
    var input = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, 100) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    received += bytes.prefix(count)
    return true
  }
}
