import Glibc

/// Why an output failed.
struct OutputError: Error, CustomStringConvertible {
  /// What was being done, such as `write fleet.ndjson`.
  var action: String
  /// The system's number of the error.
  var number: Int32

  var description: String { "cannot \(action): \(String(cString: strerror(number)))" }
}

/// An open file or stream that takes bytes without a buffer of its own.
struct FileOutput {
  /// The open descriptor.
  let descriptor: Int32
  /// What errors call it.
  let name: String

  /// Takes a descriptor that is open.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Creates a file, or empties the one that is there.
  init(creating path: String) throws(OutputError) {
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if opened < 0 { throw OutputError(action: "create \(path)", number: errno) }
    self.init(descriptor: opened, name: path)
  }

  /// Writes all of the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw OutputError(action: "write \(name)", number: errno)
      }
    }
  }

  /// Writes a text.
  func write(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try write($0) }
  }

  /// Closes the file, where the system may report what it could not write.
  func close() throws(OutputError) {
    if Glibc.close(descriptor) != 0 { throw OutputError(action: "close \(name)", number: errno) }
  }
}
