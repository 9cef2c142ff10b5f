import Glibc

/// Writes a file in blocks, and tells of every failure.
///
/// Not closed is not finished: ``close()`` writes the last block and sees what the system says at the end.
public final class FileOutput {
  private static let blockSize = 1 << 16

  /// The file.
  let path: String
  private var descriptor: Int32
  private let ownsDescriptor: Bool
  private var buffer: [UInt8] = []

  /// Makes a file, readable by its owner alone unless told otherwise.
  ///
  /// - Parameters:
  ///   - path: where; one that is there is emptied, unless `isNew`.
  ///   - isNew: whether one that is there is a failure.
  ///   - mode: who may do what with it.
  init(path: String, isNew: Bool = false, mode: mode_t = 0o600) throws(FileError) {
    self.path = path
    ownsDescriptor = true
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
    descriptor = open(path, flags, mode)
    guard descriptor >= 0 else {
      throw .writeFailed(path: path, reason: FileError.reason(errno))
    }
    // One that was there before may be open to others; a pipe or device keeps its mode.
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { _ = fchmod(descriptor, mode) }
    buffer.reserveCapacity(Self.blockSize)
  }

  /// Writes to a descriptor that somebody else closes, such as standard output.
  init(descriptor: Int32, path: String) {
    self.path = path
    self.descriptor = descriptor
    ownsDescriptor = false
    buffer.reserveCapacity(Self.blockSize)
  }

  deinit {
    if ownsDescriptor, descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  /// Adds bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if buffer.count + bytes.count > Self.blockSize { try flush() }
    if bytes.count >= Self.blockSize {
      try send(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Adds bytes.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    if buffer.count + bytes.count > Self.blockSize { try flush() }
    buffer.append(contentsOf: bytes)
  }

  /// Adds a byte.
  func write(_ byte: UInt8) throws(FileError) {
    if buffer.count >= Self.blockSize { try flush() }
    buffer.append(byte)
  }

  /// Hands over to the system what is still here.
  func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    let block = buffer
    buffer.removeAll(keepingCapacity: true)
    var failure: FileError?
    block.withUnsafeBytes { bytes in
      do throws(FileError) { try send(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Waits until the disk has it.
  func synchronize() throws(FileError) {
    try flush()
    // A pipe or a terminal cannot be synchronised.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS, errno != ENOTSUP { throw failed() }
  }

  /// Ends the file.
  func close() throws(FileError) {
    try flush()
    guard ownsDescriptor, descriptor >= 0 else { return }
    let closed = Glibc.close(descriptor)
    descriptor = -1
    if closed != 0 { throw failed() }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        throw failed()
      }
    }
  }

  private func failed() -> FileError { .writeFailed(path: path, reason: FileError.reason(errno)) }
}
