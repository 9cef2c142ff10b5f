import Glibc

/// What `ingest` reads: a file, or standard input.
public enum IngestInput: Hashable, Sendable {
  /// A file, pipe or device by its path.
  case file(String)
  /// Standard input.
  case standardInput

  /// What messages and the summary call it: the path, or `-`.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    }
  }
}

/// Reads an input piece by piece, and never waits longer than it is told.
final class InputReader {
  enum Outcome: Equatable {
    case read(Int)
    case nothingYet
    case end
  }

  let input: IngestInput
  private let descriptor: Int32

  /// Opens an input.
  ///
  /// A named pipe that nobody writes to yet has nothing yet.
  init(_ input: IngestInput) throws(FileError) {
    self.input = input
    switch input {
    case .standardInput: descriptor = STDIN_FILENO
    case .file(let path):
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw .unreadable(path: path, reason: FileError.reason(errno)) }
    }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Reads what is there, at most as much as fits.
  ///
  /// - Parameter patience: how long to wait for the first byte, in milliseconds.
  func read(into target: UnsafeMutableRawBufferPointer, patience: Int32) throws(FileError) -> Outcome {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&waiting, 1, patience)
    if ready == 0 || (ready < 0 && errno == EINTR) { return .nothingYet }
    let count = Glibc.read(descriptor, target.baseAddress, target.count)
    if count > 0 { return .read(count) }
    if count == 0 { return .end }
    if errno == EINTR || errno == EAGAIN { return .nothingYet }
    throw .readFailed(path: input.name, reason: FileError.reason(errno))
  }

  /// Checks an input before anything is read: that it is there, may be read, and is no folder.
  ///
  /// - Returns: its size in bytes, nil where that is not known beforehand.
  static func check(_ input: IngestInput) throws(FileError) -> Int? {
    var status = stat()
    switch input {
    case .standardInput:
      guard fstat(STDIN_FILENO, &status) == 0 else {
        throw .unreadable(path: "-", reason: FileError.reason(errno))
      }
    case .file(let path):
      guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
        throw .unreadable(path: path, reason: FileError.reason(errno))
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw .unreadable(path: path, reason: "it is a folder; name the files in it")
      }
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Whether a path is the very file of one of the inputs.
  static func isInput(_ path: String, of inputs: [IngestInput]) -> Bool {
    var target = stat()
    guard stat(path, &target) == 0, target.st_mode & S_IFMT == S_IFREG else { return false }
    return inputs.contains { input in
      var status = stat()
      let found =
        switch input {
        case .standardInput: fstat(STDIN_FILENO, &status)
        case .file(let path): stat(path, &status)
        }
      return found == 0 && status.st_dev == target.st_dev && status.st_ino == target.st_ino
    }
  }
}
