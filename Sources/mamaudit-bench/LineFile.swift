import Glibc

/// Reads a file line by line in constant memory.
enum LineFile {
  private static let bufferSize = 1 << 20

  /// Hands out each line with its line feed, in order; a last line without one too.
  ///
  /// - Parameter body: It must not keep the buffer.
  static func forEachLine(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw OutputError(action: "read \(path)", number: errno) }
    defer { close(file) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    var held = 0
    while true {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[held...])
      let count = read(file, free.baseAddress, free.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw OutputError(action: "read \(path)", number: errno)
      }
      var rest = UnsafeRawBufferPointer(rebasing: buffer[..<(held + count)])
      while let start = rest.baseAddress, let end = memchr(start, 0x0A, rest.count) {
        let length = UnsafeRawPointer(end) - start + 1
        try body(UnsafeRawBufferPointer(rebasing: rest[..<length]))
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
      }
      if count == 0 {
        if !rest.isEmpty { try body(rest) }
        return
      }
      guard rest.count < buffer.count else { throw BenchError.failed("\(path) has a line over 1 MiB") }
      held = rest.count
      buffer.copyMemory(from: rest)
    }
  }
}

/// Writes a file in large pieces.
struct BufferedFile {
  private let file: FileOutput
  private var bytes: [UInt8] = []

  /// Creates the file.
  init(creating path: String) throws {
    file = try FileOutput(creating: path)
    bytes.reserveCapacity(1 << 20)
  }

  /// Adds bytes.
  mutating func write(_ piece: UnsafeRawBufferPointer) throws {
    bytes.append(contentsOf: piece)
    if bytes.count >= 1 << 19 { try flush() }
  }

  /// Writes what is left and closes the file.
  mutating func close() throws {
    try flush()
    try file.close()
  }

  private mutating func flush() throws {
    try bytes.withUnsafeBytes { try file.write($0) }
    bytes.removeAll(keepingCapacity: true)
  }
}
